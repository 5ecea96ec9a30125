"""Where somebody is signed in, and the letter when that is somewhere new."""

import smtplib
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone
from structlog.testing import capture_logs

from accounts import alerts, browsers, guests, services
from accounts.models import Alert, KnownBrowser, Session, User
from accounts.sessions import stored
from accounts.tasks import tidy
from tests.support.accounts import PASSWORD, sign_up

pytestmark = pytest.mark.django_db
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
CHROME = "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36"


def sign_in(client: Client, agent: str = FIREFOX) -> None:
    data = {"username": "aurelia", "password": PASSWORD}
    answer = client.post("/accounts/sign-in/", data, headers={"User-Agent": agent})
    assert answer.status_code == 302


def row_of(client: Client) -> str:
    return stored(client.cookies["sessionid"].value)


def test_a_browser_that_is_new_is_told_of_by_letter_and_a_known_one_is_not(aurelia: User) -> None:
    home = Client()
    for _ in range(3):
        sign_in(home)
        home.post("/accounts/sign-out/")
    assert alerts.send_due() == 1
    sign_in(Client(), CHROME)
    assert alerts.send_due() == 1

    first, second = mail.outbox
    assert first.subject == "Chancellery: a new sign-in"
    assert "With: Firefox on Linux" in first.body
    assert "With: Chrome on Android" in second.body
    assert "Asia/Tokyo" in first.body
    assert "http://testserver/accounts/me/security/" in first.body
    assert PASSWORD not in first.body
    assert home.cookies["browser"].value not in first.body + second.body


def test_who_signs_up_is_not_told_of_it(client: Client) -> None:
    sign_up(client, email="b@example.org")
    assert User.objects.get(username="borealis").known_browsers.count() == 1
    assert [one.kind for one in Alert.objects.all()] == ["confirm"]


def test_a_guest_who_signs_up_is_not_told_that_their_password_changed(client: Client) -> None:
    guest = guests.welcome()
    services.register(guest=guest.pk, username="borealis", password=PASSWORD, email="b@example.org")
    assert not Alert.objects.exists()


def test_what_the_browser_keeps_signs_nobody_in_and_the_database_does_not_hold_it(
    aurelia: User, client: Client
) -> None:
    sign_in(client)
    word = client.cookies["browser"]
    assert word["httponly"]
    assert word["samesite"] == "Lax"
    assert word.value not in str(list(KnownBrowser.objects.values_list()))
    stranger = Client()
    stranger.cookies["browser"] = word.value
    assert stranger.get("/accounts/me/").status_code == 302


def test_two_people_at_one_browser_are_not_told_apart_or_together_by_the_database(
    aurelia: User, client: Client
) -> None:
    other = services.register(username="borealis", password=PASSWORD)
    sign_in(client)
    client.force_login(other)
    assert len(set(KnownBrowser.objects.values_list("digest", flat=True))) == 2


def test_browsers_of_long_ago_are_forgotten(aurelia: User, client: Client) -> None:
    sign_in(client)
    long_ago = timezone.now() - browsers.KNOWN - timedelta(days=1)
    KnownBrowser.objects.update(seen_at=long_ago)
    tidy()
    assert not KnownBrowser.objects.exists()


def test_a_new_address_is_told_to_the_old_one(aurelia: User) -> None:
    services.change_email(aurelia.pk, email="new@example.org")
    alerts.send_due()
    [letter] = mail.outbox
    assert letter.to == ["aurelia@example.org"]
    assert "new@example.org" not in letter.body


