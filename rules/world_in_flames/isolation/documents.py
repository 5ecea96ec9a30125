"""Maps as documents: one JSON form, and one plain text that can be typed.

Both say the same and turn into each other. In the text each line of hexes is a row, odd rows lie
half a hex further right, and a hex is a code with marks behind it::

    title: The bend of the river
    axis: GE germany, IT italy
    allied: SU ussr, CW commonwealth
    minor: HU hungary with germany
    GE GE SU* ~
     SU GE+ SU .

``~`` is sea, ``=`` a lake, ``.`` neutral land, ``_`` no hex; ``*`` marks a city, ``+`` a unit of
the holder's side and ``+CW`` one of somebody else. A map without a side named has the eight
powers of the war. Other lines with a colon: ``peace: axis and allied``, a switch
(``nested: inside_first``), ``dice: 1, 2`` for ties, ``at: 3,2`` for the first hex,
``name: 3,2 Kursk``. What follows a ``#`` is a remark.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from string import ascii_uppercase, digits
from typing import Any

import msgspec

from rules.kernel.errors import NotUnderstood
from rules.kernel.serial import load
from rules.world_in_flames.isolation.engine import CHOICES, Draw, Judge, open_draw, settled
from rules.world_in_flames.isolation.hexmap import Hex, HexMap
from rules.world_in_flames.isolation.holders import Nations
from rules.world_in_flames.isolation.text import BASES, read_lines

FORMAT = 1
KEY = re.compile(r"[a-z][a-z0-9_]{0,23}")
CODE = re.compile(r"[A-Z0-9]{1,3}")
RESERVED = frozenset({"title", "minor", "minors", "peace", "dice", "at", "name", *CHOICES})
SIDES: dict[str, list[str]] = {
    "axis": ["germany", "italy", "japan"],
    "allied": ["commonwealth", "ussr", "usa", "france", "china"],
}
CODES = {
    "germany": "GE", "italy": "IT", "japan": "JA", "commonwealth": "CW", "ussr": "SU", "usa": "US",
    "france": "FR", "china": "CH",
}  # fmt: skip


class Document(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A map as it is pasted, stored and exported.

    ``sides`` lists the major powers of each side, ``codes`` short codes of holders, ``minors``
    whom each minor is aligned with, ``peace`` pairs of sides that are not at war. ``switches`` are
    those of the rule that differ from the default, ``dice`` decide ties in order (1 is the first
    tied power). ``answer`` is what an export adds for its reader; it is passed over.
    """

    format: int = FORMAT
    title: str = ""
    sides: dict[str, list[str]] = msgspec.field(default_factory=lambda: dict(SIDES))
    codes: dict[str, str] = {}
    minors: dict[str, str] = {}
    peace: list[tuple[str, str]] = []
    switches: dict[str, str] = {}
    dice: list[int] = []
    hexes: list[Hex] = []
    answer: Any = None


class Limits(msgspec.Struct, frozen=True):
    """How much is read: hexes, and characters of the text."""

    hexes: int = 2500
    text: int = 400_000


INSPECTOR, CAMPAIGN = Limits(), Limits(900, 80_000)


def read(text: str, limits: Limits = INSPECTOR) -> Document:
    """A map from JSON (when it begins with a brace) or from plain text.

    Raises :class:`NotUnderstood` with the line or the part that cannot be read, and what to do.
    """
    if len(text) > limits.text:
        raise NotUnderstood(
            f"The map has {len(text):,} characters; at most {limits.text:,} are read.",
            remedy="Leave out what is far from the front.",
        )
    if not text.strip():
        raise NotUnderstood("There is no map.", remedy="Paste one, or draw it.")
    document = _json(text) if text.lstrip().startswith("{") else _text(text)
    if len(document.hexes) > limits.hexes:
        raise NotUnderstood(
            f"The map has {len(document.hexes):,} hexes; at most {limits.hexes:,} are read.",
            remedy="Leave out what is far from the front.",
        )
    _checked(document)
    return document


