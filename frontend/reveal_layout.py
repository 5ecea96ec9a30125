"""Cards that were turned over, laid out for a reveal: which column each stands in, and the track they moved."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from campaigns.selectors.log.played_cards import PlayedCard
from campaigns.selectors.reader.power_badges import Badge
from frontend.books.face import Turned
from frontend.charts import Chart, Line, Step, Tick
from frontend.templatetags.language import in_words

MOST_LINES = 5
"""Lines that a small chart keeps apart."""


class Laid(NamedTuple):
    """A card in its place. ``column`` counts the powers in the order of play, ``row`` the cards of one power, ``step``
    all cards; each from 1. ``said`` names the position, for the stage.
    """

    card: PlayedCard
    column: int
    row: int
    step: int
    said: str


def laid(cards: Iterable[PlayedCard]) -> tuple[Laid, ...]:
    """The cards in the order in which they were turned, each with its column and its row."""
    columns: dict[str, int] = {}
    rows: dict[str, int] = {}
    found = []
    for step, card in enumerate(cards, 1):
        key = card.badge.key
        column = columns.setdefault(key, len(columns) + 1)
        rows[key] = rows.get(key, 0) + 1
        found.append(Laid(card, column, rows[key], step, _said(card)))
    return tuple(found)


def _said(card: PlayedCard) -> str:
    name = in_words(card.badge.name)
    if not card.place:
        return name
    return _("Position %(number)s: %(power)s") % {"number": card.place, "power": name}


def chart_of(cards: Sequence[PlayedCard], told: Turned) -> Chart | None:
    """The track that these cards moved, from before the first to after the last; ``None`` where they moved none.

    A power whose value no card moved has no line.
    """
    lines: dict[str, list[Step]] = {}
    for step, card in enumerate(cards, 1):
        for event in card.happened:
            if _kind(event) != told.event:
                continue
            after = getattr(event, told.after)
            before = after - getattr(event, told.by).net
            steps = lines.setdefault(getattr(event, told.who), [Step(0, before)])
            if steps[-1].at == step:
                steps.pop()
            steps.append(Step(step, after))
    moved = {key: steps for key, steps in lines.items() if len({each.value for each in steps}) > 1}
    if not moved:
        return None
    widest = sorted(moved, key=lambda key: -abs(moved[key][-1].value - moved[key][0].value))
    badges = dict(_badges(cards))
    return Chart(
        title=str(_(told.title)),
        lines=tuple(_line(badges[key], moved[key]) for key in widest[:MOST_LINES] if key in badges),
        first=0,
        last=len(cards),
        ticks=tuple(Tick(n, str(n)) for n in range(1, len(cards) + 1)),
        places=tuple(_places(cards)),
    )


def _kind(event: Any) -> str:
    return str(event.__struct_config__.tag)


def _badges(cards: Iterable[PlayedCard]) -> Iterator[tuple[str, Badge]]:
    """Whom the cards name: their powers, and those of whom their lines tell."""
    for card in cards:
        yield card.badge.key, card.badge
        for line in (*card.told, *card.follows):
            if line.badge is not None:
                yield line.badge.key, line.badge


def _line(badge: Badge, steps: list[Step]) -> Line:
    return Line(
        in_words(badge.name), tuple(steps), hue=badge.hue, mark=badge.mark, short=badge.code
    )


def _places(cards: Iterable[PlayedCard]) -> Iterator[str]:
    yield _("Before the first card")
    for step, card in enumerate(cards, 1):
        yield _("Card %(number)s, %(power)s") % {
            "number": step,
            "power": in_words(card.badge.name),
        }
