"""Everybody at every address: who is asked for, what is asked, and of what class the answer is."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from http.cookies import SimpleCookie
from typing import Any

from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from campaigns.models import Campaign, Deputy, Invitation, Seat
from campaigns.services.lifecycle import campaigns
from campaigns.services.seats import deputies, invitations, seats
from tests.support import addresses
from tests.support.addresses import METHODS
from tests.support.campaigns import a_campaign
from tests.support.pages.routes import Route
from tests.support.worlds import undone

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
    seated = {"germany": "player", "italy": "former", "britain": "moderator who plays"}
    table = a_campaign(
        book=BOOK,
        scenario=SCENARIO,
        by=users["moderator"],
        seats={} if private else {power: users[role] for power, role in seated.items()},
        bots=(),
        at_phase=0,
        title="A table with many people around it",
        private=private,
        delay=delay,
    )
    campaign, slug = table.campaign, table.slug
    campaign.moderators.add(users["moderator who plays"])
    campaigns.start(slug, by=users["moderator"])
    table.strike()
    assert table.advance() == "resolved"
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


def _phase(person: Person) -> int:
    phase = Campaign.objects.get(slug=person.slug).phase
    assert phase is not None
    return phase.number


PARTS: dict[str, Callable[[Person], object]] = {
    "slug": lambda person: person.slug,
    "power": lambda _: "germany",
    "book": lambda _: BOOK,
    "token": lambda person: (
        Invitation.objects.filter(campaign__slug=person.slug).latest("pk").token
    ),
    "table": lambda _: "allotments",
    "deputy": _last_deputy,
    "person": lambda _: get_user_model().objects.get(username="player").pk,
    "object_id": lambda _: get_user_model().objects.get(username="player").pk,
}
"""What stands in the variable parts of an address before this campaign."""

VALUES: dict[str, Callable[[Person], object]] = {
    **PARTS,
    "seat": lambda _: "italy",
    "other": lambda _: "britain",
    "friend": lambda _: "deputy-who-sees",
    "level": lambda _: "see",
    "phase": _phase,
    "rule": lambda _: "49.3",
    "path": lambda _: ["turn"],
    "facts": lambda _: {"control.nowhere": "axis"},
    "order": lambda _: None,
    "draft": lambda _: {},
    "standing": lambda _: None,
    "act": lambda _: {"kind": "no such act"},
    "possible_act": lambda _: {"kind": "no such act"},
    "starts": lambda _: (timezone.now() + timedelta(days=1)).isoformat(),
    "ends": lambda _: (timezone.now() + timedelta(days=2)).isoformat(),
}
"""What the words with ``$`` in the rows of the table stand for before this campaign."""


def asked(person: Person, route: Route, method: str) -> str:
    """The class of the answer; whatever was done is undone."""
    values = {part: PARTS[part](person) for part, _ in route.parts if part in PARTS}
    address = addresses.path_of(route, values)

    def value(name: str) -> object:
        return VALUES[name](person)

    query = addresses.filled(addresses.row(route.name).query.get(method, ""), value)
    body = addresses.sent(route, value) if method != "GET" else {}
    # A refusal is shown to a script as what it is, and to a form as a message on the next page.
    headers = {"HX-Request": "true"} if not route.api and method != "GET" else {}
    person.sit_down_again()
    with undone(numbered=False):
        answer = person.client.generic(method, address + query, **body, headers=headers)
        if answer.streaming:
            b"".join(answer)
        return class_of(answer)


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


def table(found: Iterable[Route]) -> Iterator[tuple[str, str, dict[str, str]]]:
    """Each of these routes with every method: the class of the answer by role."""
    people = everybody()
    for route in found:
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
