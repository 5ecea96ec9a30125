"""Past phases: the list for the scrubber, and the story of one phase as this reader may see it."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from msgspec import Struct

from campaigns import rulebooks
from campaigns.cache import LazyPart
from campaigns.domain.entries.phases import OrderSealed, OrdersPublished
from campaigns.errors import NoSuchPhase
from campaigns.models import Phase as PhaseRow
from campaigns.rulebooks import states
from campaigns.selectors.history.event_kinds import kinds_by_phase, named_by_phase
from campaigns.selectors.log import known_then, rulings
from campaigns.selectors.log.dice_sides import sides_in
from campaigns.selectors.log.fact_changes import PLAIN, fact_change, weight_of
from campaigns.selectors.log.log_lines import happened
from campaigns.selectors.log.phase_checks import Check, body_of, check, entries_about
from campaigns.selectors.log.played_cards import (
    PlayedCard,
    StoryLine,
    anchored,
    in_order,
    laid_out,
    story_line,
    told_once,
)
from campaigns.selectors.log.reveal_steps import steps_of
from campaigns.selectors.log.rulings import Ruling
from campaigns.selectors.orders.obligations import duties_of_all
from campaigns.selectors.phase.phase_strip import head_of, reader_of
from campaigns.selectors.phase.records import BasePage, Owing
from campaigns.selectors.press.press_of_phase import said_in
from campaigns.selectors.press.press_records import MessageLine
from campaigns.selectors.reader import view_as
from campaigns.selectors.reader.access import Reading, power_badge, reading
from campaigns.selectors.reader.power_badges import Badge
from core.records import like
from core.sql.statements import Joined, Part
from rules.kernel.dice import Roll
from rules.kernel.events import Event, FactDeclared, Line
from rules.kernel.headlines import QUIET
from rules.kernel.orders import understand
from rules.kernel.serial import shaped


class PastPhase(Struct, frozen=True, kw_only=True):
    """One block of the scrubber. ``open`` marks the phase in play, ``pin`` is a great event to label it with (empty
    for most), ``weight`` that of its weightiest event. ``undone_at`` is when the campaign went back to before its
    end, ``again`` the number of the phase that it plays again (0 for most).
    """

    number: int
    turn: int
    turn_title: str
    key: str
    title: str
    opened_at: datetime
    resolved_at: datetime | None
    open: bool
    headline: str
    pin: str
    weight: int
    again: int
    undone_at: datetime | None

    @property
    def quiet(self) -> bool:
        """Whether nothing happened in it that a headline could tell."""
        return not self.open and self.headline in ("", QUIET)


class ReleasedOrders(Struct, frozen=True, kw_only=True):
    """One power's orders after they became public. ``how`` is ``sealed``, ``autopilot`` (its player was silent),
    ``bot``, or ``void`` (sealed, but no longer legal when it was opened); nonce and commitment are empty where
    nothing was sealed. ``silent`` powers have no order at all.
    """

    badge: Badge
    order: dict[str, Any] | None
    words: str
    how: str
    nonce: str
    commitment: str


class LedgerChange(Struct, frozen=True, kw_only=True):
    """A ledger row: what it was (empty for what holds now, or does no more), what it is and by how much; ``by`` is
    the mark beside it: whose track it is, or who declared the fact.
    """

    label: str
    before: str
    after: str
    change: str
    by: Badge | None


class PhaseStory(BasePage, frozen=True, kw_only=True):
    """One phase as its own page. ``how`` is one sentence: why it was resolved when it was.
    ``cards`` are those that were turned over in it, in their order, ``lines`` what else happened.
    ``follows`` is what powers have to do from then on, as far as the reader may know it.
    ``board`` is the board after it; ``orders`` is empty until they are released (then
    ``orders_note`` is empty too, before it says when they will be). ``undone_at`` is when the campaign
    went back to before its end, ``replayed_by`` the phase that then began, ``again`` the phase that this
    one plays again (0 for none). ``ruled`` are the numbers of the rulings that touched dice and events, by their
    places on the page (``die-1``).
    """

    number: int
    turn: int
    turn_title: str
    title: str
    opened_at: datetime
    resolved_at: datetime | None
    how: str
    headline: str
    lede: str
    cards: tuple[PlayedCard, ...]
    lines: tuple[StoryLine, ...]
    follows: tuple[Owing, ...]
    orders: tuple[ReleasedOrders, ...]
    orders_note: str
    again: int
    undone_at: datetime | None
    replayed_by: int
    rolls: tuple[Roll, ...]
    changes: tuple[LedgerChange, ...]
    check: Check
    board: Any
    previous: int | None
    next: int | None
    ruled: dict[str, tuple[int, ...]] = {}

    @property
    def quiet(self) -> bool:
        """Whether nothing happened in it that a headline could tell; then it is headed by its own name."""
        return self.headline in ("", QUIET)

    @property
    def was_secret(self) -> bool:
        """Whether orders were opened in it that somebody did not know before."""
        return any(one.words or one.commitment for one in self.orders)


class OwnSeal(Struct, frozen=True, kw_only=True):
    """A seal of the reader's own that was opened in a phase: whose, when it was sealed last, and its fingerprint."""

    badge: Badge
    at: datetime | None
    commitment: str


