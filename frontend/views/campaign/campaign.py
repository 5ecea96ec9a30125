"""The campaign page and the parts of it that a push has the browser fetch again."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from campaigns.cache import LazyPart
from campaigns.domain.wording import said_by
from campaigns.selectors.campaign import campaign_page as selector
from campaigns.selectors.history import charts
from campaigns.selectors.phase import records
from campaigns.services.log import read_marks
from core.packing import pack
from core.text.ordinals import ordinal
from frontend import chronicle_pages
from frontend.board_diff import InUnits, elements_of
from frontend.books import face_of
from frontend.change_markers import changed_on
from frontend.forms import orders as forms
from frontend.forms.backs import backs, spent
from frontend.forms.odds import arranged
from frontend.rendered_parts import cached
from frontend.templatetags.boards import board_html, first_in, whole_board_at
from frontend.templatetags.strip import strip_html
from frontend.views.campaign.news import news_context
from frontend.views.errors import (
    no_seat,
    power_of,
    read_view,
    reader_of,
    render,
    said_of,
    signed_in,
)
from frontend.views.history.chronicle import chronicle_page

HAD, UNITS = "Board-Has", "Board-Units"
"""Headers: which units of the board a page has (see `frontend.board_diff`), and that an answer holds some."""
SHEET = frozenset({"declare", "confirm", "dispute"})
"""Acts that are done on the fact sheet."""
OF_THE_MAP = frozenset({"facts", "map"})
"""Families of phases that ask what the map says."""


def strip_context(part: records.Strip | records.CampaignPage) -> dict[str, Any]:
    """What the phase strip's template needs."""
    turn = part.phase.rules.turn if part.phase else None
    acting = part.reader.acting
    awaited = [row for row in part.readiness if row.state != "not_awaited"]
    return {
        "head": part.head,
        "reader": part.reader,
        "phase": part.phase,
        "owed": part.owed,
        "waits_for_me": part.waits,
        "readiness": sorted(
            part.readiness, key=lambda row: (not row.mine, row.state == "not_awaited")
        ),
        "sealed_count": sum(row.state == "sealed" for row in awaited),
        "awaited_count": len(awaited),
        "sealed_mine": acting is not None
        and any(row.state == "sealed" and row.badge.key == acting.key for row in part.readiness),
        "turn_ordinal": ordinal(turn) if turn else "",
    }


def orders_context(page: records.CampaignPage, **more: Any) -> dict[str, Any]:
    """What the orders' template needs. ``more`` may hold refused orders to show again."""
    with said_by(page.head.book_key):  # prices are said by the form
        return _orders_context(page, **more)


def _orders_context(page: records.CampaignPage, **more: Any) -> dict[str, Any]:
    mine = page.acting
    refused = bool(more.get("problems") or more.get("orders_now"))
    order = more.pop("order", None) or (mine.order if mine else None)
    fields = forms.rows(mine.menu, order) if mine and mine.menu else []
    standing = more.pop("standing", None) or (mine.standing if mine else None)
    standing_fields = (
        forms.rows(mine.standing_menu, standing) if mine and mine.standing_menu else []
    )
    here = first_in(page.head, page.phase)
    first = here.act if here else ""
    acts = [
        forms.act_form(menu)
        for menu in (mine.acts if mine else ())
        if menu.order not in SHEET.union(mine.elsewhere if mine else ())
    ]
    return {
        "head": page.head,
        "reader": page.reader,
        "phase": page.phase,
        "seats": page.seats,
        "free_seats": [seat for seat in page.seats if seat.free],
        "autopilots": sum(seat.bot for seat in page.seats),
        "mine": mine,
        "fields": fields,
        "beside": arranged(mine.panels, mine.beside, mine.totals, mine.menu) if mine else None,
        "face_down": backs(mine.menu, mine.sealed) if mine and mine.menu else [],
        "spent": spent(mine.menu, mine.sealed) if mine and mine.menu else [],
        "may_change": bool(mine and mine.sealed),
        "closed": bool(mine and mine.sealed and not mine.draft) and not refused,
        "standing_fields": standing_fields,
        "asked_to_agree": page.asked_to_agree,
        "owed": page.owed,
        "waits_for_me": page.waits,
        "ended": page.ended,
        "unconfirmed": len(page.facts_unconfirmed),
        "map_later": _map_later(page, mine),
        "of_the_map": page.phase is not None and page.phase.rules.family in OF_THE_MAP,
        "acts": [one for one in acts if one.menu.order != first],
        "first_act": next((one for one in acts if one.menu.order == first), None),
        **more,
    }


def _map_later(page: records.CampaignPage, mine: records.MyOrders | None) -> bool:
    """Whether the map has nothing to say, and what is asked is not about it: then its line follows the form."""
    said = mine.dispatch if mine and mine.menu else None
    if said is None or page.phase is None or page.phase.rules.family in OF_THE_MAP:
        return False
    return not (said.written or said.declared or page.facts_unconfirmed or page.waits.confirm)


def page_context(page: records.CampaignPage, **more: Any) -> dict[str, Any]:
    """What the whole page needs."""
    return {
        "tab": "campaign",
        "live_address": f"/ws/campaign/{page.head.slug}/?seen={page.seen}",
        "since_entry": page.log_seq,
        "log_seq": page.log_seq,
        "board": page.board,
        "log": page.log,
        "new_lines": page.since,
        **strip_context(page),
        **orders_context(page, **more),
    }


