"""A map as it is drawn: hex by hex what stands there, and what the judgement made of it."""

import msgspec

from rules.kernel.serial import gathered
from rules.world_in_flames.isolation.documents import Document, codes_of, nations
from rules.world_in_flames.isolation.explanations import Answer
from rules.world_in_flames.isolation.hexmap import Hex
from rules.world_in_flames.isolation.holders import Nations, title_of


class Cell(msgspec.Struct, frozen=True, kw_only=True):
    """One hex. ``code`` and ``side`` are its holder's; ``friends`` and ``foes`` the codes of units
    there; ``set`` the number of its set in the answer (0: none) with the set's ``outcome``;
    ``after`` and ``after_side`` the new holder's where it changes. ``words`` say all of it.
    """

    column: int
    row: int
    terrain: str
    code: str = ""
    side: str = ""
    city: bool = False
    friends: tuple[str, ...] = ()
    foes: tuple[str, ...] = ()
    name: str = ""
    set: int = 0
    outcome: str = ""
    after: str = ""
    after_side: str = ""
    words: str = ""


class Holder(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who can hold hexes, for the legend and the tools."""

    key: str
    name: str
    code: str
    side: str
    minor_of: str = ""


class Picture(msgspec.Struct, frozen=True, kw_only=True):
    """The whole map: its corner, its size in hexes, its cells row by row, and who is who."""

    title: str
    left: int
    top: int
    columns: int
    rows: int
    cells: tuple[Cell, ...]
    sides: tuple[str, ...]
    holders: tuple[Holder, ...]


def holders_of(document: Document) -> tuple[Holder, ...]:
    """Everybody who can hold a hex of this map."""
    known, codes = nations(document), codes_of(document)
    return tuple(
        Holder(
            key=key,
            name=title_of(key),
            code=codes[key],
            side=known.side_of(key),
            minor_of=known.minors.get(key, ""),
        )
        for key in known.holders
    )


def drawn(document: Document, answer: Answer | None = None) -> Picture:
    """The picture of a map, with what its answer says."""
    known, codes = nations(document), codes_of(document)
    sets = {at: each for each in reversed(answer.sets) for at in each.hexes} if answer else {}
    after = {(held.column, held.row): held.after for held in answer.changes} if answer else {}
    cells = []
    for one in sorted(document.hexes, key=lambda each: (each.row, each.column)):
        at = (one.column, one.row)
        found, now = sets.get(at), after.get(at, "")
        cell = _cell(one, known, codes)
        cell = msgspec.structs.replace(
            cell,
            set=found.number if found else 0,
            outcome=found.outcome if found else "",
            after=codes[now] if now else "",
            after_side=known.side_of(now) if now else "",
        )
        cells.append(msgspec.structs.replace(cell, words=_words(one, cell, now)))
    columns, rows = [one.column for one in document.hexes], [one.row for one in document.hexes]
    top = min(rows) - (min(rows) & 1)
    return Picture(
        title=document.title,
        left=min(columns),
        top=top,
        columns=max(columns) - min(columns) + 1,
        rows=max(rows) - top + 1,
        cells=tuple(cells),
        sides=tuple(document.sides),
        holders=holders_of(document),
    )


def _cell(one: Hex, known: Nations, codes: dict[str, str]) -> Cell:
    side = known.side_of(one.holder) if one.holder else ""
    return gathered(
        Cell,
        one,
        code=codes[one.holder] if one.holder else "",
        side=side,
        friends=tuple(codes[unit] for unit in one.units if known.side_of(unit) == side),
        foes=tuple(codes[unit] for unit in one.units if known.side_of(unit) != side),
    )


def _words(one: Hex, cell: Cell, now: str) -> str:
    where = f"{one.name}, {one.column},{one.row}" if one.name else f"{one.column},{one.row}"
    what = (
        one.terrain
        if one.terrain != "land"
        else title_of(one.holder)
        if one.holder
        else "neutral land"
    )
    parts = [f"{where}: {what}"]
    if one.city:
        parts.append("city")
    parts += [f"unit of {title_of(unit)}" for unit in one.units]
    if cell.set:
        parts.append(f"set {cell.set}")
    if now:
        parts.append(f"goes to {title_of(now)}")
    return ", ".join(parts)
