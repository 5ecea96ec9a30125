"""Minor countries as tables: who may win them, what their rolls start from, what each row does."""

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from rules.kernel import tables
from rules.kernel.errors import TableError
from rules.world_at_war.model.citations import PACKAGE, R


class Builds(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a row adds to the German force pool, in words by sort, and to the BRP ``base``; ``instead``
    is what takes the place of armor once Germany has produced its twelfth such unit.
    """

    base: int
    infantry: str = ""
    air: str = ""
    armor: str = ""
    instead: str = ""


class ResultRow(msgspec.Struct, frozen=True, kw_only=True):
    """One row of a country's result table.

    ``favours`` is axis, allied or nobody. ``status`` (ally, associate, hexes), ``brps`` or
    ``policy`` make it a policy that stays in effect; ``cancels`` ends the other side's. A row that
    ``lingers`` is no policy, but stays in effect until another row than 3-4 is carried out.
    """

    key: str
    least: int
    most: int
    meaning: str
    rule: str
    favours: str = ""
    status: str = ""
    brps: int | str = 0
    volunteers: int = 0
    cancels: str = ""
    permanent: bool = False
    incorporates: bool = False
    dissolves: bool = False
    defers: bool = False
    danzig: bool = False
    builds: Builds | None = None
    policy: bool = False
    lingers: bool = False
    effects: tuple[str, ...] = ()

    @property
    def stays(self) -> bool:
        """Whether the row, once taken, is a policy in effect."""
        return bool(self.policy or self.status or self.brps or self.volunteers)

    @property
    def changes_nothing(self) -> bool:
        """Whether the row, once taken, leaves everything as it is (3-4)."""
        return not (self.favours or self.cancels or self.permanent)


class Minor(msgspec.Struct, frozen=True, kw_only=True):
    """A minor country as data. ``heading`` and ``own`` are the index headings of its table and
    of its own rules; ``lists`` gives, for each faction that may win it, the rule that says so.
    """

    key: str
    name: str
    adjective: str
    heading: str
    own: str
    own_rows: str
    base: int
    value: int | None
    blocks: tuple[str, ...]
    unbuilt: tuple[str, ...]
    lists: dict[str, str]
    rows: tuple[ResultRow, ...]
    balkan: bool = False
    subversion: bool = False
    inertia: bool = False
    limit: int = 10
    became: str = "does not exist"
    """What became of it, where the campaign says that it is no country, in a word or two."""

    def row(self, key: str) -> ResultRow:
        """The row with this label."""
        return next(row for row in self.rows if row.key == key)

    def row_for(self, total: int) -> ResultRow:
        """The row for die plus net; beyond the ends the last row counts."""
        bounded = max(self.rows[0].most, min(self.rows[-1].least, total))
        return next(row for row in self.rows if row.least <= bounded <= row.most)

    def amount(self, row: ResultRow) -> int | None:
        """BRPs that a row pays, at most the country's value; ``None`` when only the map says."""
        if row.brps == "all":
            return self.value
        paid = int(row.brps)
        return paid if self.value is None else min(paid, self.value)

    def lesser(self, row: ResultRow) -> tuple[ResultRow, ...]:
        """The rows on the same side that may be taken instead, nearest first (49.53)."""
        if row.favours == "axis":
            return tuple(
                r for r in reversed(self.rows) if r.favours == "axis" and r.most < row.least
            )
        if row.favours == "allied":
            return tuple(r for r in self.rows if r.favours == "allied" and r.least > row.most)
        return ()


_LABEL = re.compile(r"^(-?\d+)(?:-(\d+))?\+?$")


def _bounds(label: str, where: str) -> tuple[int, int]:
    match = _LABEL.match(label)
    if match is None:
        raise TableError(f"{where}: {label!r} is no row label.", remedy="Write -3, 0, 1-2 or 8+.")
    least = int(match[1])
    return least, int(match[2]) if match[2] else least


def _rows(shape: Mapping[str, Any], minor: Mapping[str, Any], where: str) -> tuple[ResultRow, ...]:
    small, large = minor["income"]
    words = {"small": small, "large": "all" if large == "all" else large}
    own = minor.get("rows", {})
    unknown = sorted(set(own) - set(shape))
    if unknown:
        raise TableError(
            f"{where}.rows: {unknown[0]!r} is no row of its table.",
            remedy=f"Rows are {', '.join(shape)}.",
        )
    rows = []
    for label, common in shape.items():
        given = {**common, **own.get(label, {})}
        least, most = _bounds(label, where)
        paid = given.get("brps", 0)
        given["brps"] = {"small": small, "large": large}.get(paid, paid)
        given["meaning"] = given["meaning"].format_map(words)
        rule = R(f"{minor['heading']}: results")
        rows.append(
            tables.typed(
                {"key": label, "least": least, "most": most, "rule": rule, **given},
                ResultRow,
                f"{where}.rows.{label}",
            )
        )
    return tuple(rows)


def read_minors(raw: Mapping[str, Any]) -> dict[str, Minor]:
    """The countries of the data file (overrides already applied), in listed order."""
    minors = {}
    for key, given in raw["countries"].items():
        where = f"{PACKAGE}/data/countries.yaml: countries.{key}"
        rows = _rows(raw["tables"][given.get("table", "standard")], given, where)
        plain = {k: v for k, v in given.items() if k not in ("rows", "income", "table")}
        for ref in (given["heading"], given["own"], *given["lists"].values()):
            R(ref)
        minors[key] = tables.typed(
            {"key": key, "own_rows": given.get("own_rows", given["own"]), **plain, "rows": rows},
            Minor,
            where,
        )
    return minors
