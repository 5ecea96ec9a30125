"""Every door at which something of a campaign can be had, read from the site's own tables.

What is asked at an address stands in its row of the table (``secrecy`` in `support/addresses.yaml`), or why nothing
is; a variable part that nobody knows how to fill fails. Beside the addresses there are the socket (`frames.py`) and
the letters.
"""

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
from tests.secrecy.sent import KINDS as SENT
from tests.secrecy.sent import Sent
from tests.secrecy.table import Reader, Table
from tests.support import addresses
from tests.support.books.playing import menu_of
from tests.support.pages.routes import Route, routes
from tests.support.worlds import undone

Fill = Callable[[Table, Reader], list[object]]


def _past_and_present(table: Table, _reader: Reader) -> list[object]:
    """The phase in play, the one before it, and those that were undone."""
    now = table.phase.number
    undone = Phase.objects.filter(campaign__slug=table.slug, undone_at__isnull=False)
    numbers = {now - 1, now, *undone.values_list("number", flat=True)}
    return [*sorted(numbers - {0})]


def _own_and_hidden(table: Table, reader: Reader) -> list[object]:
    """One's own power, and the one that has something to hide: that must be refused in the same way."""
    return [power for power in (reader.power, table.hider) if power]


def _first_table(table: Table) -> str:
    """A table of the rules of this campaign; one that is not there where it has none."""
    return next(iter(catalogue_of(table.book).tables), "x")


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
    "table": lambda table, _: [_first_table(table)],
    "feed_key": lambda _, reader: list(reader.feed_keys),
    # Once play has begun no link of before leads anywhere; its page says so to everybody alike.
    "token": lambda table, _: [table.campaign.invite_token or "a-link-that-lapsed"],
}
"""What can stand in the variable parts of an address: in all of them, so that what is asked is there."""


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


VALUES: dict[str, Callable[[Table, Reader], object]] = {
    "phase": lambda table, _: table.phase.number,
    "power": lambda table, reader: reader.power or table.hider,
    "table": lambda table, _: _first_table(table),
    "order": lambda table, reader: _autopilots(table, reader) or None,
    "draft": _autopilots,
    "standing": lambda *_: None,
    "act": lambda *_: {"kind": "no such thing"},
    "possible_act": _first_act,
}
"""What the words with ``$`` in the bodies stand for; a body brings its own nonce, so that a seal that is tried has the
same commitment in every world."""


def addresses_asked() -> frozenset[str]:
    """The addresses at which something is asked or tried."""
    rows = {name: addresses.secrecy(name) for name in addresses.ROWS}
    return frozenset(name for name, row in rows.items() if row.asked or row.tried)


def every_door() -> frozenset[str]:
    """Every door there is: the addresses that are asked, what leaves by itself, and the open pages."""
    return addresses_asked() | frozenset(SENT) | {"frames"}


def of_the_game() -> frozenset[str]:
    """Doors that are made from the position, from orders or from what happened."""
    rows = {name for name in addresses_asked() if addresses.secrecy(name).game}
    return frozenset(SENT).union(rows, {"frames"})


def in_scene(number: int) -> frozenset[str]:
    """The doors of the game, and a third of the others: in three scenes one after another all are asked."""
    others = sorted(every_door() - of_the_game())
    return of_the_game().union(others[number % 3 :: 3])


SOME_OR_ALL = [
    pytest.param(in_scene(0), id="some doors"),
    pytest.param(None, id="every door", marks=pytest.mark.long),
]
"""At which doors is asked in `make test`, and in `make test-all` as well."""


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
        row = addresses.secrecy(route.name)
        for address in _addresses(route, table, reader) if row.asked or row.tried else ():
            for asked in ("", *row.queries) if row.asked else ():
                query = asked.replace("$hider", table.hider)
                answer = reader.client.get(f"{address}{query}")
                yield f"{route.name} {address}{query}", _answer(answer)
            if row.tried:
                body = addresses.sent(route, lambda word: VALUES[word](table, reader))
                with undone(numbered=False):
                    answer = reader.client.generic("POST", address, **body)
                    yield f"{route.name} POST {address}", _answer(answer)
    for kind in SENT:
        if only is None or kind in only:
            yield kind, sent.told(kind, reader)


def _addresses(route: Route, table: Table, reader: Reader) -> Iterator[str]:
    parts = [part for part, _ in route.parts]
    for values in product(*(FILLS[part](table, reader) for part in parts)):
        yield addresses.path_of(route, dict(zip(parts, values, strict=True)))


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
