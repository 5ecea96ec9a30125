"""The cards of a past phase as its page lays them out: face, die, outcome, consequences."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, zip_longest
from typing import Any

import msgspec
from django.db.models import Q

from campaigns.chronicles.wording import named_first
from campaigns.domain.entries.phases import OrderSealed, OrderVoided, OrderWithdrawn, PhaseResolved
from campaigns.models import LogEntry
from campaigns.models import Phase as PhaseRow
from campaigns.selectors.log.dice_sides import NO_DICE, Sides
from campaigns.selectors.reader.access import Reading, power_badge
from campaigns.selectors.reader.power_badges import Badge
from rules.kernel.events import Event, Line, News
from rules.kernel.grammar import capital
from rules.kernel.headlines import filled, gather
from rules.kernel.pages import CardStory

TOLD_FROM = 28
"""How weighty a line is that says what came of a card; a lighter one is a consequence."""


class StoryLine(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that happened, in words; ``line.detail`` holds the rulebook's tally or roll.

    ``anchor`` is its place on the page of its phase, for a link that stays: it is counted among what everybody
    may know, and empty for what is not public; ``also`` are those of lines that this one tells with it. ``was`` is what the die showed before it was thrown again, 0 for one
    that was thrown once. ``sides`` are those of its die, 0 where they are not known.
    ``earlier`` are steps of the same track that this one tells with it, in their order.
    """

    badge: Badge | None
    line: Line
    kind: str
    anchor: str = ""
    was: int = 0
    sides: int = 0
    also: tuple[str, ...] = ()
    earlier: tuple[Line, ...] = ()


class PlayedCard(msgspec.Struct, frozen=True, kw_only=True):
    """One card of the story, as :class:`rules.kernel.rulebook.CardStory` has it, in words.

    ``again`` is true for every card of a power after its first. ``told`` is what came of the card,
    ``follows`` what followed from that, ``reasons`` the tallies behind its face and its die.
    ``fingerprint`` is the commitment of the seal it lay in; ``silent`` says that its power sent
    nothing. ``routine`` is its news where it did no more than what comes every turn. ``also`` are the anchors of what its face and its die tell. ``happened`` are the events that it was made of, as far as the reader may know them: for a face
    that tells a track card by card. ``sides`` are those of its ``dice``, 0 where they are not known.
    """

    badge: Badge
    place: int
    again: bool
    score: str
    code: str
    title: str
    aim: str
    price: str
    state: str
    why: str
    rule: str
    by: Badge | None
    dice: tuple[int, ...]
    verdict: str
    test: StoryLine | None
    told: tuple[StoryLine, ...]
    follows: tuple[StoryLine, ...]
    reasons: tuple[StoryLine, ...]
    fingerprint: str
    silent: bool
    routine: News | None = None
    also: tuple[str, ...] = ()
    happened: tuple[Event, ...] = ()
    sides: tuple[int, ...] = ()

    @property
    def thrown(self) -> tuple[tuple[int, int], ...]:
        """Its dice, each with its sides."""
        return tuple(zip_longest(self.dice, self.sides[: len(self.dice)], fillvalue=0))


def laid_out(
    at: Reading,
    row: PhaseRow,
    given: Sequence[CardStory],
    lines: Sequence[StoryLine],
    events: Sequence[Event],
    sides: Sides,
) -> tuple[PlayedCard, ...]:
    """The cards with their lines; ``lines`` are those of the ``events`` that the cards were made of, ``sides`` the
    dice of their phase.
    """
    if not given:
        return ()
    laid = _laid(row)
    prints = _fingerprints(laid) if laid is not None else {}
    silent = _silent(laid) if laid is not None else frozenset()
    made = _cards(at, given, lines, prints, silent)
    return tuple(
        msgspec.structs.replace(
            card,
            happened=tuple(events[place] for place in (*story.face, *story.events)),
            sides=tuple(map(sides.of, card.dice)),
        )
        for card, story in zip(made, given, strict=True)
    )