def _json(text: str) -> Document:
    try:
        found = load(text, Document)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise NotUnderstood(
            f"This JSON cannot be read: {error}.", remedy="Compare it with the documented form."
        ) from error
    if found.format != FORMAT:
        raise NotUnderstood(f"Format {found.format} is not known.", remedy=f"Write {FORMAT}.")
    return msgspec.structs.replace(found, answer=None)


def _text(text: str) -> Document:
    return Document(**vars(read_lines(text, SIDES, CODES, tuple(CHOICES))))


def _checked(document: Document) -> None:
    """Everything that a map must keep to, so that the engine and the plain text can rely on it."""
    for what, text, most in _texts(document):
        if len(text) > most or "#" in text or text != text.strip() or not text.isprintable():
            raise NotUnderstood(
                f"{what} {text[:most]!r} cannot be used.",
                remedy=f"At most {most} printable characters, no # and no space at an end.",
            )
    for what, key in _keys(document):
        if KEY.fullmatch(key) is None or key in RESERVED:
            raise NotUnderstood(
                f"{what} {key[:40]!r} cannot be used.",
                remedy="Small letters, digits and _, at most 24; a side is not named like a switch.",
            )
    codes = list(document.codes.values())
    for code in codes:
        if CODE.fullmatch(code) is None or codes.count(code) > 1:
            raise NotUnderstood(
                f"The code {code[:12]!r} cannot be used, or is used twice.",
                remedy="From one to three capital letters or digits, one for each holder.",
            )
    for one in document.hexes:
        if abs(one.column) > 9999 or abs(one.row) > 9999:
            raise NotUnderstood(
                f"Hex {one.column},{one.row} lies outside every map.", remedy="Count from nought."
            )
    if any(die < 1 for die in document.dice):
        raise NotUnderstood("A die shows less than 1.", remedy="1 is the first of the tied powers.")
    settled(document.switches)
    world(document)


def _texts(document: Document) -> Iterator[tuple[str, str, int]]:
    yield "The title", document.title, 80
    yield from (("The name of a hex,", one.name, 24) for one in document.hexes)


def _keys(document: Document) -> Iterator[tuple[str, str]]:
    for side, powers in document.sides.items():
        yield "The side", side
        yield from (("The power", power) for power in powers)
    yield from (("The minor", minor) for minor in document.minors)


def nations(document: Document) -> Nations:
    """Who holds hexes on this map. Raises :class:`NotUnderstood`."""
    peace = frozenset(frozenset(pair) for pair in document.peace)
    return Nations(document.sides, document.minors, peace)


def world(document: Document) -> HexMap:
    """The map as the engine reads it. Raises :class:`NotUnderstood` naming the hex at fault."""
    return HexMap.of(nations(document), document.hexes)


def judged(
    document: Document, switches: Mapping[str, str] | None = None, draw: Draw | None = None
) -> Judge:
    """Judge a map by its own switches, or by these where they say otherwise.

    Ties go by the map's dice, then by ``draw``, then they stay open. A die that shows more than
    there are tied powers is refused.
    """
    known = {key: choice for key, choice in (switches or {}).items() if key in CHOICES}
    return Judge(
        world(document), {**document.switches, **known}, thrown(document.dice, draw or open_draw)
    )


def thrown(dice: list[int], otherwise: Draw) -> Draw:
    """A draw by dice that were thrown elsewhere, one after another, and then by another draw."""
    left = list(dice)

    def draw(tied: tuple[str, ...], where: str) -> str | None:
        if not left:
            return otherwise(tied, where)
        die = left.pop(0)
        if die > len(tied):
            raise NotUnderstood(
                f"At {where} {len(tied)} powers draw, and the die shows {die}.",
                remedy=f"Give a number from 1 to {len(tied)} for it.",
                rule="F-08",
            )
        return tied[die - 1]

    return draw


def codes_of(document: Document) -> dict[str, str]:
    """A short code for every holder: the given one, that of the eight powers, or one made up."""
    holders = nations(document).holders
    codes = {h: c for h, c in {**CODES, **document.codes}.items() if h in holders}
    for holder in holders:
        if holder not in codes:
            codes[holder] = _made_up(holder, set(codes.values()).__contains__)
    return codes


