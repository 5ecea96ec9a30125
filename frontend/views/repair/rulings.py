"""Rulings of the group."""

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from campaigns.errors import NotOnTheMenu
from campaigns.selectors.history.dice_rows import purpose_in_words
from campaigns.selectors.history.phase_story import PhaseStory
from campaigns.selectors.rules import rulings_page as selector
from campaigns.services.repair import rulings as service
from core.input_limits import whole_number
from frontend.views.errors import form_view, reader_of, render_page
from frontend.views.idempotency import idempotent


@form_view
def rulings(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the rulings; make one, ask for one, or withdraw one."""
    if request.method == "POST":
        return _done(request, slug)
    near, _mark, place = request.GET.get("roll", "").partition("#")
    phase = whole_number(near or request.GET.get("phase", "")) or 0
    found = selector.page(slug, reader_of(request), phase=phase)
    return render_page(
        request,
        "frontend/rulings.html",
        found,
        tab="rules",
        rule=request.GET.get("rule", "")[:100],
        chosen={f"{phase}#{place}"} if place else set(),
        places=_places(found.near),
    )


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
        idempotent(request, end, slug=slug)
        messages.success(request, _("The ruling is withdrawn."))
        return redirect("frontend:rulings", slug=slug)
    make = partial(
        service.make,
        slug,
        by=person,
        text=post.get("text", ""),
        rule=post.get("rule", ""),
        phases=_numbers(",".join(post.getlist("phases"))),
        rolls=post.getlist("rolls"),
    )
    if idempotent(request, make, slug=slug) is not None:
        messages.success(request, _("The other players are asked. See Seats."))
        return redirect("frontend:seats", slug=slug)
    messages.success(request, _("The ruling holds, and stands in the log."))
    return redirect("frontend:rulings", slug=slug)


def _places(story: PhaseStory | None) -> list[tuple[str, str]]:
    """The dice and the events of a phase that a ruling can name, each with its words."""
    if story is None:
        return []
    book = story.head.book_key, story.head.revision
    dice = [
        (f"{story.number}#die-{n}", f"{roll.value}: {purpose_in_words(*book, roll.purpose)}")
        for n, roll in enumerate(story.rolls, 1)
    ]
    cards = [one for card in story.cards for one in (*card.told, *card.follows)]
    events = {
        one.anchor: one.line.head for one in (*story.lines, *cards) if one.anchor and one.line.head
    }
    return [*dice, *((f"{story.number}#{anchor}", head) for anchor, head in events.items())]


def _numbers(text: str) -> list[int]:
    """Numbers of phases that somebody wrote, separated by commas."""
    found = [whole_number(part.strip()) for part in text.split(",") if part.strip()]
    if None in found:
        raise NotOnTheMenu(
            _("Phases are named by their numbers."),
            field="phases",
            remedy=_("Write them as 3, 4. The history has them."),
        )
    return [number for number in found if number is not None]
