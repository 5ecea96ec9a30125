"""Every door at which something of a campaign can be had, read from the site's own tables.

A row of `DOORS` says of an address what it is asked, by each reader. Addresses come from
`tests.routes`: one that has no row here and does not stand in `ELSEWHERE` with a reason fails a test,
and so does a variable part that nobody knows how to fill. Beside the addresses there are the socket
(`frames.py`) and the letters.
"""

import json
import re
from collections.abc import Callable, Container, Iterator
from functools import cached_property
from itertools import product
from typing import Any
from unittest.mock import patch

from django.core import mail

from campaigns import webpush
from campaigns.models import WebhookPost
from campaigns.services import devices, opening, webhooks
from campaigns.services import mail as sending
from rules.kernel.audience import viewer
from rules.kernel.menus import Pick
from rules.kernel.orders import understand
from tests.properties.playing import menu_of
from tests.routes import Route, routes
from tests.secrecy.table import Reader, Table
from tests.secrecy.worlds import undone

Fill = Callable[[Table, Reader], list[object]]
Body = Callable[[Table, Reader], Any]


def _past_and_present(table: Table, _reader: Reader) -> list[object]:
    """The phase in play and the one before it."""
    now = table.phase.number
    return [number for number in (now - 1, now) if number]


def _own_and_hidden(table: Table, reader: Reader) -> list[object]:
    """One's own power, and the one that has something to hide: that must be refused in the same way."""
    return [power for power in (reader.power, table.hider) if power]


FILLS: dict[str, Fill] = {
    "slug": lambda table, _: [table.slug],
    "power": _own_and_hidden,
    "number": _past_and_present,
    "area": lambda *_: ["turkey"],
    # Threads between powers stand in `test_press.py`.
    "thread": lambda *_: ["public"],
    "verb": lambda *_: ["pause"],
    "feed_key": lambda _, reader: list(reader.feed_keys),
    # Once play has begun no link of before leads anywhere; its page says so to everybody alike.
    "token": lambda table, _: [table.campaign.invite_token or "a-link-that-lapsed"],
}
"""What can stand in the variable parts of an address."""


def _autopilots(table: Table, reader: Reader) -> Any:
    """What the reader's own autopilot would hand in; an empty order where there is nothing."""
    if not reader.power or menu_of(table.book, table.state, reader.power) is None:
        return {}
    return opening.autopilot_order(table.book, table.state, reader.power) or {}


def _first_act(table: Table, reader: Reader) -> Any:
    """The first thing that the reader could do at once as its form begins, with the first of what it
    asks for; one of no kind where there is none.
    """
    if reader.power:
        view = table.book.view(table.state, viewer(reader.power))
        for menu in table.book.acts(view, reader.power):
            act = menu.blank() | {
                field.key: choice.value
                for field in menu.fields
                if isinstance(field, Pick)
                for choice in field.choices[::-1]
                if choice.barred is None
            }
            if not menu.problems(understand(act, table.book.orders[menu.order])):
                return act
    return {"kind": "no such thing"}


NONCE = "5e" * 32
"""A player may bring their own: then a seal that is tried has the same commitment in every world."""


def _handing_in(table: Table, reader: Reader) -> Any:
    order = _autopilots(table, reader)
    return {"phase": table.phase.number, "order": order or None, "seal": True, "nonce": NONCE}


LOOKED_AT: frozenset[str] = frozenset(
    [
        "frontend:lobby",
        "frontend:campaign",
        "frontend:strip",
        "frontend:board",
        "frontend:log",
        "frontend:log-fragment",
        "frontend:log-entry",
        "frontend:rule-used",
        "frontend:news",
        "frontend:orders",
        "frontend:draft",
        "frontend:plans",
        "frontend:what-ifs",
        "frontend:what-if",
        "frontend:history",
        "frontend:phase",
        "frontend:export",
        "frontend:agreements",
        "frontend:facts",
        "frontend:mapping",
        "frontend:overrides",
        "frontend:rulings",
        "frontend:undo",
        "frontend:fork",
        "world_in_flames:hexes",
        "frontend:table",
        "frontend:away",
        "frontend:hand-over",
        "frontend:standing-orders",
        "world_at_war:tensions",
        "world_at_war:countries",
        "world_at_war:country",
        "world_at_war:ledgers",
        "frontend:press",
        "frontend:thread",
        "frontend:notes",
        "frontend:moderator",
        "frontend:invitation",
        "frontend:bell",
        "frontend:feed",
        "frontend:feed-by-key",
        "frontend:calendar",
        "frontend:bell-count",
        "frontend:news-settings",
        "api:press",
        "api:thread",
        "api:press-file",
        "api:notes",
        "api:questions",
        "api:absences",
        "api:deputies",
        "api:campaigns",
        "api:campaign",
        "api:menu",
        "api:orders",
        "api:plans",
        "api:plan",
        "api:what-ifs",
        "api:what-if",
        "api:phases",
        "api:phase",
        "api:facts",
        "api:dispatch",
        "api:dispatches",
        "api:export",
        "api:log",
    ]
)
"""Asked with GET by every reader."""

