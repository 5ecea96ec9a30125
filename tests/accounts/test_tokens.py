"""Tokens: hashed, shown once, their owner's alone, and held to their scopes on every address."""

import hashlib
import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import services
from accounts.models import Token, User
from accounts.tokens import MOST, SCOPES, scope_of
from tests.support.accounts import PASSWORD, signed_in
from tests.support.pages.routes import METHODS, routes

pytestmark = pytest.mark.django_db
WRITTEN = ("GET", "POST", "PUT", "PATCH", "DELETE")


@pytest.fixture
def browser(aurelia: User) -> Client:
    return signed_in(aurelia)


def program(key: str, word: str = "Token") -> Client:
    return Client(headers={"Authorization": f"{word} {key}"})


def made(person: User, *scopes: str) -> str:
    return services.make_token(person.pk, name="a program", scopes=scopes)[1]


def who(client: Client) -> int:
    return int(client.get("/api/campaigns/").status_code)


def test_a_token_is_shown_once_and_kept_as_a_hash(browser: Client, aurelia: User) -> None:
    wish = {"name": "My bot", "scopes": ["read", "play"], "password": PASSWORD}
    page = browser.post("/accounts/me/tokens/", wish)
    key = re.search(r'<code class="key">(\S+)</code>', page.content.decode()).group(1)

    assert "no-store" in page["Cache-Control"]
    [row] = Token.objects.values()
    assert key not in str(row)
    assert row["digest"] == hashlib.sha256(key.encode()).hexdigest()
    assert row["scopes"] == ["read", "play"]
    again = browser.get("/accounts/me/tokens/").content.decode()
    assert "My bot" in again
    assert key not in again
    assert row["digest"] not in again
    assert who(program(key)) == who(program(key, "Bearer")) == 200
    assert who(program(row["digest"])) == 401


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"password": "a guess"}, "not your password"),
        ({"scopes": []}, "required"),
        ({"scopes": ["read", "rule"]}, "rule"),
        ({"name": " "}, "required"),
        ({"name": "x" * 61}, "60"),
    ],
)
def test_a_token_is_made_by_its_owner_with_words_and_password(
    browser: Client, change: dict[str, Any], said: str
) -> None:
    wish = {"name": "My bot", "scopes": ["read"], "password": PASSWORD} | change
    page = browser.post("/accounts/me/tokens/", wish).content.decode()
    assert said in page
    assert 'class="key"' not in page
    assert not Token.objects.exists()


def test_there_are_several_with_an_end(browser: Client, aurelia: User) -> None:
    for _ in range(MOST):
        made(aurelia, "read")
    wish = {"name": "One more", "scopes": ["read"], "password": PASSWORD}
    assert "Revoke one first" in browser.post("/accounts/me/tokens/", wish).content.decode()
    assert Token.objects.count() == MOST


def test_a_token_is_revoked_by_its_owner_alone(browser: Client, aurelia: User) -> None:
    other = services.register(username="borealis", password=PASSWORD)
    mine, theirs, kept = made(aurelia, "read"), made(other, "read"), made(aurelia, "read")
    for token in (Token.objects.get(person=other), Token.objects.filter(person=aurelia).last()):
        browser.post(f"/accounts/me/tokens/{token.pk}/revoke/")
    assert [who(program(key)) for key in (mine, theirs, kept)] == [401, 200, 200]
    assert (
        Client().post(f"/accounts/me/tokens/{Token.objects.first().pk}/revoke/").status_code == 401
    )
    assert Token.objects.count() == 2


@pytest.mark.parametrize("how", ["changed", "set anew", "deleted", "kept out"])
def test_a_token_ends_with_the_password_and_the_account(
    browser: Client, aurelia: User, how: str
) -> None:
    key = made(aurelia, *SCOPES)
    if how == "changed":
        new = {"new_password1": "another-1940-word", "new_password2": "another-1940-word"}
        browser.post("/accounts/me/password/", new | {"old_password": PASSWORD})
    elif how == "set anew":
        aurelia.set_password("another-1940-word")
        aurelia.save()
    elif how == "deleted":
        services.delete_account(aurelia.pk)
    else:
        User.objects.filter(pk=aurelia.pk).update(is_active=False)
    assert who(program(key)) == 401


