"""Mail and devices that refuse what is sent: tried again, then switched off, and said so on the page."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Session
from campaigns.errors import NotOnTheMenu
from campaigns.models import BrokenChannel, Deputy, Device, Notification
from campaigns.selectors.notifications import broken_channels, feeds, inbox, preferences
from campaigns.services.notifications import broken_channels as service
from campaigns.services.notifications import email
from campaigns.services.notifications.preferences import set_preferences
from tests.support.campaigns import Table
from tests.support.notifications import addressed
from tests.support.seats import deputize


def letter(table: Table, who: Any, nth: int, device: Device | None = None) -> Notification:
    return Notification.objects.create(
        phase=table.phase,
        person=who,
        device=device,
        kind="voided",
        nth=nth,
        state=Notification.State.FAILED,
        trouble="SMTPDataError",
        written_at=timezone.now(),
        send_at=timezone.now(),
        tries=6,
    )


def refused(table: Table, who: Any, times: int, device: Device | None = None) -> None:
    first = Notification.objects.count()
    for number in range(first, first + times):
        given_up = letter(table, who, 1000 + number, device)
        service.note_failed(given_up, at=timezone.now())


@pytest.fixture
def north(table: Table) -> Any:
    return addressed(table.players["north"])


def test_mail_that_is_given_up_three_times_in_a_row_is_switched_off(
    table: Table, north: Any
) -> None:
    refused(table, north, service.MOST - 1)
    assert not broken_channels.is_off(north)
    service.note_sent(letter(table, north, 1))
    assert BrokenChannel.objects.get().failed == 0, "one that arrives makes it whole"
    refused(table, north, service.MOST)
    assert broken_channels.is_off(north)
    # Nothing is sent any more: what is due is dropped.
    due = letter(table, north, 3000)
    due.state, due.tries = Notification.State.WAITING, 0
    assert email.Mail().how(due, timezone.now()) is None


@pytest.mark.long
def test_the_page_and_the_bell_say_so_and_it_is_switched_on_there(
    table: Table, north: Any, client: Client
) -> None:
    before = inbox.count(north)
    refused(table, north, service.MOST)
    assert inbox.count(north) == before + 1
    client.force_login(north)
    for path in ("/news/", "/news/settings/"):
        told = client.get(path).text
        assert "Mail to you" in told
        assert "SMTPDataError" in told
    number = BrokenChannel.objects.get().pk
    with pytest.raises(NotOnTheMenu):
        service.switch_on(by=table.players["south"], number=number)
    client.post("/news/settings/", {"what": "switch-on", "number": number})
    assert not broken_channels.is_off(north)
    assert "Mail to you" not in client.get("/news/").text


def test_another_address_is_another_channel(table: Table, north: Any) -> None:
    refused(table, north, service.MOST)
    north.email = "new@example.org"
    north.save()
    assert not broken_channels.is_off(north)
    assert broken_channels.off_of(north) == ()


def test_a_device_is_switched_off_by_itself(table: Table, north: Any) -> None:
    made = Device.objects.create(
        person=north,
        session=Session.objects.create(
            session_key="0" * 32,
            seen_at=timezone.now(),
            expire_date=timezone.now() + timedelta(days=1),
        ).pk,
        endpoint="https://push.example.org/1",
        p256dh="x",
        auth="y",
        made_at=timezone.now(),
    )
    refused(table, north, service.MOST, made)
    assert broken_channels.is_off(north, made.pk)
    assert not broken_channels.is_off(north)
    assert [one.title for one in broken_channels.off_of(north)] == ["A browser of yours"]


def test_who_may_seal_for_a_player_has_bell_calendar_and_wishes_of_the_seat(table: Table) -> None:
    helper, key = deputize(table, "draft")
    row = Deputy.objects.get(pk=key)
    assert inbox.inbox(helper) == ()
    assert feeds.deadlines(helper) == ()
    row.level = Deputy.Level.SEAL
    row.save()
    assert [line.slug for line in inbox.inbox(helper)] == [table.slug]
    assert inbox.inbox(helper)[0].asked
    assert [one.slug for one in feeds.deadlines(helper)] == [table.slug]
    assert table.slug in dict(preferences.preferences(helper).campaigns)
    set_preferences(by=helper, slug=table.slug, how={"asked": "off"})
    row.ended_at = timezone.now()
    row.save()
    assert inbox.inbox(helper) == ()
    assert feeds.deadlines(helper) == ()
