"""People with accounts, and their browsers."""

from typing import Any

from django.contrib.auth import get_user_model
from django.test import Client


def person(name: str) -> Any:
    """Somebody with an account."""
    return get_user_model().objects.create_user(username=name, password="a long enough pass phrase")


def reachable(*people: Any) -> None:
    """Each has an address of mail: their name at example.org."""
    for one in people:
        one.email = f"{one.username}@example.org"
        one.save()


PASSWORD = "marches-and-isles-1939"


def sign_up(client: Client, username: str = "borealis", **changes: str) -> Any:
    """The answer to somebody who signs up in this browser."""
    form = {"username": username, "password1": PASSWORD, "password2": PASSWORD, "time_zone": "UTC"}
    return client.post("/accounts/sign-up/", form | changes)


def signed_in(who: Any) -> Client:
    client = Client()
    if who is not None:
        client.force_login(who)
    return client
