"""Pictures of the board (result tracks, tension tracks and their course) as SVG, and links to the
files of countries and the ledgers.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from frontend.charts.placing import Spot
from frontend.cites import address_in, cite
from frontend.templatetags.chancellery import as_power
from frontend.templatetags.figures import minus
from frontend.templatetags.language import in_words
from frontend.templatetags.press import query

register = template.Library()

WIDTH, CELL, BARS = 100, 18, 24
"""Of a result track: its width in shares of its column, so that letters keep their size in every one; pixels."""
TRACK_FROM, TRACK_TO = 0, 50
TRACK_WIDTH, NARROW_WIDTH = 640, 320
"""Of the picture of a track where there is room, and on a phone."""
LABEL_PIXELS = 5.9
"""Of a letter of a label under a track."""
APART = 8
"""Pixels between two labels of a row."""
NO_LABEL, BESIDE, WAYS = 100, 10, 40
"""What a mark without a label costs, and one whose label is not centred under it, where the lower row costs 1; so many
ways to place them are followed from one mark to the next."""

COURSE_WIDTH, COURSE_HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 310, 128, 26, 34, 10, 22
GRID = 3
NICE = (1, 2, 5, 10, 20, 25, 50, 100)


@register.filter(is_safe=True)
def unstopped(sentence: str) -> str:
    """A sentence as a part of another: without its full stop."""
    return sentence.removesuffix(".")


@register.filter
def nets(card: Any) -> list[int]:
    """What is added to the die of a country now: one number, unless it hangs on which side rolls."""
    return list(dict.fromkeys(roll.tally.net for roll in card.rolls)) or [card.now.net]


@register.filter
def alike(card: Any) -> bool:
    """Whether the same is added to the die for the same reasons, whichever of several sides rolls."""
    sums = [(roll.tally.base, roll.tally.rows, roll.tally.passed) for roll in card.rolls]
    return len(sums) > 1 and all(each == sums[0] for each in sums)


@register.filter
def may_name_targets(board: Any) -> bool:
    """Whether it is the reader's own side that names countries now."""
    side, _dot, step = board.step.partition(".")
    whose = {purse.power: "axis" if purse.side == "axis" else "allied" for purse in board.purses}
    return bool(step == "targets" and whose.get(board.power) == side)


@register.filter
def placing_now(board: Any) -> bool:
    """Whether points are placed now, so that none lies anywhere yet but in a draft."""
    return bool(board.step == "place")


@register.filter
def where_points_lie(board: Any) -> list[tuple[Any, list[tuple[int, str, bool]], int, int]]:
    """Each power's points of the year, where those lie that the reader of the board may see (how many, where,
    whether spent), how many these are, and how many lie hidden.
    """
    found = []
    for purse in board.purses:
        lying = [
            (each.amount, card.name, each.spent)
            for card in board.countries
            for each in card.points
            if each.power == purse.power
        ]
        lying += [(each.amount, name, each.spent) for name, each in purse.elsewhere]
        known = sum(amount for amount, _name, _spent in lying)
        found.append((purse, lying, known, max(0, purse.allotment.net - known)))
    return found


@register.simple_tag
def result_track(card: Any) -> SafeString:
    """The row in effect as a counter, Allies left and Axis right, and above it, where the reader
    could name the country, raised bars for the exact chance of each row.
    """
    chances = [cell.chance for cell in card.track if cell.chance]
    top = BARS if chances else 2
    cells, bars, counter = [], [], mark_safe("")
    for cell, (at, width) in zip(card.track, _spans(card.track), strict=True):
        cells.append((cell.side or "middle", f"{at:.1f}", top, f"{width:.1f}", CELL))
        if cell.chance:
            height = (BARS - 3) * cell.chance.parts / cell.chance.whole * 2
            height = min(BARS - 3, height)
            bars.append(
                (f"{at + 1:.1f}", f"{top - 1 - height:.1f}", f"{width - 2:.1f}", f"{height:.1f}")
            )
        if cell.present:
            counter = format_html(
                '<g class="counter side-{}"><rect x="{}%" y="{}" width="{}%" height="{}"/>'
                '<text x="{}%" y="{}">{}</text></g>',
                _counter_side(cell, card),
                f"{at:.1f}",
                top,
                f"{width:.1f}",
                CELL,
                f"{at + width / 2:.1f}",
                top + 13.5,
                minus(cell.row),
            )
    return format_html(
        '<svg class="track" height="{}" role="img" aria-label="{}">{}{}{}</svg>',
        top + CELL,
        _in_words(card),
        format_html_join(
            "", '<rect class="cell {}" x="{}%" y="{}" width="{}%" height="{}"/>', cells
        ),
        format_html_join("", '<rect class="odds" x="{}%" y="{}" width="{}%" height="{}"/>', bars),
        counter,
    )


