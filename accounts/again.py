"""A form that came too late: its sender was signed out meanwhile, or has signed in since its page was made.

What it held is shown and can be sent again with one press, so that nothing is lost. A form that another site
sent is refused without any of it.
"""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render, resolve_url
from django.utils.translation import gettext as _

from core.safe_redirects import way_back

TOKEN = "csrfmiddlewaretoken"  # noqa: S105 - a name of a field
SECRET = ("password", "code", "token")
"""A form with a field that is called so holds a secret; it is written again."""
LONG = 40
"""What is shorter and one word is a mark or a choice, which nobody wants to read again."""


def sends_to_sign_in(request: HttpRequest, answer: HttpResponseBase) -> bool:
    """Whether a form of a visitor was answered with the way to the sign-in page, after which it would be gone."""
    if answer.status_code != 302 or request.user.is_authenticated:
        return False
    goal = urlsplit(answer.headers["Location"])
    return goal.path == resolve_url(settings.LOGIN_URL) and "next=" in goal.query


def page(
    request: HttpRequest, *, status: int = 401, more: Mapping[str, str] | None = None
) -> HttpResponse:
    """What the form held, to be sent again with ``more`` fields. With status 401 its sender has to sign in first,
    with 403 they have.
    """
    names, secret = _names(request), _holds_secret(request)
    fields = [(name, value) for name in names if not secret for value in request.POST.getlist(name)]
    context: dict[str, Any] = {
        "fields": [*fields, *(more or {}).items()],
        "words": [value for name, value in fields if _is_read(name, value)],
        "address": request.get_full_path(),
        "files": bool(request.FILES),
        "secret": secret,
        "signed_out": not request.user.is_authenticated,
        # Where a form goes is often no page: who signs in first goes on at the one that it stood on.
        "next": way_back(request),
    }
    answer = render(request, "accounts/again.html", context, status=status)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def of_somebody_else(request: HttpRequest) -> HttpResponse:
    """To whoever is signed in now, of a form on a page of another person's: nothing that it held is theirs."""
    answer = render(request, "accounts/somebody_else.html", status=401)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def stale(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Django's answer to a form without a good token: a page of ours. ``reason`` is for the log, and not told."""
    if request.headers.get("Origin", "") in _own(request):
        return page(request, status=403)
    refusal = {
        "message": _("This form did not come from this site. Nothing was done."),
        "remedy": _("Open the page here, and send it from there."),
    }
    return render(request, "frontend/refused.html", {"refusal": refusal}, status=403)


def _names(request: HttpRequest) -> list[str]:
    return [name for name in request.POST if name != TOKEN]


def _holds_secret(request: HttpRequest) -> bool:
    return any(part in name for name in _names(request) for part in SECRET)


def _is_read(name: str, value: str) -> bool:
    # What a browser signed is no word of anybody's.
    return not name.startswith("seat_") and (" " in value or len(value) > LONG)


def _own(request: HttpRequest) -> tuple[str, ...]:
    return (f"{request.scheme}://{request.get_host()}", *settings.CSRF_TRUSTED_ORIGINS)
