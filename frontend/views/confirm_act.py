"""Consequences first: an act that takes effect at once says what would come of it, and is done when it is
sent again from there.

The page of it works without scripts; a script is given the part alone, to stand below the form.
"""

from typing import Any

from django.http import HttpRequest, HttpResponse

from campaigns.selectors.orders.agreements import OFFER
from frontend.refused_forms import CONFIRMED, NEXT
from frontend.views.errors import is_fragment, render
from frontend.views.idempotency import FIELD

_NOT_REPEATED = ("csrfmiddlewaretoken", FIELD, CONFIRMED, NEXT)


def is_confirmed(request: HttpRequest, menu: Any) -> bool:
    """Whether an act can be done: it was sent from the page that told what would come of it, or only proposes."""
    return menu.order == OFFER or request.POST.get(CONFIRMED) == "yes"


def confirmation(
    request: HttpRequest, *, head: Any, reader: Any, menu: Any, foreseen: Any, back: str, tab: str
) -> HttpResponse:
    """What would come of an act, with everything its form said, to be sent again.

    ``back`` is the page that the form stood on.
    """
    fields = [
        (name, value)
        for name in request.POST
        if name not in _NOT_REPEATED
        for value in request.POST.getlist(name)
    ]
    context = {
        "head": head,
        "reader": reader,
        "tab": tab,
        "menu": menu,
        "foreseen": foreseen,
        "said": fields,
        "back": back,
        "page": back.partition("#")[0],
        "hues": head.hues,
        "side": reader.acting.faction if reader.acting else "",
        "side_names": dict(head.sides),
    }
    if not is_fragment(request):
        return render(request, "frontend/campaign/confirm_act.html", context)
    answer = render(request, "frontend/campaign/_confirm_act.html", {**context, "part": True})
    answer["HX-Retarget"], answer["HX-Reswap"] = f"#sure-{menu.order}", "innerHTML"
    return answer
