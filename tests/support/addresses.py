"""Every address of the site, one row each: what permissions, secrecy, fuzz, browsers and adversaries go by.

The rows stand in ``addresses.yaml``; here is what can stand in one. An address that has no row, and a row that
has no address or leaves something undecided, fails `web/test_addresses.py`.

A word with ``$`` in a row is filled in by each reader for the campaign that it stands before: ``$power`` is Germany
for permissions and the north for the adversary.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from string import Template
from typing import Any
from urllib.parse import urlencode

import msgspec
import yaml
from msgspec.structs import replace

from tests.support.pages.routes import Route, routes

FILE = Path(__file__).parent / "addresses.yaml"
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")

PARTS: dict[str, object] = {
    "number": 1,
    "area": "turkey",
    "key": "variants",
    "uidb64": "MQ",
    "feed_key": "a-guess",
    "token": "a-guess",
    "thread": "public",
    "proposal": "ab" * 32,
    "table": "none",
    "deputy": 1,
    "person": 1,
    "object_id": 1,
    "content_type_id": 1,
}
"""What stands in the variable parts of an address, where neither its row nor the reader says otherwise."""


class Secrecy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the leak harness does at an address: ``elsewhere`` is the reason why it asks nothing there.

    ``asked`` by GET, besides with each of ``queries`` (``$hider`` is the power that has something to hide); ``tried``
    with the row's body, and undone. ``game``: the answer is made from the position, from orders or from what happened,
    so that what a phase hides could stand there.
    """

    asked: bool = False
    queries: tuple[str, ...] = ()
    tried: bool = False
    game: bool = False
    elsewhere: str = ""


class PageKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A page by its path, as one reader opens it: what browsers look at (`browser/test_every_page.py`).

    ``reader`` is ``player`` (Harriet), ``visitor``, ``guest`` or ``german``, a visitor whose browser asks for German.
    ``long``: it is as long as what it holds, by its nature. ``refused``: the answer says no, on a page. ``walk``:
    the text that says how a screen reader meets it (`browser/walks.py`). ``keys``: it is gone through by keyboard too.
    A path holds in braces:

    `war`      A World at War, running; Harriet plays Britain and moderates
    `display`  Days of Decision, running; Harriet plays France
    `commerce` The War Game, running; Harriet plays Germany
    `house`    World in Flames, running; Harriet plays the Axis
    `told`     Days of Decision, over; `commerce_told` and `house_told` the same of the other two
    `war_told` A World at War, over
    `history`  Days of Decision as it happened, over: six years of it
    `full`     in `history`, the number of a late phase whose reveal is full: the options of May/June 1941
    `guided`   a first game, whose guest is looking
    `letters`  in `display`, the thread of Harriet and the Commonwealth
    `gathering`, `paused`, `overdue`, `sealed`  World in Flames, in that state; Harriet plays the Axis and moderates
    `late`     Days of Decision; Harriet moderates seven people who are overdue, a question and a dispute
    `person`   Harriet's number
    """

    path: str
    reader: str = "player"
    long: bool = False
    refused: bool = False
    walk: str = ""
    keys: bool = False


class Address(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the table."""

    may: Mapping[str, Mapping[str, str]] = {}
    """The class of the answer by method and role; ``all`` holds for every role that is not named."""
    path: str = ""
    """What is asked where the address is written as a regular expression."""
    parts: Mapping[str, tuple[str, ...]] = {}
    """What can stand in its variable parts, the likeliest first."""
    query: Mapping[str, str] = {}
    """What else stands in the address, by method."""
    body: Mapping[str, Any] = {}
    """What is sent by anything but GET, where an empty form would be refused whoever sent it. A list in a form has
    what could be chosen, the likeliest first."""
    form: str = ""
    """``seldom`` if no page of a campaign in play shows its form, which is then the body; or the address whose form
    it is sent."""
    secrecy: Secrecy | None = None
    pages: tuple[PageKind, ...] = ()
    """Every kind of page that somebody reads there."""
    no_page: str = ""
    """Why nobody reads one there."""


HEAD = re.compile(r"^(?! |#)(.+):(?: \{\})?$")


def _row(written: Mapping[str, Any]) -> Address:
    may = {method: written[method] for method in METHODS if method in written}
    rest = {key: value for key, value in written.items() if key not in METHODS}
    return msgspec.convert({"may": may, **rest}, Address)


def read(text: str) -> dict[str, Address]:
    """The rows of a table by the names of the routes; raises ``ValueError`` where one stands twice."""
    names = [head[1] for line in text.splitlines() if (head := HEAD.match(line))]
    written: dict[str, Any] = yaml.safe_load(text)
    if names != list(written):
        raise ValueError(f"{sorted(names)} are the rows, not {sorted(written)}.")
    return {name: _row(row) for name, row in written.items()}


