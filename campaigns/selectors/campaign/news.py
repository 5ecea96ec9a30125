"""What is new to a reader since they last looked, and what waits for them.

Everything here is told elsewhere too: headlines by the history, lines by the log, what waits by the
pages of orders, agreements and facts. It is computed from the reader's own view, so it tells no more.
"""

from collections.abc import Iterator
from typing import Any

from django.db.models import Q

from campaigns import rulebooks
from campaigns.cache import Cache, LazyPart, state_name
from campaigns.domain.entries.phases import OrderSealed, OrderVoided, OrderWithdrawn, PhaseResolved
from campaigns.models import Phase as PhaseRow
from campaigns.rulebooks.states import BOTH
from campaigns.selectors.facts.dispatch_review import to_look
from campaigns.selectors.history.log_page import about
from campaigns.selectors.log.log_lines import lines_between
from campaigns.selectors.orders.agreements import papers_to_answer
from campaigns.selectors.orders.obligations import owed_by
from campaigns.selectors.phase.phase_strip import head_of, reader_of
from campaigns.selectors.phase.records import (
    BasePage,
    Boards,
    Headline,
    LogLine,
    News,
    Offer,
    Waiting,
)
from campaigns.selectors.reader.access import Reading, reading
from campaigns.selectors.reader.power_badges import Badge
from campaigns.selectors.seats.seats_page import questions_of
from rules.kernel.headlines import QUIET as NOTHING_CHANGED
from rules.kernel.menus import Menu, PickMany

HEADLINES = 3
LINES = 5
MOST_ENTRIES = 60
"""Of so many entries, the newest, the lines are looked through."""
WEIGHTY = 15
"""From this weight on a line that belongs to no resolved phase is told, and every declared fact."""
QUIET = frozenset(["seal", "clock"])

_waits = Cache(500_000)


class NewsPart(BasePage, frozen=True, kw_only=True):
    """The news with what stands around it; ``news`` is ``None`` where nothing is new."""

    news: News | None
    log_seq: int


def news_part(
    slug: str, person: Any = None, power: str | None = None, since: int | None = None
) -> NewsPart:
    """What is new since an entry of the log: since the reader's last look, if none is named."""
    at = reading(slug, person, power)
    waiting = waiting_of(at)
    return NewsPart(
        head=head_of(at),
        reader=reader_of(at),
        news=news_of(at, waiting, since),
        log_seq=at.campaign.log_seq,
    )


def news_of(at: Reading, waiting: Waiting, since: int | None = None) -> News | None:
    """What is new; ``None`` where nothing is, or for one who was never here."""
    look, newest = at.look, at.campaign.log_seq
    seen = since if since is not None else look.seq if look else None
    nothing = seen is not None and seen >= newest
    secretly = bool(at.powers) and look is not None and at.campaign.secrets > look.secrets
    if seen is None or (nothing and not secretly):
        return None
    entries_of = at.entries(PhaseResolved).filter(seq__gt=seen)
    undone = Q(phase__undone_at__lte=at.shown.at)
    resolved = list(entries_of.exclude(undone).order_by("seq").values_list("seq", "phase"))
    first = max(1, seen, newest - MOST_ENTRIES + 1)
    lines = [
        line
        for line in lines_between(at, first, newest, since=seen)
        if line.new and line.kind not in QUIET and not line.undone
    ]
    if nothing and not lines:
        # Something was done in secret, which this reader is not to notice.
        return None
    entries = {seq for seq, _ in resolved}
    now = [line for line in lines if line.seq not in entries and _is_told(line)]
    headlines, further = _headlines(at, resolved)
    found = News(
        since=seen,
        looked=look.at if look and since is None else None,
        entry=min(seen + 1, newest),
        headlines=headlines,
        further=further,
        rolled=tuple(_rolled(at, lines, entries)),
        told=tuple(now[-LINES:]),
        more_told=max(0, len(now) - LINES),
        sealed=_sealed(at, seen),
        waiting=waiting,
        changed=changed_by(at, [phase for _, phase in resolved]),
    )
    return None if found.empty else found


def _is_told(line: LogLine) -> bool:
    """Whether something that was done at once is news."""
    return line.kind == "fact" or line.line.weight >= WEIGHTY


def waiting_of(at: Reading, acts: dict[str, tuple[Menu, ...]] | None = None) -> Waiting:
    """What waits for the reader: of a power for which they may not seal, only what it owes. ``acts`` are what
    their powers may do at once, where that is known.
    """
    if at.phase is None or not at.powers:
        return Waiting(questions=_questions(at))
    mine = [power for power in at.powers if at.may(power, "seal")]
    waits = [(power, _kept_of(at, power, (acts or {}).get(power))) for power in mine]
    keys = frozenset().union(*(each for _power, (_papers, each) in waits))
    return Waiting(
        offers=tuple(_offers(at, waits)),
        confirm=len(keys & at.declared_facts if keys else keys) + to_look(at),
        questions=_questions(at),
        owed=tuple(one for power in at.powers for one in owed_by(at, power) if one.soon),
        voided=at.badges(_voided(at, mine)),
    )