QUERIES: dict[str, tuple[str, ...]] = {
    "frontend:news": ("?since=1",),
    "frontend:undo": ("?to=1",),
    "frontend:fork": ("?phase=1",),
    "frontend:facts": ("?hung=germany.at_war",),
    "frontend:press": ("?q=a", "?part=count"),
    "frontend:overrides": ("?q=a", '?path=["variants","fog"]&value=on'),
    "api:press": ("?q=a",),
    "frontend:log": ("?at=1", "?q=a", "?mine=yes&q=e", "?kind=result", "?rule=49.3"),
    # One rule of each book that rests on what is sealed or done in secret; the others' are not found.
    "frontend:rule-used": (
        "?ref=49.3",
        "?ref=8.7.2+Option+0(b)",
        "?ref=Income+Roll",
        "?ref=Isolated+Control",
    ),
}
"""What is asked besides at an address that answers otherwise then."""

TRIED: dict[str, Body] = {
    # A file would start a process each time: what comes of one stands in campaigns/test_from_vassal.py.
    "frontend:from-vassal": lambda *_: {},
    "api:preview": lambda table, reader: {"order": _autopilots(table, reader)},
    "api:dispatch-preview": lambda *_: {"text": "Paris: Axis"},
    "api:dispatch-declare": lambda *_: {},
    "api:dispatch-look": lambda *_: {"do": "confirm"},
    "api:orders": _handing_in,
    "api:standing": lambda *_: {"order": None},
    "api:acts": lambda *_: {"act": {"kind": "no such thing"}},
    "api:act-preview": lambda table, reader: {"act": _first_act(table, reader)},
}
"""Asked with POST as well, the answers being what a reader can get out of trying; all of it undone."""

ELSEWHERE: dict[str, str] = {
    "healthz": "says nothing of a campaign",
    "metrics": "says nothing of a campaign",
    "api-schema": "says nothing of a campaign",
    "accounts:sign-up": "says nothing of a campaign",
    "accounts:sign-in": "says nothing of a campaign",
    "accounts:sign-out": "says nothing of a campaign",
    "accounts:password-reset": "says nothing of a campaign",
    "accounts:password-reset-sent": "says nothing of a campaign",
    "accounts:password-reset-confirm": "says nothing of a campaign",
    "accounts:me": "says nothing of a campaign",
    "accounts:change-password": "says nothing of a campaign",
    "accounts:change-email": "says nothing of a campaign",
    "accounts:delete": "says nothing of a campaign",
    "accounts:tokens": "says nothing of a campaign",
    "accounts:revoke-token": "says nothing of a campaign",
    "api:books": "says nothing of a campaign",
    "frontend:theme": "says nothing of a campaign",
    "frontend:news-stop": "says nothing of a campaign",
    "frontend:service-worker": "says nothing of a campaign",
    "frontend:devices": "says nothing of a campaign",
    "frontend:staff": "for the staff alone: campaigns/test_site_staff.py looks at it, with a leak planted",
    "frontend:new": "says nothing of a campaign",
    "frontend:books": "says nothing of a campaign",
    "frontend:rules": "says nothing of a campaign",
    "frontend:rules-chapter": "says nothing of a campaign",
    "frontend:rule": "says nothing of a campaign",
    "world_in_flames:inspector": "says nothing of a campaign",
    "frontend:preview": "the answer of api:preview as a fragment",
    "frontend:standing": "the answer of frontend:orders",
    "frontend:act": "the answer of api:acts as a page",
    "frontend:my-away": "names seats that one is asked to look after, and no campaign's content",
    "frontend:join": "sends on to the campaign's page",
    "frontend:extension": "sends on to the campaign's page",
    "frontend:leave": "sends on to the campaign's page",
    "frontend:moderator-clock": "sends on to the desk",
    "frontend:moderator-act": "sends on to the desk",
    "frontend:offer": "sends on to frontend:table",
    "frontend:propose": "sends on to frontend:table",
    "frontend:answer": "sends on to frontend:table",
    "api:plan-take": "answers as api:orders",
    "api:answer": "answers as api:questions",
    "api:absence": "answers as api:absences",
    "api:deputy": "answers as api:deputies",
    "api:my-deputies": "names seats that one is asked to look after, and no campaign's content",
    "api:extension": "answers with the campaign's page",
    "api:leave": "answers with the campaign's page",
    "api:join": "answers with the campaign's page",
    "api:start": "answers with the campaign's page",
}
"""Addresses at which nothing is asked, and why nothing can be had there that the others do not give."""


