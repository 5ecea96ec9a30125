"""Answers in gzip, where that can tell nothing.

The length of a compressed page says whether two parts of it are alike. Somebody who can put words
into a page (in its address, say) and watch the encrypted line could so find out what else stands in
it, letter by letter (the attack is known as BREACH). So only what everybody may read is compressed:
the answers to visitors, who bring no session, and those of which a view says that they hold nothing
of their reader's own. Of a player's pages only what nobody wrote is compressed, piece by piece and
elsewhere (`frontend.precompressed`); all else of them travels as it is. The
CSRF token in a page is masked anew each time, and Django adds a random length on top.

A proxy on the way must not undo this. What is left as it is says so (``no-transform``); not every
proxy obeys, so ``docs/running.md`` tells how to switch compression off there.
"""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_cache_control

_PUBLIC = "_holds_nothing_of_its_readers_own"
_WORDS = ("text/", "application/json", "application/xml", "application/atom+xml", "image/svg")


def public(response: Any) -> Any:
    """Say of an answer that it holds nothing but what everybody may read, and its reader's name."""
    setattr(response, _PUBLIC, True)
    return response


class PublicGZipMiddleware(GZipMiddleware):
    """Compresses public answers, and asks proxies to leave the others alone."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Compress, or leave it."""
        words = str(response.headers.get("Content-Type", "")).startswith(_WORDS)
        if not words or response.has_header("Content-Encoding"):
            return response
        if _tells_nothing(request, response):
            return super().process_response(request, response)
        patch_cache_control(response, no_transform=True)
        return response


def _tells_nothing(request: HttpRequest, response: HttpResponseBase) -> bool:
    """Whether everybody may read this answer."""
    if settings.SESSION_COOKIE_NAME in response.cookies:
        return False
    visitor = (
        settings.SESSION_COOKIE_NAME not in request.COOKIES
        and "Authorization" not in request.headers
    )
    return visitor or getattr(response, _PUBLIC, False)
