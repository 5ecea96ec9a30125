"""Rulings of the group."""

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaigns.errors import NotOnTheMenu
from campaigns.selectors import rulings as selector
from campaigns.services import rulings as service
from config.serving.untrusted import whole_number
from frontend.views.guard import reader_of, refusals
from frontend.views.once import once


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@refusals
def rulings(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the rulings; make one, ask for one, or withdraw one."""
    if request.method == "POST":
        return _done(request, slug)
    found = selector.page(slug, reader_of(request))
    context = {"tab": "rules", "head": found.head, "reader": found.reader, "page": found}
    context["rule"] = request.GET.get("rule", "")[:100]
    return render(request, "frontend/rulings.html", context)


def _done(request: HttpRequest, slug: str) -> HttpResponse:
    person, post = reader_of(request), request.POST
    if post.get("action") == "withdraw":
        end = partial(
            service.withdraw,
            slug,
            by=person,
            number=whole_number(post.get("number", "")) or 0,
            reason=post.get("reason", ""),
        )
        once(request, end, slug=slug)
        messages.success(request, "The ruling is withdrawn.")
        return redirect("frontend:rulings", slug=slug)
    make = partial(
        service.make,
        slug,
        by=person,
        text=post.get("text", ""),
        rule=post.get("rule", ""),
        phases=_numbers(post.get("phases", "")),
    )
    if once(request, make, slug=slug) is not None:
        messages.success(request, "The other players are asked. See Seats.")
        return redirect("frontend:table", slug=slug)
    messages.success(request, "The ruling holds, and stands in the log.")
    return redirect("frontend:rulings", slug=slug)


def _numbers(text: str) -> list[int]:
    """Numbers of phases that somebody wrote, separated by commas."""
    found = [whole_number(part.strip()) for part in text.split(",") if part.strip()]
    if None in found:
        raise NotOnTheMenu(
            "Phases are named by their numbers.",
            field="phases",
            remedy="Write them as 3, 4. The history has them.",
        )
    return [number for number in found if number is not None]
