"""What is new to a reader since they last looked, and what waits for them.

Everything here is told elsewhere too: headlines by the history, lines by the log, what waits by the
pages of orders, agreements and facts. It is computed from the reader's own view, so it tells no more.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from campaigns import rulebooks
from campaigns.cache import Cache, LazyPart, state_name
from campaigns.domain.entries.phases import OrderSealed
from campaigns.models import LogEntry
from campaigns.models import Phase as PhaseRow
from campaigns.rulebooks.states import BOTH
from campaigns.selectors.facts.dispatch_review import to_look
from campaigns.selectors.history.log_page import about
from campaigns.selectors.log.log_lines import lines_between
from campaigns.selectors.orders.obligations import owed_by
from campaigns.selectors.phase.phase_strip import head_of, reader_of
from campaigns.selectors.phase.records import (
    Boards,
    Head,
    Headline,
    LogLine,
    News,
    Offer,
    Reader,
    Waiting,
)
from campaigns.selectors.reader.access import Reading, reading
from campaigns.selectors.reader.power_badges import Badge
from campaigns.selectors.seats.seats_page import questions_of
from core.sql.columns import Columns
from core.sql.statements import Select
from rules.kernel.menus import Menu, PickMany

HEADLINES = 3
LINES = 5
MOST_ENTRIES = 60
"""Of so many entries, the newest, the lines are looked through."""
WEIGHTY = 15
"""From this weight on a line that belongs to no resolved phase is told, and every declared fact."""
QUIET = frozenset(["seal", "clock"])

_RESOLVED = Columns(
    LogEntry,
    ("seq", "phase"),
    "campaign_id = %s AND kind = 'phase.resolved' AND seq > %s AND seq <= %s AND NOT EXISTS"
    " (SELECT 1 FROM campaigns_phase AS over WHERE over.id = phase_id AND over.undone_at <= %s) ORDER BY seq",
)
_SEALED = Columns(
    LogEntry,
    ("power", "kind"),
    "campaign_id = %s AND seq > %s AND phase_id = %s AND kind IN ('order.sealed', 'order.withdrawn')"
    " ORDER BY seq",
)
_VOIDED = Columns(
    LogEntry,
    ("power",),
    "phase_id = %s AND power = ANY(%s) AND kind IN ('order.sealed', 'order.voided')"
    " GROUP BY power HAVING MAX(seq) = MAX(seq) FILTER (WHERE kind = 'order.voided') ORDER BY power",
)
_LATEST = Columns(
    PhaseRow,
    ("number", "turn_title", "title", "headline"),
    "campaign_id = %s AND id <= %s AND (undone_at IS NULL OR undone_at > %s)"
    " AND resolved_at IS NOT NULL AND headline <> ''"
    " ORDER BY number DESC LIMIT 1",
)
_waits = Cache(500_000)
_ROWS = Select(PhaseRow, "id IN (%s, %s) ORDER BY number", without=("rolls", "about"))


@dataclass(frozen=True, slots=True, kw_only=True)
class NewsPart:
    """The news with what stands around it; ``news`` is ``None`` where nothing is new."""

    head: Head
    reader: Reader
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
    resolved = _RESOLVED.all(at.campaign.pk, seen, newest, at.shown.at)
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
    at.phase.campaign = at.campaign
    waits = [(power, _kept_of(at, power, (acts or {}).get(power))) for power in mine]
    keys = frozenset().union(*(each for _power, (_papers, each) in waits))
    return Waiting(
        offers=tuple(_offers(at, waits)),
        confirm=len(keys & at.declared_facts if keys else keys) + to_look(at),
        questions=_questions(at),
        owed=tuple(one for power in at.powers for one in owed_by(at, power) if one.soon),
        voided=tuple(_voided(at, mine)),
    )


_Waits = tuple[tuple[tuple[str, str], ...], frozenset[str]]
"""Of a power the open proposals to it, each with who made it, and the facts that it may confirm."""


def _kept_of(at: Reading, power: str, acts: tuple[Menu, ...] | None) -> _Waits:
    """What follows from the state alone, which every part of a page asks for."""

    def work_out() -> _Waits:
        view = at.view_for(power)
        return tuple(_papers(at, view, power)), frozenset(_to_confirm(at, view, power, acts))

    assert at.phase is not None
    found: _Waits = _waits.get((state_name(at.phase), power), work_out)
    return found


def latest_of(at: Reading) -> Headline | None:
    """The last phase by its headline."""
    found = _LATEST.all(at.campaign.pk, at.shown.last_phase, at.shown.at)
    for number, turn, title, headline in found:
        return Headline(number=number, turn_title=turn, title=title, headline=headline, entry=0)
    return None


def _questions(at: Reading) -> int:
    return sum(one.mine and not one.agreed for one in questions_of(at))


def _headlines(at: Reading, resolved: list[tuple[Any, ...]]) -> tuple[tuple[Headline, ...], int]:
    """The weightiest of these phases in their order, and how many others there were."""
    entry_of = {phase: seq for seq, phase in resolved}
    rows = PhaseRow.objects.filter(pk__in=entry_of).values_list(
        "pk", "number", "turn_title", "title", "headline", "weight"
    )
    told = sorted((row for row in rows if row[4]), key=lambda row: (-row[5], -row[1]))[:HEADLINES]
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
    found: dict[str, bool] = {}
    for power, kind in _SEALED.all(at.campaign.pk, seen, at.phase.pk):
        found[power] = kind == OrderSealed.tag
    badges = [
        at.badge(power) for power, sealed in found.items() if sealed and power not in at.powers
    ]
    return tuple(badge for badge in badges if badge is not None)


def _papers(at: Reading, view: Any, power: str) -> Iterator[tuple[str, str]]:
    """The proposals of others to this power."""
    if not at.book.agreements_title:
        return
    for paper in at.book.agreements(view, power).papers:
        if paper.state in ("offered", "proposed") and paper.by != power and power in paper.parties:
            yield paper.title, paper.by


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


def _voided(at: Reading, mine: list[str]) -> Iterator[Badge]:
    """Of these powers those whose seal for the phase in play was made void, and who have not sealed again."""
    asked = [power for power in mine if at.phase is not None and power in at.phase.asked]
    if at.voids and asked and at.phase is not None:
        for (power,) in _VOIDED.all(at.phase.pk, asked):
            if (badge := at.badge(power)) is not None:
                yield badge


def changed_by(at: Reading, phases: list[int]) -> LazyPart | None:
    """The board before and after these phases; where the rules changed meanwhile, the last of them."""
    if not phases:
        return None
    rows = _ROWS.all(phases[0], phases[-1])
    first, last = rows[0], rows[-1]
    if first.revision != last.revision:
        first = last
    then = at.as_of(last)

    def boards() -> Boards:
        seen = []
        for row, state in zip((first, last), BOTH, strict=True):
            row.campaign = at.campaign
            view = then.book.view(state(row), at.viewer)
            # As long as nothing has happened since, the board after it is the one that the page shows.
            same = then is at and at.phase is not None and view == at.view
            seen.append(at.board() if same else then.book.board(view, at.acting))
        return Boards(before=seen[0], after=seen[1])

    last.campaign = at.campaign
    return LazyPart((first.pk, state_name(last), frozenset(at.powers), at.acting), boards)
