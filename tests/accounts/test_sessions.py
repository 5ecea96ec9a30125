"""Who is signed in, for how long, and what a request asks for it."""

from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.contrib.sessions.backends.db import SessionStore as DjangosStore
from django.contrib.sessions.models import Session as DjangosSession
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Session, User
from accounts.sessions import SessionStore

pytestmark = pytest.mark.django_db


@pytest.fixture
def aurelia() -> User:
    return User.objects.create_user(username="aurelia", password="a long pass phrase")


def test_a_session_and_its_person_are_found_by_one_statement(aurelia: User, client: Client) -> None:
    client.force_login(aurelia)
    with CaptureQueriesContext(connection) as asked:
        assert client.get("/api/books/").status_code == 200
    assert len(asked) == 1
    assert "accounts_session" in asked[0]["sql"]
    assert "accounts_user" in asked[0]["sql"]


def test_a_session_belongs_to_nobody_until_somebody_signs_in(aurelia: User, client: Client) -> None:
    store = SessionStore()
    store["seen"] = "something"
    store.save()
    assert Session.objects.get(pk=store.session_key).person is None

    client.force_login(aurelia)
    key = client.cookies["sessionid"].value
    assert Session.objects.get(pk=key).person == aurelia
    client.logout()
    assert not Session.objects.filter(pk=key).exists()


def test_another_signing_in_in_the_same_browser_is_who_asks_from_then_on(
    aurelia: User, client: Client
) -> None:
    other = User.objects.create_user(username="other", password="a long pass phrase")
    for person in (aurelia, other, aurelia):
        client.force_login(person)
        assert client.get("/accounts/me/").context["user"] == person


def test_a_content_that_was_read_before_is_nobody_elses_to_change() -> None:
    store = SessionStore()
    store["list"] = ["a"]
    store.save()
    first, second = SessionStore(store.session_key), SessionStore(store.session_key)
    first["list"].append("b")
    assert second["list"] == ["a"]


def test_a_session_that_was_tampered_with_holds_nothing(aurelia: User, client: Client) -> None:
    client.force_login(aurelia)
    key = client.cookies["sessionid"].value
    row = Session.objects.get(pk=key)
    row.session_data = row.session_data[:-1] + ("A" if row.session_data[-1] != "A" else "B")
    row.save()
    assert client.get("/accounts/me/").status_code == 302


def test_whoever_was_signed_in_before_sessions_knew_their_person_still_is(
    aurelia: User, client: Client
) -> None:
    client.force_login(aurelia)
    key = client.cookies["sessionid"].value
    known = Session.objects.get(pk=key)
    content = SessionStore(key).load()
    Session.objects.all().delete()
    for name, held in (
        (key, content),
        ("x" * 32, {}),
        ("y" * 32, content | {"_auth_user_id": "0"}),
    ):
        DjangosSession.objects.create(
            session_key=name,
            session_data=DjangosStore().encode(held),
            expire_date=known.expire_date,
        )
    migration: Any = import_module("accounts.migrations.0002_sessions")

    migration.keep_people_signed_in(apps, None)

    assert [one.pk for one in Session.objects.all()] == [key]
    assert client.get("/accounts/me/").context["user"] == aurelia