def story_line(
    at: Reading, line: Line, anchor: str = "", event: Any = None, sides: Sides = NO_DICE
) -> StoryLine:
    """A line with the mark that stands beside it; ``event`` is what it tells of, ``sides`` the dice of its phase. A
    declared fact that is news is told as such: *Germany declares war on Russia*, not that a fact has a value, and with
    the mark of whom it names first, not of who declared it.
    """
    if line.sort == "fact" and line.news is not None and line.news.one:
        head = at.book.headline([line])[0]
        names = {key: badge.name for key in at.book.powers if (badge := at.badge(key))}
        line = msgspec.structs.replace(line, head=head, rest="", actor=named_first(head, names))
    return StoryLine(
        badge=at.badge(line.actor),
        line=line,
        kind=line.sort,
        anchor=anchor,
        was=first_face(event, line.die),
        sides=sides.of(line.die),
    )


def in_order(given: Sequence[StoryLine]) -> Iterator[tuple[int, StoryLine]]:
    """The lines of a phase as they are told, each with its place. What is declared one after another has no order in time:
    there the news stands first, the weightiest before the others.
    """
    for _fact, group in groupby(range(len(given)), key=lambda n: given[n].kind == "fact"):
        for n in sorted(group, key=lambda n: -_told_first(given[n])):
            yield n, given[n]


def _told_first(one: StoryLine) -> int:
    news = one.line.news
    return one.line.weight if one.kind == "fact" and news is not None and news.one else 0


SMALL, MANY = 15, 4
"""So many events that weigh less than this, and are of one message, are told in one line."""


def _listed(lines: Sequence[StoryLine]) -> Sequence[StoryLine]:
    """Lines of which many small ones of one message are one, in the place of the first: its rest is a list of what its
    book says of each in a list.
    """
    alike: dict[str, list[StoryLine]] = {}
    for one in lines:
        news = one.line.news
        part = (
            "" if news is None else getattr(news, "part", "")
        )  # a frozen revision may know of no such thing
        if part and one.line.weight < SMALL and one.line.detail is None and not one.line.die:
            alike.setdefault(part, []).append(one)
    stands: dict[int, StoryLine | None] = {}
    for group in alike.values():
        if len(group) >= MANY:
            stands |= dict.fromkeys(map(id, group))
            stands[id(group[0])] = _as_one(group)
    return [kept for one in lines if (kept := stands.get(id(one), one)) is not None]


def _as_one(group: Sequence[StoryLine]) -> StoryLine:
    first, *others = group
    told = [one.line.news for one in group if one.line.news is not None]
    clauses = gather((0, news) for news in told)
    head = "; ".join(clause.said() for clause in clauses)
    rest = "; ".join(filled(news.part, news) for news in told)
    return msgspec.structs.replace(
        first,
        badge=first.badge if {one.line.actor for one in group} == {first.line.actor} else None,
        line=msgspec.structs.replace(first.line, head=capital(head), rest=f"{capital(rest)}."),
        also=tuple(one.anchor for one in others if one.anchor),
    )


def told_once(lines: Iterable[StoryLine]) -> tuple[StoryLine, ...]:
    """Lines of which no two tell one event: of a topic the weightiest stays, the last where several weigh the same,
    in its place. What has a tally or a die of its own stays too, and so do the anchors of the others. Of a track that
    moved several times the last step tells where it stands, and the ones before it with their reasons. Many small events
    of one message are one line, with a list of them.
    """
    given = _listed(tuple(lines))
    best: dict[str, StoryLine] = {}
    for one in given:
        topic = one.line.topic
        if topic and (topic not in best or best[topic].line.weight <= one.line.weight):
            best[topic] = one
    also: dict[str, list[str]] = {}
    steps: dict[str, list[Line]] = {}
    kept = []
    for one in given:
        stands = best.get(one.line.topic, one)
        if stands is one or one.line.detail is not None or one.line.die:
            kept.append(one)
            continue
        if one.anchor:
            also.setdefault(one.line.topic, []).append(one.anchor)
        if one.line.sort == stands.line.sort == "track":
            steps.setdefault(one.line.topic, []).append(one.line)
    return tuple(
        msgspec.structs.replace(
            one,
            also=(*one.also, *also.get(one.line.topic, ())),
            earlier=tuple(steps.get(one.line.topic, ())),
        )
        if best.get(one.line.topic) is one
        else one
        for one in kept
    )


