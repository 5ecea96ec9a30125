"""The page of those who run the site: what is stuck, more time for all, and announcements."""

import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.errors import NotOnTheMenu
from campaigns.selectors.site import staff_page
from campaigns.services.advance import sweep
from campaigns.services.clock import site_extension
from campaigns.services.site import announcements
from core.input_limits import whole_number
from frontend.views.errors import form_view
from frontend.views.idempotency import key_of
from frontend.views.seats.seats import hours_in

#: So many seconds at most the page waits for the campaigns to take their time; the sweep does the rest.
LONGEST_GIVING = 5.0


@form_view
def staff(request: HttpRequest) -> HttpResponse:
    """The page and what is done there; for everybody else there is no such page."""
    if not (request.user.is_active and getattr(request.user, "is_staff", False)):
        raise Http404
    if request.method == "POST":
        act = ACTS.get(request.POST.get("action", ""))
        if act is None:
            raise NotOnTheMenu(_("There is nothing of that name to be done here."), field="action")
        messages.success(request, act(request))
        return redirect("frontend:staff")
    return render(request, "frontend/staff.html", {"office": staff_page.office()})


def _add(request: HttpRequest) -> str:
    hours = hours_in(request.POST.get("hours", ""))
    reason = request.POST.get("reason", "")
    site_extension.add(by=request.user, key=key_of(request), hours=hours, reason=reason)
    sweep.give_back(timezone.now(), until=time.monotonic() + LONGEST_GIVING)
    return _("Every running campaign has %(hours)g hours more.") % {"hours": hours}


def _announce(request: HttpRequest) -> str:
    announcements.announce(
        by=request.user,
        key=key_of(request),
        text=request.POST.get("text", ""),
        starts_at=_moment(request, "starts"),
        ends_at=_moment(request, "ends"),
    )
    return _("The announcement is made.")


def _take_back(request: HttpRequest) -> str:
    number = whole_number(request.POST.get("number", "")) or 0
    announcements.take_back(by=request.user, number=number)
    return _("The announcement is taken back.")


def _moment(request: HttpRequest, name: str) -> datetime | None:
    """A day and time in the reader's own zone; nothing where it was left out."""
    text = request.POST.get(name, "").strip()
    if not text:
        return None
    try:
        moment = datetime.fromisoformat(text)
        aware = moment if moment.tzinfo else timezone.make_aware(moment)
        return aware.astimezone(UTC)
    except (ValueError, OverflowError):
        raise NotOnTheMenu(_("This is no day and time."), field=name) from None


ACTS: dict[str, Callable[[Any], str]] = {
    "add": _add,
    "announce": _announce,
    "take-back": _take_back,
}
"""What can be done here, by the name that the form sends."""
