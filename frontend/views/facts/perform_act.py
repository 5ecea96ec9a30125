"""What takes effect at once, apart from the fact sheet: a form for each act of the moment."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.errors import CampaignError
from campaigns.selectors.campaign import campaign_page as selector
from campaigns.selectors.orders import own_orders
from campaigns.selectors.phase import records
from campaigns.services.facts import perform_act as service
from core.input_limits import whole_number
from frontend.forms import orders as forms
from frontend.forms import posted_form
from frontend.refused_forms import problems_of
from frontend.templatetags.boards import first_in
from frontend.views.act_result import ActResult
from frontend.views.campaign.campaign import first_part, orders_context, own_orders_page
from frontend.views.confirm_act import confirmation, is_confirmed
from frontend.views.errors import is_fragment, post_view, reader_of, render
from frontend.views.idempotency import idempotent


@post_view
def act(request: HttpRequest, slug: str) -> HttpResponse:
    """Say what an act of the acting power's menus would bring; sent again from there, do it, and show what
    came of it.
    """
    page, mine = own_orders_page(request, slug, _("Acts are done by players."))
    person = request.user
    kind, posted = request.POST.get("kind", ""), request.POST.get("phase", "")
    menu = next((menu for menu in mine.acts if menu.order == kind), None)
    raw = posted_form.read(menu, request.POST, forms.act_prefix(kind)) if menu else {"kind": kind}
    number = whole_number(posted)
    problems: Sequence[Any] = ()
    try:
        if menu is not None and not is_confirmed(request, menu):
            return _told_first(request, slug, page, menu, raw)
        result = None if is_fragment(request) else ActResult(slug, person, mine.badge.key)
        work = partial(
            service.perform_act, slug, by=person, power=mine.badge.key, act=raw, phase=number
        )
        idempotent(request, work, slug=slug, power=mine.badge.key, phase=number)
    except CampaignError as refusal:
        if not is_fragment(request):
            raise
        problems = problems_of(refusal)
    if is_fragment(request):
        page = selector.page_parts(slug, person, mine.badge.key)
        first = first_in(page.head, page.phase)
        if first and first.act == kind:
            answer = first_part(request, page, act_problems=problems)
            answer["HX-Retarget"], answer["HX-Reswap"] = "#first", "innerHTML"
            answer["HX-Trigger"] = "changed-orders"
            return answer
        context = orders_context(page, act_problems=problems)
        return render(request, "frontend/campaign/_orders.html", context)
    if result:
        messages.success(request, result.in_words())
    return redirect(f"{reverse('frontend:campaign', args=[slug])}?power={mine.badge.key}#orders")


def _told_first(
    request: HttpRequest, slug: str, page: records.CampaignPage, menu: Any, raw: Any
) -> HttpResponse:
    power = page.acting.badge.key if page.acting else ""
    return confirmation(
        request,
        head=page.head,
        reader=page.reader,
        menu=menu,
        foreseen=own_orders.act_preview(slug, reader_of(request), power, raw),
        back=f"{reverse('frontend:campaign', args=[slug])}?power={power}#orders",
        tab="campaign",
    )
