"""Who may take the seat of an autopilot at an open table, by the page and by a program."""

from typing import Any

import pytest

from campaigns.models import Campaign, Seat
from campaigns.services.seats import invitations
from tests.support.pages.roles import DEPUTIES, ROLES, everybody
from tests.support.worlds import undone

MAY: dict[str, str] = {
    "stranger": "sign in",
    "visitor of a private campaign": "sign in",
    "outsider": "refused",
    "spectator": "seated",
    "staff": "seated",
    # A deputy knows what Germany knows, Italy's last player what Italy knew: they help themselves to nothing else.
    **dict.fromkeys(DEPUTIES, "refused"),
    "delayed spectator": "refused",
    "player": "refused",
    "former": "refused",
    "moderator": "refused",
    "moderator who plays": "refused",
}


@pytest.mark.django_db
@pytest.mark.parametrize("door", ["/c/{}/join/", "/api/campaigns/{}/join/"])
def test_only_who_knows_no_other_seat_takes_one(settings: Any, door: str) -> None:
    settings.LIMITS = dict.fromkeys(settings.LIMITS, "1000000 per minute")
    people = everybody()
    host = people["moderator"].user
    for slug in {person.slug for person in people.values()}:
        invitations.open_table(slug, by=host)
    # One that no role has had, nor is invited to.
    seat = Seat.objects.filter(campaign__slug=people["player"].slug, bot=True).order_by("-order")[0]
    found = {}
    for role in ROLES:
        person = people[role]
        person.sit_down_again()
        with undone(numbered=False):
            data = {"powers": [seat.power]}
            kind = {"content_type": "application/json"} if "/api/" in door else {}
            answer = person.client.post(door.format(person.slug), data, **kind)
            there = Seat.objects.get(
                campaign=Campaign.objects.get(slug=person.slug), power=seat.power
            )
            if there.person_id is not None and there.person_id == getattr(person.user, "pk", 0):
                found[role] = "seated"
            elif answer.status_code == 401 or "sign-in" in answer.headers.get("Location", ""):
                found[role] = "sign in"
            else:
                found[role] = "refused"
            assert there.bot == (found[role] != "seated"), role
    assert found == MAY
