"""A chronicle as its pages show it: charts drawn, rows with their marks, and how many pages it prints on."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from campaigns.chronicles.sampling import Series, Track
from campaigns.chronicles.spec import ChronicleSpec, told_of
from campaigns.selectors.history.charts import Charts
from campaigns.selectors.history.chronicle_parts.phases import year_of
from campaigns.selectors.history.chronicle_parts.records import (
    Chronicle,
    ChroniclePage,
    LuckRow,
    YearRow,
)
from campaigns.selectors.reader.power_badges import Badge, SeatLine
from core.text.lists import listed
from frontend.charts import Chart, Line, Ring, Step, Threshold, Tick, bar, draw, luck_row
from frontend.charts.naming import without_common_word
from frontend.rendered_parts import by_its_book, cached
from frontend.templatetags.figures import decimal

NOBODY = "none"
"""The hue of a line that is no side's."""
MARKS = ("disc", "square", "triangle", "diamond", "ring")
SMALL = 4
"""So many small charts stand on a chronicle; the others on the page of charts."""
STANDS = {
    "within": _lazy("%(mean)s, within %(low)s to %(high)s"),
    "above": _lazy("%(mean)s, above %(low)s to %(high)s"),
    "below": _lazy("%(mean)s, below %(low)s to %(high)s"),
}
"""Somebody's dice beside the band in which honest ones end."""
BAND = {
    "within": _lazy("on average, within the band"),
    "above": _lazy("on average, above the band"),
    "below": _lazy("on average, below the band"),
}
"""What is read out behind the mean of somebody's dice."""
PAGE_LINES = 46
"""Lines of news on a printed page."""
PAGE_CHARTS = 6
LINE_LETTERS = 92
"""Letters of a printed line."""

Charted = Chronicle | Charts
"""What charts are drawn from."""


class Drawn(NamedTuple):
    """A chart ready to be shown."""

    key: str
    title: str
    about: str
    svg: SafeString


class StoodRow(NamedTuple):
    """Where somebody stood, with a bar against the best."""

    badge: Badge
    value: str
    of: str
    share: str
    bar: SafeString
    best: bool


class LuckShown(NamedTuple):
    """Somebody's dice."""

    badge: Badge | None
    name: str
    mean: str
    thrown: int
    stands: str
    band: str
    words: str
    svg: SafeString


class Players(NamedTuple):
    """Who played: the seats of people, how many autopilots there were, and whether a script gave all orders."""

    people: tuple[SeatLine, ...]
    bots: int
    script: bool


def players_of(page: ChroniclePage) -> Players:
    """Who played a campaign. Where nobody ever had a seat, nobody is named."""
    people = tuple(seat for seat in page.seats if not seat.bot and seat.taken_by)
    rest = len(page.seats) - len(people)
    return Players(people, rest, script=page.story.checked.given and not people)


def chart_of(
    story: Charted,
    series: Series,
    *,
    rings: bool = False,
    only: Sequence[str] = (),
    whole: bool = False,
) -> Chart:
    """A series as a chart: the lines that there is room for, all of them (``whole``), or those of some
    powers alone.
    """
    tracks: Iterable[Track] = series.tracks if whole or only else series.drawn
    chosen = [each for each in tracks if not only or each.key in only]
    ordered = sorted(chosen, key=lambda each: -each.last)
    short = without_common_word([each.name for each in ordered])
    return Chart(
        title=series.title,
        lines=tuple(
            line_of(story, each, n, name)
            for n, (each, name) in enumerate(zip(ordered, short, strict=True))
        ),
        first=story.first,
        last=story.last,
        ticks=tuple(Tick(at, year) for at, year in story.axis),
        places=story.places,
        thresholds=tuple(Threshold(each.words, _steps(each.steps)) for each in series.limits),
        rings=tuple(Ring(t.number, t.phase, t.head) for t in story.turnings) if rings else (),
    )


def line_of(story: Charted, track: Track, n: int, short: str = "") -> Line:
    """A track as a line, in the hue and with the mark of its power."""
    badge = story.badges.get(track.key)
    return Line(
        name=short or track.name,
        steps=_steps(track.steps),
        hue=badge.hue if badge else NOBODY,
        mark=badge.mark if badge else MARKS[n % len(MARKS)],
        short=badge.code if badge and badge.code else "",
        ends=track.ends,
    )


