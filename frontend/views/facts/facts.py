"""The page of the map: the desk, and below it the whole sheet of facts."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from campaigns.errors import FactsChanged, NotOnTheMenu
from campaigns.selectors.facts import affected_results, fact_versions
from campaigns.selectors.facts import fact_sheet as selector
from campaigns.selectors.facts import map_desk as desks
from campaigns.services.deadlines import moderation
from campaigns.services.facts import perform_act
from frontend.views.errors import (
    acting_power,
    form_view,
    is_fragment,
    power_of,
    reader_of,
    render,
    render_page,
    signed_in,
)
from frontend.views.facts import dispatch_review, map_desk
from frontend.views.facts.dispatch_review import seen_of, value_of
from frontend.views.facts.map_desk import written
from frontend.views.idempotency import idempotent


@form_view
def facts(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the sheet; declare the facts that were changed in it, or confirm those of others."""
    if request.method == "POST" and request.POST.get("action") == "settle":
        idempotent(request, dispatch_review.settling(request, slug), slug=slug)
        return redirect(request.get_full_path())
    if request.method == "POST":
        person = signed_in(request, _("Facts are declared by players."))
        if request.POST.get("action") in map_desk.ACTIONS:
            return map_desk.changed(request, slug)
        return _changed(request, slug, person)
    if request.GET.get("part") == "waiting":
        return map_desk.unconfirmed(request, slug)
    if request.GET.get("part") == "sheet":
        return map_desk.sheet_alone(request, slug)
    past = _past(request, slug)
    if is_fragment(request) and past is not None:
        return render(request, "frontend/facts/_past.html", {"line": past})
    if is_fragment(request):
        return (map_desk.offered if "say" in request.GET else map_desk.map_desk)(request, slug)
    found = desks.map_desk(slug, reader_of(request), power_of(request))
    context = {
        "tab": "facts",
        **map_desk.context_of(found),
        **map_desk.whole_sheet(request, found.sheet),
        "past": past,
        "hung": affected_results.affected_results(slug, reader_of(request), key)
        if (key := request.GET.get("hung", "")[:100])
        else None,
    }
    return render(request, "frontend/facts.html", context)


def _past(request: HttpRequest, slug: str) -> selector.FactLine | None:
    """A fact with all that was ever said of it, where one is asked for."""
    fact = request.GET.get("fact", "")[:100]
    if not fact:
        return None
    return next(
        _lines(selector.fact_sheet(slug, reader_of(request), power_of(request), fact)), None
    )


@dataclass(frozen=True)
class Touched:
    """A fact that was changed in the form: what it was when the form was shown, and what it shall be.

    ``contested`` if it is neither any more: somebody declared it meanwhile.
    """

    line: selector.FactLine
    seen: str
    shown: Any
    value: Any
    contested: bool

    @property
    def shown_words(self) -> str:
        """What the form showed."""
        return self.line.said(self.shown)

    @property
    def value_words(self) -> str:
        """What was entered."""
        return self.line.said(self.value)

    @property
    def choices(self) -> dict[str, str]:
        """What a form sends for the value now, and for the one that was entered."""
        return {"now": posted(self.line.value), "mine": posted(self.value)}


def _changed(request: HttpRequest, slug: str, person: Any) -> HttpResponse:
    sheet = selector.fact_sheet(slug, person, power_of(request))
    if key := request.POST.get("confirm"):
        return _confirmed(request, slug, sheet, key)
    touched = [
        one
        for one in _touched(sheet, request, seen_of(request))
        if one.contested or one.value != one.line.value
    ]
    values = {one.line.spec.key: one.value for one in touched}
    seen = {one.line.spec.key: one.seen for one in touched}
    try:
        if not touched:
            messages.info(request, _("Nothing was changed on the sheet."))
        elif request.POST.get("as") == "moderator":
            reason = request.POST.get("reason", "")
            correct = partial(
                moderation.correct_facts, slug, by=person, facts=values, reason=reason, seen=seen
            )
            idempotent(request, correct, slug=slug)
            messages.success(request, _("%(count)s corrected.") % {"count": len(values)})
        elif _only_corrected(sheet, touched):
            return _asked(request, slug, corrects=True)
        else:
            act = {"kind": "declare", "facts": values}
            power = acting_power(sheet.reader).key
            declare = partial(
                perform_act.perform_act, slug, by=person, power=power, act=act, seen=seen
            )
            idempotent(request, declare, slug=slug, power=power)
            message = (
                _("%(count)s declared.")
                if sheet.map_look == "at_once"
                else _("%(count)s declared, to be looked at.")
            )
            messages.success(request, message % {"count": len(values)})
    except FactsChanged:
        return _asked(request, slug)
    return redirect(request.get_full_path())


