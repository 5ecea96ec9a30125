"""The rows that move a tension track, as they stand in ``data/tensions.yaml``."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec

from rules.kernel import tables
from rules.kernel.conditions import Grammar
from rules.kernel.dependencies import together
from rules.kernel.tally import Modifier
from rules.world_at_war.model.citations import PACKAGE, R
from rules.world_at_war.model.tables.rows import ModifierRow, filled

When = Literal["start", "turn", "axis_end", "allied_end"]
"""When a status row counts: once as the turn begins; then or as soon as it comes about; as the
Axis player turn ends; as the Allied player turn ends."""

WHERE = f"{PACKAGE}/data/tensions.yaml"


class _Row(ModifierRow, frozen=True, kw_only=True, forbid_unknown_fields=True):
    at: When = "turn"
    again: tuple[str, ...] = ()
    only: dict[str, str] = {}
    worth: str = ""
    repeat: dict[str, str] = msgspec.field(default_factory=dict, name="for")


class _Track(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    status: dict[str, _Row]
    event: dict[str, _Row]


class AttackOnBritain(msgspec.Struct, frozen=True, kw_only=True):
    """A Japanese attack on Britain alone: the level it makes at least, and what each turn adds."""

    least: int
    each_turn: int


class _File(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    start: dict[str, dict[str, int | None]]
    worth: dict[str, int | None]
    attack_on_britain: AttackOnBritain
    rgt: _Track
    usat: _Track
    usjt: _Track


@dataclass(frozen=True)
class TensionRow:
    """One reason for a track to move: its modifier, when it counts, and in which variants.

    ``again`` are facts whose change reopens a row that counts at the start or in the course of the turn.
    """

    modifier: Modifier
    at: When
    again: tuple[str, ...] = ()
    only: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Touched:
    """The rows of one table by the parts of the state that each hangs on (or is reopened by), so
    that a change looks only at the rows it can have changed. ``always`` hang on who knows what.
    """

    rows: tuple[TensionRow, ...]
    by_part: Mapping[str, tuple[int, ...]]
    always: tuple[int, ...]

    def by(self, parts: Iterable[str]) -> tuple[TensionRow, ...]:
        """The rows that a change of these parts can touch, in the order of the table."""
        places = set(self.always)
        for part in parts:
            places.update(self.by_part.get(part, ()))
        return tuple(self.rows[place] for place in sorted(places))


def _touched(rows: tuple[TensionRow, ...]) -> Touched:
    by_part: dict[str, list[int]] = {}
    always = []
    for place, row in enumerate(rows):
        parts = together(row.modifier.when, row.modifier.times)
        if parts is None:
            always.append(place)
        for part in {*(parts or ()), *row.again}:
            by_part.setdefault(part, []).append(place)
    return Touched(rows, {part: tuple(places) for part, places in by_part.items()}, tuple(always))


@dataclass(frozen=True)
class TensionTables:
    """Starting levels by prelude and track (``None``: not in any source), status and event rows
    by track, and the attack on Britain alone. ``touched``
    holds the same rows by what they hang on, for each sort (``status``, ``event``) and track.
    """

    start: Mapping[str, Mapping[str, int | None]]
    status: Mapping[str, tuple[TensionRow, ...]]
    event: Mapping[str, tuple[TensionRow, ...]]
    touched: Mapping[str, Mapping[str, Touched]]
    attack_on_britain: AttackOnBritain


def read_tensions(raw: Any, worth: Mapping[str, int | None], grammar: Grammar) -> TensionTables:
    """The tension tables (overrides already applied). ``worth`` gives the BRPs of countries."""
    given = tables.typed(raw, _File, WHERE)
    known = {**worth, **given.worth}
    tracks = {"rgt": given.rgt, "usat": given.usat, "usjt": given.usjt}
    status = {t: _rows(t, "status", table.status, known, grammar) for t, table in tracks.items()}
    event = {t: _rows(t, "event", table.event, known, grammar) for t, table in tracks.items()}
    return TensionTables(
        start=given.start,
        status=status,
        event=event,
        touched={
            "status": {track: _touched(rows) for track, rows in status.items()},
            "event": {track: _touched(rows) for track, rows in event.items()},
        },
        attack_on_britain=given.attack_on_britain,
    )


def _rows(
    track: str,
    sort: str,
    given: Mapping[str, _Row],
    worth: Mapping[str, int | None],
    grammar: Grammar,
) -> tuple[TensionRow, ...]:
    found = []
    for key, row in given.items():
        for name, title in (row.repeat or {"": ""}).items():
            words = {"key": name, "name": title}
            found.append(_row(track, sort, filled(key, words), row, words, worth, grammar))
    return tuple(found)


def _row(
    track: str,
    sort: str,
    key: str,
    row: _Row,
    words: Mapping[str, str],
    worth: Mapping[str, int | None],
    grammar: Grammar,
) -> TensionRow:
    where = f"{WHERE}: {track}.{sort}.{key}"
    amount, reason = row.amount, filled(row.reason, words)
    if row.worth:
        brps = worth.get(filled(row.worth, words))
        amount *= brps // 5 if brps is not None else 0
        reason += "" if brps is not None else " (how many it has is not in these tables)"
    when, times = filled(row.when, words), filled(row.times, words)
    named = msgspec.structs.replace(row, amount=amount, reason=reason, when=when, times=times)
    rule = R(row.rule or f"{track.upper()}: {sort} modifiers")
    return TensionRow(
        modifier=named.modifier(key, where, grammar, rule),
        at=row.at,
        again=row.again,
        only=row.only,
    )
