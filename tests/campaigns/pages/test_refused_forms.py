"""A refused form keeps all that was typed, and says beside each field what is wrong with it."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.test import Client

from campaigns.models import LogEntry
from tests.support.accounts import person
from tests.support.campaigns import Table
from tests.support.repair import a_rule

pytestmark = pytest.mark.django_db


def control(page: str, name: str) -> str:
    """The start tag of a visible field that is marked as wrong or filled in."""
    tags = re.findall(rf'<(?:input|textarea|select)\b[^>]*\bname="{name}"[^>]*>', page)
    return next((tag for tag in tags if 'aria-invalid="true"' in tag), tags[0])


def sent(client: Client, here: str, said: dict[str, object], act: str = "") -> Any:
    """The answer to a form that stands on a page, and goes there or to an address below it."""
    return client.post(f"{here}{act}", said, headers={"referer": here})


@pytest.fixture
def desk(table: Table, client: Client) -> Client:
    client.force_login(table.moderator)
    return client


def test_a_ruling_keeps_its_words_and_each_field_says_what_is_wrong(
    table: Table, desk: Client
) -> None:
    here = f"/c/{table.slug}/rulings/"
    text = "Ties go to the <defender>.\nAlways. " * 40
    refused = sent(desk, here, {"text": text, "rule": "99.99"})
    assert refused.status_code == 422
    page = refused.text
    assert "&lt;defender&gt;.\nAlways." in page
    assert 'value="99.99"' in control(page, "rule")
    for name, words in (("rule", "has no rule"), ("text", "1 to 1000 characters")):
        described = re.search(r'aria-describedby="[^"]*?(wrong-\d)"', control(page, name))
        assert described
        assert re.search(rf'id="{described[1]}">[^<]*{words}', page)
    assert page.count("autofocus") == 1
    assert "autofocus" in control(page, "rule"), "the first of them on the page"


def test_a_form_that_goes_elsewhere_or_was_signed_comes_back_on_its_own_page(
    table: Table, desk: Client
) -> None:
    here = f"/c/{table.slug}/desk/"
    refused = sent(desk, here, {"hours": "many", "reason": " "}, "extend/")
    assert refused.status_code == 422
    page = refused.text
    assert 'value="many"' in control(page, "hours")
    assert page.count("A reason is needed") == page.count("no number of hours") == 1
    # The browser stands at the address of the act: what is sent next names its page, and leads on from there.
    assert f'name="next" value="{here}"' in page
    again = desk.post(f"{here}extend/", {"hours": "few", "reason": "So", "next": here})
    assert 'value="few"' in control(again.text, "hours")
    said = {"hours": "many", "reason": "Ice", "seat_nonce": "0a" * 32, "seat_signatures": ""}
    page = sent(desk, here, said, "extend/").text
    assert 'value="many"' in control(page, "hours")
    assert "0a0a" not in page


def test_a_vote_is_asked_again_with_what_was_written(
    found: Callable[..., Table], client: Client
) -> None:
    table = found(votes={"extend": "most"})
    client.force_login(table.players["north"])
    here = f"/c/{table.slug}/seats/"
    said = {"kind": "extend", "hours": "0", "reason": "Holidays"}
    page = client.post(f"/c/{table.slug}/votes/", said, headers={"referer": here}).text
    assert 'value="Holidays"' in control(page, "reason")
    assert "Give from more than 0" in page
    assert re.search(r"<details[^>]*\bopen[^>]*>\s*<summary>More time", page), "in view"


def test_an_override_keeps_its_reason_and_its_rule(table: Table, desk: Client) -> None:
    here = f"/c/{table.slug}/overrides/"
    path = re.search(r'href="\?path=([^"&#]+)', desk.get(here).text)
    assert path
    looked = f"{here}?path={path[1]}&value=1"
    shown = desk.get(looked).text
    hidden = dict(
        re.findall(r'type="hidden" name="(path|before|value|action)" value="([^"]*)"', shown)
    )
    assert "What would change" in shown
    said = {
        **{name: unescape(value) for name, value in hidden.items()},
        "action": "override",
        "rule": "49.333",
        "reason": "We counted wrong",
    }
    page = desk.post(here, said, headers={"referer": looked}).text
    assert 'value="We counted wrong"' in control(page, "reason")
    assert 'value="49.333"' in control(page, "rule")
    like = re.search(r"index</a>, such as ([^<]+)\.\s", page)
    assert like
    said |= {"rule": like[1]}
    # The help names a rule that the campaign's own book has.
    assert desk.post(here, said).status_code == 302


def test_a_text_of_the_length_that_the_browser_allows_is_taken(table: Table, desk: Client) -> None:
    text = "a line of it\r\n" * 76 + "and twelve."
    assert len(text) > 1000 >= len(text.replace("\r\n", "\n"))
    made = desk.post(f"/c/{table.slug}/rulings/", {"text": text, "rule": a_rule(table)})
    assert made.status_code == 302
    assert LogEntry.objects.filter(kind="ruling.made").count() == 1
    assert "\\r" not in LogEntry.objects.get(kind="ruling.made").body


def test_where_the_form_is_no_more_the_text_is_still_there(table: Table, client: Client) -> None:
    client.force_login(person("stranger"))
    here = f"/c/{table.slug}/rulings/"
    said = {"text": "My long & considered ruling", "rule": a_rule(table)}
    refused = sent(client, here, said)
    assert refused.status_code == 403
    assert "My long &amp; considered ruling" in refused.text


def test_every_field_of_a_new_campaign_is_judged_at_once(client: Client) -> None:
    client.force_login(person("founder"))
    wrong = {"holidays": "24 December", "at": "8pm", "absence_days_a_year": "-1"}
    said = {"title": "Ours", "hours_default": "72", "zone": "UTC", **wrong}
    refused = client.post("/new/?book=world_at_war", said)
    assert refused.status_code == 422
    page = refused.text
    for name in wrong:
        assert 'aria-invalid="true"' in control(page, name)
        assert f'id="id_{name}_error"' in page
    assert page.count("autofocus") == 1
    assert re.search(r"<input[^>]*autofocus[^>]*|<textarea[^>]*autofocus", page)


def test_another_book_takes_along_what_was_written(client: Client) -> None:
    client.force_login(person("founder"))
    said = {
        "another_book": "days_of_decision",
        "title": "Ours",
        "at": "8pm",
        "watch": "link",
        "weekdays": ["mon", "thu"],
        "scenario": "one-year",
    }
    shown = client.post("/new/?book=days_of_decision", said)
    assert shown.status_code == 200
    page = shown.text
    assert "Create a campaign of Days of Decision" in page
    assert 'value="Ours"' in control(page, "title")
    assert 'value="8pm"' in control(page, "at")
    assert re.search(r'value="link"[^>]*checked', page)
    assert len(re.findall(r'name="weekdays" value="(?:mon|thu)"[^>]*checked', page)) == 2
    assert re.search(r'name="scenario"[^>]*checked', page), "one of its own"
    assert "errorlist" not in page


def marked(page: str) -> set[str]:
    """The names of the fields that are marked as wrong."""
    tags = re.findall(r"<(?:input|textarea|select)\b[^>]*>", page)
    return {
        name[1]
        for tag in tags
        if 'aria-invalid="true"' in tag and (name := re.search(r'\bname="([^"]+)"', tag))
    }


def test_a_refused_clock_keeps_its_hours_and_its_reason(table: Table, desk: Client) -> None:
    here = f"/c/{table.slug}/desk/"
    said = {"hours_default": "many", "at": "8pm", "zone": "UTC", "reason": "Summer"}
    refused = sent(desk, here, said, "clock/")
    assert refused.status_code == 422
    page = refused.text
    assert {"hours_default", "at"} <= marked(page)
    assert 'value="many"' in control(page, "hours_default")
    assert 'value="8pm"' in control(page, "at")
    assert re.search(r'<input[^>]*id="policy-reason"[^>]*value="Summer"', page)
    without = sent(desk, here, {**said, "reason": " "}, "clock/").text
    assert "reason" in marked(without), "together with the others"


LONG = "word " * 70


@pytest.mark.parametrize(
    ("act", "more"),
    [("pause", {"until": ""}), ("seat", {"power": "isle", "to": "free", "username": ""})],
)
def test_a_reason_that_is_too_long_is_refused_not_cut_off(
    table: Table, desk: Client, act: str, more: dict[str, str]
) -> None:
    here = f"/c/{table.slug}/desk/"
    said = {"reason": LONG, **more}
    before = LogEntry.objects.count()
    refused = sent(desk, here, said, f"{act}/")
    assert refused.status_code == 400
    assert "at most 300 letters, not 349" in refused.text
    assert "reason" in marked(refused.text)
    assert LONG in refused.text
    assert LogEntry.objects.count() == before


def test_no_field_takes_a_longer_reason_than_is_kept(table: Table, desk: Client) -> None:
    for page in ("desk/", "facts/", "seats/", "press/", "mapping/"):
        shown = desk.get(f"/c/{table.slug}/{page}").text
        found = re.findall(r'<input\b(?![^>]*type="hidden")[^>]*name="reason"[^>]*>', shown)
        assert [tag for tag in found if "maxlength=" not in tag] == [], page


def test_facts_press_notes_and_mappings_mark_the_field_that_is_wrong(
    table: Table, desk: Client
) -> None:
    here = f"/c/{table.slug}/facts/"
    said = {"as": "moderator", "fact.boats": "many", "reason": "We looked", "seen": "{}"}
    page = sent(desk, here, said).text
    assert marked(page) == {"fact.boats"}
    assert 'value="many"' in control(page, "fact.boats")
    here = f"/c/{table.slug}/press/public/"
    said = {"action": "write", "text": "Hello & welcome", "quotes": "twelve"}
    page = sent(desk, here, said).text
    assert marked(page) == {"quotes"}
    assert "Hello &amp; welcome</textarea>" in page
    here = f"/c/{table.slug}/press/"
    said = {"action": "policy", "allowed": "none", "opens": "yes", "reason": LONG}
    refused = sent(desk, here, said)
    assert marked(refused.text) == {"reason"}
    assert re.search(r'<option value="none" selected', refused.text)
    assert re.search(r"<details open>\s*<summary>Change this", refused.text)
    here = f"/c/{table.slug}/notes/"
    long = {"text": "x" * 4001, "subject": "phase/1"}
    page = sent(desk, here, long).text
    assert marked(page) == {"text"}
    here = f"/c/{table.slug}/mapping/"
    page = sent(desk, here, {"text": "places: 7", "reason": "Ours"}).text
    assert marked(page) == {"text"}
    page = sent(desk, here, {"text": "places: 7", "reason": ""}).text
    assert marked(page) == {"reason"}
    assert "places: 7</textarea>" in page


def test_the_name_of_a_plan_stays_when_it_is_too_long(table: Table, client: Client) -> None:
    client.force_login(table.players["north"])
    said = {"action": "plan", "plan_name": "p" * 61, "phase": str(table.phase.number)}
    page = client.post(f"/c/{table.slug}/orders/?power=north", said).text
    assert f'value="{"p" * 61}"' in control(page, "plan_name")
    assert re.search(r"<details[^>]*data-plans open", page)


def test_what_a_paste_brings_along_unseen_is_left_out(table: Table, desk: Client) -> None:
    text = "Ties go\x02 to the\x07 defender.\x0bAlways.\x0cEven \x00so."
    made = desk.post(f"/c/{table.slug}/rulings/", {"text": text, "rule": a_rule(table)})
    assert made.status_code == 302
    body = LogEntry.objects.get(kind="ruling.made").body
    assert "Ties go to the defender.\\nAlways.\\nEven so." in body


@pytest.mark.parametrize(("form", "page"), [("desk/extend/", "desk/"), ("votes/", "")])
def test_who_opens_the_address_of_a_form_comes_to_the_page_above_it(
    table: Table, desk: Client, form: str, page: str
) -> None:
    here = f"/c/{table.slug}/"
    opened = desk.get(f"{here}{form}", headers={"accept": "text/html,*/*"})
    assert (opened.status_code, opened.headers["Location"]) == (302, f"{here}{page}")
    assert desk.get(f"{here}{page}").status_code == 200
    # Programs are told.
    assert desk.get(f"{here}{form}").status_code == 405


def test_an_act_that_is_refused_comes_back_in_its_form(table: Table, client: Client) -> None:
    client.force_login(table.players["north"])
    here = f"/c/{table.slug}/?power=north"
    act = f"/c/{table.slug}/act/?power=north"
    asked = client.post(act, {"kind": "spy", "phase": "7"}, headers={"referer": here}).text
    assert f'name="next" value="{here}"' in asked
    said = {"kind": "spy", "phase": "7", "sure": "yes", "next": here}
    refused = client.post(act, said, headers={"referer": act})
    assert refused.status_code == 409
    form = re.search(r'<details[^>]*data-act="spy"[^>]*>.*?</details>', refused.text, re.DOTALL)
    assert form
    assert "open" in form[0].partition(">")[0]
    assert 'role="alert"' in form[0]


def test_an_absence_that_no_campaign_takes_keeps_its_dates(table: Table, client: Client) -> None:
    client.force_login(table.players["north"])
    said = {"action": "announce", "begins": "2026-12-24T18:00", "ends": "2026-12-20T08:00"}
    refused = client.post("/standing-in/", said, headers={"referer": "/standing-in/"})
    assert refused.status_code == 422
    assert 'value="2026-12-24T18:00"' in control(refused.text, "begins")
    assert 'value="2026-12-20T08:00"' in control(refused.text, "ends")
    assert 'role="alert"' in refused.text
