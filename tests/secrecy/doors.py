"""Every door at which something of a campaign can be had, read from the site's own tables.

A row of `DOORS` says of an address what it is asked, by each reader. Addresses come from
`tests.routes`: one that has no row here and does not stand in `ELSEWHERE` with a reason fails a test,
and so does a variable part that nobody knows how to fill. Beside the addresses there are the socket
(`frames.py`) and the letters.
"""

import json
import re
from collections.abc import Callable, Container, Iterator
from itertools import product
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model

from campaigns.catalogue.lookup import catalogue_of
from campaigns.models import Phase
from campaigns.services.phases import phase_opening
from rules.kernel.audience import viewer
from rules.kernel.menus import Pick
from rules.kernel.orders import understand
from tests.properties.playing import menu_of
from tests.routes import Route, routes
from tests.secrecy.sent import KINDS as SENT
from tests.secrecy.sent import Sent
from tests.secrecy.table import Reader, Table
from tests.secrecy.worlds import undone

Fill = Callable[[Table, Reader], list[object]]
Body = Callable[[Table, Reader], Any]


def _past_and_present(table: Table, _reader: Reader) -> list[object]:
    """The phase in play, the one before it, and those that were undone."""
    now = table.phase.number
    undone = Phase.objects.filter(campaign__slug=table.slug, undone_at__isnull=False)
    numbers = {now - 1, now, *undone.values_list("number", flat=True)}
    return [*sorted(numbers - {0})]


def _own_and_hidden(table: Table, reader: Reader) -> list[object]:
    """One's own power, and the one that has something to hide: that must be refused in the same way."""
    return [power for power in (reader.power, table.hider) if power]


def _first_table(table: Table) -> list[object]:
    """A table of the rules of this campaign; one that is not there where it has none."""
    return [next(iter(catalogue_of(table.book).tables), "x")]


FILLS: dict[str, Fill] = {
    "slug": lambda table, _: list(table.slugs),
    "power": _own_and_hidden,
    "number": _past_and_present,
    "area": lambda *_: ["turkey"],
    "book": lambda table, _: [table.book.key],
    # The people who came last: of a masked table those who sit there in one life and in the other.
    "person": lambda *_: list(
        get_user_model().objects.order_by("-pk").values_list("pk", flat=True)[:4]
    ),
    # Threads between powers stand in `test_press.py`.
    "thread": lambda *_: ["public"],
    "table": lambda table, _: _first_table(table),
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
    return phase_opening.autopilot_order(table.book, table.state, reader.power) or {}


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
        "frontend:campaigns",
        "frontend:campaign",
        "frontend:end",
        "frontend:print",
        "frontend:charts",
        "frontend:dice",
        "frontend:dice-of-site",
        "frontend:strip",
        "frontend:board",
        "frontend:log",
        "frontend:log-fragment",
        "frontend:log-entry",
        "frontend:log-head",
        "frontend:receipts",
        "frontend:rule",
        "frontend:rule-used",
        "frontend:player",
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
        "frontend:rule-tables",
        "frontend:rulings",
        "frontend:rollback",
        "frontend:fork",
        "world_in_flames:hexes",
        "frontend:seats",
        "frontend:seat-key",
        "frontend:dice-links",
        "frontend:absences",
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
        "frontend:inbox",
        "frontend:feed",
        "frontend:feed-by-key",
        "frontend:calendar",
        "frontend:inbox-count",
        "frontend:notification-settings",
        "api:press",
        "api:thread",
        "api:press-file",
        "api:notes",
        "api:questions",
        "api:tables",
        "api:rule-table",
        "api:overrides",
        "api:secret-values",
        "api:absences",
        "api:dice",
        "api:keys",
        "api:dice-links",
        "api:dice-statistics",
        "api:forks",
        "api:undo",
        "api:rulings",
        "api:hung",
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
        "api:receipts",
        "api:heads",
        "api:log",
    ]
)
"""Asked with GET by every reader."""

