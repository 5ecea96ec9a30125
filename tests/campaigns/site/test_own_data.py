"""What the site keeps of a person: they get it in one file, and it goes with their account.

Neither shows them more than is theirs, and no campaign is damaged by a deletion.
"""

import json
from datetime import timedelta
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.test import Client
from django.utils import timezone

from accounts import factors, own_data, services
from accounts.models import User
from campaigns.models import BrokenChannel, Device, LogEntry, SeatKey
from campaigns.services.deadlines import absences
from campaigns.services.notifications import feed_keys, preferences, webhooks
from campaigns.services.press import notes
from campaigns.services.seats import deputies, hand_over, moderators
from tests.support.accounts import person, signed_in
from tests.support.books.tiny_book import PLACE
from tests.support.campaigns import Table
from tests.support.exports.files import faults, file_of

PASSWORD = "a long enough pass phrase"


@pytest.fixture
def lived(table: Table) -> Table:
    """A table at which North has left a trace of every kind; isle has too."""
    for power in ("north", "isle"):
        who = table.players[power]
        now = timezone.now()
        absences.announce(table.slug, by=who, begins=now, ends=now + timedelta(days=2))
        notes.keep(table.slug, by=who, subject="campaign", text=f"Only {power} knows")
        preferences.set_preferences(by=who, slug=table.slug, how={"seats": "once"})
        preferences.set_preferences(by=who, how={"public": "off"})
        preferences.set_hours(by=who, quiet_from=22, quiet_until=7, digest_at=8)
        feed_keys.make_key(by=who)
        feed_keys.make_key(by=who, slug=table.slug)
        webhooks.make(table.slug, by=who, kind="json", address="https://example.org/")
        moderators.offer(table.slug, by=who, willing=True)
        hand_over.advise(table.slug, by=who, power=power, text=f"Advice of {power}")
        Device.objects.create(
            person=who,
            session="a" * 64,
            endpoint=f"https://push.example.org/secret-{power}",
            p256dh="A",
            auth="B",
            made_at=now,
        )
        table.seal(power, PLACE)
        services.make_token(who.pk, name=f"Bot of {power}", scopes=["read"])
    return table


def file_for(who: User) -> Any:
    client = signed_in(who)
    client.post("/accounts/me/confirm/", {"password": PASSWORD})
    answer = client.post("/accounts/me/data/")
    assert answer["Content-Disposition"].startswith("attachment")
    return json.loads(answer.content)


@pytest.mark.long
def test_a_person_gets_all_that_is_kept_of_them_in_one_file(lived: Table) -> None:
    north, now = lived.players["north"], timezone.now()
    SeatKey.objects.create(
        campaign=lived.campaign, power="north", number=1, public="ab", kept="shut", by=north, at=now
    )
    BrokenChannel.objects.create(person=north, failed=1, trouble="Nobody lives here")
    told = file_for(north)
    assert told["refused_us"] == [{"browser": None, "off": None, "said": "Nobody lives here"}]
    assert told["account"]["username"] == "north"
    assert [one["name"] for one in told["tokens"]] == ["Bot of north"]
    assert len(told["sessions"]) == 1
    assert told["news_hours"]["quiet_from"] == 22
    assert told["news_everywhere"] == {"public": "off"}
    assert told["notified_browsers"][0]["by"] == "push.example.org"
    [campaign] = told["campaigns"]
    assert campaign["slug"] == lived.slug
    assert campaign["seats"] == ["north"]
    assert campaign["notes"][0]["text"] == "Only north knows"
    assert campaign["advice"][0]["text"] == "Advice of north"
    [key] = campaign["seat_keys"]
    assert (key["public"], key["kept"]) == ("ab", "shut")
    assert campaign["offered_to_moderate"]
    assert {"absences", "seats_held", "news", "webhooks", "feed_since"} <= campaign.keys()
    assert Client().get(campaign["export"]).status_code == 200


def test_the_file_tells_nothing_of_others_and_no_key(lived: Table) -> None:
    text = json.dumps(file_for(lived.players["north"]))
    for other in ("isle", "south", "moderator", "secret-north", "pbkdf2", "argon2", "chan_"):
        assert other not in text, other
    digest = lived.players["north"].tokens.get().digest
    assert digest not in text


