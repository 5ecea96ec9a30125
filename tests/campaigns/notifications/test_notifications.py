"""People hear of what happens as they wish, once, and of nothing that they have done, seen or may not know."""

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.utils import timezone

from campaigns.domain.quiet_hours import Hours
from campaigns.models import Campaign, LogEntry, Notification, NotificationPreference, Phase
from campaigns.selectors.notifications import inbox as inbox_selector
from campaigns.selectors.notifications import kinds
from campaigns.selectors.notifications import preferences as notification_preferences
from campaigns.selectors.notifications.kinds import Cause, How
from campaigns.selectors.notifications.kinds.orders import SealVoid
from campaigns.services.advance import reminders
from campaigns.services.deadlines import moderation
from campaigns.services.log import read_marks
from campaigns.services.notifications import email as outgoing_email
from campaigns.services.notifications import enqueue, preferences
from campaigns.services.seats import seats
from campaigns.services.votes import proposals, vote_record
from tests.support.accounts import signed_in
from tests.support.books.tiny_book import PLACE
from tests.support.campaigns import Table
from tests.support.notifications import ask_for_orders, sent_to, wish

NOON = datetime(2026, 3, 10, 12, tzinfo=UTC)


def kinds_of(person: Any) -> set[str]:
    return set(Notification.objects.filter(person=person).values_list("kind", flat=True))


def ask(table: Table, *names: str) -> Any:
    campaign = table.campaign
    voters = {table.players[name].pk: [name] for name in names}
    question = proposals.Question(kind="resume", about={"phase": 1}, voters=voters)
    by = table.players["isle"]
    consent = proposals.ask(
        campaign, question, by=by, reason="It is late.", at=timezone.now(), actor="person"
    )
    campaign.save()
    return consent


def test_every_kind_of_letter_is_in_the_table_or_always_comes() -> None:
    always = {kind.key for kind in kinds.ranked() if kind.preference is None}
    assert always == {"channel", "voided", "stumbled", "lacking", "my_seat"}
    shared = {"secretly", "missed", "nobody"}
    assert set(kinds.KINDS) == set(kinds.preferences()) | shared | always


def test_who_has_sealed_is_not_asked_for_orders(told: Table) -> None:
    ask_for_orders(told)
    told.seal("north", PLACE)
    outgoing_email.send_due()
    assert not sent_to("north")
    assert sent_to("south")


@pytest.mark.long
def test_a_phase_that_is_resolved_is_told_with_the_digest_and_only_to_who_has_not_looked(
    told: Table,
) -> None:
    over = told.play()
    outgoing_email.send_due()
    assert not [one for one in mail.outbox if "results" in one.subject]
    read_marks.mark_seen(told.slug, by=told.players["north"])
    with time_machine.travel(timezone.now() + timedelta(days=1), tick=False):
        outgoing_email.send_due()
    digests = [one for one in mail.outbox if one.subject.startswith("Chancellery:")]
    assert sorted(one.to[0] for one in digests) == [
        "isle@example.org", "moderator@example.org", "south@example.org",
    ]  # fmt: skip
    assert f"{over.title}" in str(digests[0].body)
    assert "A test" in str(digests[0].body)


@pytest.mark.long
def test_what_comes_at_once_about_one_campaign_is_one_message(told: Table) -> None:
    for player in told.players.values():
        wish(player, "revealed", "once")
    told.play()
    outgoing_email.send_due()
    assert len(sent_to("south")) == 1
    text = str(sent_to("south")[0].body)
    assert "Your orders are due" in text
    assert "is resolved" in text


def test_off_is_off_in_one_campaign_or_in_all(told: Table) -> None:
    wish(told.players["north"], "asked", "off", told.slug)
    wish(told.players["south"], "asked", "off")
    wish(told.players["isle"], "asked", "off")
    wish(told.players["isle"], "asked", "once", told.slug)
    ask_for_orders(told)
    outgoing_email.send_due()
    assert [one.to for one in mail.outbox] == [["isle@example.org"]]


def test_quiet_hours_put_a_letter_off_in_the_zone_of_its_reader(told: Table) -> None:
    south = told.players["south"]
    south.time_zone = "Europe/Berlin"
    south.save()
    preferences.set_hours(by=south, quiet_from=22, quiet_until=7, digest_at=18)
    # 23:30 in Berlin on the night before its clocks go forward.
    night = datetime(2026, 3, 28, 22, 30, tzinfo=UTC)
    with time_machine.travel(night, tick=False):
        Phase.objects.filter(pk=told.phase.pk).update(due_at=night + timedelta(days=3))
        ask_for_orders(told)
        outgoing_email.send_due()
        assert not sent_to("south")
        assert sent_to("north")
    letter = Notification.objects.get(person=south)
    assert letter.send_at == datetime(2026, 3, 29, 5, tzinfo=UTC)
    assert letter.tries == 0
    with time_machine.travel(letter.send_at, tick=False):
        outgoing_email.send_due()
    assert len(sent_to("south")) == 1


