"""Every door of the site, read from its own tables: what a test walks that must leave none out.

`routes()` lists the addresses of Django's resolver, `sockets()` those of the WebSockets, and
`methods_in_schema()` what the API's schema says of each. A new address is in these lists by itself;
tests that keep a row for each route fail until it has one.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.urls import URLPattern, URLResolver, converters, get_resolver
from django.urls.resolvers import RoutePattern

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")

ADMIN = "admin:"


@dataclass(frozen=True)
class Route:
    """One address: its full name, its pattern, and what has to be put into it.

    ``name`` is what `reverse` takes (``frontend:board``); an address without a name goes by its
    pattern. ``parts`` names each variable part with its converter (``slug``, ``int``, ``str``).
    """

    name: str
    pattern: str
    parts: tuple[tuple[str, str], ...]
    view: Any

    @property
    def admin(self) -> bool:
        """Whether it belongs to Django's own admin."""
        return self.name.startswith(ADMIN) or self.pattern.startswith("admin/")

    @property
    def api(self) -> bool:
        """Whether programs use it."""
        return self.pattern.startswith("api/")

    def address(self, values: Mapping[str, object]) -> str:
        """The path with these values put in; raises ``KeyError`` for a part that has none."""
        path = self.pattern
        for part, kind in self.parts:
            written = values[part]
            for form in (f"<{kind}:{part}>", f"<{part}>"):
                path = path.replace(form, str(written))
        return f"/{path}"


@cache
def routes(*, admin: bool = False) -> tuple[Route, ...]:
    """Every route of the site in its order; those of Django's admin only if asked for."""
    found: dict[tuple[str, Any], Route] = {}
    for route in _walk(get_resolver().url_patterns, "", ()):
        # An address that stands there under another name too is one door.
        found.setdefault((route.pattern, route.view), route)
    return tuple(route for route in found.values() if admin or not route.admin)


def _walk(patterns: Any, before: str, spaces: tuple[str, ...]) -> Iterator[Route]:
    for each in patterns:
        if isinstance(each, URLResolver):
            inner = (*spaces, each.namespace) if each.namespace else spaces
            yield from _walk(each.url_patterns, before + _text(each.pattern), inner)
        elif isinstance(each, URLPattern):
            pattern = before + _text(each.pattern)
            name = ":".join((*spaces, each.name)) if each.name else pattern
            yield Route(name, pattern, _parts(each.pattern, before), each.callback)
        else:
            raise TypeError(f"{each!r} is neither an address nor a list of them.")


def _text(pattern: Any) -> str:
    return str(pattern)


@cache
def _kinds() -> dict[type, str]:
    """The converters by their names, once the addresses have brought their own."""
    return {type(converter): kind for kind, converter in converters.get_converters().items()}


def _parts(pattern: Any, before: str) -> tuple[tuple[str, str], ...]:
    """The variable parts; those of an including pattern are read from its text."""
    own = (
        tuple((part, _kinds()[type(how)]) for part, how in pattern.converters.items())
        if isinstance(pattern, RoutePattern)
        else ()
    )
    outer = tuple(
        (piece.rpartition(":")[2], piece.partition(":")[0] if ":" in piece else "str")
        for piece in (cut.partition(">")[0] for cut in before.split("<")[1:])
    )
    return (*outer, *own)


@cache
def sockets() -> tuple[str, ...]:
    """The patterns of the WebSocket addresses."""
    from frontend.routing import websocket_urlpatterns

    return tuple(_text(each.pattern) for each in websocket_urlpatterns)


@cache
def schema() -> dict[str, Any]:
    """The schema of the API as a client gets it."""
    from drf_spectacular.generators import SchemaGenerator

    made: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return made


def methods_in_schema() -> dict[str, frozenset[str]]:
    """The methods that the schema names, by path (``/api/campaigns/{slug}/``)."""
    known = {method.lower() for method in METHODS}
    return {
        path: frozenset(method.upper() for method in methods if method in known)
        for path, methods in schema()["paths"].items()
    }


def schema_path(route: Route) -> str:
    """The path of an API route as the schema writes it."""
    return route.address({part: f"{{{part}}}" for part, _ in route.parts})