def test_an_open_browser_is_not_enough_to_get_the_file(lived: Table, client: Client) -> None:
    client.force_login(lived.players["north"])
    assert client.get("/accounts/me/data/").status_code == 200
    assert "/accounts/me/confirm/" in client.post("/accounts/me/data/")["Location"]


def test_everything_that_is_kept_of_people_is_told_or_stays_for_a_reason() -> None:
    """A new table that names people has to be told of in the file, or to stand here with the reason."""
    told = {
        "Absence", "Advice", "Alert", "Authenticator", "BrokenChannel", "Campaign", "Deputy", "Device",
        "FeedKey", "KnownAddress", "KnownBrowser", "ReadMark", "NotificationHours", "NotificationPreference", "Note", "PendingAct",
        "Plan", "PressReport", "Seat", "SeatKey", "Session", "Tenure", "Token", "Voice", "Webhook", "WhatIf",
    }  # fmt: skip
    in_the_campaigns_file = {
        "Act", "IdempotentResponse", "Consent", "Dispatch", "FactClaim", "LogEntry", "PendingDispatch", "PressMessage",
        "SeatChain", "Sheet", "StandingOrders", "StandingAnswer", "Ruling",
    }  # fmt: skip
    of_the_library_and_empty = {"EmailAddress", "EmailConfirmation"}
    other = {
        "Notification": "what waits to be sent, and goes when it is",
        "Announcement": "public, by the staff",
        "AddedTime": "public, by the staff",
        "FirstGame": "of guests, who have no account",
        "LogEntry": "in the log",
        "User": "the account itself",
        "TakenLook": "made from the names, which are told",
    }
    naming = {
        model.__name__
        for model in apps.get_models()
        for field in (*model._meta.fields, *model._meta.many_to_many)
        if field.related_model is User and model._meta.app_label != "admin"
    }
    known = told | in_the_campaigns_file | of_the_library_and_empty | other.keys()
    assert naming <= known, naming - known


@pytest.mark.long
def test_with_an_account_goes_what_was_for_its_person_alone(lived: Table) -> None:
    north = lived.players["north"]
    Authenticator.objects.create(user=north, type="webauthn", data={"name": "x", "credential": {}})
    services.delete_account(north.pk)
    kept = {
        f"{model.__name__}.{field.name}"
        for model in apps.get_models()
        for field in (*model._meta.fields, *model._meta.many_to_many)
        if field.related_model is User and model.objects.filter(**{field.name: north}).exists()
    }
    # The log, who sat where and was away, and what is sealed or left for others.
    assert kept <= {
        "Tenure.person", "Absence.person", "Advice.by", "LogEntry.person", "LogEntry.by", "Sheet.by",
        "Sheet.sealed_by", "Consent.asked_by", "Voice.person", "SeatChain.person",
    }, kept  # fmt: skip
    assert not factors.of(north.pk).any
    told = own_data.of(User.objects.get(pk=north.pk))
    assert told["account"]["email"] == told["account"]["shown_name"] == ""


def test_a_deletion_damages_no_campaign(lived: Table) -> None:
    """Whoever goes, in whatever part: the others play on to the next phase, and the file verifies."""
    helper = person("helper")
    key = deputies.name(
        lived.slug, by=lived.players["south"], power="south", username="helper", level="seal"
    )
    deputies.accept(lived.slug, by=helper, key=key)
    for who in (lived.players["north"], helper, lived.moderator):
        services.delete_account(who.pk)
    before = LogEntry.objects.filter(campaign=lived.campaign).count()
    phase = lived.phase.number
    lived.seal_all(but="north")
    lived.advance()
    assert lived.phase.number > phase
    assert LogEntry.objects.filter(campaign=lived.campaign).count() > before
    assert not faults(file_of(lived))
    client = signed_in(lived.players["isle"])
    for page in ("", "log/", "seats/", "history/1/", "export/"):
        assert client.get(f"/c/{lived.slug}/{page}", follow=True).status_code == 200, page
