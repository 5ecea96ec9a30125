"""The campaign page, and each of its parts by itself.

Everything is computed from the reader's *view* of the state, so nothing here can tell more than
the reader may know. ``campaign_page`` gives the whole page, the smaller functions one part each
for a refresh; they build the same records, so page and fragment cannot disagree.

A person may be ``None`` or anonymous: then he is a spectator.
"""

from typing import Any

from msgspec import Struct

from campaigns import messages
from campaigns.cache import LazyPart
from campaigns.domain.wording import in_readers_words
from campaigns.models import FactClaim, Status
from campaigns.rulebooks import menus
from campaigns.selectors.campaign.news import news_of, waiting_of
from campaigns.selectors.campaign.spectator_column import SpectatorColumn, latest_of, watched_by
from campaigns.selectors.log.entry_text import value_in_words
from campaigns.selectors.log.log_lines import LOG_LIMIT, log_lines, seen, shared_log
from campaigns.selectors.orders.obligations import owed_by
from campaigns.selectors.orders.own_orders import (
    in_words,
    is_unread,
    my_orders,
    orders_of,
    planned_board,
    previewed,
    standing_of,
)
from campaigns.selectors.phase.phase_strip import (
    head_of,
    phase_line,
    reader_of,
    readiness_of,
    sheets_of,
)
from campaigns.selectors.phase.records import (
    NOT_UNDERSTOOD,
    BoardPart,
    CampaignPage,
    Ended,
    Headline,
    LogLine,
    LogPart,
    MyOrders,
    News,
    Owing,
    Preview,
    Strip,
    UnconfirmedFact,
)
from campaigns.selectors.reader.access import Reading, reading

BY_TIME = "turns"
"""The key of an ending with the last turn, in a game whose rules name no winner."""


class PageWithNews(Struct, frozen=True, kw_only=True):
    """The campaign page with what is new to the reader; for one whose looks are
    not remembered ``latest``, the headline of the last phase; for one without a seat what they watch.
    ``caught_up``: that they have seen all of it need not be noted again.
    """

    page: CampaignPage
    news: News | None
    latest: Headline | None
    watched: SpectatorColumn | None = None
    caught_up: bool = False


def campaign_page(slug: str, person: Any = None, power: str | None = None) -> CampaignPage:
    """The whole page. ``power`` chooses which of the reader's powers he acts for.

    Raises ``NoSuchCampaign``, and ``NotYours`` for a power that is not his.
    """
    at = reading(slug, person, power)
    return _page(at, board=at.board(), log=log_lines(at, limit=LOG_LIMIT))


def page_parts(slug: str, person: Any = None, power: str | None = None) -> CampaignPage:
    """The same page for one who may have kept its board and its log: both are ``Later``, and the log
    is its last part, oldest first. What the reader is writing lies on the board.
    """
    at = reading(slug, person, power)
    return _page(at, log=shared_log(at))


def page_with_news(slug: str, person: Any = None, power: str | None = None) -> PageWithNews:
    """As :func:`page_parts`, with what is new to the reader and what waits for them."""
    at = reading(slug, person, power)
    page = _page(at, log=shared_log(at))
    return PageWithNews(
        page=page,
        news=news_of(at, page.waits),
        latest=latest_of(at) if at.person is None else None,
        watched=watched_by(at) if page.ended is None else None,
        caught_up=at.caught_up,
    )


def _page(at: Reading, *, log: Any, board: Any = None) -> CampaignPage:
    sheets = sheets_of(at)
    mine = my_orders(at, sheets)
    if board is None:
        acting = next((one for one in mine if one.badge.key == at.acting), None)
        board = planned_board(at, acting.menu, acting.order) if acting else at.board
    waits = waiting_of(at, {one.badge.key: one.acts for one in mine})
    return CampaignPage(
        head=head_of(at),
        reader=reader_of(at),
        phase=phase_line(at),
        readiness=readiness_of(at, sheets),
        mine=mine,
        board=board,
        log=log,
        since=at.new_lines,
        seats=at.seat_lines(),
        facts_unconfirmed=_unconfirmed(at),
        asked_to_agree=waits.questions,
        log_seq=at.campaign.log_seq,
        seen=seen(at.campaign, at.powers),
        now=at.now,
        owed=_owed(at),
        ended=_ended(at),
        waits=waits,
    )