def _spans(track: Sequence[Any]) -> Iterator[tuple[float, float]]:
    """Where each row of a track begins and how wide it is, by the results that it stands for: those of 1 to 6, which
    most countries have in pairs, are narrower. The first and the last row reach to the ends, −3 and 10.
    """
    at = 0.0
    for number, cell in enumerate(track, 1):
        last = int(re.findall(r"(?<!\d)-?\d+", cell.row)[-1]) if number < len(track) else 10
        end = WIDTH * sum(1.5 if 1 <= result <= 6 else 2 for result in range(-3, last + 1)) / 25
        yield at, end - at
        at = end


@register.filter
def track_in_words(card: Any) -> str:
    """The result in effect, and the exact chance of each row where the reader could name the country."""
    return f"{_in_words(card)}."


def _counter_side(cell: Any, card: Any) -> str:
    if cell.side == "axis":
        return "axis"
    if cell.side == "allied":
        return card.side if card.side in ("western", "russia") else "western"
    return "neutral"


def _in_words(card: Any) -> str:
    present = next((cell for cell in card.track if cell.present), None)
    words = (
        [
            _("In effect: row %(row)s, %(meaning)s")
            % {"row": minus(present.row), "meaning": in_words(present.meaning)}
        ]
        if present
        else []
    )
    words += [
        _("row %(row)s: %(parts)s in %(whole)s")
        % {"row": minus(cell.row), "parts": cell.chance.parts, "whole": cell.chance.whole}
        for cell in card.track
        if cell.chance
    ]
    return "; ".join(words) or _("No row in effect")


@register.simple_tag
def track_scale(cards: Sequence[Any]) -> SafeString:
    """The head of a column of result tracks: the rows of the finest of them, under which all of them stand."""
    finest = max((card.track for card in cards), key=len, default=())
    labels = [
        (f"{at + width / 2:.1f}", minus(cell.row))
        for cell, (at, width) in zip(finest, _spans(finest), strict=True)
    ]
    return format_html(
        '<svg class="track" height="16" aria-hidden="true">{}</svg>',
        format_html_join("", '<text x="{}%" y="12">{}</text>', labels),
    )


@register.simple_tag
def tension_track(card: Any, status: str = "") -> SafeString:
    """A tension track: the level as a filled bar, what the next turn adds at least as a dashed
    one, a ring for every threshold, and their effects below in two rows. It is drawn twice: where there is
    little room only the next threshold is named, the others show their number. A campaign whose ``status`` is that of
    one that is over has no next turn.
    """
    over = status == "finished"
    return format_html(
        "{}{}", _drawn_track(card, TRACK_WIDTH, over), _drawn_track(card, NARROW_WIDTH, over)
    )


def _drawn_track(card: Any, wide: int, over: bool) -> SafeString:
    low: int = min(TRACK_FROM, card.level, card.effective or 0)
    scale: float = wide / (TRACK_TO - low)

    def place(level: int) -> float:
        held: int = min(max(level, low), TRACK_TO)
        return 8 + (held - low) * scale

    parts: list[SafeString] = [
        format_html('<line class="axis-line" x1="8" y1="30" x2="{}" y2="30"/>', wide + 8)
    ]
    start, level = place(min(0, card.level)), place(card.level)
    parts.append(
        format_html(
            '<rect class="filled" x="{}" y="28" width="{}" height="4"/>',
            f"{min(start, level):.1f}",
            f"{abs(level - place(0)):.1f}",
        )
    )
    if card.outlook.net > card.level and not over:
        parts.append(
            format_html(
                '<rect class="dash" x="{}" y="26.5" width="{}" height="7"/>',
                f"{level:.1f}",
                f"{place(card.outlook.net) - level:.1f}",
            )
        )
    ahead = getattr(card, "preview", None)
    if ahead is not None:
        parts.append(_preview(place, card.level, ahead))
    parts += _thresholds(card, place, ahead if ahead is not None else card.level, wide)
    parts.append(
        format_html(
            '<path class="pointer" d="M{0} 22l5 -8h-10Z"/><text class="level" x="{0}" y="10">{1}</text>',
            f"{level:.1f}",
            minus(card.level),
        )
    )
    if card.effective is not None and card.effective != card.level:
        parts.append(
            format_html(
                '<path class="effective" d="M{} 22l5 -8h-10Z"/>', f"{place(card.effective):.1f}"
            )
        )
    return format_html(
        '<svg class="{}" viewBox="0 0 {} 72" role="img" aria-label="{}">{}</svg>',
        "narrow" if wide == NARROW_WIDTH else "roomy",
        wide + 16,
        _("%(track)s: level %(level)s")
        % {"track": in_words(card.title), "level": minus(card.level)},
        format_html_join("", "{}", ((part,) for part in parts)),
    )


