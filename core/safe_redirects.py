"""Where a browser may be sent on: to pages of this site and nowhere else."""

from urllib.parse import urlsplit, urlunsplit

from django.http import HttpRequest
from django.urls import Resolver404, resolve
from django.utils.http import url_has_allowed_host_and_scheme

LOBBY = "/"


def own_page(request: HttpRequest, target: str | None, *, otherwise: str = LOBBY) -> str:
    """``target`` as a path of this site, if it is the address of one of its pages.

    The answer never names a host, so that it leads to wherever the browser is already. What leads
    to another site, to another port or to no page at all becomes ``otherwise``.
    """
    if not target or not url_has_allowed_host_and_scheme(
        target, {request.get_host()}, require_https=request.is_secure()
    ):
        return otherwise
    parts = urlsplit(target.strip())
    path = urlunsplit(("", "", parts.path, parts.query, parts.fragment))
    # What is left without its host must not read as another one: `//elsewhere/` would.
    if not path.startswith("/") or not url_has_allowed_host_and_scheme(path, None):
        return otherwise
    try:
        resolve(parts.path)
    except Resolver404:
        return otherwise
    return path


def way_back(request: HttpRequest) -> str:
    """The page that a form was sent from: as the form says, else as the browser says."""
    return own_page(request, request.POST.get("next") or request.headers.get("Referer"))
