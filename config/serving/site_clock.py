"""What the clock of this site said when it answered, for pages that show how much time is left.

A script cannot read the ``Date`` of the page that it is on; it can read ``Server-Timing``.
"""

from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin

HEADER = "Server-Timing"


class SiteClockMiddleware(MiddlewareMixin):
    """Adds the time of the site, in milliseconds since 1970, to every page."""

    def process_response(self, _request: HttpRequest, answer: HttpResponseBase) -> HttpResponseBase:
        """Say when it was answered."""
        if answer.headers.get("Content-Type", "").startswith("text/html"):
            answer.headers[HEADER] = f"now;dur={timezone.now().timestamp() * 1000:.0f}"
        return answer