def first_face(event: Any, die: int) -> int:
    """What a die showed before it was thrown again, by the event of the second throw: it holds the ``value`` that
    counts, and the one ``before``. 0 for every other event.
    """
    before = getattr(event, "before", 0) if die and getattr(event, "value", None) == die else 0
    return before if isinstance(before, int) else 0


def anchored(public: Iterable[bool]) -> list[str]:
    """The anchors of what happened, in its order: numbers among what is public, nothing for the rest."""
    number, found = 0, []
    for shown in public:
        number += shown
        found.append(f"event-{number}" if shown else "")
    return found


def _cards(
    at: Reading,
    given: Sequence[CardStory],
    lines: Sequence[StoryLine],
    prints: dict[str, str],
    silent: frozenset[str],
) -> Iterator[PlayedCard]:
    seen: set[str] = set()
    for card in given:
        came = [_beside(card, lines[place]) for place in card.events]
        test = lines[card.test] if card.test is not None else None
        face = [lines[place] for place in card.face if lines[place].line.detail]
        yield PlayedCard(
            badge=power_badge(at.book, card.power),
            place=card.place,
            again=card.power in seen,
            score=card.score,
            code=card.code,
            title=card.title,
            aim=card.aim,
            price=card.price,
            state=card.state,
            why=card.why,
            rule=card.rule,
            by=at.badge(card.by) if card.by else None,
            dice=card.dice,
            verdict=card.verdict,
            test=test,
            told=tuple(one for one in came if one.line.weight >= TOLD_FROM),
            follows=tuple(one for one in came if one.line.weight < TOLD_FROM),
            reasons=tuple(one for one in (*face, test, *came) if one and one.line.detail),
            fingerprint=prints.get(card.power, "") if card.code else "",
            silent=card.state == "idle" and card.power in silent,
            # A book that was frozen before cards had it tells each by itself.
            routine=getattr(card, "routine", None),
            also=tuple(
                lines[place].anchor
                for place in (*card.face, card.test)
                if place is not None and lines[place].anchor
            ),
        )
        seen.add(card.power)


def _beside(card: CardStory, told: StoryLine) -> StoryLine:
    """A line as it stands beside its card: what the face says is not said again."""
    rest = told.line.rest.removeprefix(f"{card.code}, {card.title}.").lstrip()
    return msgspec.structs.replace(told, line=msgspec.structs.replace(told.line, rest=rest))


def _laid(row: PhaseRow) -> PhaseRow | None:
    """The phase in which the cards were laid face down: this one, or the last such of its turn."""
    rows = PhaseRow.objects.filter(
        Q(undone_at__isnull=True) | Q(undone_at__gt=row.opened_at),
        campaign_id=row.campaign_id,
        turn=row.turn,
        number__lte=row.number,
        release="in_turn",
    )
    return rows.order_by("-number").only("pk").first()


def _fingerprints(laid: PhaseRow) -> dict[str, str]:
    """The last seal of each power, as everybody saw it in the log."""
    kinds = (OrderSealed.tag, OrderWithdrawn.tag, OrderVoided.tag)
    entries = LogEntry.objects.filter(phase=laid, kind__in=kinds)
    result: dict[str, str] = {}
    for power, kind, commitment in entries.order_by("seq").values_list(
        "power", "kind", "commitment"
    ):
        result[power] = commitment if kind == OrderSealed.tag else ""
    return result


def _silent(laid: PhaseRow) -> frozenset[str]:
    """The powers that had sealed nothing when the phase was resolved."""
    entry = LogEntry.objects.filter(phase=laid, kind=PhaseResolved.tag).first()
    return frozenset(PhaseResolved.of(entry.body).silent) if entry else frozenset()
