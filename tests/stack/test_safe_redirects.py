"""A browser is sent on to pages of this site alone, and keys in addresses are told to nobody."""

import io
import logging
from logging.config import dictConfig

import pytest
from django.test import Client, RequestFactory

from config import logs
from core.safe_redirects import own_page
from tests.support.accounts import person
from tests.support.campaigns import a_campaign

ELSEWHERE = [
    "https://elsewhere.example/",
    "http://elsewhere.example/c/table/",
    "http://testserver:81/c/table/",
    "http://testserver.elsewhere.example/",
    "http://testserver@elsewhere.example/",
    "http://testserver//elsewhere.example/",
    "//elsewhere.example/",
    "///elsewhere.example/",
    "/\\elsewhere.example/",
    "http:///elsewhere.example/",
    "\\\\elsewhere.example/",
    " //elsewhere.example/",
    "javascript:alert(1)",
    "data:text/html,hello",
    "http://[::1",
    "ftp://testserver/",
    "/no/such/page/",
    "c/table/",
]


@pytest.mark.parametrize("target", ELSEWHERE)
def test_what_leads_elsewhere_leads_to_the_lobby(rf, target: str) -> None:
    assert own_page(rf.get("/"), target) == "/"


@pytest.mark.parametrize(
    "target", ["/c/table/", "/c/table/?power=x&b=//c#orders", "http://testserver/c/table/"]
)
def test_what_leads_to_a_page_of_ours_leads_there(rf, target: str) -> None:
    assert own_page(rf.get("/"), target) == target.removeprefix("http://testserver")


def test_an_encrypted_page_is_not_left_for_an_open_one(rf) -> None:
    assert own_page(rf.get("/", secure=True), "http://testserver/c/table/") == "/"


@pytest.fixture
def table(client: Client, db: None) -> str:
    """A campaign, and in its browser somebody who has nothing to do with it."""
    client.force_login(person("aurelia"))
    return a_campaign(book="world_at_war", at_phase=0).slug


@pytest.mark.parametrize("target", ELSEWHERE)
@pytest.mark.parametrize("given", ["Referer", "next"])
def test_a_refused_form_goes_to_no_other_site(
    client: Client, table: str, given: str, target: str
) -> None:
    fields, headers = ({"next": target}, {}) if given == "next" else ({}, {"Referer": target})

    for address in (f"/c/{table}/leave/", f"/c/{table}/desk/pause/", "/appearance/"):
        answer = client.post(
            address, {"power": "britain", "sure": "yes", **fields}, headers=headers
        )
        assert (answer.status_code, answer.headers["Location"]) == (302, "/")


def test_a_refused_form_goes_back_to_its_page(client: Client, table: str) -> None:
    page = f"/c/{table}/log/?before=7"
    headers = {"Referer": f"http://testserver{page}"}
    answer = client.post(f"/c/{table}/leave/", {"sure": "yes"}, headers=headers)
    assert answer.headers["Location"] == page


def test_no_line_of_the_log_holds_a_key() -> None:
    before, written = logging.root.handlers[:], io.StringIO()
    try:
        for as_json in (False, True):
            dictConfig(
                logs.settings(as_json=as_json) | {"loggers": {}, "disable_existing_loggers": False}
            )
            logging.root.handlers[0].stream = written
            request = RequestFactory().get("/join/an-open-door/")
            log = logging.getLogger("django.request")
            log.warning("Not Found: %s", request.path, extra={"request": request})
            log.error("Internal Server Error: %s", "/accounts/password-reset/MQ/a-key-of-once/")
    finally:
        logs.settings(as_json=False)
        logging.root.handlers[:] = before
    assert written.getvalue().count("/join/...") >= 2
    assert "/accounts/password-reset/MQ/..." in written.getvalue()
    assert "an-open-door" not in written.getvalue()
    assert "a-key-of-once" not in written.getvalue()
