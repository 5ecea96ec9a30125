"""The drill for changing each secret of a site: what holds meanwhile, and what ends with the old one.

docs/running.md says the same in words (“Changing secrets”). For the seal keys the drill is
`campaigns/site/test_seal_keys.py`, `accounts/test_factors.py` and `test_seal_keys.py`.
"""

import re
from base64 import urlsafe_b64encode
from collections.abc import Callable
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from accounts import guessing, guests, services
from accounts.models import User
from campaigns.models import Device
from campaigns.services.notifications import feed_keys, preferences
from campaigns.services.seats import invitations
from core import web_push
from tests.support.accounts import signed_in
from tests.support.campaigns import Table, found, sent, tiny_book

__all__ = ["found", "sent", "tiny_book"]
pytestmark = pytest.mark.django_db
PASSWORD = "a long enough pass phrase"
NEW = "another key for tests alone, which guards nothing and is known to all"


def key(letter: bytes) -> str:
    return urlsafe_b64encode(letter * 32).decode()


class Held:
    """What the secret key of a site has signed, in the hands of those whom it was given."""

    def __init__(self, table: Table) -> None:
        north = table.players["north"]
        User.objects.filter(pk=north.pk).update(email="north@example.org")
        north.refresh_from_db()
        self.browser = Client()
        data = {"username": "north", "password": PASSWORD}
        self.browser.post("/accounts/sign-in/", data, REMOTE_ADDR="192.0.2.9")
        self.program = services.make_token(north.pk, name="Bot", scopes=["read"])[1]
        self.calendar = f"/calendar/{feed_keys.make_key(by=north)}/"
        self.feed = f"/feed/{feed_keys.make_key(by=north, slug=table.slug)}/"
        self.stop = preferences.stop_address(north, None, ["public"])
        self.guest = guests.key_of(guests.welcome())
        self.invitation = invitations.invite(table.slug, by=table.moderator)
        Client().post("/accounts/password-reset/", {"email": "north@example.org"})
        self.reset = re.search(r"http://testserver(\S+)", mail.outbox[-1].body).group(1)

    def good(self) -> set[str]:
        """Which of it is still good."""
        tries: dict[str, Callable[[], bool]] = {
            "session": lambda: self.browser.get("/accounts/me/").status_code == 200,
            "token": lambda: self._program() == 200,
            "password": lambda: User.objects.get(username="north").check_password(PASSWORD),
            "known address": lambda: guessing.is_known(guessing.Attempt("north", "192.0.2.9")),
            "calendar": lambda: Client().get(self.calendar).status_code == 200,
            "feed": lambda: Client().get(self.feed).status_code == 200,
            "invitation": lambda: Client().get(f"/join/{self.invitation}/").status_code == 200,
            "stop": lambda: Client().get(self.stop).status_code == 200,
            "guest": lambda: guests.found_by(self.guest) is not None,
            "reset": lambda: (
                "validlink" in str(Client().get(self.reset, follow=True).context)
                and bool(Client().get(self.reset, follow=True).context["validlink"])
            ),
        }
        return {name for name, is_good in tries.items() if is_good()}

    def _program(self) -> int:
        answer = Client().get("/api/campaigns/", headers={"Authorization": f"Token {self.program}"})
        return answer.status_code


@pytest.mark.long
def test_a_new_secret_key_ends_nothing_while_the_old_one_is_a_fallback(
    found: Callable[..., Table], settings: Any
) -> None:
    held = Held(found(start=False))
    everything = held.good()
    assert len(everything) == 10
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = NEW
    assert held.good() == everything

    settings.SECRET_KEY_FALLBACKS = []
    # What was used meanwhile is signed anew: the session is good under the new key too.
    assert held.good() - {"session"} == {"token", "password"}


def test_a_new_secret_key_alone_ends_what_the_old_one_signed(
    found: Callable[..., Table], settings: Any
) -> None:
    """After a leak: whoever knows the old key, and the database too, comes in by nothing."""
    table = found(start=False)
    held = Held(table)
    settings.SECRET_KEY = NEW
    assert held.good() == {"token", "password"}
    north = table.players["north"]
    assert feed_keys.make_key(by=north) not in held.calendar


@pytest.mark.long
def test_another_vapid_key_ends_pushes_until_they_are_switched_on_again(
    found: Callable[..., Table], settings: Any
) -> None:
    table = found()
    client = signed_in(table.players["north"])
    shown = set()
    for letter in (b"a", b"b"):
        settings.VAPID_KEY = key(letter)
        assert web_push.is_on()
        page = client.get("/news/settings/").content.decode()
        shown.add(re.search(r'data-push-key="([\w=-]+)"', page).group(1))
    assert len(shown) == 2
    # Without any the site runs, and says that it does not push.
    settings.VAPID_KEY = ""
    assert not web_push.is_on()
    assert "This site does not push" in client.get("/news/settings/").content.decode()
    assert not Device.objects.exists()