def _preview(place: Any, level: int, ahead: int) -> SafeString:
    """Where the reader's own plan would bring the track: outlined, with a pointer of its own."""
    return format_html(
        '<rect class="mine" x="{0}" y="26.5" width="{1}" height="7"/>'
        '<path class="pointer mine" d="M{2} 22l5 -8h-10Z"/><text class="level mine" x="{2}" y="10">{3}</text>',
        f"{place(min(level, ahead)):.1f}",
        f"{abs(place(ahead) - place(level)):.1f}",
        f"{place(ahead):.1f}",
        minus(ahead),
    )


@lru_cache(maxsize=512)
def label_spots(marks: tuple[tuple[float, str], ...], wide: int) -> tuple[Spot | None, ...]:
    """A spot for the label of each mark (its place and its words) under a track; none where there is no room. As many
    as can be have one, that of the end in any case, and as many of those as can be are centred under their mark.
    """
    best: list[tuple[int, tuple[Spot | None, ...]]] = [(0, ())]
    for x, words in reversed(marks):
        width = LABEL_PIXELS * len(words)
        sides = (x - width / 2, x - width + 2, x - 2)
        edges = [min(max(left, 2), wide + 14 - width) for left in sides]
        offers = [
            (BESIDE * (at > 0) + row, Spot(row, left, left + width, x))
            for at, left in enumerate(edges)
            for row in (0, 1)
        ]
        ways = [(cost + NO_LABEL, (None, *spots)) for cost, spots in best]
        for cost, spots in best:
            ways += [
                (cost + more, (spot, *spots))
                for more, spot in offers
                if not any(other and spot.meets(other, APART) for other in spots)
            ]
        best = sorted(ways, key=lambda way: way[0])[:WAYS]
    return best[0][1]


def _thresholds(card: Any, place: Any, ahead: int, wide: int) -> list[SafeString]:
    """Rings on the line, and labels on stems in two rows; what lies up to ``ahead`` and was not reached would be
    crossed.
    """
    coming = next((mark.level for mark in card.marks if not mark.reached), None)
    named = [
        in_words(mark.short) if wide == TRACK_WIDTH or mark.level == coming else ""
        for mark in card.marks
    ]
    labels = tuple(
        (place(mark.level), f"{mark.level} {name}")
        for mark, name in zip(card.marks, named, strict=True)
    )
    drawn: list[SafeString] = []
    for mark, name, spot in zip(card.marks, named, label_spots(labels, wide), strict=True):
        x = place(mark.level)
        crossed = not mark.reached and card.level < mark.level <= ahead
        if spot is not None:
            drawn.append(
                format_html(
                    '<line class="stem" x1="{0}" y1="34" x2="{0}" y2="{1}"/>'
                    '<text{6} x="{2}" y="{3}"><tspan class="no">{4}</tspan> {5}</text>',
                    f"{x:.1f}",
                    54 if spot.row else 38,
                    f"{(spot.left + spot.right) / 2:.1f}",
                    65 if spot.row else 49,
                    mark.level,
                    name,
                    mark_safe(' class="mine"') if crossed else "",
                )
            )
        drawn.append(
            format_html(
                '<circle class="ring{}" cx="{}" cy="30" r="4"><title>{}: {}{}</title></circle>',
                " full" if mark.reached else " mine" if crossed else "",
                f"{x:.1f}",
                mark.level,
                in_words(mark.effect),
                f" ({in_words(mark.reached)})" if mark.reached else "",
            )
        )
    return drawn


# -- the course of a level ----------------------------------------------------------------------


