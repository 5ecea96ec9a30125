"""Overrides: values of the public state that are changed by hand."""

import json
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaigns.selectors import overrides as selector
from campaigns.services import overriding
from config.serving.untrusted import whole_number
from frontend.views.guard import reader_of, refusals
from frontend.views.once import once


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@refusals
def overrides(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what was overridden and what can be; override, undo, acknowledge or dispute."""
    if request.method == "POST":
        return _done(request, slug)
    given = request.GET
    found = selector.overrides(
        slug,
        reader_of(request),
        words=given.get("q", ""),
        path=given.get("path", "") or _table(given.get("table", "")),
        value=given.get("value", ""),
    )
    context = {"tab": "overrides", "head": found.head, "reader": found.reader, "page": found}
    return render(request, "frontend/overrides.html", context)


def _table(name: str) -> str:
    """The path of a value of the book's tables."""
    return json.dumps(["tables", name.strip()]) if name.strip() else ""


def _done(request: HttpRequest, slug: str) -> HttpResponse:
    person, post = reader_of(request), request.POST
    reason, number = post.get("reason", ""), whole_number(post.get("number", "")) or 0
    if post.get("action") == "answer":
        said = post.get("answer", "")
        answer = partial(
            overriding.answer, slug, by=person, number=number, answer=said, reason=reason
        )
        once(request, answer, slug=slug)
        messages.success(request, f"You have {said} override {number}.")
        return redirect("frontend:overrides", slug=slug)
    if post.get("action") == "undo":
        do = partial(overriding.undo, slug, by=person, number=number, reason=reason)
    else:
        # Read inside the service's request, where a repetition is known.
        do = partial(_override, request, slug)
    if once(request, do, slug=slug) is not None:
        messages.success(request, "The players are asked to agree. See Seats.")
        return redirect("frontend:table", slug=slug)
    messages.success(request, "It is done, and stands in the log.")
    return redirect("frontend:overrides", slug=slug)


def _override(request: HttpRequest, slug: str) -> int | None:
    person, post = reader_of(request), request.POST
    given = (post.get(name, "") for name in ("path", "before", "value"))
    change = selector.change_of(slug, person, *given)
    return overriding.override(
        slug,
        by=person,
        changes=[change],
        rule=post.get("rule", "").strip(),
        reason=post.get("reason", ""),
    )
