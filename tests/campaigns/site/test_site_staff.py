"""Those who run the site: what is stuck, more time for all after an outage, and announcements."""

import json
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from msgspec.structs import replace

from campaigns.domain.entries.clock import TimeAdded
from campaigns.errors import KeyUsed, NotOnTheMenu, NotYours
from campaigns.models import (
    AddedTime,
    Announcement,
    Campaign,
    LogEntry,
    Notification,
    Sheet,
    Webhook,
)
from campaigns.selectors.campaign import campaign_page
from campaigns.selectors.site import staff_page
from campaigns.services.advance import end_phase, phase_advance, sweep
from campaigns.services.clock import site_extension
from campaigns.services.deadlines import moderation
from campaigns.services.site import announcements
from tests.support.accounts import person, reachable
from tests.support.campaigns import Found, Table
from tests.support.exports.files import faults, file_of
from tests.support.exports.tampering import body_of, first_entry, must_be_named

pytestmark = pytest.mark.django_db
REASON = "The provider was away this morning."


@pytest.fixture
def clerk() -> Any:
    found = person("clerk")
    found.is_staff = True
    found.save()
    return found


@pytest.fixture
def office(clerk: Any, client: Client) -> Client:
    client.force_login(clerk)
    return client


def add(clerk: Any, key: str = "first", hours: float = 6) -> None:
    site_extension.add(by=clerk, key=key, hours=hours, reason=REASON)
    sweep.give_back(timezone.now())


def due_at(table: Table) -> datetime:
    due = table.phase.due_at
    assert due is not None
    return due


def entries() -> list[LogEntry]:
    return list(LogEntry.objects.filter(kind=TimeAdded.tag))


# --- So many hours for every campaign whose phase has a deadline ---


def test_every_running_campaign_has_it_and_says_so_and_why(table: Table, clerk: Any) -> None:
    due = due_at(table)
    add(clerk)
    assert table.phase.due_at == due + timedelta(hours=6)
    assert table.campaign.wakes_at == due + timedelta(hours=6)
    head = next(line.line for line in campaign_page.log(table.slug) if "staff" in line.line.head)
    assert (head.head, head.rest) == ("6 hours more, from the site's staff", REASON)
    assert table.phase.due_in_words.endswith("plus 6 hours from the site's staff")


def test_sent_twice_it_is_given_once(table: Table, clerk: Any) -> None:
    for _ in range(2):
        add(clerk)
    assert (AddedTime.objects.count(), len(entries())) == (1, 1)
    with pytest.raises(KeyUsed):
        add(clerk, hours=7)
    add(clerk, "second")
    assert len(entries()) == 2


def test_no_deadline_strikes_before_it_is_given(table: Table, clerk: Any) -> None:
    table.strike()
    site_extension.add(by=clerk, key="k", hours=6, reason=REASON)
    assert table.advance() == phase_advance.Outcome.NOT_YET
    assert due_at(table) - AddedTime.objects.get().at == timedelta(hours=6)


def test_grace_goes_on_longer(found: Found, clerk: Any) -> None:
    table = found(grace_hours=24)
    table.pass_deadline()
    until = table.phase.grace_until
    add(clerk)
    assert table.phase.grace_until == until + timedelta(hours=6)


def test_a_paused_campaign_has_it_when_it_resumes(table: Table, clerk: Any) -> None:
    due = due_at(table)
    moderation.pause(table.slug, by=table.moderator, reason="Feast")
    add(clerk)
    assert table.phase.due_at == due
    moderation.resume(table.slug, by=table.moderator)
    assert due_at(table) >= due + timedelta(hours=6)


def test_a_campaign_in_its_next_phase_has_none_of_it(table: Table, clerk: Any) -> None:
    add(clerk)
    end_phase.force(table.slug, by=table.moderator, phase=1, reason="On")
    due = table.phase.due_at
    sweep.give_back(timezone.now())
    assert (table.phase.due_at, len(entries())) == (due, 1)


def test_it_has_bounds_a_reason_a_key_and_a_giver_of_the_staff(clerk: Any, table: Table) -> None:
    for hours in (0, -1, float("nan"), 24 * 90 + 1):
        with pytest.raises(NotOnTheMenu):
            site_extension.add(by=clerk, key="k", hours=hours, reason=REASON)
    with pytest.raises(Exception, match="reason"):
        site_extension.add(by=clerk, key="k", hours=1, reason=" ")
    with pytest.raises(NotOnTheMenu):
        site_extension.add(by=clerk, key="", hours=1, reason=REASON)
    assert not AddedTime.objects.exists()
    with pytest.raises(NotYours):
        site_extension.add(by=table.moderator, key="k", hours=1, reason=REASON)


FORGED: dict[str, tuple[dict[str, Any], str]] = {
    "no time at all": ({"seconds": 0}, "cannot add 0 seconds"),
    "more than anybody may": ({"seconds": 10**9}, "cannot add"),
    "more seconds": ({"seconds": 50_000}, "has not moved by 50000"),
    "fewer seconds": ({"seconds": 60}, "moved by more than 60"),
    "an earlier deadline": ({"due": "2020-01-01T00:00:00+00:00"}, "has not moved by"),
    "no reason": ({"reason": ""}, "no reason"),
}