def test_no_password_buys_a_token_without_limits(aurelia: User) -> None:
    credentials = {"username": "aurelia", "password": PASSWORD}
    answer = Client().post("/api/token/", credentials, content_type="application/json")
    assert answer.status_code == 404


def test_a_token_and_its_person_are_found_by_one_statement(aurelia: User) -> None:
    client = program(made(aurelia, "read"))
    client.get("/api/books/")  # notes when it was used
    with CaptureQueriesContext(connection) as asked:
        assert client.get("/api/books/").status_code == 200
    assert len(asked) == 1


# --- Scopes on every address -----------------------------------------------------------------


def _api() -> list[tuple[str, Any]]:
    values = {"slug": "nowhere", "power": "britain", "number": 1, "thread": "public"}
    values |= {"deputy": 1, "table": "alignment", "proposal": "ab"}
    return [(route.address(values), route.view) for route in routes() if route.api]


def test_every_method_of_every_address_declares_its_scope() -> None:
    assert len(_api()) > 10
    for address, view in _api():
        answered = [m for m in METHODS if hasattr(view.view_class, m.lower())]
        for method in set(answered) - {"OPTIONS"}:
            assert scope_of(view.view_class, method) in SCOPES, (method, address)


@pytest.mark.long
@pytest.mark.parametrize("held", [(), ("read",), ("play",), ("moderate",), ("read", "play")])
def test_no_token_gets_past_its_scopes(aurelia: User, held: tuple[str, ...]) -> None:
    key = made(aurelia, *(held or ("read",)))
    Token.objects.update(scopes=list(held))
    client = program(key)
    refused = 0
    for address, view in _api():
        for method in WRITTEN:
            needed = scope_of(view.view_class, method)
            answer = client.generic(method, address, "{}", content_type="application/json")
            if needed in held:
                assert answer.status_code != 403 or "token" not in str(answer.json()), address
            elif needed is not None or hasattr(view.view_class, method.lower()):
                assert answer.status_code == 403, (method, address)
                refused += 1
            else:
                assert answer.status_code in (403, 405), (method, address)
            # Another method in a header is no other method.
            hidden = client.post(address, headers={"X-HTTP-Method-Override": method})
            assert hidden.status_code < 500
    assert refused
    assert not User.objects.get(pk=aurelia.pk).moderated_campaigns.exists()


def test_a_view_that_declares_nothing_is_closed_to_tokens(aurelia: User, rf) -> None:
    from rest_framework.response import Response

    from campaigns.api.wire.answers import ApiView

    class Forgotten(ApiView):
        def get(self, request: Any) -> Response:
            return Response({"secret": "everything"})

    for scopes in ([], list(SCOPES)):
        key = made(aurelia, *(scopes or ["read"]))
        Token.objects.filter(person=aurelia).update(scopes=scopes)
        for method in (
            "GET",
            "REQUEST",
            "SETUP",
        ):  # the last two are no methods, but names of the view
            request = rf.generic(method, "/", headers={"Authorization": f"Token {key}"})
            answer = Forgotten.as_view()(request)
            assert (answer.status_code, key in str(answer.data)) == (403, False)
            assert "needs the scope" not in str(answer.data)


def test_programs_have_a_pace_and_are_told_when_to_go_on(aurelia: User, settings) -> None:
    settings.LIMITS = settings.LIMITS | {"api": "3 per minute"}
    first, second = program(made(aurelia, "read")), program(made(aurelia, "read"))
    assert [who(one) for one in (first, second, first, second)] == [200, 200, 200, 429]
    answer = first.get("/api/campaigns/")
    assert 1 <= int(answer["Retry-After"]) <= 61
    told = answer.json()
    assert told["code"] == "too_often"
    assert "Try again in" in told["remedy"]
    assert [who(Client()) for _ in range(4)] == [200, 200, 200, 429]
    assert who(Client(REMOTE_ADDR="192.0.2.7")) == 200
