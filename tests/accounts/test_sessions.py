"""Who is signed in, for how long, and what a request asks for it."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import services
from accounts.models import Count, KnownAddress, Session, User
from accounts.sessions import SessionStore, stored
from accounts.tasks import tidy
from tests.support.accounts import PASSWORD, signed_in

pytestmark = pytest.mark.django_db


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
    assert Session.objects.get(pk=stored(store.session_key)).person is None

    client.force_login(aurelia)
    row = stored(client.cookies["sessionid"].value)
    assert Session.objects.get(pk=row).person == aurelia
    client.logout()
    assert not Session.objects.filter(pk=row).exists()


def test_another_signing_in_in_the_same_browser_is_who_asks_from_then_on(
    aurelia: User, client: Client
) -> None:
    other = User.objects.create_user(username="other", password="a long pass phrase")
    for person in (aurelia, other, aurelia):
        client.force_login(person)
        assert client.get("/accounts/me/").context["user"] == person


def test_a_session_that_was_tampered_with_holds_nothing(aurelia: User, client: Client) -> None:
    client.force_login(aurelia)
    row = Session.objects.get(pk=stored(client.cookies["sessionid"].value))
    row.session_data = row.session_data[:-1] + ("A" if row.session_data[-1] != "A" else "B")
    row.save()
    assert client.get("/accounts/me/").status_code == 302


def test_nothing_in_the_database_signs_anybody_in(aurelia: User, client: Client) -> None:
    client.force_login(aurelia)
    key = client.cookies["sessionid"].value
    [row] = Session.objects.values()
    assert key not in str(row)

    thief = Client()
    for taken in (row["session_key"], row["session_key"][:32], row["session_key"][:40]):
        thief.cookies["sessionid"] = taken
        assert thief.get("/accounts/me/").status_code == 302


async def test_the_asynchronous_half_keeps_no_keys_either(db: None) -> None:
    store = SessionStore()
    await store.aset("seen", "something")
    await store.asave()
    key = store.session_key
    assert await store.aexists(key)
    assert [one.pk async for one in Session.objects.all()] == [stored(key)]
    assert await SessionStore(key).aget("seen") == "something"
    await store.adelete()
    assert not await store.aexists(key)


@pytest.mark.parametrize("how", ["password", "reset", "deleted", "kept out"])
def test_a_session_is_gone_from_the_table_when_it_has_to_end(
    aurelia: User, client: Client, how: str
) -> None:
    client.force_login(aurelia)
    elsewhere = signed_in(aurelia)
    if how == "password":
        change = {"old_password": PASSWORD, "new_password1": "quite-another-1940"}
        change["new_password2"] = change["new_password1"]
        assert elsewhere.post("/accounts/me/password/", change).status_code == 302
    elif how == "reset":
        aurelia.set_password("quite-another-1940")
        aurelia.save()
    elif how == "deleted":
        services.delete_account(aurelia.pk)
    else:
        boss = User.objects.create_superuser(username="boss", password="a long pass phrase")
        services.set_rights(aurelia.pk, by=boss, active=False, staff=False, superuser=False)

    assert client.get("/accounts/me/").status_code == 302
    kept = elsewhere.get("/accounts/me/").status_code == 200
    assert kept == (how == "password")
    assert Session.objects.filter(person=aurelia).count() == kept


def test_what_is_over_is_forgotten(aurelia: User, client: Client) -> None:
    client.force_login(aurelia)
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    Count.objects.create(key="over", amount=1, ends_at=timezone.now() - timedelta(seconds=1))
    Count.objects.create(key="open", amount=1, ends_at=timezone.now() + timedelta(hours=1))
    KnownAddress.objects.create(
        person=aurelia, digest="x", seen_at=timezone.now() - timedelta(days=400)
    )
    tidy()
    assert not Session.objects.exists()
    assert [one.key for one in Count.objects.all()] == ["open"]
    assert not KnownAddress.objects.filter(digest="x").exists()