ROWS: dict[str, Address] = read(FILE.read_text("utf-8"))
NOTHING = Address()


def row(name: str) -> Address:
    """The row of an address; an empty one where it has none, which is for `undecided` to say."""
    return ROWS.get(name, NOTHING)


def secrecy(name: str) -> Secrecy:
    """What the leak harness does at an address."""
    return row(name).secrecy or Secrecy()


def asked_with(name: str, *queries: str) -> Address:
    """The row of an address, with other queries for the leak harness."""
    return replace(row(name), secrecy=replace(secrecy(name), queries=queries))


def page_kinds() -> tuple[PageKind, ...]:
    """Every kind of page."""
    return tuple(kind for each in ROWS.values() for kind in each.pages)


def undecided(found: Iterable[Route] | None = None) -> list[str]:
    """What an address lacks in its row, and rows of no address; of all routes, unless others are named."""
    there = {route.name: route for route in (found or routes(admin=True))}
    lines = [f"{name} has no row" for name in there.keys() - ROWS.keys()]
    lines += [f"{name} is no address" for name in ROWS.keys() - there.keys()]
    for name in there.keys() & ROWS.keys():
        route, each = there[name], ROWS[name]
        looked = secrecy(name)
        if (looked.asked or looked.tried) + bool(looked.elsewhere) != (not route.admin):
            lines.append(f"{name} must be asked, be tried or say why not (secrecy)")
        if looked.queries and not looked.asked:
            lines.append(f"{name} has queries that nobody asks (secrecy)")
        if bool(each.pages) + bool(each.no_page) != (not (route.admin or route.api)):
            lines.append(f"{name} must have pages or say why not (pages, no_page)")
        if each.form == "seldom" and not each.body:
            lines.append(f"{name} has no form (body)")
    return sorted(lines)


Value = Callable[[str], object]
"""What a word with ``$`` stands for; raises ``KeyError`` where it stands for nothing."""


def filled(written: Any, value: Value) -> Any:
    """Something of a row with the words with ``$`` filled in."""
    if isinstance(written, Mapping):
        return {key: filled(each, value) for key, each in written.items()}
    if isinstance(written, list | tuple):
        return [filled(each, value) for each in written]
    if isinstance(written, str) and "$" in written:
        if written.startswith("$"):
            return value(written[1:])
        return Template(written).substitute(_Values(value))
    return written


class _Values(dict):
    def __init__(self, value: Value) -> None:
        super().__init__()
        self._value = value

    def __missing__(self, name: str) -> object:
        return self._value(name)


def path_of(route: Route, values: Mapping[str, object]) -> str:
    """The path with these values put in, which go before those of its row and the usual ones."""
    own = {part: choices[0] for part, choices in row(route.name).parts.items()}
    return row(route.name).path or route.address({**PARTS, **own, **values})


def form_of(name: str, value: Value) -> dict[str, Any]:
    """The form of an address with the likeliest of each choice."""
    form = filled(row(name).body, value)
    return {key: each[0] if isinstance(each, list) else each for key, each in form.items()}


def sent(route: Route, value: Value) -> dict[str, Any]:
    """The body of an address as Django's client is given it: JSON to the API, a form to a page."""
    if route.api:
        body = msgspec.json.encode(filled(row(route.name).body, value))
        return {"data": body, "content_type": "application/json"}
    form = urlencode(form_of(route.name, value))
    return {"data": form, "content_type": "application/x-www-form-urlencoded"}


def with_answers(text: str, answers: Mapping[str, Mapping[str, Mapping[str, str]]]) -> str:
    """A table with these lines of who may do what, by address and method; the other lines stay.

    Rows of the routes come in their order; those without a route go.
    """
    head: list[str] = []
    rows: dict[str, list[str]] = {}
    lines = head
    for line in text.splitlines():
        if found := HEAD.match(line):
            lines = rows.setdefault(found[1], [])
        else:
            lines.append(line)
    for name, methods in answers.items():
        others = [line for line in rows.get(name, ()) if line.split(":")[0].strip() not in METHODS]
        own = (
            f"  {method}: {{{', '.join(f'{role}: {said}' for role, said in by_role.items())}}}"
            for method, by_role in methods.items()
        )
        rows[name] = [*own, *others]
    for route in routes(admin=True):
        if own_lines := rows.get(route.name):
            head += [f"{route.name}:", *own_lines]
        elif route.name in rows:
            head.append(f"{route.name}: {{}}")
    return "\n".join(head) + "\n"