QUERIES: dict[str, tuple[str, ...]] = {
    "frontend:news": ("?since=1",),
    "frontend:rollback": ("?to=1",),
    "frontend:charts": ("?of=entry&with=another", "?of=votes&at=1", "?as=germany"),
    # The same rules, as public campaigns are counted by them on the pages of a book.
    "frontend:rule": (
        "?ref=49.3",
        "?ref=8.7.2+Option+0(b)",
        "?ref=Income+Roll",
        "?ref=Isolated+Control",
    ),
    "frontend:campaign": ("?as=germany",),
    "frontend:history": ("?turned=0&part=cards",),
    "frontend:fork": ("?phase=1",),
    "frontend:facts": ("?hung=germany.at_war",),
    "frontend:press": ("?q=a", "?part=count"),
    "frontend:overrides": ("?q=a", "?own=", '?path=["variants","fog"]&value=on'),
    "frontend:rule-tables": ("?q=a",),
    "api:press": ("?q=a",),
    "api:heads": ("?seq=1,2,3",),
    "api:receipts": ("?since=1", "?seq=1,2,3"),
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
    # A file would start a process each time: what comes of one stands in campaigns/facts/test_from_vassal.py.
    "frontend:from-vassal": lambda *_: {},
    "frontend:rule-tables": lambda table, _: {"table": _first_table(table)[0], "value-0": "4"},
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
    "accounts:confirm-again": "says nothing of a campaign",
    "accounts:confirm-email": "says nothing of a campaign",
    "accounts:delete": "says nothing of a campaign",
    "accounts:tokens": "says nothing of a campaign",
    "accounts:revoke-token": "says nothing of a campaign",
    "accounts:second-step": "says nothing of a campaign",
    "accounts:passkey-sign-in": "says nothing of a campaign",
    "accounts:passkey-options": "says nothing of a campaign",
    "accounts:confirm": "says nothing of a campaign",
    "accounts:security": "says nothing of a campaign",
    "accounts:passkeys": "says nothing of a campaign",
    "accounts:authenticator": "says nothing of a campaign",
    "accounts:recovery-codes": "says nothing of a campaign",
    "accounts:sessions": "says nothing of a campaign",
    "accounts:my-data": "what the site keeps of its reader alone: campaigns/site/test_own_data.py looks at it",
    "security-txt": "says nothing of a campaign",
    "api:books": "says nothing of a campaign",
    "frontend:theme": "says nothing of a campaign",
    "frontend:language": "says nothing of a campaign",
    "frontend:notification-stop": "says nothing of a campaign",
    "frontend:manifest": "says nothing of a campaign",
    "frontend:service-worker": "says nothing of a campaign",
    "frontend:devices": "says nothing of a campaign",
    "frontend:staff": "for the staff alone: campaigns/site/test_site_staff.py looks at it, with a leak planted",
    "frontend:first-games": "names public campaigns that are over, and the reader's own first game",
    "frontend:first-game-back": "says nothing of a campaign",
    "frontend:first-game-step": "empty but for the one player of a first game: what they read next",
    "frontend:first-game-read": "answers as frontend:first-game-step",
    "frontend:new": "says nothing of a campaign",
    "frontend:about": "says nothing of a campaign",
    "frontend:languages": "says nothing of a campaign",
    "frontend:style": "says nothing of a campaign",
    "frontend:verify": "the same bytes for everybody",
    "frontend:as-it-happened": "says nothing of a campaign",
    "frontend:as-it-happened-book": "the commentary that comes with the site, and the phase numbers of a public campaign that is over",
    "frontend:books": "says nothing of a campaign",
    "frontend:rules": "says nothing of a campaign",
    "frontend:rules-chapter": "says nothing of a campaign",
    "world_in_flames:inspector": "says nothing of a campaign",
    "frontend:preview": "the answer of api:preview as a fragment",
    "frontend:standing": "the answer of frontend:orders",
    "frontend:act": "the answer of api:acts as a page",
    "frontend:my-absences": "names seats that one is asked to look after, and no campaign's content",
    "frontend:join": "sends on to the campaign's page",
    "frontend:heads": "of public campaigns what frontend:log-head tells everybody",
    "frontend:dice-seed": "answers with what the log says of one's own seat",
    "api:dice-seed": "answers as api:dice",
    "api:key": "answers as api:keys",
    "frontend:seat-key-words": "the same words for everybody",
    "frontend:extension": "sends on to the campaign's page",
    "frontend:leave": "sends on to the campaign's page",
    "frontend:moderator-clock": "sends on to the desk",
    "frontend:moderator-act": "sends on to the desk",
    "frontend:moderators": "sends on to frontend:seats",
    "frontend:propose": "sends on to frontend:seats",
    "frontend:answer": "sends on to frontend:seats",
    "api:plan-take": "answers as api:orders",
    "api:answer": "answers as api:questions",
    "api:ruling-withdraw": "answers as api:rulings",
    "api:override": "answers as api:overrides",
    "api:override-undo": "answers as api:overrides",
    "api:secret-value": "answers as api:secret-values",
    "api:secret-value-decide": "answers as api:secret-values",
    "api:absence": "answers as api:absences",
    "api:deputy": "answers as api:deputies",
    "api:absences-everywhere": "names one's own campaigns, and answers for each as api:absences",
    "api:my-deputies": "names seats that one is asked to look after, and no campaign's content",
    "api:extension": "answers with the campaign's page",
    "api:leave": "answers with the campaign's page",
    "api:join": "answers with the campaign's page",
    "api:start": "answers with the campaign's page",
}
"""Addresses at which nothing is asked, and why nothing can be had there that the others do not give."""


