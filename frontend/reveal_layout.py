"""The steps of a reveal laid out: which column each stands in, what it moved on the board, and the tracks."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.chronicles.sampling import parts_at, value_at
from campaigns.selectors.log.played_cards import PlayedCard
from campaigns.selectors.log.reveal_steps import RevealStep
from campaigns.selectors.reader.power_badges import Badge
from frontend.books.face import Turned, Watched
from frontend.change_markers import Moved, changed_parts
from frontend.charts import Chart, Line, Step, Tick
from frontend.templatetags.figures import number_word
from frontend.templatetags.language import in_words

MOST_LINES = 5
"""Lines that a small chart keeps apart."""
UNTURNED = ("idle", "returned")
"""States of a card that nobody saw the face of."""


class Laid(NamedTuple):
    """A card, or another step, in its place. ``column`` counts the powers in the order of play, ``row`` the cards of
    one power, ``step`` all cards; each from 1. ``said`` names the position, for the stage. ``moved`` is what it
    changed on the board.
    """

    card: PlayedCard
    column: int
    row: int
    step: int
    said: str
    moved: tuple[Moved, ...] = ()

    @property
    def anchors(self) -> str:
        """The ids of the parts of the board that it changed, with blanks between them."""
        return " ".join(part.anchor for part in self.moved)

    @property
    def pieces(self) -> str:
        """The keys of what it changed, with blanks between them."""
        return " ".join(part.key for part in self.moved if part.key)


def is_plain(card: PlayedCard) -> bool:
    """Whether it is a step that is no card."""
    return isinstance(card, RevealStep) and not card.card


def laid(cards: Iterable[PlayedCard], moved: Sequence[tuple[Moved, ...]] = ()) -> tuple[Laid, ...]:
    """The cards in the order in which they were turned, each with its column and its row; ``moved`` is what each
    changed on the board.
    """
    columns: dict[str, int] = {}
    rows: dict[str, int] = {}
    found = []
    for step, card in enumerate(cards, 1):
        key = f"{step}" if is_plain(card) else card.badge.key
        column = columns.setdefault(key, len(columns) + 1)
        rows[key] = rows.get(key, 0) + 1
        parts = moved[step - 1] if moved else ()
        found.append(Laid(card, column, rows[key], step, _said(card, step), parts))
    return tuple(found)


def _said(card: PlayedCard, step: int) -> str:
    name = in_words(card.badge.name)
    if is_plain(card):
        said = _("Step %(number)s: %(power)s") if name else _("Step %(number)s")
        return said % {"number": step, "power": name}
    if not card.place:
        return name
    return _("Position %(number)s: %(power)s") % {"number": card.place, "power": name}


def begins_with(steps: Sequence[Laid], *, cards: bool) -> str:
    """What heads a reveal before its first step: what there is to come, and nothing of how it went."""
    if not steps:
        return ""
    if not cards:
        number = len(steps)
        said = ngettext("One thing happened", "%(word)s things happened, one after another", number)
    else:
        number = len({step.column for step in steps if step.card.state not in UNTURNED})
        said = ngettext("One power turns its cards", "%(word)s powers turn their cards", number)
        if not number:
            return _("No card is turned")
    return said % {"word": capfirst(number_word(number))}


def moved_by(
    steps: Sequence[PlayedCard], watched: Sequence[Watched], before: Any, after: Any
) -> tuple[tuple[Moved, ...], ...]:
    """What each step changed on the board, of all that differs between the board before and the one after: parts that
    an event of the step names. It belongs to the first step with an event that names it and says what it is in the
    end. If there is none, a power's part belongs to the last step of that power that names it, for by then all that the
    power did to it has come; another to the first step that names it, and to none if no event does.
    """
    found: list[list[Moved]] = [[] for _step in steps]
    told = [
        [(frozenset(_texts(msgspec.to_builtins(event))), event) for event in step.happened]
        for step in steps
    ]
    names = [frozenset().union(*(named for named, _event in events)) for events in told]
    for kind, part in changed_parts(watched, before, after):
        keys = {str(value_at(part.after, path)) for path in (kind.key, "key") if path}
        by = [n for n, named in enumerate(names) if keys & named]
        own = [n for n in by if steps[n].badge.key in keys]
        there = [
            n
            for n in by
            if any(keys & named and _ends_at(event, part.moved) for named, event in told[n])
        ]
        for n in there[:1] or own[-1:] or by[:1]:
            if part.moved not in found[n]:
                found[n].append(part.moved)
    return tuple(map(tuple, found))


def _ends_at(event: Any, moved: Moved) -> bool:
    """Whether what an event leads to is what the part shows in the end."""
    after = str(getattr(event, "after", ""))
    return after != "" and after.replace("-", "\N{MINUS SIGN}") == moved.after


def _texts(data: Any) -> Iterator[str]:
    """All texts in plain data."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, Mapping):
        for key, value in data.items():
            yield from (*_texts(key), *_texts(value))
    elif isinstance(data, Sequence):
        for one in data:
            yield from _texts(one)


def tracks_on(board: Any, told: Turned) -> dict[str, str]:
    """What the tracks are called on a board, by their keys."""
    return {
        str(value_at(part, "key")): str(value_at(part, "title"))
        for part in parts_at(board, told.parts)
    }


def chart_of(
    cards: Sequence[PlayedCard], told: Turned, names: Mapping[str, str] = MappingProxyType({})
) -> Chart | None:
    """The track that these cards moved, from before the first to after the last; ``None`` where they moved none.

    A power whose value no card moved has no line. ``names`` are those of tracks that are no power's.
    """
    lines: dict[str, list[Step]] = {}
    for step, card in enumerate(cards, 1):
        for event in card.happened:
            if _kind(event) != told.event:
                continue
            after = getattr(event, told.after)
            by = getattr(event, told.by)
            before = after - getattr(by, "net", by)
            steps = lines.setdefault(getattr(event, told.who), [Step(0, before)])
            if steps[-1].at == step:
                steps.pop()
            steps.append(Step(step, after))
    moved = {key: steps for key, steps in lines.items() if len({each.value for each in steps}) > 1}
    if not moved:
        return None
    widest = sorted(moved, key=lambda key: -abs(moved[key][-1].value - moved[key][0].value))
    badges = {key: Badge(key=key, name=name) for key, name in names.items()}
    badges |= dict(_badges(cards))
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
    if any(map(is_plain, cards)):
        yield _("Before the first step")
        yield from (_said(card, step) for step, card in enumerate(cards, 1))
        return
    yield _("Before the first card")
    for step, card in enumerate(cards, 1):
        yield _("Card %(number)s, %(power)s") % {
            "number": step,
            "power": in_words(card.badge.name),
        }
