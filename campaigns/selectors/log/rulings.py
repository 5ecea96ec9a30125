"""Rulings of the group, for the page of a rule, and for the phases and rolls that they touched."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from msgspec import UNSET, Struct

from campaigns.domain.entries.repair import RulingMade, RulingWithdrawn
from campaigns.selectors.reader.access import Reading, reading


class Ruling(Struct, frozen=True, kw_only=True):
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


def places(rulings: Iterable[Ruling], phase: int) -> dict[str, tuple[int, ...]]:
    """Which rulings touched which dice and events of a phase: by their places on its page (``die-1``)."""
    result: dict[str, tuple[int, ...]] = {}
    for one in rulings:
        for said in one.rolls:
            number, _mark, place = said.partition("#")
            if number == str(phase) and not one.withdrawn:
                result[place] = (*result.get(place, ()), one.number)
    return result


def of(at: Reading) -> tuple[Ruling, ...]:
    """The rulings that this reader may know of, oldest first."""
    rows = at.entries(RulingMade, RulingWithdrawn).order_by("seq")
    if not rows:
        return ()
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
