"""The adversary at every door: each address of the site with each method, and what came of it.

Addresses are taken from the site's own tables, so that a new one is tried by itself.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.apps import apps
from django.test import Client

from accounts import services
from accounts.tokens import SCOPES
from tests.support import addresses
from tests.support.pages.routes import METHODS, Route, routes

PLACE = {"kind": "place", "points": {"east": 1}}
PARTS = {"power": "north", "book": "tiny", "key": "rules"}
"""What stands in the variable parts of an address, where it is not what stands there for everybody."""

VALUES: dict[str, Any] = {
    "slug": "nowhere",
    "power": "north",
    "seat": "north",
    "other": "south",
    "friend": "friend",
    "level": "seal",
    "phase": 1,
    "deputy": 1,
    "table": "none",
    "rule": "1.1",
    "path": ["purses", "north", "points", "east"],
    "facts": {"boats": 5},
    "order": PLACE,
    "draft": PLACE,
    "standing": {"kind": "answer", "valley": "west"},
    "act": {"kind": "call"},
    "possible_act": {"kind": "call"},
    "starts": "2100-01-01T10:00",
    "ends": "2100-01-02T10:00",
}
"""What the words with ``$`` in the rows of the table stand for: bodies that would do something, if they came from
the right person."""
FORM = {
    "power": "north",
    "powers": "north",
    "token": "a-guess",
    "invitation": "a-guess",
    "phase": "1",
    "kind": "call",
    "action": "seal",
    "order.points.east": "1",
    "to": "person",
    "username": "friend",
    "reason": "Because",
    "hours": "5",
    "sure": "yes",
    "willing": "yes",
    "seen": "{}",
    "fact.boats": "7",
    "password": "a guess",
    "name": "a program",
    "scopes": "read",
    "email": "elsewhere@example.org",
    "text": "A word",
    "subject": "campaign",
}
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
BY_CHANCE = re.compile(r'name="(csrfmiddlewaretoken|key)" value="[\w-]+"|"X-CSRFToken": ?"\w+"')
"""What is in every form, another each time."""


class Door(NamedTuple):
    """One address with one method."""

    route: Route
    method: str
    address: str

    @property
    def name(self) -> str:
        """That of its route."""
        return self.route.name


def program_of(who: Any, *scopes: str) -> Client:
    """A program with a token of somebody's: with every scope where none is named."""
    _, key = services.make_token(who.pk, name="a bot", scopes=scopes or tuple(SCOPES))
    return Client(headers={"Authorization": f"Bearer {key}"})


def doors(slug: str, *, only: Iterable[str] = METHODS, admin: bool = False) -> Iterator[Door]:
    """Every door, with this campaign where one is meant."""
    for route in routes(admin=admin):
        for address in _addresses(route, slug):
            for method in only:
                yield Door(route, method, address)


def of_a_campaign(slug: str, *, only: Iterable[str] = METHODS) -> Iterator[Door]:
    """The doors of one campaign."""
    return (door for door in doors(slug, only=only) if f"/{slug}/" in door.address)


def _addresses(route: Route, slug: str) -> Iterator[str]:
    own = addresses.row(route.name).parts
    for values in product(*own.values()):
        parts = {**PARTS, "slug": slug, **dict(zip(own, values, strict=True))}
        yield addresses.path_of(route, parts)


def knock(client: Client, door: Door, *, query: str = "") -> Any:
    """Ask at a door, with a body that would do something."""
    address = door.address + query
    if door.method in SAFE:
        return client.generic(door.method, address)
    if door.route.api:
        return client.generic(
            door.method, address, **addresses.sent(door.route, VALUES.__getitem__)
        )
    form = {**FORM, **addresses.form_of(door.name, VALUES.__getitem__)}
    if door.method == "POST":
        return client.post(address, form)
    kind = "application/x-www-form-urlencoded"
    return client.generic(door.method, address, urlencode(form), content_type=kind)


def told(answer: Any, *alike: str) -> tuple[int, tuple[tuple[str, str], ...], str]:
    """All of an answer that can be read; the words of ``alike`` are taken for one and the same."""
    content = b"".join(answer) if answer.streaming else answer.content
    text = BY_CHANCE.sub("csrf", content.decode())
    heads = "\n".join(f"{name}: {value}" for name, value in sorted(answer.headers.items()))
    cookies = sorted(
        (name, str({k: v for k, v in cookie.items() if k != "expires"}))
        for name, cookie in answer.cookies.items()
    )
    heads = re.sub(r"(Expires|Content-Length|Server-Timing): .*", r"\1", heads)
    for word in alike:
        text, heads = text.replace(word, "#"), heads.replace(word, "#")
    return answer.status_code, (("headers", heads), *cookies), text


NOT_KEPT = {"readmark", "count", "session", "knownaddress", "knownbrowser"}
"""Tables in which looking and trying may leave something: what was seen, how often it was tried."""
NOT_COUNTED = {"used_at", "last_login"}


def kept() -> dict[str, list[tuple[Any, ...]]]:
    """All rows that anybody's doing may change, by table."""
    found = {}
    for app in ("campaigns", "accounts"):
        for model in apps.get_app_config(app).get_models(include_auto_created=True):
            if model._meta.model_name not in NOT_KEPT:
                fields = [f.attname for f in model._meta.fields if f.name not in NOT_COUNTED]
                rows = model._default_manager.order_by("pk").values_list(*fields)
                found[model._meta.label] = [tuple(map(str, _plain(row))) for row in rows]
    return found


def _plain(row: Iterable[Any]) -> Iterator[Any]:
    for value in row:
        yield bytes(value).hex() if isinstance(value, memoryview | bytes) else value