def _made_up(holder: str, taken: Callable[[str], bool]) -> str:
    """A code of two letters of the name if one is free, of any letters otherwise."""
    letters = [c for c in holder.upper() if c.isascii() and c.isalnum()] or ["X"]
    more = (first + second for first in ascii_uppercase for second in (*ascii_uppercase, *digits))
    tries: Iterator[str] = chain((letters[0] + other for other in letters[1:]), more)
    return next(code for code in tries if not taken(code))


def to_json(document: Document, answer: object = None) -> str:
    """The JSON form, indented; with ``answer`` that is put beside the map."""
    plain = msgspec.to_builtins(document)
    del plain["answer"]
    if answer is not None:
        plain["answer"] = msgspec.to_builtins(answer)
    hexes = plain.pop("hexes")
    text: str = msgspec.json.format(msgspec.json.encode(plain), indent=2).decode()
    lines = ",\n    ".join(msgspec.json.encode(one).decode() for one in hexes)
    head: str = text[: text.rindex("\n}")]
    return head + f',\n  "hexes": [\n    {lines}\n  ]\n}}\n'


def to_text(document: Document) -> str:
    """The plain text; reading it again gives the same map."""
    codes = codes_of(document)
    lines = [f"title: {document.title}"] if document.title else []
    for side, powers in document.sides.items():
        lines.append(f"{side}: " + ", ".join(f"{codes[power]} {power}" for power in powers))
    lines += [
        f"minor: {codes[minor]} {minor} with {power}" for minor, power in document.minors.items()
    ]
    lines += [f"peace: {one} and {other}" for one, other in document.peace]
    lines += [f"{key}: {choice}" for key, choice in document.switches.items()]
    if document.dice:
        lines.append("dice: " + ", ".join(map(str, document.dice)))
    left = min(one.column for one in document.hexes)
    top = min(one.row for one in document.hexes)
    top -= top & 1
    if (left, top) != (0, 0):
        lines.append(f"at: {left},{top}")
    lines += [f"name: {h.column},{h.row} {h.name}" for h in document.hexes if h.name]
    return "\n".join([*lines, *_rows(document, codes, left, top)]) + "\n"


def _rows(document: Document, codes: Mapping[str, str], left: int, top: int) -> list[str]:
    cells = {(one.column, one.row): _as_cell(one, codes) for one in document.hexes}
    widest = max((len(text) for text in cells.values()), default=1)
    bottom = max(row for _, row in cells)
    right = max(column for column, _ in cells)
    rows = []
    for row in range(top, bottom + 1):
        line = [cells.get((column, row), "_").ljust(widest) for column in range(left, right + 1)]
        rows.append((" " * ((widest + 1) // 2) if row & 1 else "") + " ".join(line).rstrip())
    return rows


def _as_cell(one: Hex, codes: Mapping[str, str]) -> str:
    if one.terrain != "land":
        return next(mark for mark, terrain in BASES.items() if terrain == one.terrain)
    units = "".join("+" if unit == one.holder else f"+{codes[unit]}" for unit in one.units)
    return (codes[one.holder] if one.holder else ".") + ("*" if one.city else "") + units


def empty(columns: int, rows: int, holder: str, limits: Limits = INSPECTOR) -> Document:
    """A map of one sort of hex: land of a holder, ``sea``, or neutral land (empty).

    Raises :class:`NotUnderstood` for a size that is not read.
    """
    if not (1 <= columns <= 99 and 1 <= rows <= 99 and columns * rows <= limits.hexes):
        raise NotUnderstood(
            f"A map of {columns} columns and {rows} rows cannot be made.",
            remedy=f"From 1 to 99 each, and at most {limits.hexes:,} hexes.",
        )
    terrain, owner = ("sea", "") if holder == "sea" else ("land", holder)
    hexes = [
        Hex(column=column, row=row, terrain=terrain, holder=owner)
        for row in range(rows)
        for column in range(columns)
    ]
    document = Document(codes=dict(CODES), hexes=hexes)
    _checked(document)
    return document
