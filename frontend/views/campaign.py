"""The campaign page and the parts of it that a push has the browser fetch again."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from campaigns.selectors import page as selector
from campaigns.services import last_seen
from config.serving.untrusted import whole_number
from frontend.forms import orders as forms
from frontend.loglines import grouped
from frontend.templatetags.fragments import board_html, strip_html
from frontend.views.guard import in_short, power_of, reader_of, reads_only, refusals, shown

ORDINALS = {1: "1st", 2: "2nd", 3: "3rd"}
LOG_PAGE = 200
SHEET = frozenset({"declare", "confirm"})
"""Acts that are done on the fact sheet."""


def strip_context(part: selector.Strip | selector.CampaignPage) -> dict[str, Any]:
    """What the phase strip's template needs."""
    turn = part.phase.rules.turn if part.phase else None
    acting = part.reader.acting
    awaited = [row for row in part.readiness if row.state != "not_awaited"]
    return {
        "head": part.head,
        "reader": part.reader,
        "phase": part.phase,
        "readiness": sorted(
            part.readiness, key=lambda row: (not row.mine, row.state == "not_awaited")
        ),
        "sealed_count": sum(row.state == "sealed" for row in awaited),
        "awaited_count": len(awaited),
        "sealed_mine": acting is not None
        and any(row.state == "sealed" and row.badge.key == acting.key for row in part.readiness),
        "turn_ordinal": ORDINALS.get(turn, f"{turn}th") if turn else "",
    }


def orders_context(page: selector.CampaignPage, **more: Any) -> dict[str, Any]:
    """What the orders' template needs. ``more`` may hold refused orders to show again."""
    mine = page.acting
    order = more.pop("order", None) or (mine.order if mine else None)
    fields = forms.rows(mine.menu, order) if mine and mine.menu else []
    standing = more.pop("standing", None) or (mine.standing if mine else None)
    return {
        "head": page.head,
        "reader": page.reader,
        "phase": page.phase,
        "seats": page.seats,
        "free_seats": [seat for seat in page.seats if seat.free],
        "mine": mine,
        "fields": fields,
        "face_down": forms.played(fields) if mine and mine.sealed and not mine.draft else [],
        "standing_fields": forms.rows(mine.standing_menu, standing)
        if mine and mine.standing_menu
        else [],
        "asked_to_agree": page.asked_to_agree,
        "unconfirmed": len(page.facts_unconfirmed),
        "acts": [
            forms.act_form(menu) for menu in mine.acts if menu.order not in SHEET | mine.elsewhere
        ]
        if mine
        else [],
        **more,
    }


def page_context(page: selector.CampaignPage, **more: Any) -> dict[str, Any]:
    """What the whole page needs."""
    return {
        "tab": "campaign",
        "live_address": f"/ws/campaign/{page.head.slug}/?seen={page.seen}",
        "board": page.board,
        "log": page.log,
        "since": page.since,
        **strip_context(page),
        **orders_context(page, **more),
    }


@require_safe
@never_cache
@refusals
def campaign(request: HttpRequest, slug: str) -> HttpResponse:
    """The campaign page; whoever reads it has seen the log up to now."""
    person = reader_of(request)
    page = selector.page_parts(slug, person, power_of(request))
    if person is not None:
        last_seen.mark_seen(slug, by=person)
    return shown(request, "frontend/campaign/page.html", page_context(page))


@require_safe
@never_cache
@refusals
def strip(request: HttpRequest, slug: str) -> HttpResponse:
    """The phase strip alone."""
    part = selector.strip(slug, reader_of(request), power_of(request))
    html = strip_html(strip_context(part))
    return in_short(request, html, [html]) if reads_only(part.reader) else HttpResponse(html)


@require_safe
@never_cache
@refusals
def board(request: HttpRequest, slug: str) -> HttpResponse:
    """The board alone."""
    part = selector.board_part(slug, reader_of(request), power_of(request))
    html = board_html(part.board, part.head, part.reader.acting)
    return in_short(request, html, [html]) if reads_only(part.reader) else HttpResponse(html)


@require_safe
@never_cache
@refusals
def log_fragment(request: HttpRequest, slug: str) -> HttpResponse:
    """The log beside the board."""
    part = selector.log_part(slug, reader_of(request))
    context = {"head": part.head, "reader": part.reader, "log": part.log, "since": part.since}
    return shown(request, "frontend/campaign/_log.html", context)


@require_safe
@never_cache
@refusals
def log(request: HttpRequest, slug: str) -> HttpResponse:
    """The whole log, a page at a time, oldest entries last."""
    before = request.GET.get("before", "")
    part = selector.log_part(
        slug,
        reader_of(request),
        before=whole_number(before),
        limit=LOG_PAGE,
    )
    lines = part.log()
    context = {
        "tab": "log",
        "head": part.head,
        "reader": part.reader,
        "log": grouped(lines),
        "earlier": lines[-1].seq if lines and lines[-1].seq > 1 else None,
    }
    return shown(request, "frontend/log.html", context)