def test_what_was_added_is_exported_and_a_forged_entry_found_out(table: Table, clerk: Any) -> None:
    add(clerk)
    data = file_of(table)
    assert faults(data) == []
    assert first_entry(json.loads(data), TimeAdded.tag)["body"]["seconds"] == 6 * 3600
    for parts, fault in FORGED.values():
        must_be_named(data, body_of(TimeAdded.tag, **parts), "the clock: ", fault)


# --- Which campaigns do not go on, since when, and why; nothing of what is played there ---


def test_each_kind_with_its_reason_and_since_when(found: Found, clerk: Any) -> None:
    table = found(missed="wait")
    assert staff_page.office().stuck == ()
    table.strike()
    long_ago = timezone.now() - timedelta(days=8)
    Campaign.objects.update(wakes_at=long_ago, tries=3)
    [late] = staff_page.office().stuck
    assert (late.slug, late.since) == (table.slug, long_ago)
    assert "3 times" in late.reason
    assert table.advance() == phase_advance.Outcome.WAITING
    assert staff_page.office().stuck == ()
    phase = table.phase
    phase.due_at = long_ago
    phase.save()
    [waiting] = staff_page.office().stuck
    assert "waits for its moderator" in waiting.reason
    moderation.extend(table.slug, by=table.moderator, hours=1, reason="On")
    assert table.campaign.phase_id is not None
    phase_advance.mark_failed(
        table.campaign.pk, phase_id=table.campaign.phase_id, error=RuntimeError("the plan")
    )
    [stumbled] = staff_page.office().stuck
    assert stumbled.since == table.campaign.stumbled_at
    assert "the plan" not in repr(stumbled)
    Campaign.objects.update(lacks_rules=True)
    [lacking] = staff_page.office().stuck
    assert "does not have revision" in lacking.reason


def test_who_runs_the_site_learns_that_mail_fails_and_how(
    table: Table, office: Client, client: Client
) -> None:
    south = table.players["south"]
    reachable(south)
    Notification.objects.all().delete()
    Webhook.objects.all().delete()
    assert office.get("/staff/").text.count("all goes out.") == 3
    now = timezone.now()
    letter = {"phase": table.phase, "person": south, "kind": "asked", "written_at": now}
    hours = timedelta(hours=1)
    # Of the next digest; late; refused and to be tried again; given up.
    for nth, state, send_at, trouble in (
        (1, "waiting", now + 9 * hours, ""),
        (2, "waiting", now - hours, ""),
        (3, "waiting", now + hours, "SMTPRecipientsRefused"),
        (4, "failed", now - hours, "SMTPServerDisconnected"),
    ):
        Notification.objects.create(
            **letter, nth=nth, state=state, send_at=send_at, trouble=trouble
        )
    mail, push, hooks = staff_page.office().outgoing
    assert (mail.due, mail.late, mail.refused, mail.given_up) == (1, 1, 1, 1)
    assert push.is_well
    assert hooks.is_well
    text = " ".join(office.get("/staff/").text.split())
    assert "1 should have gone out five minutes ago or earlier." in text
    assert "1 was refused and is tried again." in text
    assert "1 was given up within a week." in text
    assert "The last reason: SMTPRecipientsRefused" in text
    assert client.get("/healthz").json()["outgoing"] == "late"
    figures = client.get("/metrics").text
    for state in ("due", "late", "refused", "given_up"):
        assert f'chancellery_outgoing{{channel="mail",state="{state}"}} 1.0' in figures
    assert 'chancellery_outgoing{channel="webhooks",state="late"} 0.0' in figures


@pytest.mark.parametrize("hidden", [{"private": True}, {"listed": False}])
def test_one_that_is_not_in_the_lobby_is_named_by_its_number(
    table: Table, office: Client, hidden: dict[str, bool]
) -> None:
    """Whoever has the address of one that is not listed may read it: so it is not told."""
    Campaign.objects.update(wakes_at=timezone.now() - timedelta(hours=1), **hidden)
    told = office.get("/staff/").text
    assert f"Campaign {table.campaign.pk}" in told
    assert table.slug not in told
    assert table.campaign.title not in told


def test_of_one_that_is_followed_with_a_delay_the_silence_of_players_stays_theirs(
    found: Found,
) -> None:
    table = found(missed="wait")
    table.pass_deadline()
    phase = table.phase
    phase.due_at = timezone.now() - timedelta(days=8)
    phase.save()
    Campaign.objects.update(delay=1)
    assert staff_page.office().stuck == ()


def test_the_page_is_the_same_whatever_is_sealed(table: Table, office: Client) -> None:
    assert not _told_apart(table, office)