_Waits = tuple[tuple[tuple[str, str], ...], frozenset[str]]
"""Of a power the open proposals to it, each with who made it, and the facts that it may confirm."""


def _kept_of(at: Reading, power: str, acts: tuple[Menu, ...] | None) -> _Waits:
    """What follows from the state alone, which every part of a page asks for."""

    def work_out() -> _Waits:
        papers = tuple((paper.title, paper.by) for paper in papers_to_answer(at, power))
        return papers, frozenset(_to_confirm(at, at.view_for(power), power, acts))

    assert at.phase is not None
    return _waits.get((state_name(at.phase), power), work_out)


def _questions(at: Reading) -> int:
    return sum(one.mine and not one.agreed for one in questions_of(at))


def _headlines(at: Reading, resolved: list[tuple[Any, ...]]) -> tuple[tuple[Headline, ...], int]:
    """The weightiest of these phases in their order, and how many others there were. A phase in which nothing changed
    has a place only where something changed in none.
    """
    entry_of = {phase: seq for seq, phase in resolved}
    rows = PhaseRow.objects.filter(pk__in=entry_of).values_list(
        "pk", "number", "turn_title", "title", "headline", "weight"
    )
    headed = [row for row in rows if row[4]]
    heard = [row for row in headed if row[4] != NOTHING_CHANGED] or headed
    told = sorted(heard, key=lambda row: (-row[5], -row[1]))[:HEADLINES]
    found = tuple(
        Headline(number=number, turn_title=turn, title=title, headline=headline, entry=entry_of[pk])
        for pk, number, turn, title, headline, _ in sorted(told, key=lambda row: row[1])
    )
    return found, len(entry_of) - len(found)


def _rolled(at: Reading, lines: list[LogLine], entries: set[int]) -> Iterator[LogLine]:
    """What was thrown or counted about the reader's own, of what resolved phases brought: the
    weightiest, in their order.
    """
    if not at.powers:
        return
    mine = about(at, at.powers)
    found = [
        line
        for line in lines
        if line.seq in entries and (line.line.die or line.line.detail is not None) and mine(line)
    ]
    chosen = sorted(found, key=lambda line: -line.line.weight)[:LINES]
    yield from (line for line in found if line in chosen)


def _sealed(at: Reading, seen: int) -> tuple[Badge, ...]:
    """Who else has sealed in the phase in play since, and not taken it back."""
    if at.phase is None:
        return ()
    entries = at.phase.log.filter(seq__gt=seen, kind__in=[OrderSealed.tag, OrderWithdrawn.tag])
    found = {
        power: kind == OrderSealed.tag
        for power, kind in entries.order_by("seq").values_list("power", "kind")
    }
    return at.badges(p for p, sealed in found.items() if sealed and p not in at.powers)


def _offers(at: Reading, waits: list[tuple[str, _Waits]]) -> Iterator[Offer]:
    """Proposals of others on the table of one of the reader's powers."""
    for power, (papers, _keys) in waits:
        if (badge := at.badge(power)) is not None:
            for title, by in papers:
                yield Offer(title=title, by=at.badge(by), mine=badge)


def _to_confirm(at: Reading, view: Any, power: str, acts: tuple[Menu, ...] | None) -> Iterator[str]:
    """The declared facts that a power may confirm."""
    if all(claim.confirmed_by for claim in view.claims.values()):
        return
    menus = acts if acts is not None else at.book.acts(view, power)
    fields = [field for menu in menus if menu.order == "confirm" for field in menu.fields]
    for field in fields:
        if rulebooks.is_a(field, PickMany):
            yield from (choice.value for choice in field.choices if choice.barred is None)


def _voided(at: Reading, mine: list[str]) -> Iterator[str]:
    """Of these powers those whose seal for the phase in play was made void, and who have not sealed again."""
    wanted = [power for power in mine if at.phase is not None and power in at.phase.asked]
    if at.voids and wanted and at.phase is not None:
        entries = at.phase.log.filter(power__in=wanted, kind__in=[OrderSealed.tag, OrderVoided.tag])
        last = dict(entries.order_by("seq").values_list("power", "kind"))
        yield from sorted(power for power, kind in last.items() if kind == OrderVoided.tag)


def changed_by(at: Reading, phases: list[int]) -> LazyPart | None:
    """The board before and after these phases; where the rules changed meanwhile, the last of them."""
    if not phases:
        return None
    ends = phases[0], phases[-1]

    def boards() -> Boards:
        rows = list(at.campaign.phases.defer("rolls", "about").filter(pk__in=ends))
        first, last = rows[0], rows[-1]
        if first.revision != last.revision:
            first = last
        then, seen = at.as_of(last), []
        for row, state in zip((first, last), BOTH, strict=True):
            view = then.book.view(state(row), at.viewer)
            # As long as nothing has happened since, the board after it is the one that the page shows.
            same = then is at and at.phase is not None and view == at.view
            seen.append(at.board() if same else then.book.board(view, at.acting))
        return Boards(before=seen[0], after=seen[1])

    # What came of a phase stays as it is.
    rules = at.campaign.rulebook, at.campaign.revision
    return LazyPart((ends, rules, frozenset(at.powers), at.acting), boards)
