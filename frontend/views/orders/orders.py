"""Handing orders in: drafts, seals, standing orders, and the preview of a draft."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.errors import (
    CampaignError,
    ChangedMeanwhile,
    OrdersClosed,
    TooOften,
)
from campaigns.selectors.campaign import campaign_page as selector
from campaigns.selectors.lobby.asked_of_me import asked_count
from campaigns.selectors.phase import records
from campaigns.services.orders import orders as service
from campaigns.services.orders import plans
from campaigns.services.orders import standing_orders as standing_service
from core.input_limits import whole_number
from frontend.board_diff import elements_of
from frontend.forms import posted_form
from frontend.forms.odds import arranged
from frontend.refused_forms import problems_of
from frontend.views.campaign.campaign import (
    board_news,
    orders_context,
    own_orders_page,
    page_context,
)
from frontend.views.errors import form_view, is_fragment, post_view, power_of, reader_of, render
from frontend.views.idempotency import idempotent, key_of, said_in


def _mine(request: HttpRequest, slug: str) -> tuple[records.CampaignPage, records.MyOrders]:
    """The page and the orders of the power acted for; only its own player gets this far."""
    return own_orders_page(request, slug, _("Orders are given by players."))


def _orders_now(
    request: HttpRequest, slug: str, page: records.CampaignPage, **more: Any
) -> HttpResponse:
    """The orders as they are now: the part alone for a script, the page for everybody else."""
    if is_fragment(request):
        return render(request, "frontend/campaign/_orders.html", orders_context(page, **more))
    if more:
        problems = more.get("problems") or more.get("standing_problems") or ()
        waits = [problem for problem in problems if isinstance(problem, TooOften)]
        answer = render(
            request,
            "frontend/campaign/page.html",
            page_context(page, **more),
            status=429 if waits else 422,
        )
        if waits:
            answer.headers["Retry-After"] = str(waits[0].seconds)
        return answer
    power = page.reader.acting.key if page.reader.acting else ""
    mine = page.acting
    place = "receipt" if mine and mine.sealed and not mine.draft else "orders"
    return redirect(f"{reverse('frontend:campaign', args=[slug])}?power={power}#{place}")


def _address(page: records.CampaignPage) -> str:
    """Where the orders of the power acted for are."""
    power = page.reader.acting.key if page.reader.acting else ""
    return f"{reverse('frontend:orders', args=[page.head.slug])}?power={power}"


@form_view
def orders(request: HttpRequest, slug: str) -> HttpResponse:
    """Show my orders, or (``part=asked``) how much is asked of me; keep a draft, seal, or take a seal back.

    A script that renews an open page is sent no details of cards that are not chosen; ``only`` asks for the one
    element of this id, with all that is in it.
    """
    if request.method != "POST" and request.GET.get("part") == "asked":
        context = {"asked": asked_count(slug, reader_of(request))}
        return render(request, "frontend/campaign/_asked_count.html", context)
    if request.method != "POST":
        page = selector.page_parts(slug, reader_of(request), power_of(request))
        if wanted := request.GET.get("only"):
            whole = render(request, "frontend/campaign/_orders.html", orders_context(page))
            return HttpResponse(elements_of(whole.content.decode(), {wanted}).get(wanted, ""))
        more = {"details_at": _address(page)} if is_fragment(request) and page.acting else {}
        return render(request, "frontend/campaign/_orders.html", orders_context(page, **more))
    page, mine = _mine(request, slug)
    order = posted_form.read(mine.menu, request.POST) if mine.menu is not None else None
    try:
        message = _hand_in(request, slug, mine, order)
    except ChangedMeanwhile as refusal:
        return _compared(request, slug, mine, problems=[refusal], order=order)
    except CampaignError as refusal:
        again: dict[str, Any] = {"problems": problems_of(refusal), "order": order}
        if request.POST.get("action") == "plan":
            again["plan_name"] = request.POST.get("plan_name", "")
        return _orders_now(request, slug, page, **again)
    if not is_fragment(request):
        messages.success(request, message)
    answer = _orders_now(
        request, slug, selector.page_parts(slug, reader_of(request), mine.badge.key)
    )
    if request.POST.get("action", "").startswith(("discard", "take-")):
        answer.headers["HX-Trigger"] = "changed-board"  # the draft that lies on it is another one
    return answer


@form_view
def draft(request: HttpRequest, slug: str) -> HttpResponse:
    """The draft that keeps itself: the line that says when it was saved (GET), or save it (POST).

    If another window saved or sealed since, nothing is done; the answer (409) offers both.
    """
    page, mine = _mine(request, slug)
    context = {"head": page.head, "mine": mine, "same": True}
    if request.method == "POST":
        if mine.menu is None:
            raise OrdersClosed(_("Nothing can be saved now."), remedy=_("Look at the page again."))
        try:
            context["same"] = not service.save_draft(
                slug,
                **_who(request, mine),
                order=posted_form.read(mine.menu, request.POST),
            )
        except ChangedMeanwhile as refusal:
            now, _written = selector.written(slug, reader_of(request), mine.badge.key)
            mine = selector.orders(slug, reader_of(request), mine.badge.key)
            context |= {"mine": mine, "refusal": refusal, "orders_now": now}
            return render(request, "frontend/campaign/_two_windows.html", context, status=409)
        except CampaignError as refusal:
            context |= {"refusal": refusal, "same": True}
            return render(request, "frontend/campaign/_kept.html", context, status=refusal.status)
        context["mine"] = selector.orders(slug, reader_of(request), mine.badge.key)
    return render(request, "frontend/campaign/_kept.html", context)


def _who(request: HttpRequest, mine: records.MyOrders) -> dict[str, Any]:
    """Who hands in for which power and phase, and what they saw."""
    return {
        "by": reader_of(request),
        "power": mine.badge.key,
        "phase": whole_number(request.POST.get("phase", "")) or 0,
        "seen": request.POST.get("seen", ""),
        "tab_id": request.POST.get("hand", ""),
    }


def _compared(request: HttpRequest, slug: str, mine: records.MyOrders, **more: Any) -> HttpResponse:
    """What was sent, in its form, beside what is there now; to be sent again by whoever has seen both."""
    person, power = reader_of(request), mine.badge.key
    orders_now, standing_now = selector.written(slug, person, power)
    now = {"orders_now": orders_now} if "order" in more else {"standing_now": standing_now}
    return _orders_now(request, slug, selector.page_parts(slug, person, power), **now, **more)


def _hand_in(request: HttpRequest, slug: str, mine: records.MyOrders, order: Any) -> str:
    who = _who(request, mine)
    work: Callable[[], Any]
    match request.POST.get("action", ""):
        case "draft":
            message = _("Draft saved. It does not count until you seal it.")
            work = partial(service.save_draft, slug, **who, order=order)
        case "unseal":
            message = _("Seal withdrawn. Your orders are a draft again.")
            if mine.unread_seal:
                message = _("Seal withdrawn. Its orders stay closed and do not count.")
            work = partial(service.unseal, slug, **who)
        case "discard":
            message = _("Draft discarded.")
            work = partial(service.discard_draft, slug, **who)
        case "plan":
            message = _(
                "Plan saved. It does not count until you take it as your draft and seal it."
            )
            name = request.POST.get("plan_name", "")
            work = partial(
                plans.keep,
                slug,
                **{key: who[key] for key in ("by", "power", "phase")},
                order=order,
                name=name,
            )
        case str(action) if action.startswith("take-"):
            message = _("The plan is your draft now.")
            number = whole_number(action.removeprefix("take-")) or 0
            work = partial(plans.take, slug, **who, number=number)
        case _:
            ready = request.POST.get("ready") == "yes"
            receipt = service.seal_orders(
                slug, **who, order=order, ready=ready, key=key_of(request), body=said_in(request)
            )
            return _("Sealed. Fingerprint %(fingerprint)s.") % {
                "fingerprint": receipt.commitment[:16]
            }
    idempotent(request, work, slug=slug, power=who["power"], phase=who["phase"])
    return message


@post_view
def leave_standing_orders(request: HttpRequest, slug: str) -> HttpResponse:
    """Keep standing orders."""
    page, mine = _mine(request, slug)
    if mine.standing_menu is None:
        return _orders_now(request, slug, page)
    discards = request.POST.get("action") == "discard"
    order = None if discards else posted_form.read(mine.standing_menu, request.POST)
    try:
        leave = partial(
            standing_service.set_standing,
            slug,
            by=reader_of(request),
            power=mine.badge.key,
            order=order,
            seen=request.POST.get("seen", ""),
        )
        idempotent(request, leave, slug=slug, power=mine.badge.key)
    except ChangedMeanwhile as refusal:
        again = {"standing": order, "standing_open": True}
        return _compared(request, slug, mine, standing_problems=[refusal], **again)
    except CampaignError as refusal:
        return _orders_now(
            request,
            slug,
            page,
            standing_problems=problems_of(refusal),
            standing=order,
            standing_open=True,
        )
    if not is_fragment(request):
        message = _("Standing orders discarded.") if discards else _("Standing orders saved.")
        messages.success(request, message)
    return _orders_now(request, slug, selector.page_parts(slug, reader_of(request), mine.badge.key))


@post_view
def preview(request: HttpRequest, slug: str) -> HttpResponse:
    """What the orders being written would lead to; nothing is stored."""
    page, mine = _mine(request, slug)
    if mine.menu is None:
        return HttpResponse("")
    order = posted_form.read(mine.menu, request.POST)
    answer, board = selector.preview_with_board(slug, reader_of(request), mine.badge.key, order)
    beside = arranged(answer.panels, answer.beside, answer.totals, mine.menu)
    context = {
        "head": page.head,
        "beside": beside,
        "panels": beside.rest,
        "problems": answer.problems,
        "warnings": answer.warnings,
        "movements": answer.movements,
        "hues": page.head.hues,
        "side": mine.badge.faction,
        "side_names": dict(page.head.sides),
        "renews": True,
        "board_news": board_news(request, page, board),
    }
    return render(request, "frontend/campaign/_preview.html", context)
