"""Somebody who was not invited: no door of a private campaign opens, and none says that it is there."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from campaigns.models import Campaign, Invitation
from campaigns.selectors.lobby import lobby_page
from campaigns.services.lifecycle import campaigns
from campaigns.services.seats import invitations, seats
from tests.security.walking import (
    FORM,
    METHODS,
    PLACE,
    SAFE,
    doors,
    kept,
    knock,
    of_a_campaign,
    program_of,
    told,
)
from tests.support.accounts import person, signed_in
from tests.support.campaigns import Table
from tests.support.suite.sample import one_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits")]

NOWHERE = "nwhrnwhr"


@pytest.fixture
def private(table: Table) -> Table:
    """A private campaign in which somebody has left a seat."""
    Campaign.objects.update(private=True)
    table.seal("north", PLACE)
    seats.leave(table.slug, by=table.players["isle"], power="isle")
    return table


WHO = ["a visitor", "somebody signed in", "their program", "a former player", "a superuser"]


@pytest.mark.parametrize("who", one_in(3, WHO))
def test_a_private_campaign_answers_as_one_that_is_not_there(private: Table, who: str) -> None:
    """Every address of a campaign with every method: status, headers, cookies and body."""
    somebody = {
        "a visitor": lambda: None,
        "somebody signed in": lambda: person("somebody"),
        "a former player": lambda: private.players["isle"],
        "a superuser": _superuser,
        "their program": lambda: private.players["isle"],
    }[who]()
    client = program_of(somebody) if who == "their program" else signed_in(somebody)
    before, tried = kept(), 0
    methods = METHODS if who == "a visitor" else ("GET", "POST", "DELETE")
    there, none = (of_a_campaign(slug, only=methods) for slug in (private.slug, NOWHERE))
    for here, nowhere in zip(there, none, strict=True):
        answers = [told(knock(client, door), private.slug, NOWHERE) for door in (here, nowhere)]
        assert answers[0] == answers[1], here
        # A program may ask which methods an address has, whatever is there.
        assert answers[0][0] >= 300 or here.method == "OPTIONS", here
        tried += 1
    assert tried > 100
    assert kept() == before


@pytest.mark.parametrize("action", ["bring", "drop", "keep", "no such thing"])
def test_no_seat_key_tells_that_a_private_campaign_is_there(private: Table, action: str) -> None:
    answers = []
    for slug in (private.slug, NOWHERE):
        form = {"action": action, "power": "north"}
        answers.append(told(Client().post(f"/c/{slug}/key/", form), private.slug, NOWHERE))
    assert answers[0] == answers[1]
    assert answers[0][0] == 404


def _superuser() -> Any:
    boss = person("boss")
    boss.is_staff = boss.is_superuser = True
    boss.save()
    return boss


def test_nothing_else_tells_that_it_is_there(private: Table) -> None:
    """The lobby, what one can count in it, an old invitation, another campaign of that name."""
    stranger = person("stranger")
    for who in (None, stranger, private.players["isle"]):
        seen = lobby_page.lobby(who)
        assert seen == lobby_page.Lobby(mine=(), open=(), running=(), finished=())
    by = private.moderator
    old = invitations.invite(private.slug, by=by, power="isle", days=1, uses=1)
    for made in Invitation.objects.filter(campaign=private.campaign):
        invitations.revoke(private.slug, by=by, number=made.number)
    revoked, guessed = (Client().get(f"/join/{token}/") for token in (old, "a-guess"))
    assert told(revoked, old) == told(guessed, "a-guess")
    assert revoked.status_code == 404
    title = private.campaign.title
    slug = campaigns.create_campaign(by=stranger, rulebook="tiny", scenario="short", title=title)
    assert len(slug) == len(private.slug)
    assert slug != private.slug


def test_whoever_tries_what_is_not_theirs_changes_nothing(table: Table) -> None:
    """A public campaign: every method of every address with bodies that would do something."""
    person("friend")
    for who in (None, person("stranger")):
        client = signed_in(who)
        before = kept()
        for door in of_a_campaign(table.slug, only=("GET", "POST", "DELETE")):
            assert knock(client, door).status_code < 500, door
        assert kept() == before


@pytest.fixture
def busy(table: Table) -> Table:
    """A moderator who plays too, so that there is nothing he may not do."""
    seats.leave(table.slug, by=table.players["north"], power="north")
    seat = Campaign.objects.get().seats.get(power="north")
    seat.person, seat.bot = table.moderator, False
    seat.save()
    seat.tenures.create(person=table.moderator, joined_at=timezone.now())
    person("friend")
    return table


@pytest.mark.long
def test_looking_changes_nothing(busy: Table) -> None:
    """GET, HEAD and OPTIONS at every door of the site, by one who may do everything behind it."""
    client = signed_in(busy.moderator)
    query = "?" + "&".join(f"{key}={value}" for key, value in FORM.items())
    before = kept()
    for door in doors(busy.slug, only=sorted(SAFE)):
        answer = knock(client, door, query=query if door.name != "healthz" else "")
        assert answer.status_code < 500, door
    assert kept() == before


@pytest.mark.long
def test_another_site_has_nothing_done_in_somebodys_name(busy: Table) -> None:
    """A form or a script of another site, sent with the browser's own cookie, is refused everywhere."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(busy.moderator)
    before, refused = kept(), 0
    for door in doors(busy.slug, only=sorted(set(METHODS) - SAFE), admin=True):
        answer = knock(client, door)
        assert answer.status_code in (302, 403, 404, 405, 415, 429), (door, answer.status_code)
        if answer.status_code == 302:
            # Only to where one signs in; nothing was done on the way.
            assert "sign-in" in answer["Location"], (door, answer["Location"])
        refused += answer.status_code == 403
    assert refused > 30
    assert kept() == before


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_what_a_form_of_another_site_can_send_is_no_json(table: Table, kind: str) -> None:
    """A form can send text that happens to be JSON. The API takes none of it, even with a token."""
    north = table.players["north"]
    client = program_of(north)
    before = kept()
    for door in of_a_campaign(table.slug, only=("POST",)):
        if door.address.startswith("/api/"):
            body = '{"phase":1,"order":{"kind":"place","points":{}},"seal":true}'
            answer = client.generic("POST", door.address, body, content_type=kind)
            assert answer.status_code in (403, 415, 422), (door, answer.status_code)
    assert kept() == before


def test_nothing_of_a_campaign_is_kept_or_dated(busy: Table) -> None:
    """No entity tag, no date of change: neither says when something was written. Feeds, which tell that themselves,
    say whether they tell something new.
    """
    for who in (None, busy.moderator):
        client = signed_in(who)
        for door in of_a_campaign(busy.slug, only=("GET",)):
            if door.name == "frontend:feed":
                continue
            answer = knock(client, door)
            assert not {"ETag", "Last-Modified"} & set(answer.headers), door
            if answer.status_code == 200:
                assert "no-store" in answer["Cache-Control"], door
