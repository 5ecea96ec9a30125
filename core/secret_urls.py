"""Addresses that are keys: whoever has them may come in. Neither a log nor another site learns them."""

import re
from collections.abc import Callable, MutableMapping
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponseBase

_SECRET = re.compile(
    r"(/join/|/first-game/back/|/news/stop/|/feed/|/calendar/|/password-reset/[^/\s]+/|/confirm-email/)[^/\s'\"]+"
)

View = Callable[..., HttpResponseBase]


def secret_address(view: View) -> View:
    """A view under such an address: where its reader goes from here, no browser tells, and no search engine
    keeps it.

    The origin alone is sent along. With less, browsers hide the origin of forms too, and those
    would be refused.
    """

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        response.headers["Referrer-Policy"] = "strict-origin"
        response.headers["X-Robots-Tag"] = "noindex"
        return response

    return guarded


def without_secrets(
    _logger: Any, _name: str, said: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    """Take the keys out of a line of the log: a processor of structlog."""
    for key, value in said.items():
        if key not in ("_record", "exc_info"):
            text = value if isinstance(value, str) else repr(value)
            if _SECRET.search(text):
                said[key] = _SECRET.sub(r"\1...", text)
    return said