class Revealed(PhaseStory, frozen=True, kw_only=True):
    """The story of a phase for its pages, whose parts are worked out when they are shown: ``steps`` are those of its
    reveal, ``before`` is the board before it, and ``own`` are the reader's own seals. ``secrets`` are those of the
    power as which it is read, and ``telling`` are the powers for which something was secret in it.
    """

    steps: LazyPart
    before: LazyPart
    own: tuple[OwnSeal, ...]
    secrets: known_then.Secrets | None = None
    telling: frozenset[str] = frozenset()


class PastPage(BasePage, frozen=True, kw_only=True):
    """The page of one phase: its story and the list of all, to be worked out if nobody has kept them.

    ``story`` gives a :class:`Revealed`, ``phases`` a tuple of :class:`PastPhase`, ``kinds`` the kinds of public
    events of each, by number, ``named`` which powers those of each kind name. ``eyes`` is the power
    as which it is told, of ``choices`` (none before the end). ``said`` is what was said in public meanwhile,
    and ``rulings`` are those that touched its rolls.
    """

    number: int
    turn_title: str
    previous: int | None
    next: int | None
    story: LazyPart
    phases: LazyPart
    kinds: LazyPart
    named: LazyPart
    rulings: tuple[Ruling, ...]
    eyes: Badge | None = None
    choices: tuple[Badge, ...] = ()
    said: tuple[MessageLine, ...] = ()


PIN_WEIGHT = 70
LIGHT = (
    *("number", "turn", "turn_title", "key", "title"),
    *("opened_at", "resolved_at", "headline", "weight", "again", "undone_at"),
)
"""What the list of phases says of each; their states are large, and there may be hundreds."""

_LAST = """(
    SELECT MAX(last.number) FROM campaigns_phase AS last
    WHERE last.campaign_id = phase.campaign_id AND last.resolved_at IS NOT NULL AND last.id <= %s
        AND (last.undone_at IS NULL OR last.undone_at > %s)
)"""
_PAST = Joined(
    (Part(PhaseRow, "phase", without=("opening", "state", "rolls", "about")),),
    """
    FROM campaigns_phase AS phase
    WHERE phase.campaign_id = %s AND phase.id <= %s AND phase.number = %s AND phase.resolved_at IS NOT NULL
    """,
    more=(_LAST,),
)

HOW = {
    "ready": _lazy("Resolved as soon as everybody was ready."),
    "deadline": _lazy("Resolved at the deadline."),
    "grace": _lazy("Resolved in grace, when the last seal had come."),
    "forced": _lazy("Resolved early by the moderator."),
    "agreed": _lazy("Resolved early by agreement of the players."),
}