def test_a_leak_in_it_would_be_noticed(
    table: Table, office: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = staff_page._line

    def leaking(campaign: Campaign, *told: Any) -> staff_page.Stuck:
        sealed = Sheet.objects.filter(phase__campaign=campaign).count()
        return replace(real(campaign, *told), remedy=f"{sealed} have sealed.")

    monkeypatch.setattr(staff_page, "_line", leaking)
    assert _told_apart(table, office)


def _told_apart(table: Table, office: Client) -> bool:
    """Whether the page of the staff changes with what a power seals in a campaign that is late."""
    told = []
    for order in (None, {"kind": "place", "points": {"east": 3}}):
        if order is not None:
            table.seal("north", order)
        Campaign.objects.update(wakes_at=timezone.now() - timedelta(hours=1))
        told.append(_without_keys(office.get("/staff/").text))
    return told[0] != told[1]


def _without_keys(page: str) -> list[str]:
    lines = page.splitlines()
    return [line for line in lines if "csrf" not in line.casefold() and "<time" not in line]


# --- On every page, for everybody, until they lapse or are taken back ---


def test_it_stands_on_every_page_in_plain_text(clerk: Any, client: Client) -> None:
    announcements.announce(by=clerk, key="k", text="Down on  Sunday <b>18:00</b>")
    for path in ("/", "/rules/", "/accounts/sign-in/"):
        told = client.get(path).text
        assert "Down on Sunday &lt;b&gt;18:00&lt;/b&gt;" in told, path


def test_from_and_to(clerk: Any) -> None:
    now = timezone.now()
    announcements.announce(
        by=clerk, key="k", text="Later", starts_at=now + timedelta(hours=1),
        ends_at=now + timedelta(hours=2),
    )  # fmt: skip
    assert staff_page.announcements() == ()
    Announcement.objects.update(starts_at=now - timedelta(hours=1))
    assert staff_page.announcements() == ("Later",)
    Announcement.objects.update(ends_at=now)
    assert staff_page.announcements() == ()
    assert [one.state for one in staff_page.office().said] == ["over"]


def test_sent_twice_it_stands_once_and_taken_back_it_stays_gone(clerk: Any) -> None:
    for _ in range(2):
        announcements.announce(by=clerk, key="k", text="Down on Sunday")
    assert staff_page.announcements() == ("Down on Sunday",)
    with pytest.raises(KeyUsed):
        announcements.announce(by=clerk, key="k", text="Another")
    number = Announcement.objects.get().pk
    for _ in range(2):
        announcements.take_back(by=clerk, number=number)
    assert staff_page.announcements() == ()
    with pytest.raises(NotOnTheMenu):
        announcements.take_back(by=clerk, number=number + 1)


def test_it_has_words_an_end_to_come_and_an_author_of_the_staff(clerk: Any, table: Table) -> None:
    past = timezone.now() - timedelta(hours=1)
    for said in ({"text": " "}, {"text": "x" * 501}, {"text": "x", "ends_at": past}):
        with pytest.raises(NotOnTheMenu):
            announcements.announce(by=clerk, key="k", **said)
    assert not Announcement.objects.exists()
    with pytest.raises(NotYours):
        announcements.announce(by=table.moderator, key="k", text="Hello")
    with pytest.raises(NotYours):
        announcements.take_back(by=table.moderator, number=1)


# --- The forms on it; there is no such page for anybody else ---


def test_all_is_done_from_it(table: Table, office: Client) -> None:
    def page(**form: Any) -> str:
        return office.post("/staff/", form, follow=True).text

    due = due_at(table)
    text = page(action="add", key="a", hours="6", reason=REASON)
    assert "Every running campaign has 6 hours more." in text
    assert table.phase.due_at == due + timedelta(hours=6)
    text = page(action="announce", key="b", text="Down on Sunday")
    assert text.count("Down on Sunday") == 2
    text = page(action="take-back", number=Announcement.objects.get().pk)
    assert text.count("Down on Sunday") == 1
    assert "Taken back." in text
    assert "no day and time" in page(action="announce", key="c", text="x", starts="soon")
    assert "nothing of that name" in page(action="x")


def test_a_moment_is_in_the_zone_of_who_writes_it(clerk: Any, office: Client) -> None:
    clerk.time_zone = "Europe/Vienna"
    clerk.save()
    july = f"{timezone.now().year + 1}-07-01"
    form = {"action": "announce", "key": "b", "text": "x", "starts": f"{july}T12:00"}
    office.post("/staff/", form)
    assert Announcement.objects.get().starts_at.isoformat() == f"{july}T10:00:00+00:00"


def test_for_everybody_else_there_is_no_such_page(table: Table, client: Client) -> None:
    for who in (None, table.moderator, table.players["north"]):
        if who is not None:
            client.force_login(who)
        for answer in (client.get("/staff/"), client.post("/staff/", {"action": "add"})):
            assert answer.status_code == 404
        assert "/staff/" not in client.get("/").text
    table.moderator.is_staff, table.moderator.is_active = True, False
    table.moderator.save()
    client.force_login(table.moderator)
    assert client.get("/staff/").status_code == 404
