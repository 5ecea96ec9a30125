"""Pictures of the War Game board: the ladder of war status, commerce dice and what they may sum to."""

from collections.abc import Sequence
from typing import Any

from django import template
from django.utils.safestring import SafeString

from frontend.markup import format_html, format_html_join

register = template.Library()

COLUMN, LEFT, TOP, RUNG = 112, 96, 30, 40
"""Width of a nation's column, of the labels beside it, height of the head and of a rung."""
RAIL = 10
BAR = 64
"""The width of the bar of a certainty."""

SPREAD_WIDTH, SPREAD_HEIGHT, SPREAD_FOOT = 320, 64, 18
RARE = 500
"""Sums at both ends that are together rarer than one in so many are left out of the picture."""
DIE = 30


@register.simple_tag
def war_ladder(rows: Sequence[Any]) -> SafeString:
    """A column for each Ally: its rail filled up to its status, and at each rung above it the
    exact chance of standing there after its next declarations.
    """
    steps = rows[0].steps
    height = TOP + RUNG * len(steps)
    width = LEFT + COLUMN * len(rows)
    rungs = [(_y(at, len(steps)), step) for at, step in enumerate(steps)]
    lines = format_html_join(
        "",
        '<line class="rung" x1="{}" x2="{}" y1="{}" y2="{}"/>'
        '<text class="rung-name" x="0" y="{}">{}</text>'
        '<text class="rung-share" x="0" y="{}">{} % of income</text>',
        (
            (
                LEFT,
                width,
                f"{y:.0f}",
                f"{y:.0f}",
                f"{y:.0f}",
                step.title,
                f"{y + 14:.0f}",
                step.share,
            )
            for y, step in rungs
        ),
    )
    columns = format_html_join("", "{}", ((_column(row, at),) for at, row in enumerate(rows)))
    return format_html(
        '<svg class="war-ladder" viewBox="0 0 {} {}" role="img" aria-label="{}">{}{}</svg>',
        width,
        height,
        "War status. " + "; ".join(f"{row.name}: {row.title}" for row in rows),
        lines,
        columns,
    )


def _y(at: int, count: int) -> float:
    """The height of a rung; peace lies lowest."""
    return TOP + RUNG * (count - 1 - at) + RUNG / 2


def _column(row: Any, at: int) -> SafeString:
    x, count = LEFT + COLUMN * at + 8, len(row.steps)
    heights = {step.level: _y(place, count) for place, step in enumerate(row.steps)}
    floor, now = heights[min(heights)], heights[row.status]
    due = ""
    if row.due != row.status:
        due = format_html(
            '<path class="due" d="M{} {}l11 -6v12Z"/>', x + RAIL + 2, f"{heights[row.due]:.0f}"
        )
    chances = [odds for odds in row.outlook if odds.level != row.status and odds.parts]
    bars = format_html_join(
        "",
        '<rect class="chance" x="{}" y="{}" width="{}" height="8"/><text class="chance" x="{}" y="{}">{}</text>',
        (
            (
                x + RAIL + 6,
                f"{heights[odds.level] - 4:.0f}",
                f"{max(1.0, BAR * odds.parts / odds.whole):.1f}",
                x + RAIL + 6,
                f"{heights[odds.level] - 7:.0f}",
                f"{odds.parts}/{odds.whole}",
            )
            for odds in chances
        ),
    )
    return format_html(
        '<g class="side-western"><text class="nation" x="{0}" y="14">{1}</text>'
        '<rect class="rail" x="{0}" y="{2}" width="{3}" height="{4}"/>'
        '<rect class="risen" x="{0}" y="{5}" width="{3}" height="{6}"/>'
        '<circle class="stand" cx="{7}" cy="{8}" r="8"/>{9}</g>{10}',
        x,
        row.name,
        TOP,
        RAIL,
        RUNG * count,
        f"{now:.0f}",
        f"{floor + RUNG / 2 - now:.0f}",
        x + RAIL / 2,
        f"{now:.0f}",
        due,
        bars,
    )


