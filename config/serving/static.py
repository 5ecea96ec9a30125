"""Static files from the web process itself, so that no second server is needed."""

import re
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

from core.packing import pack

WORDS = ("text/css", "text/javascript", "application/javascript", "image/svg")
"""Kinds that become shorter. Everybody may read them, so their length tells nothing."""
NAMED_BY_CONTENT = re.compile(r"/fonts/[a-z-]+\.[0-9a-f]{12}\.woff2$")


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """WhiteNoise, answering with whole bodies, in gzip where no packed file lies beside the other.

    WhiteNoise streams a file with a synchronous iterator, which an ASGI server has to
    collect with a warning for each. Our files are small and can be sent at once.
    """

    def immutable_file_test(self, path: str, url: str) -> bool:
        """Whether a file never changes under its name: our fonts are named by what is in them."""
        named = NAMED_BY_CONTENT.search(url)
        return bool(named) or bool(super().immutable_file_test(path, url))

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponseBase:
        """Answer a request for one static file."""
        found: Any = static_file.get_response(request.method, request.META)
        body = b""
        if found.file is not None:
            with found.file:
                body = found.file.read()
        response = HttpResponse(body, status=int(found.status))
        # WhiteNoise names every header, also which of them 304 and 206 leave out.
        del response["Content-Type"]
        for name, value in found.headers:
            response[name] = value
        if found.status == 200 and _is_packed_here(response):
            pack(request, response)
        return response


def _is_packed_here(response: HttpResponse) -> bool:
    """Whether a file goes out packed that ``collectstatic`` has not packed before."""
    return response["Content-Type"].startswith(WORDS) and not response.has_header(
        "Content-Encoding"
    )