def phases(slug: str, person: Any = None) -> tuple[PastPhase, ...]:
    """Every phase of the campaign in order, the one in play last: those of its line, and those of
    earlier lines before it. One that was undone before anything came of it has no story and is not
    among them.
    """
    return past_phases(reading(slug, person))


def past_phases(at: Reading) -> tuple[PastPhase, ...]:
    """As :func:`phases`, for one who has the campaign before him."""
    rows = at.campaign.phases.filter(line__lte=at.campaign.line, pk__lte=at.shown.last_phase)
    rows = rows.exclude(resolved_at__isnull=True, undone_at__isnull=False)
    return tuple(
        PastPhase(
            **{**row, "undone_at": at.undone(row["undone_at"])},
            open=row["resolved_at"] is None,
            pin=row["headline"].split(";")[0] if row["weight"] >= PIN_WEIGHT else "",
        )
        for row in rows.order_by("number").values(*LIGHT)
    )


def newest(slug: str, person: Any = None) -> int | None:
    """The number of the newest resolved phase, if there is one."""
    return _last_resolved(reading(slug, person)) or None


def newest_to_read(slug: str, person: Any = None) -> int | None:
    """As :func:`newest`; the newest that was undone, where the campaign went back to its first phase."""
    at = reading(slug, person)
    if found := _last_resolved(at):
        return found
    over = [one.number for one in past_phases(at) if one.resolved_at is not None]
    return max(over, default=None)


def past_page(slug: str, number: int, person: Any = None, eyes: str = "") -> PastPage:
    """The page of one resolved phase. Raises ``NoSuchPhase``, also for the phase in play.

    What came of a phase stays as it is, but for its orders, which may be published later. So its
    story is the same for all who play the same powers, and the list of phases is the same until
    another is resolved or the one in play is called otherwise.
    """
    at = reading(slug, person)
    row, last = _row(at, number)
    at = at.as_of(row)
    seen = view_as.through(at, eyes).as_of(row) if eyes else at
    campaign, now = at.campaign, at.campaign.phase
    in_play = (now.pk, now.number, now.title, now.turn_title, now.headline) if now else None
    # Whether its orders are public is told by the log: by as much of it as the reader may read.
    released = ("up to", campaign.log_seq) if at.is_behind else row.released
    ruled = _ruled(seen, row)
    told = (
        campaign.slug,
        row.pk,
        (at.campaign.rulebook, at.revision),
        released,
        at.undone(row.undone_at),
        seen.powers,
        seen.acting,
        seen.eyes,
        tuple(sorted(rulings.places(ruled, number).items())),
    )
    listed = (campaign.slug, campaign.line, last, in_play, campaign.status)
    return PastPage(
        head=head_of(at),
        reader=reader_of(at),
        number=number,
        turn_title=row.turn_title,
        **_beside(at, number, last),
        story=LazyPart(told, lambda: _story(seen, row, last, parts=True)),
        phases=LazyPart(listed, lambda: past_phases(at)),
        kinds=LazyPart(listed, lambda: kinds_by_phase(at)),
        named=LazyPart(listed, lambda: named_by_phase(at)),
        rulings=tuple(one for one in ruled if number in one.phases),
        eyes=at.badge(eyes) if eyes else None,
        choices=view_as.choices(at),
        said=said_in(seen, row),
    )


def story(slug: str, number: int, person: Any = None, eyes: str = "") -> PhaseStory:
    """One resolved phase as this reader may see it; of a campaign that is over also as one power knew it
    then (``eyes``). Raises ``NoSuchPhase``, also for the phase in play, and what
    :func:`campaigns.selectors.reader.view_as.through` does.
    """
    at = reading(slug, person)
    row, last = _row(at, number)
    seen = view_as.through(at, eyes) if eyes else at
    return _story(seen, row, last)


