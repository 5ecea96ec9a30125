"""What others do about a declaration: dispute a line, and confirm or withdraw a dispatch that waits."""

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
from django.http import HttpRequest
from django.utils.translation import gettext as _

from campaigns.errors import NotOnTheMenu
from campaigns.selectors.facts import fact_sheet as fact_sheets
from campaigns.services.facts import dispatch_review, perform_act
from core.input_limits import whole_number
from frontend.views.errors import reader_of

ACTIONS = frozenset({"dispute", "agree", "object", "withdraw"})


def work(request: HttpRequest, slug: str, power: str) -> Callable[[], Any]:
    """What a form asks for: of a fact in effect to ``dispute`` it, of a dispatch that waits to ``agree``
    to lines of it, to ``object`` to one, or to ``withdraw`` it.
    """
    person = reader_of(request)
    who: dict[str, Any] = {"by": person, "power": power}
    match request.POST["action"]:
        case "agree":
            return partial(dispatch_review.confirm, slug, **which(request), **who)
        case "withdraw":
            return partial(dispatch_review.withdraw, slug, **which(request), **who)
    act = disputing(fact_sheets.fact_sheet(slug, person, power), request)
    if request.POST["action"] == "dispute":
        return partial(perform_act.perform_act, slug, act=act, seen=seen_of(request), **who)
    values = {key: act.get("instead", {}).get(key) for key in act["facts"]}
    number = which(request)["dispatch"]
    return partial(
        dispatch_review.dispute, slug, dispatch=number, facts=values, reason=act["reason"], **who
    )


def settling(request: HttpRequest, slug: str) -> Callable[[], Any]:
    """A moderator lets disputed lines stand, or strikes them out."""
    return partial(
        dispatch_review.settle,
        slug,
        by=reader_of(request),
        dispatch=which(request)["dispatch"],
        facts=request.POST.getlist("fact"),
        stands=request.POST.get("stands") == "yes",
        reason=request.POST.get("reason", ""),
    )


def which(request: HttpRequest) -> dict[str, Any]:
    """The dispatch that waits, and its lines that a form names; all of them where it names none."""
    facts = request.POST.getlist("fact")
    return {"dispatch": whole_number(request.POST.get("dispatch", "")) or 0, "facts": facts or None}


def disputing(sheet: fact_sheets.FactSheet, request: HttpRequest) -> dict[str, Any]:
    """The act of disputing one line: what it is instead, why, or both."""
    key, text = request.POST.get("fact", ""), request.POST.get("instead", "")
    line = next((one for part in sheet.sections for one in part.facts if one.spec.key == key), None)
    if line is None:
        raise NotOnTheMenu(_("There is no such fact."), remedy=_("Open the page again."))
    act: dict[str, Any] = {
        "kind": "dispute",
        "facts": [key],
        "reason": " ".join(request.POST.get("reason", "").split()),
    }
    return {**act, "instead": {key: value_of(line.spec, text)}} if text else act


def value_of(spec: Any, text: str) -> Any:
    """A posted value by the fact's type; what cannot be read stays text and is refused later."""
    if spec.type == "yes":
        return text == "true"
    if spec.type in ("count", "number"):
        found = whole_number(text)
        return text if found is None else found
    return text


def seen_of(request: HttpRequest) -> dict[str, str]:
    """The versions of the facts that are confirmed, as the form showed them."""
    try:
        return msgspec.json.decode(request.POST.get("seen", ""), type=dict[str, str])
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise NotOnTheMenu(
            _("This form is out of date, so nothing was entered."),
            field="seen",
            remedy=_("Open the page again."),
        ) from error
