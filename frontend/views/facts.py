"""The fact sheet: what the map says, declared and confirmed."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaigns.errors import NotYours, SignInFirst
from campaigns.selectors import facts as selector
from campaigns.services import acts, moderating
from frontend.views.guard import power_of, reader_of, refusals


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@refusals
def facts(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the sheet; declare the facts that were changed in it, or confirm those of others."""
    if request.method == "POST":
        return _changed(request, slug)
    sheet = selector.fact_sheet(slug, reader_of(request), power_of(request))
    context = {"tab": "facts", "head": sheet.head, "reader": sheet.reader, "sheet": sheet}
    return render(request, "frontend/facts.html", context)


def _changed(request: HttpRequest, slug: str) -> HttpResponse:
    person = reader_of(request)
    if person is None:
        raise SignInFirst("Facts are declared by players.", remedy="Sign in first.")
    sheet = selector.fact_sheet(slug, person, power_of(request))
    back = redirect(request.get_full_path())
    specs = {line.spec.key: line for section in sheet.sections for line in section.facts}
    if key := request.POST.get("confirm"):
        power = _power(sheet)
        acts.perform_act(slug, by=person, power=power, act={"kind": "confirm", "facts": [key]})
        messages.success(
            request, f"Confirmed: {specs[key].spec.label}." if key in specs else "Confirmed."
        )
        return back
    declared = {
        key: value
        for key, line in specs.items()
        if f"fact.{key}" in request.POST
        and (value := read(line.spec, request.POST[f"fact.{key}"])) != line.value
    }
    if not declared:
        messages.info(request, "Nothing was changed on the sheet.")
    elif request.POST.get("as") == "moderator":
        reason = request.POST.get("reason", "")
        moderating.correct_facts(slug, by=person, facts=declared, reason=reason)
        messages.success(request, f"{len(declared)} corrected.")
    else:
        acts.perform_act(
            slug, by=person, power=_power(sheet), act={"kind": "declare", "facts": declared}
        )
        messages.success(request, f"{len(declared)} declared.")
    return back


def _power(sheet: selector.FactSheet) -> str:
    if sheet.reader.acting is None:
        raise NotYours("You hold no seat in this campaign.", remedy="Ask its moderator for one.")
    return sheet.reader.acting.key


def read(spec: Any, text: str) -> Any:
    """A posted value by the fact's type; what cannot be read stays text and is refused later."""
    if spec.type == "yes":
        return text == "true"
    if spec.type in ("count", "number"):
        try:
            return int(text)
        except ValueError:
            return text
    return text