def _row(at: Reading, number: int) -> tuple[PhaseRow, int]:
    """A resolved phase of this campaign, and the number of the newest."""
    until = at.shown.last_phase
    found = _PAST.first(until, at.shown.at, at.campaign.pk, until, number)
    if found is None:
        refusal = NoSuchPhase(
            _("%(title)s has no resolved phase %(number)s.")
            % {"title": at.campaign.title, "number": number},
            remedy=_("Choose one from its history."),
        )
        refusal.slug, refusal.last = at.campaign.slug, _last_resolved(at)
        raise refusal
    row, last = found
    row.campaign = at.campaign
    return row, last or 0


def _beside(at: Reading, number: int, last: int) -> dict[str, int | None]:
    """The phases before and after one. In a campaign of one line they follow by number."""
    if at.campaign.line > 1:
        rows = at.campaign.phases.filter(resolved_at__isnull=False, pk__lte=at.shown.last_phase)
        numbers = rows.order_by("number").values_list("number", flat=True)
        return {
            "previous": numbers.filter(number__lt=number).last(),
            "next": numbers.filter(number__gt=number).first(),
        }
    return {
        "previous": number - 1 if number > 1 else None,
        "next": number + 1 if number < last else None,
    }


def _replayed_by(at: Reading, row: PhaseRow) -> int:
    """The phase that began when this one was undone."""
    undone = at.undone(row.undone_at)
    if undone is None:
        return 0
    rows = PhaseRow.objects.filter(
        campaign=row.campaign_id, opened_at__gte=undone, pk__lte=at.shown.last_phase
    )
    found = rows.exclude(again=0).order_by("number").values_list("number", flat=True)
    return found.first() or 0


def _story(at: Reading, row: PhaseRow, last: int, *, parts: bool = False) -> PhaseStory:
    """The story. With ``parts`` it is :class:`Revealed`, and its boards are not worked out yet."""
    row = at.campaign.phases.defer("rolls", "about").get(pk=row.pk)
    at = at.as_of(row)
    found = happened(at, row)
    events = [event for _, event in found]
    public = [(place.entry, bytes(place.body)) for place, _ in found if place.public]
    told = [at.book.tell(event) for event in events]
    # Over the page stands what everybody may know, whoever reads it.
    headline, lede = at.book.headline(
        [line for line, (place, _) in zip(told, found, strict=True) if place.public]
    )
    # As a power knew it then: what was published later is not told.
    entries = entries_about(row, view_as.end_of(row) if at.eyes else at.campaign.log_seq)
    released = body_of(entries, OrdersPublished.tag)
    before, view = (at.book.view(state(row), at.viewer) for state in states.BOTH)
    cards = at.book.cards(view, events)
    anchors = anchored(place.public for place, _ in found)
    sides = sides_in(entries)
    lines = [story_line(at, *each, sides) for each in zip(told, anchors, events, strict=True)]

    def board() -> Any:
        return at.book.board(view, at.acting)

    on_cards = {n for card in cards for n in (card.test, *card.face, *card.events)}
    played = laid_out(at, row, cards, lines, events, sides)
    orders = _orders(at, released)
    more: dict[str, Any] = {**_beside(at, row.number, last)}
    if parts:
        more |= {
            "steps": LazyPart(None, lambda: steps_of(at.book, cards, played, lines, events, sides)),
            "before": LazyPart(None, lambda: at.book.board(before, at.acting)),
            "own": tuple(_own_seals(at, row, orders)),
            "secrets": known_then.secrets_of(at, row, found) if at.eyes else None,
            "telling": frozenset(
                key for key, known in known_then.of_powers(at, row).items() if known.any
            ),
        }
    return (Revealed if parts else PhaseStory)(
        head=head_of(at),
        reader=reader_of(at),
        number=row.number,
        turn=row.turn,
        turn_title=row.turn_title,
        title=row.title,
        opened_at=row.opened_at,
        resolved_at=row.resolved_at,
        how=str(HOW.get(row.resolved_how, "")),
        # The phase is called everywhere as it was when it was resolved.
        headline=row.headline or headline,
        lede=row.lede if row.headline else lede,
        cards=played,
        lines=told_once(line for n, line in in_order(lines) if n not in on_cards),
        follows=tuple(duties_of_all(at, view)),
        orders=orders,
        orders_note=""
        if released
        else _("The orders of this phase were still sealed then.")
        if at.eyes
        else _("The orders of this phase are still sealed."),
        again=row.again,
        undone_at=at.undone(row.undone_at),
        replayed_by=_replayed_by(at, row),
        rolls=tuple(shaped(roll, Roll) for roll in (released or {}).get("rolls", [])),
        changes=_changes(at, before, view, list(zip(events, told, strict=True))),
        check=check(row, entries, public),
        ruled=rulings.places(_ruled(at, row), row.number),
        board=LazyPart(None, board) if parts else board(),
        **more,
    )


