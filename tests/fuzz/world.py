"""Everybody in front of one played campaign of every rulebook, and how long a fuzzer goes on."""

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any

from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from accounts import services as accounts
from accounts.tokens import SCOPES
from campaigns import rulebooks
from campaigns.models import Campaign
from campaigns.rulebooks import states
from campaigns.services.lifecycle import campaigns
from campaigns.services.phases import phase_opening
from campaigns.services.seats import reassign_seat, seats
from tests.support import addresses
from tests.support.books.playing import shortest
from tests.support.campaigns import a_campaign
from tests.support.pages.roles import ROLES as EVERYBODY
from tests.support.pages.roles import VISITOR
from tests.support.pages.routes import Route, routes
from tests.support.worlds import undone

#: Seconds that the long form takes altogether, and what its choices come from.
LONG = float(os.environ.get("FUZZ") or 0)
SEED = os.environ.get("FUZZ_SEED") or "0"
#: Phases that are over when the fuzzers come.
_PHASES = 2
#: Who fuzzes: the one who is left out gets what the stranger and the outsider get.
ROLES = tuple(role for role in EVERYBODY if role != VISITOR)


@dataclass(frozen=True)
class Set:
    """A campaign that is being played, and one of the same book that outsiders cannot see."""

    book: str
    slug: str
    private: str
    #: By role.
    powers: dict[str, str]
    #: An order that could be handed in now, by power.
    orders: dict[str, Any]

    def slug_for(self, role: str) -> str:
        """Before which campaign a role stands."""
        return self.private if role == "outsider" else self.slug


@dataclass
class Person:
    """One role with a browser and a token for its programs."""

    role: str
    user: Any
    token: str = ""
    client: Client = field(default_factory=lambda: Client(raise_request_exception=False))
    signed_in: str = ""

    def ask(
        self, method: str, address: str, data: bytes = b"", kind: str = "", **headers: str
    ) -> Any:
        """Ask, as one who is signed in; whatever was done is undone. The answer is read whole."""
        self.client.cookies = SimpleCookie(self.signed_in)
        with undone(numbered=False):
            answer = self.client.generic(
                method, address, data, content_type=kind or "text/plain", headers=headers
            )
            if answer.streaming:
                b"".join(answer)
        return answer


@dataclass(frozen=True)
class World:
    """What the fuzzers walk around in."""

    people: dict[str, Person]
    sets: tuple[Set, ...]


def build() -> World:
    """Found, fill and play a campaign of each book."""
    users = {
        role: get_user_model().objects.create_user(
            username=role.replace(" ", "-"),
            is_staff=role == "staff",
            is_superuser=role == "staff",
        )
        for role in ROLES
        if role != "stranger"
    }
    sets = tuple(_set(book, users) for book in rulebooks.every())
    people = {role: _person(role, users.get(role)) for role in ROLES}
    return World(people, sets)


def _person(role: str, user: Any) -> Person:
    person = Person(role, user)
    if user is not None:
        person.token = accounts.make_token(user.pk, name="a program", scopes=tuple(SCOPES))[1]
        person.client.force_login(user)
        person.signed_in = person.client.cookies.output(header="", sep=";")
    return person


def _set(book: Any, users: dict[str, Any]) -> Set:
    host = users["moderator"]
    first, second = book.scenarios[shortest(book)].seats[:2]
    powers = {"player": first, "moderator who plays": second}
    tables = []
    for private in (False, True):
        table = a_campaign(
            book=book.key, by=host, bots=(), at_phase=0, title=f"A table of {book.key}",
            private=private,
        )  # fmt: skip
        tables.append(table)
        if not private:
            seats.join(table.slug, by=users["former"], powers=[first])
            seats.leave(table.slug, by=users["former"], power=first)
            for role, power in powers.items():
                seats.join(table.slug, by=users[role], powers=[power])
            table.campaign.moderators.add(users["moderator who plays"])
        campaigns.start(table.slug, by=host)
        for _ in range(_PHASES):
            table.strike()
            assert table.advance() == "resolved"
    slug, private_slug = (table.slug for table in tables)
    # A question for the player.
    assert reassign_seat.free_seat(slug, by=host, power=first, reason="You are away.")
    return Set(book.key, slug, private_slug, powers, _orders(book, slug, powers.values()))


def _orders(book: Any, slug: str, powers: Any) -> dict[str, Any]:
    state = states.now(Campaign.objects.get(slug=slug).phase)
    return {power: phase_opening.autopilot_order(book, state, power) for power in powers}


def pages() -> tuple[Route, ...]:
    """Every address that is no program's."""
    return tuple(route for route in routes(admin=True) if not route.api)


def address(route: Route, who: Person, each: Set, **other: object) -> str:
    """An address at a table, with something else in some of its variable parts."""
    user = who.user.pk if who.user else 1
    values = {
        "slug": each.slug_for(who.role),
        "power": "germany",
        "book": each.book,
        "object_id": user,
        "token": "x" * 22,
    }
    if "person" in dict(route.parts):
        values["person"] = get_user_model().objects.get(username="player").pk
    return addresses.path_of(route, values | other)


def seldom(name: str) -> dict[str, list[str]]:
    """A form that no page of a campaign in play shows, with what could be chosen in each field."""
    form = addresses.filled(addresses.row(name).body, _VALUES.__getitem__)
    return {
        key: [str(one) for one in (each if isinstance(each, list) else [each])]
        for key, each in form.items()
    }


_NEXT_YEAR = timezone.now().year + 1
_VALUES: dict[str, object] = {
    "power": "germany",
    "seat": "italy",
    "phase": 3,
    "starts": f"{_NEXT_YEAR}-01-01T10:00",
    "ends": f"{_NEXT_YEAR}-01-02T10:00",
}
"""What the words with ``$`` in such forms stand for."""


def broken(answer: Any) -> str:
    """What went wrong in the site; nothing if it answered."""
    if answer.status_code < 500:
        return ""
    error = answer.exc_info[1] if answer.exc_info else answer.content[:200]
    return f"{answer.status_code}: {error!r}"


def rounds(bounded: int, share: float = 0.0) -> Iterator[int]:
    """The numbers of the rounds: so many, and in the long form as many as its share of time allows."""
    end = time.monotonic() + LONG * share
    number = 0
    while number < bounded or time.monotonic() < end:
        yield number
        number += 1