def own_orders_page(
    request: HttpRequest, slug: str, why: str
) -> tuple[records.CampaignPage, records.MyOrders]:
    """The page and the orders of the power acted for; only its own player gets this far. ``why`` as for
    :func:`signed_in`.
    """
    page = selector.page_parts(slug, signed_in(request, why), power_of(request))
    if page.acting is None:
        raise no_seat()
    return page, page.acting


@read_view
def campaign(request: HttpRequest, slug: str) -> HttpResponse:
    """The campaign page; whoever reads it has seen the log up to now. Once it is over its chronicle stands
    in its place. For a page that is open, with ``part=watched`` the column of a spectator alone, with ``part=first``
    what of the board stands first.
    """
    person = reader_of(request)
    if request.GET.get("part") == "first":
        return first_part(request, selector.page_parts(slug, person, power_of(request)))
    found = selector.page_with_news(slug, person, power_of(request))
    if request.GET.get("part") == "watched":
        if found.watched is None:
            return HttpResponse(status=204)
        return render(request, "frontend/campaign/_watched.html", _with_news(found, person))
    shown = request.method == "GET"  # a HEAD shows nobody anything
    if person is not None and shown and not found.caught_up:
        read_marks.mark_seen(slug, by=person)
    chronicle = chronicle_page(request, slug) if found.page.head.status == "finished" else None
    return chronicle or render(request, "frontend/campaign/page.html", _with_news(found, person))


def first_part(request: HttpRequest, page: records.CampaignPage, **more: Any) -> HttpResponse:
    """What of the board stands first on the page, alone; ``more`` as for :func:`orders_context`."""
    context = {"board": page.board, **orders_context(page, **more)}
    return render(request, "frontend/campaign/_first.html", context)


@read_view
def end(request: HttpRequest, slug: str) -> HttpResponse:
    """The page of a campaign that is over as it was before its chronicle: board, log, how it ended."""
    person = reader_of(request)
    found = selector.page_with_news(slug, person, power_of(request))
    if found.page.head.status != "finished":
        return redirect("frontend:campaign", slug=slug)
    return render(request, "frontend/campaign/page.html", _with_news(found, person))


def _chart(found: selector.PageWithNews, person: Any) -> SafeString:
    """The first chart of a campaign as far as it was played, drawn once for all who read its log as far; none where
    the column beside the board is full of what is owed.
    """
    watched, page = found.watched, found.page
    if watched is None or not watched.number or face_of(page.head.book_key).duties_beside:
        return SafeString()

    def draw() -> str:
        story = charts.page(page.head.slug, person).charts
        first = next(iter(story.series), None)
        drawn = chronicle_pages.drawn(story, first) if first else None
        context = {"chart": drawn, "slug": page.head.slug}
        return render_to_string("frontend/campaign/_chart.html", context) if drawn else ""

    return cached("chart", (page.head.slug, page.log_seq), render=draw)


def _with_news(found: selector.PageWithNews, person: Any) -> dict[str, Any]:
    """What the page needs with its band; ``waits`` is the number in its title."""
    page, news = found.page, found.news
    return {
        **page_context(page),
        "waiting": found.page.waits,
        # What is watched says it already.
        "latest": None if found.watched else found.latest,
        "watched": found.watched,
        "chart": _chart(found, person),
        "revealed": changed_on(page.head.book_key, found.watched.boards if found.watched else None),
        "waits": news.count if news else found.page.waits.count,
        "since_entry": news.since if news else page.log_seq,
        **news_context(page.head, page.reader, news, page.log_seq),
    }


@read_view
def strip(request: HttpRequest, slug: str) -> HttpResponse:
    """The phase strip alone."""
    part = selector.strip(slug, reader_of(request), power_of(request))
    html = strip_html(strip_context(part))
    return said_of(part.reader, HttpResponse(html))


@read_view
def board(request: HttpRequest, slug: str) -> HttpResponse:
    """The board alone; to a page that says what it has of it, only what it has not. ``only`` asks for the one
    element of this id, also where the page has left it out.
    """
    part = selector.board_part(slug, reader_of(request), power_of(request))
    if wanted := request.GET.get("only"):
        whole = board_html(part.board, part.head, part.reader.acting)
        return pack(request, HttpResponse(elements_of(whole, {wanted}).get(wanted, "")))
    html = _open_board(part, part.board)
    had = request.headers.get(HAD)
    if not had or not isinstance(html, InUnits):
        return pack(request, HttpResponse(html))
    changes = html.parts.news(had)
    if not changes:
        return HttpResponse(status=204)
    return pack(request, HttpResponse(changes, headers={UNITS: "some"}))


def _open_board(part: records.BasePage, board: LazyPart) -> SafeString:
    """A board as it stands on an open page."""
    acting = part.reader.acting
    return board_html(board, part.head, acting, whole_at=whole_board_at(part.head, acting))


def board_news(request: HttpRequest, part: records.BasePage, board: LazyPart) -> SafeString:
    """What a page that says what it has of the board has to put in place of it; empty where that is nothing."""
    had = request.headers.get(HAD)
    html = _open_board(part, board) if had else None
    return mark_safe(html.parts.news(had) if had and isinstance(html, InUnits) else "")  # noqa: S308 - a board's own