def _steps(pairs: Iterable[tuple[int, int]]) -> tuple[Step, ...]:
    return tuple(Step(*pair) for pair in pairs)


def drawn(
    story: Charted,
    series: Series,
    *,
    large: bool = False,
    cursor: int | None = None,
    moves: bool = True,
) -> Drawn:
    """A series drawn: the large one with the turning points, a small one without. With a ``cursor`` it says
    what the lines were at that phase, and where that can be moved (``moves``) brings along what moves it.
    """
    svg = draw(
        chart_of(story, series, rings=large),
        size="large" if large else "small",
        cursor=cursor,
        moves=moves and cursor is not None,
    )
    return Drawn(series.key, series.title, series.about, svg)


def stood_rows(story: Chronicle, told: ChronicleSpec) -> Iterator[StoodRow]:
    """The table of who stood where."""
    most = max((row.rank for row in story.stood), default=1)
    before = told.measure.before if told.measure else ""
    for row in story.stood:
        badge = story.badges[row.key]
        yield StoodRow(
            badge=badge,
            value=f"{before}{row.value}",
            of=f" {_of(row.whole)}" if row.whole is not None else "",
            share=f"{row.share}\N{NO-BREAK SPACE}%" if row.share is not None else "",
            bar=bar(row.rank, most, hue=badge.hue),
            best=row.rank == most,
        )


def _of(whole: int) -> str:
    return _("of %(whole)s") % {"whole": whole}


def luck_rows(rows: Sequence[LuckRow], badges: dict[str, Badge]) -> Iterator[LuckShown]:
    """The rows of luck; dice of one kind share a scale."""
    for row in rows:
        alike = [each.luck for each in rows if each.luck.sides == row.luck.sides]
        ends = [(min(each.low, each.mean), max(each.high, each.mean)) for each in alike]
        low, high = min(end[0] for end in ends), max(end[1] for end in ends)
        pad = (high - low) / 12
        badge, mean = badges.get(row.key), decimal(f"{float(row.luck.mean):.2f}")
        yield LuckShown(
            badge=badge,
            name=row.name,
            mean=mean,
            thrown=row.luck.thrown,
            stands=row.luck.stands,
            band=str(BAND[row.luck.stands]),
            words=str(STANDS[row.luck.stands])
            % {
                "mean": mean,
                "low": decimal(f"{float(row.luck.low):.2f}"),
                "high": decimal(f"{float(row.luck.high):.2f}"),
            },
            svg=luck_row(
                float(row.luck.mean),
                (float(row.luck.low), float(row.luck.high)),
                float(row.luck.expected),
                (float(low - pad), float(high + pad)),
                hue=badge.hue if badge else NOBODY,
                mark=badge.mark if badge else "disc",
            ),
        )


def parts_of(story: Chronicle, book: str) -> dict[str, Any]:
    """What the templates of a chronicle need besides the story."""
    told = told_of(book)
    large, others = next(iter(story.series), None), story.series[1:]
    luck = tuple(luck_rows(story.luck, story.badges))
    most = max((count for _, count in story.played), default=1)
    return {
        "story": story,
        "told": told,
        "large": drawn(story, large, large=True) if large else None,
        "small": tuple(drawn(story, each) for each in others[:SMALL]),
        "stood": tuple(stood_rows(story, told)),
        "luck": luck,
        "outside": sum(row.stands != "within" for row in luck),
        "expected": listed(
            [decimal(mean) for mean in sorted({float(row.luck.expected) for row in story.luck})],
            "or",
        ),
        "turnings": story.turnings,
        "listed": tuple(
            (
                each.title,
                tuple(
                    (tuple(story.badges[key] for key in whom if key in story.badges), words)
                    for whom, words in each.rows
                ),
                each.count,
                each.count - len(each.rows),
            )
            for each in story.listed
            if each.rows
        ),
        "played": tuple((title, count, bar(count, most)) for title, count in story.played),
        "years_long": years_of(story.places),
        "sound": not story.checked.wrong and not story.checked.chain.broken,
    }


