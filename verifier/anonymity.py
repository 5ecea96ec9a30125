"""Hidden players: nobody was hidden after the start or named without the word of all who played, and a file
from before the end names no hidden one.
"""

from dataclasses import dataclass, field
from typing import Any

from campaigns.domain.export_file import EntryRecord, Export
from verifier.report import Check
from verifier.seats import Seated

CHANGED = "seats.anonymity"
NAMELESS = frozenset({"", "autopilot", "a player"})
"""What stands for who sits there where no name is told."""


@dataclass
class _Told:
    """What the log has told so far: whether players are hidden, whether play has begun, who sits where, and
    the questions that were put, by number.
    """

    hidden: bool = False
    started: bool = False
    seated: Seated = field(default_factory=Seated)
    asked: dict[int, dict[str, Any]] = field(default_factory=dict)

    def take(self, entry: EntryRecord) -> None:
        if entry.kind == "campaign.founded":
            self.hidden = entry.body.get("anonymous", False)
        elif entry.kind == "campaign.started":
            self.started = True
        elif entry.kind == "consent.asked":
            self.asked[entry.body["consent"]] = entry.body
        elif entry.kind == CHANGED:
            self.hidden = entry.body["anonymous"]
        self.seated.take(entry)


def check_changes(export: Export, check: Check) -> None:
    """Every change of it, from the first entry on."""
    told = _Told()
    for entry in export.log:
        if entry.kind == CHANGED:
            _changed(check, told, entry, f"log entry {entry.seq} ({entry.kind})")
        told.take(entry)


def _changed(check: Check, told: _Told, entry: EntryRecord, where: str) -> None:
    becomes, number = entry.body["anonymous"], entry.body.get("consent")
    if becomes == told.hidden:
        check.fault(f"{where} changes nothing")
    if becomes and told.started:
        check.fault(f"{where}: the players were hidden after the start")
    if number is None and told.seated:
        check.fault(f"{where}: it was changed without asking the players")
    question = told.asked.get(number or 0)
    if question is None:
        return
    powers = {power for person in question["asked"] for power in person}
    if powers != told.seated or question["needed"] != len(question["asked"]):
        check.fault(f"{where}: those who play were not all asked, or must not all agree")


def check_names(export: Export, check: Check) -> None:
    """Who sits there is told of nobody who is hidden but to themselves, and to moderators."""
    told = _Told()
    for entry in export.log:
        told.take(entry)
    if not told.hidden or export.campaign.status == "finished" or export.reader.role == "moderator":
        return
    for seat in export.seats:
        if seat.power not in export.reader.powers and seat.taken_by not in NAMELESS:
            check.fault(f"seat {seat.power}: its player is hidden, and the file names them")
