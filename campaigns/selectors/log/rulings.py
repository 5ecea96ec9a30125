"""Rulings of the group, for the page of a rule, and for the phases and rolls that they touched."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from msgspec import UNSET

from campaigns.domain.entries.repair import RulingMade, RulingWithdrawn
from campaigns.models import LogEntry
from campaigns.selectors.reader.access import Reading, reading
from core.sql.statements import Select

_RULINGS = Select(
    LogEntry, "campaign_id = %s AND seq <= %s AND kind = ANY(%s::varchar[]) ORDER BY seq"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """One ruling: ``text`` on a ``rule``, by whom or ``agreed``, and the ``phases`` whose rolls it touched;
    ``rolls`` are the very dice and events (``4#die-1``), where they were named.
    ``withdrawn`` is the reason why it holds no more, empty while it does.
    """

    number: int
    text: str
    rule: str
    at: datetime
    by: str
    agreed: bool
    phases: tuple[int, ...]
    rolls: tuple[str, ...]
    withdrawn: str
    entry: int


def on_rule(slug: str, person: Any, rule: str) -> tuple[Ruling, ...]:
    """The rulings on one rule, oldest first."""
    return tuple(one for one in of(reading(slug, person)) if one.rule == rule)


def touching(slug: str, person: Any, phase: int) -> tuple[Ruling, ...]:
    """The rulings that touched rolls of a phase, oldest first."""
    return tuple(one for one in of(reading(slug, person)) if phase in one.phases)


def places(at: Reading, phase: int) -> dict[str, tuple[int, ...]]:
    """Which rulings touched which dice and events of a phase: by their places on its page (``die-1``)."""
    found: dict[str, tuple[int, ...]] = {}
    for one in of(at):
        for said in one.rolls:
            number, _mark, place = said.partition("#")
            if number == str(phase) and not one.withdrawn:
                found[place] = (*found.get(place, ()), one.number)
    return found


def of(at: Reading) -> tuple[Ruling, ...]:
    """The rulings that this reader may know of, oldest first."""
    rows = _RULINGS.all(at.campaign.pk, at.campaign.log_seq, [RulingMade.tag, RulingWithdrawn.tag])
    if not rows:
        return ()
    for row in rows:
        row.campaign = at.campaign
    known = at.people(row.person_id for row in rows)
    made = [(row, RulingMade.of(row.body)) for row in rows if row.kind == RulingMade.tag]
    withdrawn = [RulingWithdrawn.of(row.body) for row in rows if row.kind == RulingWithdrawn.tag]
    ended = {one.ruling: one.reason for one in withdrawn}
    return tuple(
        Ruling(
            number=ruling.ruling,
            text=ruling.text,
            rule=ruling.rule,
            at=row.at,
            by=known.by(row),
            agreed=ruling.consent is not UNSET,
            phases=tuple(ruling.phases),
            rolls=tuple(ruling.rolls or ()),
            withdrawn=ended.get(ruling.ruling, ""),
            entry=row.seq,
        )
        for row, ruling in made
    )
