"""The steps in which a phase is revealed: its cards; without cards what happened in it, gathered so that a roll, a
judgement or a conquest is one step with all that belongs to it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

from campaigns.rulebooks import Book
from campaigns.selectors.log.dice_sides import Sides
from campaigns.selectors.log.played_cards import PlayedCard, StoryLine
from campaigns.selectors.reader.power_badges import Badge
from rules.kernel.events import Event, Line
from rules.kernel.headlines import QUIET
from rules.kernel.pages import CardStory

UNTOLD = frozenset({"fact", "clock", "seal"})
"""Sorts of lines that are no steps: what was declared stood on the map before, and time passes by itself."""
WEIGHTY = 20
"""From this weight on a line begins a step of its own."""
A_THROW = 4
"""So light is a die that is counted with others before anything comes of it."""
MOST_STEPS = 24
"""With more of them the lightest are told in the step before them."""
UNDONE = frozenset({"idle", "returned", "wasted", "refused", "lapsed"})
"""States of a card by which nothing was done."""
NOBODY = Badge(key="", name="", code="", mark="", hue="")
"""Stands beside what no power did."""


class RevealStep(PlayedCard, frozen=True, kw_only=True):
    """A step as a reveal tells it; ``card`` says whether it is a card. ``said`` is what was done, in the words of a
    headline, empty where the rest says it. ``weight`` says how much it matters, ``was`` what each of its ``dice`` showed
    before it was thrown again (0 for most).
    """

    card: bool = False
    said: str = ""
    weight: int = 0
    was: tuple[int, ...] = ()

    @property
    def fallen(self) -> tuple[tuple[int, int, int], ...]:
        """Its dice as they fell: what counts, the sides, and what was first."""
        return tuple(zip(self.dice, self.sides, self.was, strict=True))


@dataclass
class _Step:
    """Lines that are told together, each with its event; ``thrown`` are dice that came before their result."""

    lines: list[tuple[StoryLine, Event]]
    thrown: list[tuple[StoryLine, Event]] = field(default_factory=list)

    @property
    def head(self) -> StoryLine:
        """The weightiest of its lines, the first of equals."""
        return max((line for line, _event in self.lines), key=lambda line: line.line.weight)

    @property
    def actor(self) -> str:
        """Whose step it is."""
        return self.head.line.actor


def steps_of(
    book: Book,
    given: Sequence[CardStory],
    cards: Sequence[PlayedCard],
    lines: Sequence[StoryLine],
    events: Sequence[Event],
    sides: Sides,
) -> tuple[RevealStep, ...]:
    """The ``cards`` of a phase, made of those that were ``given``, each with what else its power brought about then.
    Where there are none, the lines, each with the event that it tells of, as steps: ``title`` is what came of it,
    ``told`` and ``follows`` what else belongs to it, ``test`` the roll.
    """
    if cards:
        return tuple(_cards(book, given, cards, lines, events))
    found = list(_gathered(list(zip(lines, events, strict=True))))
    while len(found) > MOST_STEPS:
        lightest = min(range(1, len(found)), key=lambda n: (found[n].head.line.weight, n))
        found[lightest - 1].thrown += found[lightest].thrown
        found[lightest - 1].lines += found.pop(lightest).lines
    return tuple(_as_step(book, step, sides) for step in found)


def opens_by_itself(steps: Sequence[RevealStep]) -> bool:
    """Whether there is anything to watch: a card, a die, or what history tells. Routine is none."""
    return any(step.code if step.card else step.dice or step.weight >= WEIGHTY for step in steps)


def _cards(
    book: Book,
    given: Sequence[CardStory],
    cards: Sequence[PlayedCard],
    lines: Sequence[StoryLine],
    events: Sequence[Event],
) -> Iterator[RevealStep]:
    on_cards = {n for card in given for n in (card.test, *card.face, *card.events)}
    loose = [
        n
        for n, one in enumerate(lines)
        if n not in on_cards and one.line.weight >= WEIGHTY and one.line.sort not in UNTOLD
    ]
    last = {card.power: n for n, card in enumerate(given)}
    for n, (story, card) in enumerate(zip(given, cards, strict=True)):
        mine = [
            at for at in loose if lines[at].line.actor == story.power and last[story.power] == n
        ]
        came = [lines[at].line for at in (*story.events, *mine)]
        yield RevealStep(
            **{
                **{name: getattr(card, name) for name in PlayedCard.__struct_fields__},
                "told": (*card.told, *(lines[at] for at in mine)),
                "happened": (*card.happened, *(events[at] for at in mine)),
            },
            card=True,
            said=_headline(book, came) if card.state not in UNDONE or mine else "",
        )


def _headline(book: Book, lines: Sequence[Line]) -> str:
    head = book.headline(lines)[0] if lines else ""
    return "" if head == QUIET else head


def _gathered(told: Sequence[tuple[StoryLine, Event]]) -> Iterator[_Step]:
    steps: list[_Step] = []
    by_topic: dict[str, _Step] = {}
    waiting: dict[str, list[tuple[StoryLine, Event]]] = {}
    ahead: list[tuple[StoryLine, Event]] = []
    for item, after in zip_longest(told, told[1:]):
        line = item[0].line
        if line.sort in UNTOLD:
            continue
        light = line.weight <= A_THROW and line.detail is None
        if light and (line.die or line.actor in waiting):
            waiting.setdefault(line.actor, []).append(item)
            continue
        step = by_topic.get(line.topic) if line.topic else None
        if step is None and steps and _follows(steps[-1], item):
            step = steps[-1]
            if after and _subject(item) and _subject(item) == _subject(after):
                ahead += [item] if _subject(item) not in map(_subject, step.lines) else []
            if ahead and ahead[-1] is item:
                continue
        if step is None:
            step = _Step(ahead)
            ahead = []
            steps.append(step)
        step.lines.append(item)
        step.thrown += waiting.pop(line.actor, [])
        if line.topic:
            by_topic.setdefault(line.topic, step)
    yield from steps
    # Dice that nothing came of yet.
    yield from (_Step([rest[-1]], rest[:-1]) for rest in waiting.values())


def _subject(item: tuple[StoryLine, Event]) -> str:
    """The country, or the like, that an event is about."""
    found = (getattr(item[1], name, "") for name in ("area", "country", "nation"))
    return next((one for one in found if isinstance(one, str) and one), "")


def _follows(before: _Step, item: tuple[StoryLine, Event]) -> bool:
    """Whether a line tells what came of the step before it: a light one, without a die of its own, and of no other
    topic but a track.
    """
    line = item[0].line
    if line.weight >= WEIGHTY or die_of(*item) or line.detail is not None:
        return False
    if line.topic and line.sort != "track":
        return False
    return line.actor == before.actor or before.head.line.weight >= WEIGHTY


def die_of(line: StoryLine, event: Any) -> int:
    """What the die of an event showed; 0 without one."""
    shown = line.line.die or getattr(event, "die", 0)
    return shown if isinstance(shown, int) else 0


def _as_step(book: Book, step: _Step, sides: Sides) -> RevealStep:
    head = step.head
    told = [line.line for line, _event in step.lines]
    others = [line for line, _event in step.lines if line is not head]
    rolled = next((item[0] for item in step.lines if die_of(*item) and item[0].line.detail), None)
    # What others threw stands in their sums: a face has the dice of whose step it is.
    own = [item for item in step.thrown if not step.actor or item[0].line.actor == step.actor]
    dice = _fallen([*own, *step.lines])
    return RevealStep(
        badge=head.badge or NOBODY,
        place=0,
        again=False,
        score="",
        code="",
        title=head.line.head,
        said=_headline(book, told) if head.line.weight >= WEIGHTY else "",
        aim="",
        price="",
        state="done",
        why=head.line.rest,
        rule=head.line.rule,
        by=None,
        dice=tuple(die for die, _was in dice),
        verdict="",
        test=rolled,
        told=tuple(line for line in others if line.line.weight >= WEIGHTY),
        follows=tuple(line for line in others if line.line.weight < WEIGHTY),
        reasons=tuple(line for line, _event in step.lines if line.line.detail),
        fingerprint="",
        silent=False,
        happened=tuple(event for _line, event in step.lines),
        sides=tuple(sides.of(die) for die, _was in dice),
        weight=head.line.weight,
        was=tuple(was for _die, was in dice),
    )


def _fallen(told: Sequence[tuple[StoryLine, Event]]) -> list[tuple[int, int]]:
    """The dice of a step, each with what it showed before it was thrown again."""
    found: list[tuple[int, int]] = []
    for item in told:
        if not (die := die_of(*item)):
            continue
        was = item[0].was
        places = [n for n, (shown, _was) in enumerate(found) if shown == was] if was else []
        if places:
            found[places[-1]] = die, was
        else:
            found.append((die, was))
    return found
