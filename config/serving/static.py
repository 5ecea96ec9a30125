"""Static files from the web process itself, so that no second server is needed."""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """WhiteNoise, answering with whole bodies.

    WhiteNoise streams a file with a synchronous iterator, which an ASGI server has to
    collect with a warning for each. Our files are small and can be sent at once.
    """

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
        return response
