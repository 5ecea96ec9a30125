"""Recording a campaign that was really played, from its export.

Only a finished campaign can be recorded: before its end a file does not hold all that went into it.
"""

from typing import cast

from campaigns import rulebooks
from campaigns.domain.entries.campaign import CampaignFinished
from campaigns.domain.export_file import Export
from campaigns.errors import CampaignError
from campaigns.recordings.recording import Recorder, Recording
from verifier.replay import Replay
from verifier.report import Check
from verifier.rules import Always


class CannotRecord(Exception):
    """A file does not hold a whole game, or not one that these rules play."""


def recorded(export: Export, *, shows: str) -> Recording:
    """The recording of a finished campaign. Raises ``CannotRecord`` saying why not."""
    if not export.log or export.log[-1].kind != CampaignFinished.tag:
        raise CannotRecord("Only a finished campaign can be recorded; this one still runs.")
    if "forked" in export.log[0].body:
        raise CannotRecord(
            "A fork does not begin with its scenario; only whole games are recorded."
        )
    try:
        book = rulebooks.load(export.campaign.rulebook, export.campaign.revision)
    except CampaignError as error:
        raise CannotRecord(str(error)) from error
    recorder, check = Recorder(book), Check(name="recording")
    replay = Replay(export, Always(export, cast("rulebooks.Book", recorder)), check)
    try:
        replay.play()
    except Exception as error:
        raise CannotRecord(f"{replay.where} cannot be played again: {error}") from error
    if check.faults:
        raise CannotRecord(f"This file does not verify: {check.faults[0]}.")
    return recorder.recording(shows)