def every_door() -> frozenset[str]:
    """Every door there is: the addresses that are asked, what leaves by itself, and the open pages."""
    return LOOKED_AT | frozenset(TRIED) | frozenset(SENT) | {"frames"}


OF_THE_GAME: frozenset[str] = frozenset(SENT) | {
    "frames",
    "frontend:campaign",
    "frontend:strip",
    "frontend:board",
    "frontend:orders",
    "frontend:news",
    "frontend:log",
    "frontend:history",
    "frontend:phase",
    "frontend:export",
    "frontend:facts",
    "frontend:agreements",
    "frontend:seats",
    "frontend:moderator",
    "world_in_flames:hexes",
    "world_at_war:countries",
    "world_at_war:country",
    "world_at_war:ledgers",
    "api:campaign",
    "api:menu",
    "api:orders",
    "api:phase",
    "api:facts",
    "api:export",
    "api:log",
    "api:preview",
    "api:act-preview",
}
"""Doors that are made from the position, from orders or from what happened: what a phase hides could stand there."""


def in_scene(number: int) -> frozenset[str]:
    """The doors of the game, and a third of the others: in three scenes one after another all are asked."""
    others = sorted(every_door() - OF_THE_GAME)
    return OF_THE_GAME.union(others[number % 3 :: 3])


SOME_OR_ALL = [
    pytest.param(in_scene(0), id="some doors"),
    pytest.param(None, id="every door", marks=pytest.mark.long),
]
"""At which doors is asked in `make test`, and in `make test-all` as well."""


def unknown(found: tuple[Route, ...] | None = None) -> list[str]:
    """What the site's tables hold and nobody has decided about, and what is decided about nothing."""
    there = {route.name for route in (found if found is not None else routes())}
    decided = LOOKED_AT | set(TRIED) | set(ELSEWHERE)
    twice = (LOOKED_AT | set(TRIED)) & set(ELSEWHERE)
    return sorted((there ^ decided) | twice)


def told_at_the_doors(
    table: Table, reader: Reader, sent: Sent, only: Container[str] | None = None
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
    for kind in SENT:
        if only is None or kind in only:
            yield kind, sent.told(kind, reader)


def _addresses(route: Route, table: Table, reader: Reader) -> Iterator[str]:
    if route.name not in LOOKED_AT and route.name not in TRIED:
        return
    parts = [part for part, _ in route.parts]
    for values in product(*(FILLS[part](table, reader) for part in parts)):
        yield route.address(dict(zip(parts, values, strict=True)))


UNCOUNTED = frozenset(("date", "expires"))
"""Headers that tell the time of day."""

OWN_COOKIES = frozenset((settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME))
"""Cookies that belong to the browser that asked: of them the names alone are looked at."""


_SIGNED = re.compile(r":[0-9A-Za-z]{6}:[\w-]{43}$")
"""The second in which a cookie was signed, and the signature."""


def _answer(answer: Any) -> bytes:
    """Its status, headers and cookies, the sizes of the pieces in which it comes, and its body."""
    headers = sorted((k.lower(), v) for k, v in answer.items() if k.lower() not in UNCOUNTED)
    cookies = [
        (k, "" if k in OWN_COOKIES else _SIGNED.sub("", v.value))
        for k, v in sorted(answer.cookies.items())
    ]
    pieces = [*answer] if answer.streaming else [answer.content]
    sizes = [len(piece) for piece in pieces]
    return f"{answer.status_code} {headers} {cookies} {sizes}\n".encode() + b"".join(pieces)
