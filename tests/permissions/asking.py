"""Everybody at every address: who is asked for, what is asked, and of what class the answer is."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from campaigns.models import Campaign, Deputy, Invitation, Phase, Seat
from campaigns.services.advance import phase_advance
from campaigns.services.lifecycle import campaigns
from campaigns.services.seats import deputies, invitations, seats
from tests.routes import Route, routes
from tests.secrecy.worlds import undone

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")

PARTS = 8
"""The addresses are gone through in so many parts."""

ROLES = (
    "stranger",
    "outsider",
    "visitor of a private campaign",
    "spectator",
    "delayed spectator",
    "player",
    "former",
    "deputy who sees",
    "deputy who drafts",
    "deputy who seals",
    "former deputy",
    "moderator",
    "moderator who plays",
    "staff",
)
"""Not signed in; signed in, at a private campaign that is not theirs; the same and not signed in; signed in,
without a seat; the same, at a campaign that spectators follow a turn behind; who plays Germany; who has left Italy; who
stands in for Germany, at each level, and who did so and does no more; who moderates without a seat; who moderates and plays Britain; and
who runs the site, without a seat.
"""

NOT_SIGNED_IN = ("stranger", "visitor of a private campaign")
AT_A_PRIVATE_ONE = ("outsider", "visitor of a private campaign")
OUTSIDE = frozenset((*NOT_SIGNED_IN, *AT_A_PRIVATE_ONE))
VISITOR = "visitor of a private campaign"
"""Asked at addresses of a campaign; elsewhere they are the stranger."""

DEPUTIES = ("former deputy", "deputy who sees", "deputy who drafts", "deputy who seals")
"""They are asked wherever something can be looked at, and where those before them do not all get the
same: elsewhere nothing hangs on who asks.
"""

BOOK, SCENARIO = "world_at_war", "one-year"


@dataclass
class Person:
    """One role, with a browser and the campaign that it stands before."""

    role: str
    user: Any
    slug: str
    client: Client = field(default_factory=Client)
    signed_in: str = ""

    def __post_init__(self) -> None:
        if self.user is not None:
            self.client.force_login(self.user)
        self.signed_in = self.client.cookies.output(header="", sep=";")

    def sit_down_again(self) -> None:
        """Be signed in as at first: what was asked before may have ended that."""
        self.client.cookies = SimpleCookie(self.signed_in)


def everybody() -> dict[str, Person]:
    """A public and a private campaign, both one phase old, and one person of each role."""
    people = get_user_model().objects
    users = {
        role: people.create_user(username=role.replace(" ", "-"), is_staff=role == "staff")
        for role in ROLES
        if role not in NOT_SIGNED_IN
    }
    users |= dict.fromkeys(NOT_SIGNED_IN)
    public = _campaign(users, private=False)
    others = {
        **dict.fromkeys(AT_A_PRIVATE_ONE, _campaign(users, private=True)),
        "delayed spectator": _campaign(users, private=False, delay=1),
    }
    return {role: Person(role, users[role], others.get(role, public)) for role in ROLES}


def _campaign(users: dict[str, Any], *, private: bool, delay: int = 0) -> str:
    slug = campaigns.create_campaign(
        by=users["moderator"],
        rulebook=BOOK,
        scenario=SCENARIO,
        title="A table with many people around it",
        private=private,
        delay=delay,
    )
    campaign = Campaign.objects.get(slug=slug)
    campaign.moderators.add(users["moderator who plays"])
    if not private:
        for role, power in (
            ("player", "germany"),
            ("former", "italy"),
            ("moderator who plays", "britain"),
        ):
            seats.join(slug, by=users[role], powers=[power])
    campaigns.start(slug, by=users["moderator"])
    Phase.objects.filter(campaign=campaign).update(due_at=timezone.now() - timedelta(hours=1))
    campaign.refresh_from_db()
    assert phase_advance.advance(campaign.pk, phase_id=campaign.phase_id) == "resolved"
    if not private:
        seats.leave(slug, by=users["former"], power="italy")
    # The links of before the start are dead; this one is for a seat that is open.
    free = Seat.objects.filter(campaign=campaign, person=None).order_by("order")[0].power
    invitations.invite(slug, by=users["moderator"], power=free, days=7, uses=50)
    if not private:
        _deputies(slug, users)
    return slug


def _deputies(slug: str, users: dict[str, Any]) -> None:
    """Germany has had a deputy, and has three."""
    levels = ("seal", "see", "draft", "seal")
    for role, level in zip(DEPUTIES, levels, strict=True):
        helper = users[role]
        key = deputies.name(
            slug, by=users["player"], power="germany", username=helper.username, level=level
        )
        deputies.accept(slug, by=helper, key=key)
        if role == "former deputy":
            deputies.end(slug, by=helper, key=key)


def _last_deputy(person: Person) -> int:
    """The key of the one who seals, where there are deputies."""
    row = Deputy.objects.filter(campaign__slug=person.slug).order_by("pk").last()
    return row.pk if row is not None else 0


FILLS: dict[str, Callable[[Person], object]] = {
    "slug": lambda person: person.slug,
    "power": lambda _: "germany",
    "number": lambda _: 1,
    "area": lambda _: "turkey",
    "book": lambda _: BOOK,
    "key": lambda _: "variants",
    "token": lambda person: (
        Invitation.objects.filter(campaign__slug=person.slug).latest("pk").token
    ),
    "uidb64": lambda _: "MQ",
    "feed_key": lambda _: "a-key-of-nobody",
    "thread": lambda _: "public",
    "proposal": lambda _: "ab" * 32,
    "table": lambda _: "allotments",
    "deputy": _last_deputy,
    "person": lambda _: get_user_model().objects.get(username="player").pk,
    "object_id": lambda _: get_user_model().objects.get(username="player").pk,
    "content_type_id": lambda _: 1,
}
"""What stands in the variable parts of an address."""

EXPRESSIONS = {"admin:app_list": "/admin/accounts/", "admin/(?P<url>.*)$": "/admin/nowhere/"}
"""Addresses that are written as regular expressions."""

VERBS = {"frontend:moderator-act": "pause", "frontend:answer": "agree"}
"""What is done at the addresses that end in a verb."""

BODIES: dict[str, Callable[[Person], dict[str, Any]]] = {
    "frontend:join": lambda _: {"powers": "italy"},
    "frontend:seat-key": lambda _: {"power": "germany", "action": "keep", "kept": ""},
    "frontend:dice-links": lambda _: {"power": "germany", "link": "ab" * 32},
    "frontend:dice-seed": lambda _: {"power": "germany", "seed": "ab" * 32},
    "frontend:extension": lambda person: {"power": "germany", "phase": _phase(person)},
    "frontend:leave": lambda _: {"power": "germany", "sure": "yes"},
    "frontend:act": lambda _: {"kind": "declare", "power": "germany", "sure": "yes"},
    "frontend:staff": lambda _: {"action": "announce", "key": "a-key", "text": "Down on Sunday"},
    "frontend:moderator-act": lambda _: {"reason": "It is late."},
    "frontend:rulings": lambda _: {"rule": "49.3", "text": "So we play"},
    "frontend:overrides": lambda _: {
        "action": "override",
        "path": "[]",
        "before": "1",
        "value": "2",
    },
    "frontend:rule-tables": lambda _: {"table": "allotments", "value-0": "4"},
    "frontend:rollback": lambda _: {"to": 1, "reason": "The map was misread"},
    "frontend:first-games": lambda _: {"game": "commerce"},
    "frontend:first-game-read": lambda _: {"step": "dice"},
    "frontend:fork": lambda _: {"phase": 1, "reason": "What if?", "do": "ask"},
    "frontend:mapping": lambda _: {"text": "module: The Toy War", "reason": "As we play"},
    "frontend:absences": lambda person: {"action": "end", "key": _last_deputy(person)},
    "frontend:hand-over": lambda _: {"text": "Hold the west."},
    "frontend:standing-orders": lambda _: {"power": "germany", "phase": "9"},
    "frontend:my-absences": lambda person: {
        "action": "end",
        "key": _last_deputy(person),
        "slug": person.slug,
    },
    "api:absences": lambda _: {"ends": (timezone.now() + timedelta(days=2)).isoformat()},
    "api:absences-everywhere": lambda _: {"ends": (timezone.now() + timedelta(days=2)).isoformat()},
    "api:forks": lambda _: {"phase": 1, "reason": "What if?", "ask": True},
    "api:deputies": lambda _: {"power": "germany", "username": "deputy-who-sees", "level": "see"},
    "api:dice-links": lambda _: {"power": "germany", "link": "ab" * 32},
    "api:dice-seed": lambda _: {"seed": "ab" * 32},
    "api:key": lambda _: {"public": "ab" * 32, "proof": "cd" * 64},
    "api:extension": lambda person: {"phase": _phase(person)},
    "api:overrides": lambda _: {"changes": [], "rule": "0.0", "reason": "As we play"},
    "api:secret-values": lambda _: {
        "power": "germany",
        "path": ["turn"],
        "before": 1,
        "after": 2,
        "reason": "As we play",
    },
    "api:secret-value": lambda _: {"do": "agree", "power": "germany"},
    "api:secret-value-decide": lambda _: {"accept": True},
    "api:facts": lambda _: {"facts": {"control.nowhere": "axis"}, "reason": "As we play"},
    "api:undo": lambda _: {"to": 99, "reason": "As we play"},
    "api:rulings": lambda _: {"text": "So we play", "rule": "0.0"},
    "api:ruling-withdraw": lambda _: {"reason": "As we play"},
    "api:override": lambda _: {"answer": "acknowledged"},
    "api:override-undo": lambda _: {"reason": "As we play"},
    "api:questions": lambda person: {"kind": "end", "reason": "Late", "phase": _phase(person)},
    "api:leave": lambda _: {"power": "germany"},
    "api:answer": lambda _: {"agree": True},
    "api:join": lambda _: {"powers": ["italy"]},
    "api:orders": lambda person: {"phase": _phase(person), "order": None, "seal": True},
    "api:plans": lambda person: {"phase": _phase(person), "order": {}},
    "api:plan": lambda person: {"phase": _phase(person), "name": "A plan"},
    "api:plan-take": lambda person: {"phase": _phase(person)},
    "frontend:plans": lambda person: {"action": "delete", "plan": 1, "phase": _phase(person)},
    "frontend:propose": lambda person: {"kind": "end", "reason": "Late", "phase": _phase(person)},
    "frontend:what-ifs": lambda _: {"action": "delete", "number": 1},
    "api:press": lambda _: {"power": "germany", "to": ["britain"], "text": "A word"},
    "api:thread": lambda _: {"do": "write", "power": "germany", "text": "A word"},
    "api:notes": lambda _: {"subject": "campaign", "text": "A thought"},
    "frontend:press": lambda _: {
        "action": "begin",
        "power": "germany",
        "to": "britain",
        "text": "A",
    },
    "frontend:thread": lambda _: {"action": "write", "power": "germany", "text": "A word"},
    "frontend:notes": lambda _: {"subject": "campaign", "text": "A thought"},
    "api:what-ifs": lambda _: {"phases": 0},
    "api:what-if": lambda _: {},
    "api:standing": lambda _: {"order": None},
    "api:acts": lambda _: {"act": {"kind": "no such act"}},
    "api:act-preview": lambda _: {"act": {"kind": "no such act"}},
    "api:preview": lambda _: {"order": {}},
    "api:dispatch": lambda _: {"text": "Paris: Russia"},
    "api:dispatch-preview": lambda _: {"text": "Paris: Russia"},
    "api:dispatch-declare": lambda _: {},
    "api:dispatch-look": lambda _: {"do": "confirm"},
}
"""What is sent with POST, where an empty form would be refused whoever sent it."""


QUERIES: dict[tuple[str, str], Callable[[Person], str]] = {
    ("api:orders", "DELETE"): lambda person: f"?phase={_phase(person)}",
    ("api:plan", "DELETE"): lambda person: f"?phase={_phase(person)}",
    ("frontend:rule", "GET"): lambda _: "?ref=49.3",
    ("frontend:rule-used", "GET"): lambda _: "?ref=49.3",
}
"""What else stands in an address."""


def _phase(person: Person) -> int:
    phase = Campaign.objects.get(slug=person.slug).phase
    assert phase is not None
    return phase.number


def asked(person: Person, route: Route, method: str) -> str:
    """The class of the answer; whatever was done is undone."""
    values = {
        part: VERBS[route.name] if part == "verb" else FILLS[part](person)
        for part, _ in route.parts
    }
    address = EXPRESSIONS.get(route.name) or route.address(values)
    query = QUERIES.get((route.name, method), lambda _: "")(person)
    body = BODIES.get(route.name, lambda _: {})(person) if method != "GET" else {}
    # A refusal is shown to a script as what it is, and to a form as a message on the next page.
    headers = {"HX-Request": "true"} if not route.api and method != "GET" else {}
    person.sit_down_again()
    with undone(numbered=False):
        answer = person.client.generic(
            method,
            address + query,
            **_sent(body, route),
            headers=headers,
        )
        if answer.streaming:
            b"".join(answer)
        return class_of(answer)


def _sent(body: dict[str, Any], route: Route) -> dict[str, Any]:

    if route.api:
        return {"data": json.dumps(body), "content_type": "application/json"}
    return {"data": urlencode(body), "content_type": "application/x-www-form-urlencoded"}


def class_of(answer: Any) -> str:
    """ok, sign in, not found, refused, wrong (whoever asks must ask otherwise), or not allowed."""
    status = answer.status_code
    if status < 300:
        return "ok"
    if status < 400:
        asked_first = ("/sign-in/", "/admin/login/")
        return "sign in" if any(door in answer["Location"] for door in asked_first) else "ok"
    known = {401: "sign in", 403: "refused", 404: "not found", 405: "not allowed"}
    if status >= 500:
        return f"broken ({status})"
    return known.get(status, "wrong")


def table(part: int) -> Iterator[tuple[str, str, dict[str, str]]]:
    """Every route of one of the ``PARTS`` with every method: the class of the answer by role."""
    people = everybody()
    for route in tuple(routes(admin=True))[part::PARTS]:
        at_campaign = ("slug", "slug") in route.parts
        for method in METHODS:
            answers = {
                role: asked(person, route, method)
                for role, person in people.items()
                if role not in DEPUTIES and (at_campaign or role != VISITOR)
            }
            answers.setdefault(VISITOR, answers["stranger"])
            same = {said for role, said in answers.items() if role not in OUTSIDE}
            for role in DEPUTIES:
                if (method == "GET" and not route.admin) or len(same) > 1:
                    answers[role] = asked(people[role], route, method)
                else:
                    answers[role] = answers["spectator"]
            yield route.name, method, {role: answers[role] for role in ROLES}