@register.simple_tag
def commerce_dice(card: Any) -> SafeString:
    """A nation's dice: thrown with their numbers, bid for as closed boxes, the rest empty."""
    boxes = [("thrown", str(value)) for value in card.thrown]
    boxes += [("bid", str(card.bid_worth))] * card.bids + [("", "")] * card.left
    drawn = format_html_join(
        "",
        '<g class="{}"><rect x="{}" y="1" width="24" height="24" rx="3"/><text x="{}" y="18">{}</text></g>',
        ((sort, at * DIE + 1, at * DIE + 13, text) for at, (sort, text) in enumerate(boxes)),
    )
    words = [f"{', '.join(map(str, card.thrown))} thrown"] if card.thrown else []
    words += [f"{card.bids} bid for"] if card.bids else []
    words += [f"{card.left} left"] if card.left else []
    return format_html(
        '<svg class="commerce-dice dice-{}" viewBox="0 0 {} 26" role="img" aria-label="{}">{}</svg>',
        "many" if card.dice > 6 else "few",
        max(1, len(boxes)) * DIE,
        "Dice: " + ("; ".join(words) or "none"),
        drawn,
    )


@register.simple_tag
def commerce_spread(card: Any) -> SafeString:
    """The exact chances of every final sum under the best play; only very rare ends are cut off."""
    shown = _common(card.spread)
    if len(shown) < 2:
        return format_html("")
    low, high = shown[0].total, shown[-1].total
    most = max(bar.parts / bar.whole for bar in shown)
    step = SPREAD_WIDTH / (high - low + 1)
    bars = format_html_join(
        "",
        '<rect x="{}" y="{}" width="{}" height="{}"/>',
        (
            (
                f"{(bar.total - low) * step:.1f}",
                f"{SPREAD_HEIGHT - SPREAD_HEIGHT * bar.parts / bar.whole / most:.1f}",
                f"{max(1.0, step - 1):.1f}",
                f"{SPREAD_HEIGHT * bar.parts / bar.whole / most:.1f}",
            )
            for bar in shown
        ),
    )
    mean = (float(card.mean) - low + 0.5) * step
    return format_html(
        '<svg class="commerce-spread" viewBox="0 0 {0} {1}" role="img" aria-label="{2}">{3}'
        '<line class="mean" x1="{4}" x2="{4}" y1="0" y2="{5}"/>'
        '<text x="0" y="{6}">{7}</text><text class="middle" x="{8}" y="{6}">{9}</text>'
        '<text class="end" x="{0}" y="{6}">{10}</text></svg>',
        SPREAD_WIDTH,
        SPREAD_HEIGHT + SPREAD_FOOT,
        f"Sums under the best play: {card.lowest} to {card.highest}, {card.mean} on average",
        bars,
        f"{mean:.1f}",
        SPREAD_HEIGHT,
        SPREAD_HEIGHT + SPREAD_FOOT - 4,
        low,
        f"{min(max(mean, 50), SPREAD_WIDTH - 50):.1f}",
        f"{card.mean} on average",
        high,
    )


def _common(spread: Sequence[Any]) -> list[Any]:
    """The sums without the rarest at both ends."""
    kept = list(spread)
    for end in (0, -1):
        gone = 0.0
        while len(kept) > 2:
            gone += kept[end].parts / kept[end].whole
            if gone * RARE >= 1:
                break
            kept.pop(end)
    return kept


@register.simple_tag
def land_by_nation(board: Any) -> list[dict[str, Any]]:
    """The territories under whoever holds them or is leant to, neutrals of nobody last."""
    groups = [
        {
            "ledger": line,
            "held": [t for t in board.territories if t.holder == line.nation],
            "leaning": [t for t in board.territories if t.patron == line.nation and not t.vichy],
            "lost": [
                t
                for t in board.territories
                if t.original == line.nation and t.holder not in ("", line.nation)
            ],
        }
        for line in board.ledgers
    ]
    free = [t for t in board.territories if not t.holder and not t.patron]
    vichy = [t for t in board.territories if t.vichy]
    return [*groups, {"ledger": None, "title": "Vichy", "held": vichy, "leaning": [], "lost": []},
            {"ledger": None, "title": "Unaffiliated neutrals", "held": free, "leaning": [], "lost": []}]  # fmt: skip


@register.filter
def nation_name(nation: str, board: Any) -> str:
    """The name of a nation on this board."""
    return next((line.name for line in board.ledgers if line.nation == nation), nation)


@register.filter
def side_of_nation(nation: str, board: Any) -> str:
    """The side of a nation on this board."""
    return next((line.side for line in board.ledgers if line.nation == nation), "")


@register.filter
def lean_words(lean: str, board: Any) -> str:
    """What a neutral leans to, as ``friendly to France``; ``nobody`` where it leans to none."""
    nation, _, level = lean.partition(".")
    return f"{level} to {nation_name(nation, board)}" if level else "nobody"
