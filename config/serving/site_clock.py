"""What the clock of this site said when it answered, for pages that show how much time is left.

A script cannot read the ``Date`` of the page that it is on; it can read ``Server-Timing``.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

HEADER = "Server-Timing"


class SiteClockMiddleware:
    """Adds the time of the site, in milliseconds since 1970, to every page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        """Once for each process."""
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer, and say when."""
        answer = self._get_response(request)
        if answer.headers.get("Content-Type", "").startswith("text/html"):
            answer.headers[HEADER] = f"now;dur={timezone.now().timestamp() * 1000:.0f}"
        return answer
