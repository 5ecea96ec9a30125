"""Who asks, and times in the zone of whoever reads them."""

from typing import Any

from django.contrib import auth
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.http import HttpRequest
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin
from django.utils.functional import SimpleLazyObject

from accounts.backends import at_hand


class PeopleMiddleware(AuthenticationMiddleware):
    """Django's own, with the person who came along with the session."""

    def process_request(self, request: HttpRequest) -> None:
        """Set ``request.user``; nothing is asked before somebody looks at it."""
        super().process_request(request)
        request.user = SimpleLazyObject(lambda: _person(request))  # type: ignore[assignment]


def _person(request: Any) -> Any:
    if not hasattr(request, "_cached_user"):
        session = request.session
        session.get(auth.SESSION_KEY)  # reads it
        with at_hand(session.person):
            request._cached_user = auth.get_user(request)  # noqa: SLF001 - where Django looks for it
    return request._cached_user  # noqa: SLF001


class TimeZoneMiddleware(MiddlewareMixin):
    """Activates the zone a signed-in person has chosen; everybody else reads UTC."""

    def process_request(self, request: HttpRequest) -> None:
        """Set the zone for this request, and unset that of the one before."""
        if request.user.is_authenticated:
            timezone.activate(request.user.time_zone)
        else:
            timezone.deactivate()