def test_a_letter_that_the_server_refuses_is_tried_again_and_then_given_up(
    aurelia: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise smtplib.SMTPServerDisconnected("no")

    monkeypatch.setattr("django.core.mail.EmailMessage.send", refuse)
    alerts.write(aurelia, "password")
    for tries in range(1, len(alerts.PAUSES) + 1):
        assert alerts.send_due() == 0
        assert Alert.objects.get().tries == tries
        Alert.objects.update(send_at=timezone.now())
    alerts.send_due()
    assert not Alert.objects.exists()


def test_what_the_server_refuses_for_good_is_given_up_and_newer_ones_wait_for_what_it_puts_off(
    aurelia: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, code = [], 451

    def answer(message: Any, **_: Any) -> None:
        asked.append(str(message.body))
        if code:
            raise smtplib.SMTPRecipientsRefused({aurelia.email: (code, b"")})

    monkeypatch.setattr("django.core.mail.EmailMessage.send", answer)
    alerts.write(aurelia, "password")
    alerts.send_due()
    alerts.write(aurelia, "codes")
    alerts.send_due()
    assert len(asked) == 1, "the newer one waits"
    Alert.objects.update(send_at=timezone.now())
    code = 550
    alerts.send_due()
    assert not Alert.objects.exists()
    assert [str(alerts.KINDS[kind]) in text for kind, text in zip(
        ("password", "codes"), asked[1:], strict=True
    )] == [True, True]  # fmt: skip


def test_every_letter_has_words() -> None:
    person = User(pk=1, username="aurelia", email="a@example.org")
    for kind in alerts.KINDS:
        letter = Alert(
            person=person, kind=kind, address="a@example.org", happened_at=timezone.now()
        )
        said = "gave this address" if kind == alerts.CONFIRM else str(alerts.KINDS[kind])
        assert said in alerts._message(letter).body


# --- Sessions ---------------------------------------------------------------------------------------


def test_a_person_sees_where_they_are_signed_in_and_which_is_this_one(aurelia: User) -> None:
    here, there = Client(), Client()
    sign_in(there, CHROME)
    sign_in(here)
    shown = here.get("/accounts/me/security/").context["sessions"]
    assert [(one["device"], one["open"].this) for one in shown] == [
        ("Firefox on Linux", True),
        ("Chrome on Android", False),
    ]
    assert all(one["open"].since and one["open"].seen_at for one in shown)


def test_one_session_is_ended_or_all_others(aurelia: User) -> None:
    here, there, third = Client(), Client(), Client()
    for client in (here, there, third):
        sign_in(client)
    here.post("/accounts/me/security/sessions/", {"end": row_of(there)})
    assert there.get("/accounts/me/").status_code == 302
    assert third.get("/accounts/me/").status_code == 200
    here.post("/accounts/me/security/sessions/", {"end": "others"})
    assert third.get("/accounts/me/").status_code == 302
    assert here.get("/accounts/me/").status_code == 200


def test_nobody_ends_the_session_of_another(aurelia: User, client: Client) -> None:
    hers = Client()
    sign_in(hers)
    client.force_login(services.register(username="borealis", password=PASSWORD))
    for end in (row_of(hers), "others"):
        client.post("/accounts/me/security/sessions/", {"end": end})
    assert hers.get("/accounts/me/").status_code == 200


def test_when_a_session_was_last_used_is_noted_to_the_hour(aurelia: User, client: Client) -> None:
    sign_in(client)
    for before, noted in ((timedelta(minutes=30), False), (timedelta(hours=2), True)):
        was = timezone.now() - before
        Session.objects.update(seen_at=was)
        client.get("/accounts/me/")
        assert (Session.objects.get(pk=row_of(client)).seen_at != was) is noted


def test_a_letter_that_cannot_be_made_holds_up_no_other_and_is_given_up(aurelia: User) -> None:
    alerts.write(aurelia, "password")
    Alert.objects.update(kind="gone")
    alerts.write(aurelia, "email")
    with capture_logs() as said:
        assert alerts.send_due() == 1
        for _ in alerts.PAUSES:
            assert Alert.objects.get().kind == "gone"
            Alert.objects.update(send_at=timezone.now())
            assert alerts.send_due() == 0
    assert not Alert.objects.exists()
    errors = [one["event"] for one in said if one["log_level"] == "error"]
    assert errors == ["alert cannot be made"]