def _confirmed(
    request: HttpRequest, slug: str, sheet: selector.FactSheet, key: str
) -> HttpResponse:
    line = next((line for line in _lines(sheet) if line.spec.key == key), None)
    if line is None:
        raise NotOnTheMenu(_("There is no such fact."), remedy=_("Open the fact sheet again."))
    label = line.spec.label
    try:
        power = acting_power(sheet.reader).key
        if power not in line.may_confirm:
            power = next(iter(line.may_confirm), power)
        confirm = partial(
            perform_act.perform_act,
            slug,
            by=reader_of(request),
            power=power,
            act={"kind": "confirm", "facts": [key]},
            seen={key: seen_of(request).get(key, fact_versions.first(line.spec))},
        )
        idempotent(request, confirm, slug=slug, power=power)
        messages.success(request, _("Confirmed: %(fact)s.") % {"fact": label})
    except FactsChanged:
        messages.error(
            request,
            _(
                "%(fact)s was declared again since you looked. Nothing was confirmed. "
                "Look at it now, and confirm it if you agree."
            )
            % {"fact": label},
        )
    return redirect(f"{_with_sheet(request)}#fact-{key}")


def _with_sheet(request: HttpRequest) -> str:
    """The address that was asked, at which the whole sheet is there."""
    query = request.GET.copy()
    query["sheet"] = "whole"
    return f"{request.path}?{query.urlencode()}"


def _asked(request: HttpRequest, slug: str, *, corrects: bool = False) -> HttpResponse:
    """Both values of every fact that was declared meanwhile; nothing is entered until one is chosen. With
    ``corrects`` it is sent as a correction next, which takes a reason.
    """
    sheet = selector.fact_sheet(slug, reader_of(request), power_of(request))
    touched = list(_touched(sheet, request, seen_of(request)))
    context = {
        "contested": [one for one in touched if one.contested],
        "others": [one for one in touched if not one.contested],
        "seen": written({one.line.spec.key: one.line.version for one in touched}),
        "moderator": corrects or request.POST.get("as") == "moderator",
        "reason": request.POST.get("reason", ""),
    }
    return render_page(
        request, "frontend/facts_changed.html", sheet, tab="facts", status=409, **context
    )


def _lines(sheet: selector.FactSheet) -> Iterator[selector.FactLine]:
    return (line for section in sheet.sections for line in section.facts)


def _touched(
    sheet: selector.FactSheet, request: HttpRequest, seen: dict[str, str]
) -> Iterator[Touched]:
    """The facts of a posted form whose value is not the one that the form was shown with."""
    for line in _lines(sheet):
        text = request.POST.get(f"fact.{line.spec.key}")
        if text is None:
            continue
        version = seen.get(line.spec.key, fact_versions.first(line.spec))
        shown, value = fact_versions.value_of(version), value_of(line.spec, text)
        if value != shown:
            contested = version != line.version and value != line.value
            yield Touched(line, version, shown, value, contested)


def _only_corrected(sheet: selector.FactSheet, touched: list[Touched]) -> bool:
    """Whether a moderator who plays changed facts that are not their power's to declare."""
    acting = sheet.reader.acting
    return sheet.corrects and any(
        acting is None or acting.key not in one.line.may_declare for one in touched
    )


def posted(value: Any) -> str:
    """What a control sends for this value."""
    return str(value).lower() if isinstance(value, bool) else str(value)
