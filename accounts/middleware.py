"""Times on a page in its reader's own zone."""

from django.http import HttpRequest
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin


class TimeZoneMiddleware(MiddlewareMixin):
    """Activates the zone a signed-in person has chosen; everybody else reads UTC."""

    def process_request(self, request: HttpRequest) -> None:
        """Set the zone for this request, and unset that of the one before."""
        if request.user.is_authenticated:
            timezone.activate(request.user.time_zone)
        else:
            timezone.deactivate()
