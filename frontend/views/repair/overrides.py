"""Overrides: values of the state that are changed by hand, public ones and those that only some may know."""

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.selectors.moderator import overrides_page as selector
from campaigns.selectors.moderator import secret_values_page
from campaigns.services.repair import overrides as override_service
from campaigns.services.repair import secret_overrides
from core.input_limits import whole_number
from frontend.views.errors import form_view, reader_of, render_page
from frontend.views.idempotency import idempotent

ANSWERED = {
    "acknowledged": gettext_lazy("You have acknowledged override %(number)s."),
    "disputed": gettext_lazy("You have disputed override %(number)s."),
}


@form_view
def overrides(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what was overridden and what can be; override, undo, acknowledge or dispute."""
    if request.method == "POST":
        return _done(request, slug)
    query = request.GET
    found = selector.overrides(
        slug,
        reader_of(request),
        words=query.get("q", ""),
        path=query.get("path", ""),
        value=query.get("value"),
        key=query.get("key", "")[:60],
        remove=query.get("remove") == "yes",
        own={name: query[field] for name, field in OWN.items() if field in query},
    )
    return render_page(request, "frontend/overrides.html", found, tab="overrides")


def _done(request: HttpRequest, slug: str) -> HttpResponse:
    person, post = reader_of(request), request.POST
    if post.get("action") in SECRETLY:
        idempotent(request, partial(_secretly, request, slug), slug=slug)
        messages.success(request, SECRETLY[post["action"]])
        return redirect(f"{reverse('frontend:overrides', args=[slug])}#secret-values")
    reason, number = post.get("reason", ""), whole_number(post.get("number", "")) or 0
    if post.get("action") == "answer":
        verdict = post.get("answer", "")
        answer = partial(
            override_service.answer, slug, by=person, number=number, answer=verdict, reason=reason
        )
        idempotent(request, answer, slug=slug)
        messages.success(request, ANSWERED[verdict] % {"number": number})
        return redirect("frontend:overrides", slug=slug)
    if post.get("action") == "undo":
        do = partial(override_service.undo, slug, by=person, number=number, reason=reason)
    else:
        # Read inside the service's request, where a repetition is known.
        do = partial(_override, request, slug)
    if idempotent(request, do, slug=slug) is not None:
        messages.success(request, _("The players are asked to agree. See Seats."))
        return redirect("frontend:seats", slug=slug)
    messages.success(request, _("It is done, and stands in the log."))
    return redirect("frontend:overrides", slug=slug)


OWN = {"words": "own", "power": "own_power", "path": "own_path", "value": "own_value"}
"""Fields of the forms that look for a value that only some may know."""
SECRETLY = {
    "propose": gettext_lazy("It is proposed, to those who know the value and then to the desk."),
    "undo-secret": gettext_lazy("It is proposed to take it back."),
    "answer-secret": gettext_lazy("Your answer is kept."),
    "decide": gettext_lazy("It is decided. Those who know the value are told."),
}
"""What is done about values that only some may know."""


def _secretly(request: HttpRequest, slug: str) -> None:
    post = request.POST
    who = {"by": reader_of(request), "reason": post.get("reason", "")}
    power, key, answer = (post.get(name, "") for name in ("power", "key_of", "answer"))
    match post["action"]:
        case "propose":
            values = (post.get(name, "") for name in ("path", "before", "value"))
            change = secret_values_page.change_of(slug, who["by"], *values)
            rule = post.get("rule", "")
            secret_overrides.propose(slug, power=power, change=change, rule=rule, **who)
        case "undo-secret":
            secret_overrides.undo(slug, power=power, key=key, **who)
        case "answer-secret":
            secret_overrides.answer(slug, power=power, key=key, answer=answer, **who)
        case _:
            secret_overrides.decide(slug, key=key, accept=answer == "accept", **who)


def _override(request: HttpRequest, slug: str) -> int | None:
    person, post = reader_of(request), request.POST
    if "changes" in post:
        changes = selector.changes_of(slug, person, post["changes"])
    else:
        values = (post.get(name, "") for name in ("path", "before", "value"))
        remove = post.get("remove") == "yes"
        changes = [selector.change_of(slug, person, *values, remove=remove)]
    return override_service.override(
        slug,
        by=person,
        changes=changes,
        rule=post.get("rule", "").strip(),
        reason=post.get("reason", ""),
    )
