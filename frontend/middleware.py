"""What is done to every answer alike."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.urls import is_valid_path
from django.utils.deprecation import MiddlewareMixin

from frontend.refused_forms import pointed_out

ROBOTS = "X-Robots-Tag"
_OF_CAMPAIGNS = ("/c/", "/api/", "/join/")
WRONG = b'aria-invalid="true"'


class FirstWrongFieldMiddleware(MiddlewareMixin):
    """Brings the first wrong field of a form that Django refused into view, and focuses it."""

    def process_response(self, request: HttpRequest, answer: HttpResponseBase) -> HttpResponseBase:
        """Look at what came of a form."""
        if request.method != "POST" or not isinstance(answer, HttpResponse):
            return answer
        if WRONG in answer.content:
            answer.content = pointed_out(answer.content.decode()).encode()
        return answer


class FormAddressMiddleware(MiddlewareMixin):
    """Leads whoever opens an address that only a form is sent to (from the history of the browser, or typed) to
    the page above it.
    """

    def process_response(self, request: HttpRequest, answer: HttpResponseBase) -> HttpResponseBase:
        """Lead on whoever would see an empty page."""
        seen = (
            request.method == "GET" and request.accepts("text/html") and "Accept" in request.headers
        )
        if answer.status_code != HTTPStatus.METHOD_NOT_ALLOWED or not seen:
            return answer
        above = request.path
        while above != "/":
            above = above.rstrip("/").rpartition("/")[0] + "/"
            if is_valid_path(above):
                break
        return HttpResponseRedirect(above)


class OutOfSearchEnginesMiddleware(MiddlewareMixin):
    """Asks search engines to leave out whatever is of a campaign: pages, parts of pages, files, the API. A page
    that may be listed says so itself.
    """

    def process_response(self, request: HttpRequest, answer: HttpResponseBase) -> HttpResponseBase:
        """Mark the answer."""
        if request.path.startswith(_OF_CAMPAIGNS):
            answer.headers.setdefault(ROBOTS, "noindex")
        return answer
