"""The page of agreements between powers, and what can be done about them at once."""

from dataclasses import dataclass
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.errors import ChangedMeanwhile, NoSuchPage, OrderRefused
from campaigns.selectors.orders import agreements as selector
from campaigns.selectors.orders import own_orders
from campaigns.services.facts import perform_act as service
from core.input_limits import whole_number
from core.safe_redirects import own_page
from frontend.forms import orders as forms
from frontend.forms import posted_form
from frontend.forms.closed import Reason
from frontend.refused_forms import NEXT
from frontend.views.act_result import ActResult
from frontend.views.confirm_act import confirmation, is_confirmed
from frontend.views.errors import (
    acting_power,
    form_view,
    is_fragment,
    power_of,
    reader_of,
    render_page,
    say_problems,
    signed_in,
)
from frontend.views.idempotency import idempotent

ON_IT = frozenset((*selector.TO_ANSWER, *selector.TO_TAKE_BACK))
"""Acts that stand on a proposal; nothing binding happens by them, so no page asks first."""
SAID = {
    "agree": gettext_lazy("You stand by it. You can take that back until it is signed."),
    "decline": gettext_lazy("Declined. You can still stand by it as long as it lies there."),
    selector.OFFER: gettext_lazy("Your text is on the table."),
    "withdraw": gettext_lazy("Your text is off the table."),
}


@dataclass(frozen=True)
class ActForm:
    """One act of a partner or of the whole table: its menu, and what its form asks.

    ``cards`` are the texts that may be put to a partner, each a form of its own; ``reasons`` those
    that may not and why; ``button`` is the value of a choice that is all there is to say to this partner.
    """

    menu: Any
    rows: list[forms.FieldRow]
    cards: list[forms.Card]
    reasons: list[Reason]
    button: str


def act_form(menu: Any, draft: dict[str, Any], *, partner: bool) -> ActForm:
    """The form of a menu; texts start from the draft. Only what is said to the ``partner`` of the
    page can come down to a button: elsewhere nothing on the page has named the other yet.
    """
    order = {**menu.blank(), **draft} if menu.order == selector.OFFER else menu.blank()
    rows = forms.rows(menu, order)
    cards = [card for row in rows for hand in row.hands for card in hand.choices]
    closed = [reason for row in rows for reason in row.reasons]
    only = rows[0] if partner and len(rows) == 1 and not cards else None
    choices = [c for c in getattr(only.field, "choices", ()) if not c.barred] if only else []
    button = choices[0].value if len(choices) == 1 else ""
    return ActForm(menu, [] if cards or button else rows, cards, closed, button)


@form_view
def agreements(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what is in force, on the table, owed and past; do one act about it."""
    page = selector.agreements_page(
        slug, reader_of(request), power_of(request), request.GET.get("with", "")
    )
    if request.method == "POST":
        return _acted(request, slug, page)
    if (key := request.GET.get("print")) is not None:
        return _sheet(request, page, key)
    if is_fragment(request):
        return _shown(request, page, template="_list")
    return _shown(request, page)


def _sheet(request: HttpRequest, page: selector.AgreementsPage, key: str) -> HttpResponse:
    """One agreement in force on a sheet of its own, to be printed."""
    found: Any = page.in_force
    row = next((row for row in found if row.what.key == key), None)
    if row is None:
        raise NoSuchPage(
            _("No agreement of that name is in force."), remedy=_("Look at those that are.")
        )
    return render_page(request, "frontend/agreements/sheet.html", page, tab="agreements", row=row)


def _shown(
    request: HttpRequest,
    page: selector.AgreementsPage,
    draft: dict[str, Any] | None = None,
    *,
    template: str = "page",
    status: int = 200,
) -> HttpResponse:
    partner = next((each for each in page.partners if each.chosen), None)
    start = draft if draft is not None else partner.what.draft if partner else {}
    answering = _answering(request, page, partner)
    if answering is not None and draft is None:
        start = answering.what.answer
    # What is said to a proposal stands on it.
    acts = [menu for menu in partner.what.acts if menu.order not in ON_IT] if partner else ()
    return render_page(
        request,
        f"frontend/agreements/{template}.html",
        page,
        tab="agreements",
        status=status,
        partner=partner,
        answering=answering,
        asked="with" in request.GET or draft is not None,
        forms=[act_form(menu, start, partner=True) for menu in acts],
        common=[act_form(menu, {}, partner=False) for menu in page.acts],
    )


def _answering(
    request: HttpRequest, page: selector.AgreementsPage, partner: selector.Partner | None
) -> Any:
    """The proposal of the chosen power that the reader asks to answer with another one; or nothing."""
    if partner is None or "answer" not in request.GET:
        return None
    return next((row for row in page.papers if row.answers and row.other == partner.badge), None)


def _acted(request: HttpRequest, slug: str, page: selector.AgreementsPage) -> HttpResponse:
    person = signed_in(request, _("Agreements are made by players."))
    power = acting_power(page.reader)
    partner = next((each for each in page.partners if each.chosen), None)
    menus = [*(partner.what.acts if partner else ()), *page.acts]
    kind, posted = request.POST.get("kind", ""), request.POST.get("phase", "")
    menu = next((menu for menu in menus if menu.order == kind), None)
    raw = posted_form.read(menu, request.POST) if menu else {"kind": kind}
    number = whole_number(posted)
    whom = f"&with={partner.badge.key}" if partner else ""
    back = f"{reverse('frontend:agreements', args=[slug])}?power={power.key}{whom}#table"
    try:
        if menu is not None and kind not in ON_IT and not is_confirmed(request, menu):
            return confirmation(
                request,
                head=page.head,
                reader=page.reader,
                menu=menu,
                foreseen=own_orders.act_preview(slug, person, power.key, raw),
                back=back,
                tab="agreements",
            )
        result = ActResult(slug, person, power.key)
        work = partial(
            service.perform_act,
            slug,
            by=person,
            power=power.key,
            act=raw,
            phase=number,
            papers=(partner.badge.key, request.POST.get("seen", "")) if partner else None,
        )
        idempotent(request, work, slug=slug, power=power.key, phase=number)
    except OrderRefused as refusal:
        say_problems(request, refusal.problems)
        draft = {key: value for key, value in raw.items() if key != "kind"}
        return _shown(request, page, draft, status=422)
    except ChangedMeanwhile as refusal:
        messages.error(request, str(refusal))
        now = selector.agreements_page(slug, person, power.key, request.GET.get("with", ""))
        draft = {key: value for key, value in raw.items() if key != "kind"}
        return _shown(request, now, draft if kind == selector.OFFER else None, status=409)
    text = result.text() if kind == selector.OFFER else ""
    if text:
        messages.success(request, _("Your text is on the table: %(text)s") % {"text": text})
    else:
        messages.success(request, str(SAID.get(kind) or result.in_words()))
    return redirect(own_page(request, request.POST.get(NEXT), otherwise=back))
