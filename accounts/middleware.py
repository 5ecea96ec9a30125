"""Who asks, words and times in the language and zone of whoever reads them, and the answer to what is
done too often.
"""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib import auth
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers
from django.utils.deprecation import MiddlewareMixin
from django.utils.functional import SimpleLazyObject

from accounts import again, browsers, languages, sessions
from accounts.backends import at_hand
from accounts.limits import TooOften

READER = "Reader"
"""The header by which an open page and the site tell each other who reads."""
FOR_READER = "for_reader"
"""The field by which a form that the browser itself sends says the same."""


class PeopleMiddleware(AuthenticationMiddleware):
    """Django's own, with the person who came along with the session."""

    def process_request(self, request: HttpRequest) -> None:
        """Set ``request.user``; nothing is asked before somebody looks at it."""
        super().process_request(request)
        # The stubs know no user that is looked up later.
        request.user = SimpleLazyObject(lambda: _person(request))  # type: ignore[assignment]

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Have a browser in which somebody has just signed in keep its word."""
        browsers.keep(request, response)
        _put_off_the_end(request, response)
        return response


def _put_off_the_end(request: Any, response: HttpResponseBase) -> None:
    """Whoever uses the site stays signed in: the end of the session moves on, and with it that of its cookie."""
    session = request.session
    # One that is written now is given a new end, and its cookie, by Django itself.
    if not hasattr(request, "_cached_user") or session.modified or not sessions.put_off(session):
        return
    response.set_cookie(
        settings.SESSION_COOKIE_NAME,
        session.session_key,
        max_age=session.get_expiry_age(),
        domain=settings.SESSION_COOKIE_DOMAIN,
        path=settings.SESSION_COOKIE_PATH,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=settings.SESSION_COOKIE_HTTPONLY,
        samesite="Lax",
    )
    patch_vary_headers(response, ("Cookie",))


def _person(request: Any) -> Any:
    if not hasattr(request, "_cached_user"):
        session = request.session
        session.get(auth.SESSION_KEY)  # reads it
        with at_hand(session.person):
            person = auth.get_user(request)
        request._cached_user = person  # noqa: SLF001 - where Django looks for it
        if session.person is not None and person.is_authenticated:
            sessions.note_seen(session)
    return request._cached_user  # noqa: SLF001 - it was kept there


class ReaderMiddleware:
    """Tells an open page that its reader is no longer signed in, or is somebody else by now.

    Scripts say with each request for whom their page was made (header ``Reader``; empty for a visitor). If that is
    not who asks, nothing is done: the answer is 401, with who asks in a header of the same name. A form that the
    browser itself sends says so in a field (``for_reader``), which no view sees, and does nothing in another's name.
    One that comes from somebody who was signed out is answered with all that it held, to be sent again.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        """Once for each process."""
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer for it, or let it pass."""
        meant = request.headers.get(READER)
        if meant is not None and meant != reader_of(request):
            return HttpResponse(
                status=401, headers={READER: reader_of(request), "Cache-Control": "no-store"}
            )
        written_by = _taken_out(request)
        if written_by and request.user.is_authenticated and written_by != reader_of(request):
            return again.of_somebody_else(request)
        answer = self._get_response(request)
        if request.method == "POST" and again.sends_to_sign_in(request, answer):
            return again.page(request, more={FOR_READER: written_by} if written_by else {})
        return answer


def _taken_out(request: HttpRequest) -> str:
    """Whose page a form was on, as the form says; it does not say so any more."""
    if request.method != "POST" or FOR_READER not in request.POST:
        return ""
    post = request.POST.copy()
    said = post.pop(FOR_READER)
    post._mutable = False  # noqa: SLF001 - what views read cannot be changed
    # A copy, where the stubs know only what came in.
    request.POST = post  # type: ignore[assignment]
    return str(said[-1])


def reader_of(request: HttpRequest) -> str:
    """By what the pages of somebody say whose they are; empty for a visitor."""
    return str(request.user.pk) if request.user.is_authenticated else ""


class LanguageMiddleware:
    """Answers in the language of the account, of the browser's choice, or that the browser asks for."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        """Once for each process."""
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Everything within speaks it; what comes after this request does not."""
        language = languages.of_request(request)
        with translation.override(language):
            request.LANGUAGE_CODE = language
            answer = self._get_response(request)
        answer.headers.setdefault("Content-Language", language)
        if not request.path_info.startswith(languages.PROGRAMS):
            patch_vary_headers(answer, ("Accept-Language", "Cookie"))
        return answer


class TimeZoneMiddleware(MiddlewareMixin):
    """Activates the zone a signed-in person has chosen; everybody else reads UTC."""

    def process_request(self, request: HttpRequest) -> None:
        """Set the zone for this request, and unset that of the one before."""
        if request.user.is_authenticated:
            timezone.activate(request.user.time_zone)
        else:
            timezone.deactivate()


class TooOftenMiddleware(MiddlewareMixin):
    """Answers 429 and when to try again, whichever page was asked too often."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """The page for people; programs get theirs from the API."""
        return too_often(request, exception) if isinstance(exception, TooOften) else None


def too_often(request: HttpRequest, refusal: TooOften) -> HttpResponse:
    """The page that says so."""
    answer = render(
        request,
        "accounts/too_often.html",
        {"refusal": refusal, "password": refusal.door.startswith("password")},
        status=429,
    )
    answer.headers["Retry-After"] = str(refusal.seconds)
    answer.headers["Cache-Control"] = "no-store"
    return answer