def _ended(at: Reading) -> Ended | None:
    """How a campaign that is over ended."""
    if at.campaign.status != Status.FINISHED:
        return None
    ending = at.view.ending
    key = ending.key if ending is not None else ""
    return Ended(
        text=in_readers_words(ending.text, at.campaign.rulebook)
        if ending is not None
        else messages.shown(at.campaign.status_reason, by_script=at.campaign.dice_given),
        winner=at.badge(key) if key in (*at.book.powers, *at.book.factions) else None,
        by_time=key == BY_TIME,
        finished_at=at.campaign.finished_at,
    )


def _owed(at: Reading) -> tuple[Owing, ...]:
    return owed_by(at, at.acting) if at.acting else ()


def strip(slug: str, person: Any = None, power: str | None = None) -> Strip:
    """The phase strip with readiness."""
    at = reading(slug, person, power)
    return Strip(
        head=head_of(at),
        reader=reader_of(at),
        phase=phase_line(at),
        readiness=readiness_of(at, sheets_of(at)),
        now=at.now,
        owed=_owed(at),
        waits=waiting_of(at),
    )


def orders(slug: str, person: Any, power: str) -> MyOrders:
    """My orders for one of my powers. Raises ``NotYours`` for another's."""
    at = reading(slug, person, power)
    return orders_of(at, power, sheets_of(at), standing_of(at))


def board_part(slug: str, person: Any = None, power: str | None = None) -> BoardPart:
    """The board with what stands around it, and on it what the reader is writing."""
    at = reading(slug, person, power)
    board = at.board
    if at.acting and getattr(at.book, "planned", None):
        mine = orders_of(at, at.acting, sheets_of(at), standing_of(at))
        board = planned_board(at, mine.menu, mine.order)
    return BoardPart(head=head_of(at), reader=reader_of(at), board=board)


def log_part(slug: str, person: Any = None) -> LogPart:
    """The last part of the log, oldest first, with what stands around it."""
    at = reading(slug, person)
    return LogPart(head=head_of(at), reader=reader_of(at), log=shared_log(at), since=at.new_lines)


def log(
    slug: str, person: Any = None, *, before: int | None = None, limit: int = LOG_LIMIT
) -> tuple[LogLine, ...]:
    """The latest lines of the log, newest first; ``before`` pages back by entry number."""
    return log_lines(reading(slug, person), before=before, limit=limit)


def preview(slug: str, person: Any, power: str, order: Any) -> Preview:
    """Problems and pending rolls of an order that is being written. Stores nothing."""
    return preview_with_board(slug, person, power, order)[0]


def preview_with_board(slug: str, person: Any, power: str, order: Any) -> tuple[Preview, LazyPart]:
    """The same, and the board with that order laid on it, for its own player alone."""
    at = reading(slug, person, power)
    view = at.view_for(power)
    menu = menus.power_menu(at.phase, power).menu if at.phase is not None else None
    if menu is None:
        return NOT_UNDERSTOOD, at.board
    left = standing_of(at).get(power)
    standing = left.content.order if left and not is_unread(at, left) else None
    seen = previewed(at, power, view, menu, order, standing)
    return seen, planned_board(at, menu, order)


def written(slug: str, person: Any, power: str) -> tuple[str, str]:
    """What one of my powers has drafted (or else sealed), and its standing orders, in words."""
    at = reading(slug, person, power)
    mine = orders_of(at, power, sheets_of(at), standing_of(at))
    return in_words(at, mine.draft or mine.sealed), in_words(at, mine.standing)


def _unconfirmed(at: Reading) -> tuple[UnconfirmedFact, ...]:
    keys = [key for key in at.view.claims if key in at.declared_facts]
    if not keys:
        return ()
    # A fact that came to the book after the campaign began has its default.
    values = {key: at.view.facts.get(key, at.book.facts[key].default) for key in keys}
    claims: dict[str, FactClaim] = {}
    for claim in at.claims_in_line.filter(key__in=keys):
        claims.setdefault(claim.key, claim)
    return tuple(
        UnconfirmedFact(
            key=key,
            label=at.book.facts[key].label,
            value=values[key],
            words=value_in_words(at.book.facts[key], values[key], at),
            by=at.badge(at.view.claims[key].by),
            at=claims[key].at,
        )
        for key in keys
        if key in claims
    )
