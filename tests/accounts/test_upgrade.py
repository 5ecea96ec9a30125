"""A database of before is brought up to date: people stay signed in, programs go on, no key stays."""

from datetime import timedelta

import pytest
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.hashers import make_password
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts.models import User
from tests.migrating import an_old_one

BEFORE = [("accounts", "0002_sessions")]
COOKIE, TOKEN = "k" * 32, "9944b09199c62bcf9418ad846dd0e4bbdfc6ee4b"


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_sessions_and_tokens_of_before_go_on_under_hashes() -> None:
    with an_old_one(BEFORE) as old:
        person = User(username="aurelia", password=make_password("a long pass phrase"))
        kept = {"username": person.username, "password": person.password}
        person.pk = old.apps.get_model("accounts", "User").objects.create(**kept).pk
        held = {
            SESSION_KEY: str(person.pk),
            BACKEND_SESSION_KEY: "accounts.backends.PeopleBackend",
            HASH_SESSION_KEY: person.get_session_auth_hash(),
        }
        row = {"session_key": COOKIE, "session_data": SessionStore().encode(held)}
        row["expire_date"] = timezone.now() + timedelta(days=3)
        old.apps.get_model("accounts", "Session").objects.create(**row, person_id=person.pk)
        old.apps.get_model("sessions", "Session").objects.create(**row)
        with connection.cursor() as cursor:
            cursor.execute(
                "CREATE TABLE authtoken_token (key varchar(40) PRIMARY KEY,"
                " created timestamptz NOT NULL, user_id bigint NOT NULL UNIQUE"
                " REFERENCES accounts_user DEFERRABLE INITIALLY DEFERRED)"
            )
            cursor.execute("CREATE TABLE axes_accessattempt (username text)")
            cursor.execute("INSERT INTO authtoken_token VALUES (%s, now(), %s)", [TOKEN, person.pk])

        old.bring_up_to_date()

        _signed_in_as_before(person)


def _signed_in_as_before(person: User) -> None:
    browser = Client()
    browser.cookies["sessionid"] = COOKIE
    assert browser.get("/accounts/me/").context["user"] == person
    program = Client(headers={"Authorization": f"Token {TOKEN}"})
    assert program.get("/api/campaigns/").status_code == 200
    assert person.tokens.get().scopes == ["read", "play"]
    with connection.cursor() as cursor:
        cursor.execute("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
        tables = [table for (table,) in cursor.fetchall()]
        assert not {"authtoken_token", "axes_accessattempt"} & set(tables)
        for table in tables:
            for key in (COOKIE, TOKEN):
                cursor.execute(
                    f'SELECT count(*) FROM "{table}" AS t WHERE t::text LIKE %s', [f"%{key}%"]
                )
                assert cursor.fetchone() == (0,), table
