"""Going back: the phases of a campaign's line, what going back to one would undo, and what was undone."""

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from campaigns.models import Campaign, LogEntry, Phase
from campaigns.selectors.access import Reading, people, reading
from campaigns.selectors.history import PastPhase, past_phases
from campaigns.selectors.phase_strip import head_of, reader_of
from campaigns.selectors.records import Head, Reader
from campaigns.verifying.mended import OPENED, REVEALS, ROLLED_BACK


@dataclass(frozen=True, slots=True, kw_only=True)
class Back:
    """One time that a campaign went back: from which phase to which, and the phase that then began."""

    at: datetime
    by: str
    agreed: bool
    phase: int
    to: int
    line: int
    title: str
    turn: str
    reason: str
    entry: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Undo:
    """The page. ``phases`` are those of the line, the newest first; ``to`` is the one that is looked at,
    and ``undone`` are those that would be undone, in their order. ``may`` says that the reader may ask for
    it, ``alone`` that nobody else is asked, ``asked`` how many people are.
    """

    head: Head
    reader: Reader
    phases: tuple[PastPhase, ...]
    to: PastPhase | None
    undone: tuple[PastPhase, ...]
    may: bool
    alone: bool
    asked: int
    done: tuple[Back, ...]


def undo(slug: str, person: Any = None, *, to: int = 0) -> Undo:
    """The page of going back. ``to`` is the phase to look at; 0 for none."""
    at = reading(slug, person)
    line = tuple(one for one in past_phases(at) if one.undone_at is None) if at.phase else ()
    target = next((one for one in line if one.number == to), None)
    seated = {seat.person_id for seat in at.seats if seat.person_id is not None}
    me = at.person.pk if at.person else None
    alone = (
        target is not None
        and at.is_moderator
        and (not seated or (me not in seated and not _reveals(at.campaign, target.number)))
    )
    return Undo(
        head=head_of(at),
        reader=reader_of(at),
        phases=line[::-1],
        to=target,
        undone=tuple(one for one in line if target and one.number >= target.number),
        may=at.is_moderator or me in seated,
        alone=alone,
        asked=len(seated),
        done=_done(at),
    )


def _reveals(campaign: Campaign, number: int) -> bool:
    row = Phase.objects.only("pk").get(campaign=campaign, number=number)
    return reveals_since(campaign, row)


def reveals_since(campaign: Campaign, target: Phase) -> bool:
    """Whether anything was revealed since a phase was opened."""
    opened = LogEntry.objects.get(campaign=campaign, phase=target, kind=OPENED)
    since = LogEntry.objects.filter(campaign=campaign, seq__gt=opened.seq, kind__in=REVEALS)
    return since.exists()


def anything_revealed(campaign: Campaign) -> bool:
    """Whether anything was revealed in a campaign yet."""
    return LogEntry.objects.filter(campaign=campaign, kind__in=REVEALS).exists()


def _done(at: Reading) -> tuple[Back, ...]:
    if at.campaign.line == 1:
        return ()
    entries = LogEntry.objects.filter(
        campaign=at.campaign, kind=ROLLED_BACK, seq__lte=at.campaign.log_seq
    )
    rows = list(entries.order_by("-seq"))
    known = people(row.person_id for row in rows)
    found = []
    for row in rows:
        body = json.loads(row.body)
        found.append(
            Back(
                at=row.at,
                by=known[row.person_id].name if row.person_id in known else "",
                agreed="consent" in body,
                phase=body["phase"],
                to=body["to"],
                line=body["line"],
                title=body["title"],
                turn=body["turn"],
                reason=body["reason"],
                entry=row.seq,
            )
        )
    return tuple(found)