def unknown(found: tuple[Route, ...] | None = None) -> list[str]:
    """What the site's tables hold and nobody has decided about, and what is decided about nothing."""
    there = {route.name for route in (found if found is not None else routes())}
    decided = LOOKED_AT | set(TRIED) | set(ELSEWHERE)
    twice = (LOOKED_AT | set(TRIED)) & set(ELSEWHERE)
    return sorted((there ^ decided) | twice)


def told_at_the_doors(
    table: Table, reader: Reader, sent: "Sent", only: Container[str] | None = None
) -> Iterator[tuple[str, bytes]]:
    """Everything that a reader can get, door by door: status, headers and body as bytes.

    ``sent`` is what leaves for all of them; ``only`` names the addresses to ask, and of what is sent
    the kinds to look at, where not all of them are.
    """
    for route in routes():
        if only is not None and route.name not in only:
            continue
        for address in _addresses(route, table, reader):
            if route.name in LOOKED_AT:
                for query in ("", *QUERIES.get(route.name, ())):
                    answer = reader.client.get(f"{address}{query}")
                    yield f"{route.name} {address}{query}", _answer(answer)
            if route.name in TRIED:
                body = json.dumps(TRIED[route.name](table, reader))
                with undone(numbered=False):
                    answer = reader.client.post(address, body, content_type="application/json")
                    yield f"{route.name} POST {address}", _answer(answer)
    for kind, told in (
        ("letters", sent.letters),
        ("webhooks", sent.posts),
        ("devices", sent.pushed),
    ):
        if only is None or kind in only:
            yield kind, told(reader)


def _addresses(route: Route, table: Table, reader: Reader) -> Iterator[str]:
    if route.name not in LOOKED_AT and route.name not in TRIED:
        return
    parts = [part for part, _ in route.parts]
    for values in product(*(FILLS[part](table, reader) for part in parts)):
        yield route.address(dict(zip(parts, values, strict=True)))


UNCOUNTED = frozenset(("date", "expires", "set-cookie"))
"""Headers that tell the time of day, or belong to the browser that asked."""


def _answer(answer: Any) -> bytes:
    headers = sorted((k.lower(), v) for k, v in answer.items() if k.lower() not in UNCOUNTED)
    body = b"".join(answer) if answer.streaming else answer.content
    return f"{answer.status_code} {headers}\n".encode() + body


class Sent:
    """What leaves the site by itself for its readers: each kind is sent once, and undone."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def letters(self, reader: Reader) -> bytes:
        """What is mailed to a reader, as a mailbox holds it; what hangs on the time of day is cut out."""
        address = reader.person.email if reader.person is not None else ""
        return repr(sorted(text for to, text in self._letters if to == [address])).encode()

    def posts(self, _reader: Reader) -> bytes:
        """What a webhook of the campaign is told, which is told to whoever reads there."""
        posts = WebhookPost.objects.filter(webhook__campaign__slug=self.table.slug).order_by("pk")
        found = posts.select_related("webhook__campaign", "webhook__person", "phase__campaign")
        return repr([webhooks.request_of(post)["body"] for post in found]).encode()

    def pushed(self, reader: Reader) -> bytes:
        """What is pushed to a browser in which a reader is signed in."""
        me = reader.person.pk if reader.person is not None else 0
        return repr([text for to, text in self._pushed if to.endswith(f"/{me}")]).encode()

    @cached_property
    def _letters(self) -> list[tuple[list[str], tuple[str, str]]]:
        with undone(numbered=False):
            mail.outbox.clear()
            sending.send_due()
            return [
                (one.to, (str(one.subject), _STOP.sub("", str(one.body)))) for one in mail.outbox
            ]

    @cached_property
    def _pushed(self) -> list[tuple[str, bytes]]:
        told = []

        def push(endpoint: str, *, message: bytes, **_: object) -> int:
            told.append((endpoint, message))
            return 201

        with (
            undone(numbered=False),
            patch.object(webpush, "is_on", lambda: True),
            patch.object(webpush, "push", push),
        ):
            devices.push_due()
        return told


_STOP = re.compile(r"/news/stop/\S+")
"""The address that ends a kind of mail bears the second in which it was signed."""