def years_of(places: Sequence[str]) -> int:
    """How many years a game lasted, by the names of its turns: from the fall of 1939 to the summer of 1945 it is six."""
    turns = list(dict.fromkeys(places))
    a_year = max(Counter(year_of(turn) for turn in turns).values(), default=1)
    return round(len(turns) / a_year)


class PrintedRow(NamedTuple):
    """News on a printed page: under its ``year`` and its ``turn``, each where it begins and again at the head of
    a page (then it is ``continued``). The ``headline`` of a year stands where the year begins.
    """

    year: str
    headline: str
    turn: str
    phase: int
    words: str
    continued: bool


def year_pages(story: Chronicle, years: Sequence[YearRow] | None = None) -> list[list[PrintedRow]]:
    """The news of every year, or of some, on printed pages."""
    pages: list[list[PrintedRow]] = [[]]
    left, before = PAGE_LINES, ("", "")
    for row in story.years if years is None else years:
        for phase, words in row.events or ((row.phase, row.text or _("No news.")),):
            here = row.year, story.places[phase - story.first] if row.events else ""
            begins = here[0] != before[0]
            lines = -(-len(words) // LINE_LETTERS) + begins + (here != before)
            lines += begins * -(-len(row.headline) // LINE_LETTERS)
            if lines > left:
                pages.append([])
                left = PAGE_LINES
            heads = not pages[-1]
            pages[-1].append(
                PrintedRow(
                    year=here[0] if heads or begins else "",
                    headline=row.headline if begins else "",
                    turn=here[1] if heads or here != before else "",
                    phase=phase,
                    words=words,
                    continued=heads and here == before,
                )
            )
            left, before = left - lines, here
    return pages


def first_year(row: YearRow) -> str:
    """The year with which a row begins; years without news are one row."""
    return row.year.partition("\N{EN DASH}")[0]


def years_between(story: Chronicle, since: str, until: str) -> tuple[YearRow, ...]:
    """The rows from one year to another, in whichever order they are named; none for all of them. A year that
    the game did not have stands for its beginning, or for its end.
    """
    names = [first_year(row) for row in story.years]
    first = names.index(since) if since in names else 0
    last = names.index(until) if until in names else len(names) - 1
    chosen = story.years[min(first, last) : max(first, last) + 1]
    return () if len(chosen) == len(names) else chosen


def printed(
    story: Chronicle, book: str, *, brief: bool, years: Sequence[YearRow] = ()
) -> dict[str, Any]:
    """A chronicle laid out on pages: the first alone, or all; ``pages`` is how many it takes. With ``years``
    these alone after the first page, without board and charts.
    """
    small = [] if years else [drawn(story, each) for each in story.series[1:]]
    charts = [small[n : n + PAGE_CHARTS] for n in range(0, len(small), PAGE_CHARTS)]
    of_years = year_pages(story, years or None)
    # The first page; turning points; the board; charts; the years; what remains.
    whole = 1 + bool(story.turnings) + (not years) + len(charts) + len(of_years) + 1
    return {
        **parts_of(story, book),
        "brief": brief,
        "pages": 1 if brief else whole,
        "whole_pages": page_count(story),
        "chart_pages": charts,
        "year_pages": of_years,
        "all_years": tuple(first_year(row) for row in story.years),
        "since": first_year(years[0] if years else story.years[0]),
        "until": first_year(years[-1] if years else story.years[-1]),
        "chosen_years": bool(years),
    }


def page_count(story: Chronicle) -> int:
    """On how many pages the whole chronicle prints."""
    others = max(0, len(story.series) - 1)
    return 3 + bool(story.turnings) + -(-others // PAGE_CHARTS) + len(year_pages(story))


def chronicle_part(page: ChroniclePage, name: str) -> SafeString:
    """A part of a chronicle, rendered unless it was for who is told the same."""

    def render() -> str:
        given = {
            **parts_of(page.story, page.head.book_key),
            "head": page.head,
            "eyes": page.eyes,
            "asked": f"?as={page.eyes.key}" if page.eyes else "",
            "scenario": page.scenario,
            "replay": page.replay,
            "choices": {badge.key for badge in page.choices},
        }
        return by_its_book(page.head, f"frontend/chronicle/_{name}.html", given)

    open_eyes = bool(page.choices)
    return cached(f"chronicle-{name}", page.key, page.head, page.replay, open_eyes, render=render)