def _ruled(at: Reading, row: PhaseRow) -> tuple[Ruling, ...]:
    """The rulings that may stand beside a phase: as a power knew it then those of that time alone."""
    found = rulings.of(at)
    if not at.eyes or not found:
        return found
    until = view_as.end_of(row)
    return tuple(one for one in found if one.entry <= until)


def _last_resolved(at: Reading) -> int:
    """The number of the newest resolved phase; 0 without one."""
    return at.resolved.aggregate(last=Max("number"))["last"] or 0


def _orders(at: Reading, released: dict[str, Any] | None) -> tuple[ReleasedOrders, ...]:
    if released is None:
        return ()
    return tuple(
        ReleasedOrders(
            badge=power_badge(at.book, one["power"]),
            order=one["order"],
            words=_words(at, one["order"]),
            how=one["how"],
            nonce=one["nonce"],
            commitment=one["commitment"],
        )
        for one in released["orders"]
    )


def _own_seals(at: Reading, row: PhaseRow, orders: tuple[ReleasedOrders, ...]) -> Iterator[OwnSeal]:
    """The reader's own seals among orders that are public; those that were void are none."""
    mine = [
        one for one in orders if one.badge.key in at.powers and one.commitment and one.how != "void"
    ]
    if not mine:
        return
    sealed = row.campaign.log.filter(kind=OrderSealed.tag, phase=row)
    times = dict(sealed.values_list("commitment", "at"))
    for one in mine:
        yield OwnSeal(badge=one.badge, at=times.get(one.commitment), commitment=one.commitment)


def _words(at: Reading, order: dict[str, Any] | None) -> str:
    """A published order in words."""
    if order is None:
        return ""
    return at.book.say(understand(order, at.book.orders[order["kind"]]))


def _tracks(at: Reading, before: Any, after: Any) -> Iterator[LedgerChange]:
    """What the rulebook says changed on its tracks."""
    for row in at.book.ledger(before, after):
        yield like(LedgerChange, row, by=at.badge(row.actor))


def _changes(
    at: Reading, before: Any, after: Any, told: list[tuple[Event, Line]]
) -> tuple[LedgerChange, ...]:
    """What changed, the weightiest first: declared facts that are news, then the tracks, then the rest."""
    facts = sorted(_facts(at, told), key=lambda fact: -fact[0])
    news = [row for weight, row in facts if weight > PLAIN]
    plain = [row for weight, row in facts if weight <= PLAIN]
    return (*news, *_tracks(at, before, after), *plain)


def _facts(at: Reading, told: list[tuple[Event, Line]]) -> Iterator[tuple[int, LedgerChange]]:
    """The declared facts that changed, as ledger rows, each with its weight."""
    for event, line in told:
        if rulebooks.is_a(event, FactDeclared) and event.key in at.book.facts:
            label, before, after, moved = fact_change(at.book.facts[event.key], event, at)
            yield (
                weight_of(line),
                LedgerChange(
                    label=label, before=before, after=after, change=moved, by=at.badge(event.by)
                ),
            )
