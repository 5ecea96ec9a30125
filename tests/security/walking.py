"""The adversary at every door: each address of the site with each method, and what came of it.

Addresses are taken from the site's own tables, so that a new one is tried by itself.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec
from django.apps import apps
from django.test import Client

from tests.routes import METHODS, Route, routes

PLACE = {"kind": "place", "points": {"east": 1}}
PARTS = {
    "person": 1,
    "number": 1,
    "power": "north",
    "area": "turkey",
    "thread": "public",
    "proposal": "ab" * 32,
    "table": "none",
    "verb": "agree",
    "deputy": 1,
    "token": "a-guess",
    "feed_key": "a-guess",
    "book": "tiny",
    "key": "rules",
    "uidb64": "MQ",
    "object_id": 1,
    "app_label": "accounts",
    "content_type_id": 1,
    "url": "elsewhere/",
}
VERBS = {
    "frontend:moderator-act": (
        *("start", "pause", "resume", "extend", "force"),
        *("invite", "seat", "add", "successor", "leave"),
    ),
    "frontend:answer": ("agree", "take-back", "withdraw"),
}
#: Bodies that would do something, if they came from the right person.
JSON: dict[str, Any] = {
    "api:join": {"powers": ["north"], "token": "a-guess"},
    "api:orders": {"phase": 1, "order": PLACE, "seal": True},
    "api:standing": {"order": {"kind": "answer", "valley": "west"}},
    "api:acts": {"act": {"kind": "call"}},
    "api:act-preview": {"act": {"kind": "call"}},
    "api:preview": {"order": PLACE},
    "api:press": {"power": "north", "to": ["south"], "text": "A word"},
    "api:thread": {"do": "write", "power": "north", "text": "A word"},
    "api:notes": {"subject": "campaign", "text": "A thought"},
    "api:deputies": {"power": "north", "username": "friend", "level": "seal"},
    "api:extension": {"phase": 1},
    "api:overrides": {"changes": [], "rule": "1", "reason": "Because"},
    "api:facts": {"facts": {"boats": 5}, "reason": "Because"},
    "api:undo": {"to": 1, "reason": "Because"},
    "api:rulings": {"text": "So we play", "rule": "1"},
    "api:ruling-withdraw": {"reason": "Because"},
    "api:override": {"answer": "disputed", "reason": "Because"},
    "api:override-undo": {"reason": "Because"},
    "api:secret-values": {
        "power": "north",
        "path": ["purses", "north", "points", "east"],
        "before": 2,
        "after": 3,
        "reason": "Because",
    },
    "api:secret-value": {"do": "agree", "power": "north"},
    "api:secret-value-decide": {"accept": True},
    "api:questions": {"kind": "seat", "power": "north", "to": "bot", "reason": "Because"},
}
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

    name: str
    method: str
    address: str


def doors(slug: str, *, only: Iterable[str] = METHODS, admin: bool = False) -> Iterator[Door]:
    """Every door, with this campaign where one is meant."""
    for route in routes(admin=admin):
        for address in _addresses(route, slug):
            for method in only:
                yield Door(route.name, method, address)


def of_a_campaign(slug: str, *, only: Iterable[str] = METHODS) -> Iterator[Door]:
    """The doors of one campaign."""
    return (door for door in doors(slug, only=only) if f"/{slug}/" in door.address)


def _addresses(route: Route, slug: str) -> Iterator[str]:
    values = {**PARTS, "slug": slug}
    if any(part not in values for part, _ in route.parts):
        raise KeyError(f"{route.pattern} has a part that the adversary does not know.")
    for verb in VERBS.get(route.name, ("agree",)):
        yield _literal(route.address({**values, "verb": verb}))


def _literal(address: str) -> str:
    """The few addresses that are written as an expression, as a browser would ask for them."""
    return address.replace("(?P<url>.*)$", "elsewhere/").replace("^", "").replace("$", "")


def knock(client: Client, door: Door, *, query: str = "") -> Any:
    """Ask at a door, with a body that would do something."""
    address = door.address + query
    if door.method in SAFE:
        return client.generic(door.method, address)
    if door.address.startswith("/api/"):
        body = msgspec.json.encode(JSON.get(door.name, {}))
        return client.generic(door.method, address, body, content_type="application/json")
    if door.method == "POST":
        return client.post(address, FORM)
    body = "&".join(f"{key}={value}" for key, value in FORM.items())
    form = "application/x-www-form-urlencoded"
    return client.generic(door.method, address, body, content_type=form)


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