@pytest.mark.parametrize(
    ("now", "hour", "then"),
    [
        # Clocks go forward at two in the morning there: that hour is taken an hour later.
        (datetime(2026, 3, 28, 20, tzinfo=UTC), 2, datetime(2026, 3, 29, 1, tzinfo=UTC)),
        # They go back at three: the hour that comes twice is the first.
        (datetime(2026, 10, 24, 20, tzinfo=UTC), 2, datetime(2026, 10, 25, 0, tzinfo=UTC)),
        (NOON, 13, NOON + timedelta(days=1)),
    ],
)
def test_the_digest_has_its_hour_across_a_change_of_the_clocks(
    now: datetime, hour: int, then: datetime
) -> None:
    assert Hours(zone=ZoneInfo("Europe/Berlin"), digest_at=hour).digest_after(now) == then


def test_quiet_hours_and_a_digest_end_on_a_day_without_a_midnight() -> None:
    # On 5 September 2027 the clocks of Santiago go from 23:59 to 1:00.
    evening, one = (datetime(2027, 9, 5, hour, tzinfo=UTC) for hour in (2, 4))
    there = Hours(zone=ZoneInfo("America/Santiago"), quiet_from=22, quiet_until=0, digest_at=0)
    assert there.is_quiet(evening)
    assert not there.is_quiet(one)
    assert there.after_quiet(evening) == there.digest_after(evening) == one
    # The next one is at midnight again.
    assert there.digest_after(one) == datetime(2027, 9, 6, 3, tzinfo=UTC)


def test_reminders_come_for_the_deadline_that_holds_and_not_to_who_has_sealed(told: Table) -> None:
    now = timezone.now()
    due = now + timedelta(hours=20)
    Phase.objects.filter(pk=told.phase.pk).update(opened_at=now - timedelta(days=2), due_at=due)
    told.seal("north", PLACE)
    assert reminders.remind(now) == 2
    reminders.remind(now)
    told.seal("south", PLACE)
    outgoing_email.send_due()
    assert [one.to for one in mail.outbox] == [["isle@example.org"]]
    assert "You have sealed nothing yet" in str(mail.outbox[0].body)
    # Put off by a day: what was written for the old deadline is true no more, and a new one comes.
    Phase.objects.filter(pk=told.phase.pk).update(due_at=due + timedelta(days=1))
    assert reminders.remind(now) == 0
    assert reminders.remind(now + timedelta(days=1)) == 1


def test_a_reminder_whose_clock_was_stopped_is_not_sent(told: Table) -> None:
    now = timezone.now()
    Phase.objects.filter(pk=told.phase.pk).update(
        opened_at=now - timedelta(days=2), due_at=now + timedelta(hours=2)
    )
    assert reminders.remind(now) == 6
    Campaign.objects.filter(slug=told.slug).update(status="paused", wakes_at=None)
    outgoing_email.send_due()
    assert not mail.outbox


def test_a_question_is_told_to_those_who_are_asked_and_have_not_agreed(told: Table) -> None:
    put = ask(told, "north", "south")
    campaign = told.campaign
    voice = put.voices.get(person=told.players["south"])
    vote_record.agree(campaign, voice, at=timezone.now())
    campaign.save()
    outgoing_email.send_due()
    assert [one.to for one in mail.outbox] == [["north@example.org"]]
    assert "It is late." in str(mail.outbox[0].body)


def test_who_leaves_a_seat_hears_no_more_of_the_campaign(told: Table) -> None:
    wish(told.moderator, "seats", "once")
    seats.leave(told.slug, by=told.players["isle"], power="isle")
    assert "seats" not in kinds_of(told.players["isle"])
    ask_for_orders(told)
    outgoing_email.send_due()
    assert not sent_to("isle")
    assert "the player has left the seat" in str(sent_to("moderator")[0].body)


