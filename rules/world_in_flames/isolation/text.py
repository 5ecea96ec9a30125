"""The plain text of a map, line by line; ``documents`` says what it looks like."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rules.kernel.errors import NotUnderstood
from rules.world_in_flames.isolation.hexmap import Hex

WORD = re.compile(r"[A-Za-z][\w -]*")
"""What may stand before the colon of a line that is no row of the map."""
CELL = re.compile(r"^(~|=|\.|_|[A-Za-z0-9]{1,3})(\*?)((?:\+[A-Za-z0-9]{0,3})*)$")
BASES = {"~": "sea", "=": "lake"}
PAIR = re.compile(r"^(-?\d+)\s*,\s*(-?\d+)\s*(.*)$")


@dataclass
class Given:
    """What the lines say."""

    title: str = ""
    sides: dict[str, list[str]] = field(default_factory=dict)
    codes: dict[str, str] = field(default_factory=dict)
    minors: dict[str, str] = field(default_factory=dict)
    peace: list[tuple[str, str]] = field(default_factory=list)
    switches: dict[str, str] = field(default_factory=dict)
    dice: list[int] = field(default_factory=list)
    hexes: list[Hex] = field(default_factory=list)


class _Reader:
    def __init__(self, usual: Mapping[str, Sequence[str]], codes: Mapping[str, str], switches: tuple[str, ...]) -> None:  # fmt: skip
        self.given = Given()
        self.usual, self.usual_codes, self.switches = usual, codes, switches
        self.names: dict[tuple[int, int], str] = {}
        self.corner = (0, 0)
        self.rows: list[tuple[int, list[str]]] = []

    def line(self, number: int, text: str) -> None:
        before, colon, after = text.partition(":")
        word, rest = before.strip().lower(), after.strip()
        if not colon or WORD.fullmatch(before.strip()) is None:
            self.rows.append((number, text.split()))
            return
        match word:
            case "title":
                self.given.title = rest
            case "minor" | "minors":
                self._minors(number, rest)
            case "peace":
                self._peace(number, rest)
            case "dice":
                self.given.dice = [self._whole(number, part) for part in _parts(rest)]
            case "at":
                column, row, _ = self._spot(number, rest)
                self.corner = (column, row)
            case "name":
                column, row, name = self._spot(number, rest)
                self.names[column, row] = name
            case _ if word in self.switches:
                self.given.switches[word] = rest.lower()
            case _:
                self.given.sides[word] = [self._coded(number, part) for part in _parts(rest)]

    def _coded(self, number: int, part: str) -> str:
        words = part.split()
        if len(words) == 1:
            name = words[0].lower()
            self.given.codes[name] = self.usual_codes.get(name, name[:2].upper())
        elif len(words) >= 2:
            name = "_".join(words[1:]).lower()
            self.given.codes[name] = words[0].upper()
        else:
            raise _wrong(number, "a holder is missing", "Write a code and a name: GE germany.")
        return name

    def _minors(self, number: int, rest: str) -> None:
        for part in _parts(rest):
            holder, found, power = part.partition(" with ")
            if not found:
                remedy = "Write code, name and power: HU hungary with germany."
                raise _wrong(number, f"{part!r} is aligned with nobody", remedy)
            self.given.minors[self._coded(number, holder)] = power.strip().lower()

    def _peace(self, number: int, rest: str) -> None:
        for part in _parts(rest):
            one, found, other = part.lower().partition(" and ")
            if not found:
                raise _wrong(number, f"{part!r} is no pair", "Write: axis and allied.")
            self.given.peace.append((one.strip(), other.strip()))

    def _spot(self, number: int, rest: str) -> tuple[int, int, str]:
        found = PAIR.match(rest)
        if found is None:
            raise _wrong(number, f"{rest!r} names no hex", "Write column and row: 3,2.")
        return int(found[1]), int(found[2]), found[3].strip()

    def _whole(self, number: int, text: str) -> int:
        if not text.isdecimal():
            raise _wrong(number, f"{text!r} is no number", "Write whole numbers with commas.")
        return int(text)

    def finish(self) -> Given:
        """Rows become hexes once everybody's code is known."""
        given = self.given
        if not given.sides:
            given.sides = {side: list(powers) for side, powers in self.usual.items()}
            given.codes = {**self.usual_codes, **given.codes}
        by_code: dict[str, str] = {}
        for holder, code in given.codes.items():
            if code in by_code:
                raise NotUnderstood(
                    f"{holder} and {by_code[code]} have the same code {code}.",
                    remedy="Give one of them another.",
                )
            by_code[code] = holder
        for down, (number, cells) in enumerate(self.rows):
            for along, text in enumerate(cells):
                at = (self.corner[0] + along, self.corner[1] + down)
                one = self._cell(number, along + 1, text, at, by_code)
                if one is not None:
                    given.hexes.append(one)
        unknown = sorted(set(self.names) - {(one.column, one.row) for one in given.hexes})
        if unknown:
            column, row = unknown[0]
            raise NotUnderstood(
                f"{self.names[unknown[0]]!r} names {column},{row}, where no hex is.",
                remedy="Mend column and row.",
            )
        return given

    def _cell(
        self, number: int, along: int, text: str, at: tuple[int, int], by_code: Mapping[str, str]
    ) -> Hex | None:
        found = CELL.match(text)
        where = f"hex {along}"
        if found is None:
            raise _wrong(
                number,
                f"{where}: {text!r} is no hex",
                "Write ~ for sea, = for a lake, . for neutral land, _ for no hex, or a code with "
                "* for a city and + for a unit.",
            )
        base, city, units = found[1], bool(found[2]), found[3]
        name = self.names.get(at, "")
        if base in ("~", "=", "_"):
            if city or units:
                raise _wrong(number, f"{where}: nothing stands in {text!r}", "Put it on land.")
            return None if base == "_" else Hex(*at, terrain=BASES[base], name=name)
        holder = "" if base == "." else self._holder(number, where, base, by_code)
        stand = []
        for code in units.split("+")[1:]:
            if not code and not holder:
                remedy = "Say whose: .+GE."
                raise _wrong(number, f"{where}: nobody owns the unit in {text!r}", remedy)
            stand.append(self._holder(number, where, code, by_code) if code else holder)
        return Hex(*at, holder=holder, city=city, units=tuple(dict.fromkeys(stand)), name=name)

    def _holder(self, number: int, where: str, code: str, by_code: Mapping[str, str]) -> str:
        if code.upper() not in by_code:
            known = ", ".join(f"{c} {h}" for c, h in by_code.items())
            raise _wrong(number, f"{where}: nobody has the code {code!r}", f"Known: {known}.")
        return by_code[code.upper()]


def _parts(rest: str) -> list[str]:
    return [part.strip() for part in rest.split(",") if part.strip()]


def _wrong(number: int, what: str, remedy: str) -> NotUnderstood:
    return NotUnderstood(f"Line {number}, {what}.", remedy=remedy)


def read_lines(
    text: str,
    usual: Mapping[str, Sequence[str]],
    codes: Mapping[str, str],
    switches: tuple[str, ...],
) -> Given:
    """What a text says; raises :class:`NotUnderstood` with the number of the line.

    ``usual`` and ``codes`` are the sides and codes of a map that names none.
    """
    reader = _Reader(usual, codes, switches)
    for number, line in enumerate(text.splitlines(), start=1):
        plain = line.partition("#")[0]
        if plain.strip():
            reader.line(number, plain)
    return reader.finish()
