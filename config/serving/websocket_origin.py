"""Sockets are opened by pages of this site alone.

A browser sends its cookies along with whatever page opens a socket, and says which page that is.
It must be one of the same host and port, as for forms (`CSRF_TRUSTED_ORIGINS` names others).
"""

from typing import Any
from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host

PORTS = {"http": 80, "https": 443}


class SameOrigin:
    """Refuses sockets of other sites, of other ports, and of whatever names no page."""

    def __init__(self, application: Any) -> None:
        """``application`` takes the others."""
        self._application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        """Let a socket through, or refuse it."""
        application = self._application if is_own(scope) else WebsocketDenier()
        return await application(scope, receive, send)


def is_own(scope: Any) -> bool:
    """Whether the page that opens a socket is of the host that it is opened to."""
    headers = scope.get("headers", [])
    hosts = [value.decode("latin-1") for name, value in headers if name == b"host"]
    origins = [value.decode("latin-1") for name, value in headers if name == b"origin"]
    if len(hosts) != 1 or len(origins) != 1:
        return False
    host, origin = hosts[0].lower(), origins[0].lower()
    if not validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS):
        return False
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    try:
        page, asked = urlsplit(origin), urlsplit(f"//{host}")
        if page.scheme not in PORTS or origin != f"{page.scheme}://{page.netloc}":
            return False
        port = page.port or PORTS[page.scheme]
        return page.hostname == asked.hostname and port == (asked.port or PORTS[page.scheme])
    except ValueError:
        return False