def test_one_click_ends_one_kind_of_mail_in_one_campaign_without_signing_in(
    told: Table, client: Any
) -> None:
    ask_for_orders(told)
    outgoing_email.send_due()
    headers = sent_to("north")[0].extra_headers
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    address = headers["List-Unsubscribe"].strip("<>").removeprefix("http://testserver")
    page = client.get(address)
    assert page.status_code == 200
    for hidden in ("north", "A test", told.slug, "example.org"):
        assert hidden not in page.text
    assert not NotificationPreference.objects.exists(), "to look changes nothing"
    # As a mail program sends it: no cookie, no token of a form.
    answer = Client(enforce_csrf_checks=True).post(address, {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200

    def how_of(power: str) -> Any:
        who = told.players[power].pk
        return notification_preferences.how_of(who, told.campaign.pk, ["asked", "vote"])

    assert how_of("north") == {"asked": How.OFF, "vote": How.ONCE}
    assert how_of("south")["asked"] == How.ONCE


def test_an_address_that_was_changed_ends_nothing(told: Table, client: Any) -> None:
    address = preferences.stop_address(told.players["north"], told.campaign, ["asked"])
    assert client.post(address.replace("stop/", "stop/W")).status_code == 404
    assert not NotificationPreference.objects.exists()


def test_troubles_come_whatever_was_wished_and_nobody_can_end_them(told: Table) -> None:
    wish(told.players["north"], "asked", "off")
    entry = LogEntry.objects.latest("pk")
    enqueue.notify(SealVoid, Cause(told.phase, timezone.now(), entry=entry, powers=["north"]))
    letter = Notification.objects.get(kind="voided")
    assert kinds.preference_key(letter) == ""


def test_nothing_that_waits_is_kept_of_anybody(told: Table) -> None:
    """In secret or not: of what was looked at, neither a letter nor a name stays."""
    campaign = told.campaign
    enqueue.of_secret(campaign, told.phase, at=timezone.now())
    assert Notification.objects.filter(kind="secretly").count() == 3, "whomever it concerns"
    outgoing_email.send_due()
    assert not mail.outbox
    assert not Notification.objects.exists()


def stands_still(told: Table, **silence: Any) -> None:
    """Let the deadline pass with a seal of the north alone, in a campaign that waits for its moderator."""
    Campaign.objects.filter(slug=told.slug).update(clock={"missed": "wait", "silence": silence})
    told.seal("north", PLACE)
    assert told.pass_deadline() == "waiting"


def test_a_moderator_is_told_that_a_campaign_stands_still_and_for_whom(told: Table) -> None:
    stands_still(told)
    outgoing_email.send_due()
    (letter,) = sent_to("moderator")
    assert "the campaign waits for you" in letter.subject
    assert "Nothing has come from Southland and the Isle" in str(letter.body)
    assert "At its desk, remind them" in str(letter.body)
    assert not sent_to("north")
    assert "nothing has come from you" in str(sent_to("south")[0].body)
    (line,) = inbox_selector.inbox(told.moderator)
    assert (line.stands_for, line.mine_to_mend) == (("Southland", "The Isle"), True)
    (line,) = inbox_selector.inbox(told.players["north"])
    assert (line.stands_for, line.mine_to_mend) == (("Southland", "The Isle"), False)
    page = signed_in(told.moderator).get("/news/").text
    assert f'<a href="/c/{told.slug}/desk/">' in page


def test_the_others_are_told_of_it_where_the_policy_says_so(told: Table) -> None:
    stands_still(told, remind=["others"])
    outgoing_email.send_due()
    (letter,) = sent_to("north")
    assert "The campaign goes on when they seal" in str(letter.body)
    assert "At its desk" not in str(letter.body)


def test_as_long_as_it_stands_still_they_are_told_again_every_few_days(told: Table) -> None:
    stands_still(told)
    outgoing_email.send_due()
    told.seal("south", PLACE)
    mail.outbox.clear()
    start = datetime.now(UTC)  # the clock of the table has gone on from there
    with time_machine.travel(start + reminders.AGAIN - timedelta(hours=1), tick=False):
        assert reminders.remind_of_waiting() == 0
    with time_machine.travel(start + reminders.AGAIN + timedelta(hours=1), tick=False):
        reminders.remind_of_waiting()
        reminders.remind_of_waiting()
        outgoing_email.send_due()
    assert sorted(one.to[0] for one in mail.outbox) == ["isle@example.org", "moderator@example.org"]
    assert "Nothing has come from the Isle." in str(sent_to("moderator")[0].body)
    mail.outbox.clear()
    moderation.extend(told.slug, by=told.moderator, hours=200, reason="They are ill")
    with time_machine.travel(start + 2 * reminders.AGAIN + timedelta(hours=1), tick=False):
        assert reminders.remind_of_waiting() == 0


def test_what_waits_for_a_moderator_who_went_on_meanwhile_is_not_told(told: Table) -> None:
    stands_still(told)
    moderation.extend(told.slug, by=told.moderator, hours=24, reason="They are ill")
    outgoing_email.send_due()
    assert not sent_to("moderator")
