"""An address is its person's once they have followed the link that was sent there."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts import alerts, email_confirmation, guests, services
from accounts.models import User
from tests.support.accounts import PASSWORD, sign_up

pytestmark = pytest.mark.django_db


def newcomer(client: Client, name: str = "borealis", address: str = "b@example.org") -> User:
    sign_up(client, name, email=address)
    return User.objects.get(username=name)


def links() -> list[str]:
    """The links in the letters that are sent now."""
    mail.outbox.clear()
    alerts.send_due()
    return [
        found
        for letter in mail.outbox
        for found in re.findall(r"http://testserver(/accounts/confirm-email/\S+)", letter.body)
    ]


def works(link: str) -> bool:
    """Whether a link, looked at in a browser of its own, offers to confirm."""
    return "works no more" not in Client().get(link).content.decode()


def test_who_signs_up_plays_and_is_written_to_once_the_address_is_confirmed(client: Client) -> None:
    person = newcomer(client)
    assert (person.email, person.new_email) == ("", "b@example.org")
    page = client.get("/accounts/me/").content.decode()
    assert "A link was sent to b@example.org" in page
    assert "Send the link again" in page
    assert client.get("/new/").status_code == 200

    [link] = links()
    assert mail.outbox[0].to == ["b@example.org"]
    # Another browser, signed in as nobody. To look at the page confirms nothing.
    elsewhere = Client()
    assert "b@example.org" in elsewhere.get(link).content.decode()
    person.refresh_from_db()
    assert person.email == ""
    answer = elsewhere.post(link, follow=True)
    assert answer.redirect_chain == [("/", 302)]
    assert "What waits already stands in News" in answer.content.decode()
    person.refresh_from_db()
    assert (person.email, person.new_email) == ("b@example.org", "")
    assert not works(link)
    assert "works no more" in elsewhere.post(link).content.decode()


def test_an_address_that_nobody_confirmed_blocks_nobody(client: Client) -> None:
    newcomer(Client(), "squatter")
    person = newcomer(client)
    services.register(username="third", password=PASSWORD, email="third@example.org")
    # Nor does signing up say whose an address is.
    assert newcomer(Client(), "fourth", "Third@example.org").new_email == "Third@example.org"

    squatters, ours, of_the_fourth = (
        email_confirmation.link_of(User.objects.get(username=name).pk, address)
        for name, address in (
            ("squatter", "b@example.org"),
            ("borealis", "b@example.org"),
            ("fourth", "Third@example.org"),
        )
    )
    assert client.post(ours).status_code == 302
    person.refresh_from_db()
    assert person.email == "b@example.org"
    for refused in (squatters, of_the_fourth):
        assert "Somebody uses this address already" in client.post(refused).content.decode()


def test_the_address_of_before_stays_until_the_new_one_is_confirmed(client: Client) -> None:
    person = services.register(username="aurelia", password=PASSWORD, email="old@example.org")
    services.ask_for_email(person.pk, email="typo@example.org")
    [typo] = links()
    services.ask_for_email(person.pk, email="new@example.org")
    [link] = links()

    assert not works(typo)
    person.refresh_from_db()
    assert person.email == "old@example.org"
    client.force_login(person)
    alerts.send_due()
    # What was due before is not written; it is there to be read.
    assert client.post(link)["Location"] == "/news/"
    person.refresh_from_db()
    assert person.email == "new@example.org"
    mail.outbox.clear()
    alerts.send_due()
    assert [letter.to for letter in mail.outbox] == [["old@example.org"]]


def test_a_link_is_that_of_one_account_and_one_address_for_a_week(client: Client) -> None:
    person, other = newcomer(client), newcomer(Client(), "other", "o@example.org")
    link = email_confirmation.link_of(person.pk, "b@example.org")
    assert works(link)
    assert not works(email_confirmation.link_of(other.pk, "b@example.org"))
    assert not works(link[:-2] + "/")
    assert not works("/accounts/confirm-email/nothing/")
    with time_machine.travel(timezone.now() + email_confirmation.LASTS + timedelta(hours=1)):
        assert not works(link)
    services.delete_account(person.pk)
    assert not works(link)


def test_nothing_else_is_sent_to_an_address_that_waits(client: Client) -> None:
    person = newcomer(client)
    links()
    alerts.write(person, "password")
    client.post("/accounts/password-reset/", {"email": "b@example.org"})
    assert links() == []
    assert mail.outbox == []


def test_a_mailbox_is_not_flooded_by_who_asks_for_links(client: Client) -> None:
    person = newcomer(client)
    sent = sum(
        len(links())
        for _ in range(6)
        if client.post("/accounts/me/email/again/").status_code == 302
    )
    assert 0 < sent <= 3
    services.ask_for_email(person.pk, email="other@example.org")
    assert len(links()) == 1


def test_a_guest_who_signs_up_confirms_too() -> None:
    guest = guests.welcome()
    services.register(
        guest=guest.pk, username="borealis", password=PASSWORD, new_email="b@example.org"
    )
    [link] = links()
    assert works(link)
