"""Who is away, and who looks after whose seat: announcing, naming a deputy, accepting, ending it."""

from datetime import datetime
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.errors import NotNow, NotOnTheMenu, SeveralWrong, together
from campaigns.selectors.seats import absences_page as selector
from campaigns.services.deadlines import absences
from campaigns.services.seats import deputies
from core.input_limits import whole_number
from frontend.views.errors import form_view, reader_of, render, render_page, signed_in
from frontend.views.idempotency import idempotent


@form_view
def away(request: HttpRequest, slug: str) -> HttpResponse:
    """Who stands in for whom in a campaign; or name somebody, or end it."""
    page = selector.away(slug, reader_of(request))
    if request.method != "POST":
        return render_page(request, "frontend/away.html", page, tab="seats", away=page)
    signed_in(request, _("Seats are looked after by people who sign in."))
    message = idempotent(request, lambda: _act(request, slug, page.head.zone), slug=slug)
    messages.success(request, message)
    return redirect("frontend:absences", slug=slug)


def _act(request: HttpRequest, slug: str, zone: str) -> str:
    post, by = request.POST, request.user
    match post.get("action"):
        case "name":
            deputies.name(
                slug,
                by=by,
                power=post.get("power", ""),
                username=post.get("username", ""),
                level=post.get("level", ""),
                begins=moment_in(post.get("begins", ""), zone, field="begins"),
                until=moment_in(post.get("until", ""), zone, field="until"),
                press=post.get("press") == "yes",
            )
            return _("They are asked. It holds once they accept.")
        case "announce":
            begins, ends = _from_to(post, zone)
            named = _named(post)
            absences.announce(slug, by=by, begins=begins, ends=ends, **named)
            if named["deputy"]:
                return _(
                    "Everybody at the table is told. Your deputy is asked; it holds once they accept."
                )
            return _("Everybody at the table is told.")
        case "back":
            absences.come_back(slug, by=by, number=whole_number(post.get("number", "")) or 0)
            return _("Everybody is told that you are there.")
        case "accept":
            deputies.accept(slug, by=by, key=_key(post))
            return _("You look after this seat now.")
        case "end":
            deputies.end(slug, by=by, key=_key(post))
            return _("You no longer look after this seat.")
    raise NotOnTheMenu(_("This page knows no such thing."), remedy=_("Reload the page."))


@form_view
@login_required
def my_away(request: HttpRequest) -> HttpResponse:
    """The seats of others that one is asked to look after, or does."""
    if request.method != "POST":
        context = {"requests": selector.requests(request.user)}
        return render(request, "frontend/my_away.html", context)
    if request.POST.get("action") == "announce":
        begins, ends = _from_to(request.POST, str(getattr(request.user, "time_zone", "UTC")))
        announced, refused = absences.announce_everywhere(
            by=request.user, begins=begins, ends=ends, **_named(request.POST)
        )
        if refused and not announced:
            raise SeveralWrong([NotNow(problem) for problem in dict.fromkeys(refused.values())])
        messages.success(
            request,
            ngettext(
                "Announced in %(count)s campaign.",
                "Announced in %(count)s campaigns.",
                len(announced),
            )
            % {"count": len(announced)},
        )
        for problem in refused.values():
            messages.error(request, problem)
        return redirect("frontend:my-absences")
    slug, key = request.POST.get("slug", ""), _key(request.POST)
    if request.POST.get("action") == "accept":
        idempotent(request, lambda: deputies.accept(slug, by=request.user, key=key), slug=slug)
        messages.success(request, _("You look after this seat now."))
    else:
        idempotent(request, lambda: deputies.end(slug, by=request.user, key=key), slug=slug)
        messages.success(request, _("That is over."))
    return redirect("frontend:my-absences")


def _from_to(post: Any, zone: str) -> tuple[datetime, datetime]:
    """From when to when somebody is away; without a beginning from now on."""
    begins, ends = together(
        partial(moment_in, post.get("begins", ""), zone, field="begins"),
        partial(_return_in, post.get("ends", ""), zone),
    )
    return begins or timezone.now(), ends


def _return_in(text: str, zone: str) -> datetime:
    ends = moment_in(text, zone, field="ends")
    if ends is None:
        raise NotOnTheMenu(
            _("Until when?"), field="ends", remedy=_("Write the day of your return.")
        )
    return ends


def _named(post: Any) -> dict[str, Any]:
    """Who is asked to stand in during an absence, and how far."""
    return {
        "deputy": post.get("deputy", "").strip(),
        "level": post.get("level", "") or "seal",
        "press": post.get("press") == "yes",
    }


def _key(post: Any) -> int:
    return whole_number(post.get("key", "")) or 0


def moment_in(text: str, zone: str, *, field: str = "") -> datetime | None:
    """A moment as a form says it, in the campaign's time zone; ``None`` for an empty one."""
    if not text.strip():
        return None
    try:
        return datetime.fromisoformat(text.strip()).replace(tzinfo=ZoneInfo(zone))
    except (ValueError, OverflowError) as error:
        raise NotOnTheMenu(
            _("%(text)r is no date and hour.") % {"text": text},
            field=field,
            remedy=_("Write it like 2026-12-24 18:00."),
        ) from error
