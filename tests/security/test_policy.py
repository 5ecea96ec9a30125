"""Every answer of the site carries the policy that nothing inline runs, and no page has anything inline."""

import re
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory

from config.serving import csp
from tests.security.walking import doors
from tests.support.accounts import signed_in
from tests.support.campaigns import Table

STRICT = (
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
)  # fmt: skip
INLINE = re.compile(
    r"<style\b|<[a-z][^>]*\s(?:style|on[a-z]+|srcdoc)\s*=|javascript:"
    r"|<script(?![^>]*\ssrc=)(?![^>]*type=.application/json)",
    re.IGNORECASE,
)


def judged(answer: Any, where: str) -> list[str]:
    """What is wrong with an answer."""
    policy = answer.headers.get(csp.HEADER, "")
    wrong = [f"{where}: no {part}" for part in STRICT if part not in policy]
    if "unsafe" in policy or "data:" in policy or "*" in policy:
        wrong.append(f"{where}: {policy}")
    if "html" in answer.headers.get("Content-Type", "") and not answer.streaming:
        found = INLINE.search(answer.content.decode())
        if found:
            wrong.append(f"{where}: inline {found.group()!r}")
    return wrong


@pytest.fixture
def boss(table: Table) -> Client:
    """Who sees most: at the desk, and of the staff with all rights."""
    person = table.moderator
    person.is_staff = person.is_superuser = True
    person.save()
    return signed_in(person)


def test_every_address_answers_under_the_policy(table: Table, boss: Client) -> None:
    wrong: list[str] = []
    for door in doors(table.slug, only=("GET",), admin=True):
        if door.name == "frontend:verify":
            continue  # one file with a policy of its own: browser/test_verifier_page.py
        for who, client in (("stranger", Client()), ("boss", boss)):
            wrong += judged(client.get(door.address), f"{door.name} for {who}")
    assert not wrong


@pytest.mark.parametrize(
    ("path", "more", "status"),
    [
        ("/no-such-page/", {}, 404),
        ("/api/no-such-thing/", {}, 404),
        ("/accounts/me/", {}, 302),
        ("/static/frontend/js/main.js", {}, 200),
        ("/static/no-such-file.js", {}, 404),
        ("/%00", {}, 400),
        ("/", {"HTTP_HOST": "elsewhere.example"}, 400),
        ("/", {"HTTP_HOST": 'a b"; script-src *'}, 400),
        ("/?a=" + "b" * 5000, {}, 400),
    ],
)
@pytest.mark.django_db
def test_so_does_whatever_is_refused(path: str, more: dict[str, str], status: int) -> None:
    answer = Client().get(path, **more)
    assert answer.status_code == status
    assert not judged(answer, path)


@pytest.mark.django_db
def test_so_does_a_form_of_another_site_and_what_comes_too_often(settings: Any) -> None:
    stranger = Client(enforce_csrf_checks=True)
    answer = stranger.post("/accounts/sign-in/", {"username": "a", "password": "b"})
    assert answer.status_code == 403
    assert not judged(answer, "403")
    settings.LIMITS = {**settings.LIMITS, "sign-up": "1 per hour"}
    answers = [Client().post("/accounts/sign-up/", {}) for _ in range(2)]
    assert answers[1].status_code == 429
    assert not judged(answers[1], "429")


@pytest.mark.parametrize("path", ["/", "/api/books/"])
@pytest.mark.django_db
def test_so_does_what_breaks(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise RuntimeError("broken on purpose")

    monkeypatch.setattr("accounts.middleware.TimeZoneMiddleware.process_request", broken)
    client = Client(raise_request_exception=False)
    answer = client.get(path)
    assert answer.status_code == 500
    assert not judged(answer, "500")


@pytest.mark.parametrize("fetched", ["document", "iframe", "serviceworker", "worker", ""])
@pytest.mark.django_db
def test_what_may_run_something_has_the_whole_policy(fetched: str) -> None:
    for path in ("/", "/service-worker.js", "/static/frontend/js/main.js"):
        answer = Client().get(path, headers={"Sec-Fetch-Dest": fetched})
        assert not judged(answer, path)


@pytest.mark.django_db
def test_a_part_of_an_open_page_lets_nothing_run_and_says_so_in_few_words(table: Table) -> None:
    for path in (f"/c/{table.slug}/strip/", "/api/books/", "/static/frontend/js/main.js"):
        answer = Client().get(path, headers={"Sec-Fetch-Dest": "empty"})
        assert answer.status_code == 200
        assert answer.headers[csp.HEADER] == csp.FOR_A_PART


def test_a_page_that_a_browser_keeps_has_the_policy_of_a_page() -> None:
    request = RequestFactory().get("/", headers={"Sec-Fetch-Dest": "empty"})
    kept, gone = (
        HttpResponse("a page"),
        HttpResponse("a part", headers={"Cache-Control": "no-store"}),
    )
    csp.ContentSecurityPolicyMiddleware(lambda _: kept)(request)
    csp.ContentSecurityPolicyMiddleware(lambda _: gone)(request)
    assert not judged(kept, "kept")
    assert gone.headers[csp.HEADER] == csp.FOR_A_PART