@register.simple_tag
def level_chart(card: Any) -> SafeString:
    """The level at the end of each turn; it holds until it changes. The next threshold that can
    come into sight is a dashed line. The same numbers stand in the table beside it.
    """
    levels: list[int] = [point.level for point in card.series]
    low, high = min(0, *levels), max(5, *levels)
    coming: int | None = next((mark.level for mark in card.marks if not mark.reached), None)
    if coming is not None and coming <= high + max(6, (high - low) // 2):
        high = max(high, coming)
    wide = (COURSE_WIDTH - LEFT - RIGHT) / max(1, len(levels))

    def across(index: int) -> float:
        return LEFT + index * wide

    def up(level: int) -> float:
        return TOP + (high - level) * (COURSE_HEIGHT - TOP - BOTTOM) / max(1, high - low)

    step = next((size for size in NICE if (high - low) / size <= GRID), NICE[-1])
    lines = [level for level in range(low - low % step, high + 1, step) if level >= low]
    grid = format_html_join(
        "",
        '<line class="{}" x1="{}" y1="{}" x2="{}" y2="{}"/><text class="scale" x="{}" y="{}">{}</text>',
        (
            (
                "zero" if level == 0 else "grid",
                LEFT,
                f"{up(level):.1f}",
                COURSE_WIDTH - RIGHT,
                f"{up(level):.1f}",
                LEFT - 5,
                f"{up(level) + 4:.1f}",
                minus(level),
            )
            for level in lines
        ),
    )
    path = f"M{LEFT} {up(levels[0]):.1f}" + "".join(
        f"V{up(level):.1f}H{across(index + 1):.1f}" for index, level in enumerate(levels)
    )
    return format_html(
        '<svg class="course" viewBox="0 0 {} {}" role="img" aria-label="{}">{}{}<path class="line" d="{}"/>'
        '<text class="end" x="{}" y="{}">{}</text>{}</svg>',
        COURSE_WIDTH,
        COURSE_HEIGHT,
        _("%(track)s by turn: from %(first)s to %(last)s")
        % {"track": in_words(card.title), "first": minus(levels[0]), "last": minus(levels[-1])},
        grid,
        _next_threshold(coming, high, up),
        path,
        f"{across(len(levels)) + 5:.1f}",
        f"{up(levels[-1]) + 4:.1f}",
        minus(levels[-1]),
        _dates(card.series, across),
    )


def _next_threshold(level: int | None, high: int, up: Any) -> SafeString:
    """The next threshold as a dashed line with its number, where it is in sight."""
    if level is None or level > high:
        return SafeString("")
    return format_html(
        '<line class="threshold" x1="{}" y1="{}" x2="{}" y2="{}"/><text class="mark" x="{}" y="{}">{}</text>',
        LEFT,
        f"{up(level):.1f}",
        COURSE_WIDTH - RIGHT,
        f"{up(level):.1f}",
        LEFT + 4,
        f"{up(level) + 13:.1f}",
        _("at %(level)s") % {"level": level},
    )


def _dates(series: Any, across: Any) -> SafeString:
    """The first and the last turn below the line."""
    first, last = series[0], series[-1]
    words = [(f"{across(0):.1f}", "start", in_words(first.title))]
    if last is not first:
        words.append((f"{across(len(series)):.1f}", "finish", in_words(last.title)))
    return format_html_join(
        "",
        '<text class="date {1}" x="{0}" y="{3}">{2}</text>',
        ((*word, COURSE_HEIGHT - 5) for word in words),
    )


# -- links and words ----------------------------------------------------------------------------


@register.simple_tag
def country_link(slug: str, area: str, acting: Any) -> str:
    """The address of a country's file, for the power that the reader acts for."""
    return reverse("world_at_war:country", args=[slug, area]) + as_power(acting)


@register.simple_tag
def book_link(page: str, slug: str, acting: Any, of: str = "") -> str:
    """The address of one of the book's own pages."""
    address = reverse(f"world_at_war:{page}", args=[slug])
    return address + query(of=of, power=acting.key if acting else "")


@register.simple_tag(takes_context=True)
def answer_words(context: template.Context, answer: Any) -> SafeString:
    """Whether something may be done, in words: yes or no, the price, the reason and its rule."""
    price = (
        format_html(", {}", _("%(price)s BRPs") % {"price": answer.price})
        if answer.price is not None
        else ""
    )
    return format_html(
        '<b>{}</b>{} <span class="quiet">{}</span> {}',
        _("Yes") if answer.may else _("No"),
        price,
        in_words(answer.why),
        cite(answer.rule, address_in(context)),
    )


@register.filter
def nth(items: Sequence[Any], place: int) -> Any:
    """The item at a place."""
    return items[place]


@register.filter
def has_forces(file: Any) -> bool:
    """Whether a country's table of units has a row: a table of none would be announced, and empty."""
    counted = (unit.count and (unit.count.net or unit.count.rows) for unit in file.units)
    return any(counted) or any(one.most is not None for one in file.partisans)
