"""Chances in plain words, and the rows of a page of dice as they are shown."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django.utils.formats import number_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from campaigns.chronicles import chance
from campaigns.selectors.history.dice_records import DiceRow, DiceStatistics
from campaigns.selectors.reader.power_badges import Badge
from frontend.charts import faces, luck_row, small_faces
from frontend.chronicle_pages import NOBODY
from frontend.templatetags.figures import decimal

NEARLY_ALL = 0.95
SELDOM = 10**12
"""What comes once in so many times or more seldom is not told in figures."""
SIDES = {
    2: _lazy("Two-sided dice"),
    3: _lazy("Three-sided dice"),
    4: _lazy("Four-sided dice"),
    6: _lazy("Six-sided dice"),
    8: _lazy("Eight-sided dice"),
    10: _lazy("Ten-sided dice"),
    12: _lazy("Twelve-sided dice"),
    20: _lazy("Twenty-sided dice"),
}


class Shown(NamedTuple):
    """A row as it is shown. ``svg`` is its mean in its band, ``bars`` are its faces; ``often`` says how often chance
    does as much, alone and ``among`` all rows, ``sentence`` what came of it.
    """

    row: DiceRow
    badge: Badge | None
    name: str
    mean: str
    expected: str
    band: str
    bars: SafeString
    svg: SafeString
    often: str
    among: str
    sentence: str
    exact: str
    exact_among: str


class Kind(NamedTuple):
    """The dice of one kind: their chart, what is said under it, and their row."""

    title: str
    chart: SafeString
    each: str
    low: int
    high: int
    shown: Shown


class Group(NamedTuple):
    """The rows of a book with dice of one number of faces: their numbers have the same columns. Rows of a power with
    too few dice stand among the numbers alone; those of the others may be ``folded``.
    """

    title: str
    heads: range
    rows: list[Shown]
    folded: bool

    @property
    def told(self) -> list[Shown]:
        """The rows that are shown at once."""
        return [
            one
            for one in self.rows
            if not one.row.power or (one.svg and (not self.folded or one.row.stands_out))
        ]

    @property
    def by_power(self) -> list[Shown]:
        """The rows of powers that are folded, and those of their purposes."""
        theirs = {one.row.purpose for one in self.rows if one.row.power and one.svg}
        return [
            one
            for one in self.rows
            if self.folded and one.row.purpose in theirs and (one.svg or not one.row.power)
        ]


def often(share: float) -> str:
    """How often something comes, in words: *1 of 3*."""
    if share >= NEARLY_ALL:
        return _("nearly always")
    if share >= 1 / 2:
        tenths = round(10 * share)
        return _("1 of 2") if tenths == 5 else _("%(part)s of 10") % {"part": tenths}
    if share * SELDOM <= 1:
        return _("less than 1 of a million million")
    return _("1 of %(whole)s") % {"whole": figures(_rounded(1 / share))}


def _rounded(whole: float) -> int:
    """To two figures; what is small to the nearest whole number."""
    figure: int = 10 ** max(0, len(str(int(whole))) - 2)
    return round(whole / figure) * figure


def figures(number: int) -> str:
    """A number with its thousands apart."""
    return number_format(number, force_grouping=True)


def in_campaigns(share: float, *, site: bool = False) -> str:
    """How often chance alone does as much, in a sentence; of a ``site``, which counts many campaigns."""
    if share >= NEARLY_ALL:
        if site:
            return _("A row like this or stranger comes up on nearly every site by chance alone.")
        return _("A row like this or stranger comes up in nearly every campaign by chance alone.")
    if site:
        said = _("A row like this or stranger comes up on %(often)s sites by chance alone.")
    else:
        said = _("A row like this or stranger comes up in %(often)s campaigns by chance alone.")
    return said % {"often": often(share)}


def title_of(sides: int) -> str:
    """What dice of so many sides are called."""
    if not sides:
        return _("Dice with as many faces as there are things to choose from")
    return str(SIDES.get(sides) or _("Dice of %(sides)s sides") % {"sides": sides})


def exact(share: float | None) -> str:
    """A chance as a number, to three figures."""
    return "" if share is None else decimal(f"{share:.3g}")


def kinds(found: DiceStatistics, *, site: bool = False) -> list[Kind]:
    """The dice by their sides, each with its chart; those of which there are enough to say something."""
    made = []
    tested = [row for row in found.kinds if row.chance is not None]
    for row in sorted(tested, key=lambda row: -row.thrown):
        each = row.thrown / row.sides
        low, high = chance.face_band(row.thrown, row.sides)
        title = title_of(row.sides)
        chart = faces(row.faces, each, (low, high), title=title)
        made.append(
            Kind(
                title,
                chart,
                decimal(f"{each:.1f}"),
                low,
                high,
                shown(row, {}, _span([row]), site=site),
            )
        )
    return made


def groups(
    rows: Iterable[DiceRow], badges: Mapping[Any, Badge], *, folded: bool = False
) -> list[Group]:
    """Rows by their number of faces, the dice thrown most often first; ``folded``: those of powers are opened."""
    by_sides: dict[int, list[DiceRow]] = {}
    for row in rows:
        by_sides.setdefault(row.sides, []).append(row)
    most = sorted(by_sides, key=lambda n: (not n, -sum(row.thrown for row in by_sides[n])))
    made = []
    for sides in most:
        alike = by_sides[sides]
        span = _span(alike)
        drawn = [shown(row, badges, span) for row in alike]
        made.append(Group(title_of(sides), range(1, sides + 1), drawn, folded))
    return made


def _span(rows: Iterable[DiceRow]) -> tuple[float, float]:
    """The ends of the scale that rows share: of those that have a band."""
    ends = [
        (min(row.low, row.mean), max(row.high, row.mean))
        for row in rows
        if row.low is not None and row.high is not None
    ]
    low, high = min((end[0] for end in ends), default=0), max((end[1] for end in ends), default=1)
    pad = (high - low) / 12
    return low - pad, high + pad


def shown(
    row: DiceRow,
    badges: Mapping[Any, Badge],
    span: tuple[float, float],
    *,
    site: bool = False,
) -> Shown:
    """A row as it is shown, on a scale that it shares with others."""
    badge = badges.get(row.power) or badges.get((row.book, row.power))
    mean, expected = decimal(f"{row.mean:.2f}"), decimal(f"{row.expected:.2f}")
    ends, svg, bars = "", SafeString(""), SafeString("")
    if row.low is not None and row.high is not None:
        ends = f"{decimal(f'{row.low:.2f}')}–{decimal(f'{row.high:.2f}')}"
        svg = luck_row(
            row.mean,
            (row.low, row.high),
            row.expected,
            span,
            hue=badge.hue if badge else NOBODY,
            mark=badge.mark if badge else "disc",
        )
        bars = small_faces(row.faces, row.thrown / row.sides)
    return Shown(
        row=row,
        badge=badge,
        name=row.name if row.power else row.purpose,
        mean=mean,
        expected=expected,
        band=ends,
        bars=bars,
        svg=svg,
        often=often(row.chance) if row.chance is not None else "",
        among=often(row.corrected) if row.corrected is not None else "",
        sentence=in_campaigns(row.chance, site=site) if row.chance is not None else "",
        exact=exact(row.chance),
        exact_among=exact(row.corrected),
    )


def strange(
    found: DiceStatistics, badges: Mapping[Any, Badge], *, site: bool = False
) -> list[tuple[Shown, str, int, int]]:
    """The rows that chance alone hardly explains, the strangest first; each with what it is called, and the face
    that came most often, and how often.
    """
    rows = sorted(found.stranger, key=lambda row: (row.chance or 0, -row.thrown))
    made = []
    for row in rows:
        parts = [row.book_title if site else "", row.purpose or title_of(row.sides), row.name]
        most = max(row.faces, default=0)
        face = row.faces.index(most) + 1 if row.faces else 0
        name = ", ".join(part for part in parts if part)
        made.append((shown(row, badges, _span([row]), site=site), name, face, most))
    return made


def least_that_shows(found: DiceStatistics) -> tuple[DiceRow, str] | None:
    """The largest row of one kind, and how far its mean can be off before it leaves its band."""
    rows = [row for row in found.kinds if row.high is not None]
    if not rows:
        return None
    largest = max(rows, key=lambda row: row.thrown)
    return largest, decimal(f"{(largest.high or 0) - largest.expected:.2f}")
