"""Messages are news to those who read them: once, unread, by no word of what is private, and to nobody else."""

from typing import Any

from django.core import mail
from django.test import Client
from django.utils import timezone

from campaigns.models import Notification, NotifiedItems, WebhookPost
from campaigns.selectors.notifications.delivery_log import delivery_log
from campaigns.selectors.notifications.inbox import inbox
from campaigns.services.notifications import devices, feed_keys, webhooks
from campaigns.services.notifications import email as outgoing_email
from campaigns.services.press import press_messages, press_settings
from campaigns.services.seats import deputies, seats
from tests.support.accounts import person, signed_in
from tests.support.campaigns import Table
from tests.support.notifications import (
    Browser,
    addressed,
    heard_bodies,
    private,
    sent_to,
    titles,
    webhook,
    wish,
)
from tests.support.press import HELLO, allow, reply, say


def announce(table: Table, text: str = "We begin on Monday.") -> str:
    return press_messages.write(table.slug, by=table.moderator, thread="announcements", text=text)


def mailed(name: str) -> list[str]:
    """What was mailed to somebody since this was asked last."""
    outgoing_email.send_due()
    found = [f"{one.subject}\n{one.body}" for one in sent_to(name)]
    mail.outbox.clear()
    return found


# --- Mail -----------------------------------------------------------------------------------------


def test_a_private_message_is_mailed_as_a_number_to_its_reader_alone_and_once(told: Table) -> None:
    thread = say(told, "north", ("south",), title="The bridge")
    reply(told, "north", thread, "And bring money.")
    assert Notification.objects.filter(kind="press").count() == 8, "whomever it concerns"
    outgoing_email.send_due()
    [letter] = mail.outbox
    assert letter.to == ["south@example.org"]
    assert "2 messages in 1 thread wait for you." in letter.body
    assert letter.body.count(f"/c/{told.slug}/press/\n") == 1
    page = str(letter.alternatives[0][0])
    assert page.count(f"/c/{told.slug}/press/") == 1, "its button leads there"
    whole = f"{letter.subject} {letter.body}"
    for hidden in ("bridge", "money", "Northland", "north", thread):
        assert hidden not in whole
    mail.outbox.clear()
    assert not Notification.objects.filter(kind="press").exists()
    assert not delivery_log(told.players["isle"])
    reply(told, "north", thread, "Today.")
    assert "1 message in 1 thread waits for you." in mailed("south")[0]


def test_what_was_read_meanwhile_muted_or_is_ones_own_is_not_told(told: Table) -> None:
    south = told.players["south"]
    thread = say(told, "north", ("south",))
    press_settings.mark_read(told.slug, by=south, thread=thread)
    assert mailed("south") == []
    press_settings.mute(told.slug, by=south, thread=thread)
    reply(told, "north", thread)
    assert mailed("south") == []
    reply(told, "south", thread)
    outgoing_email.send_due()
    assert [one.to for one in mail.outbox] == [["north@example.org"]]


def test_who_has_lost_the_seat_is_told_nothing_of_what_was_under_way(told: Table) -> None:
    say(told, "north", ("isle",))
    seats.leave(told.slug, by=told.players["isle"], power="isle")
    assert not [text for text in mailed("isle") if "message" in text]


def test_a_deputy_is_told_where_letters_were_named(told: Table) -> None:
    for name, letters in (("reader", True), ("helper", False)):
        who = addressed(person(name))
        named = {"power": "south" if letters else "isle", "username": name, "level": "see"}
        principal = told.players[named["power"]]
        key = deputies.name(told.slug, by=principal, press=letters, **named)
        deputies.accept(told.slug, by=who, key=key)
    say(told, "north", ("south", "isle"))
    outgoing_email.send_due()
    assert sorted(one.to[0].partition("@")[0] for one in mail.outbox) == ["isle", "reader", "south"]


def test_public_press_comes_with_the_digest_and_an_announcement_at_once_with_its_words(
    told: Table,
) -> None:
    reply(told, "north", "public", "We march.")
    assert mailed("south") == []
    wish(told.players["isle"], "public", "once")
    reply(told, "south", "public", "So do we.")
    [text] = mailed("isle")
    assert "2 new messages in the public press." in text
    assert "So do we" not in text
    key = announce(told)
    given = {"by": told.moderator, "thread": "announcements", "message": key}
    press_messages.edit(told.slug, **given, text="We begin on Tuesday.")
    press_settings.mark_read(told.slug, by=told.players["isle"], thread="announcements")
    outgoing_email.send_due()
    assert sorted(one.to[0] for one in mail.outbox) == ["north@example.org", "south@example.org"]
    assert "We begin on Tuesday." in mail.outbox[0].body
    assert f"/c/{told.slug}/press/announcements/\n" in mail.outbox[0].body
    assert "Monday" not in mail.outbox[0].body
    assert "the moderator announces something" in {
        one.about for one in delivery_log(told.players["north"])
    }


def test_before_the_start_nobody_is_written_to(found: Any) -> None:
    table = found(start=False)
    announce(table)
    assert not Notification.objects.exists()


def test_who_was_told_of_what_lies_in_no_row_in_the_clear(told: Table) -> None:
    thread = say(told, "north", ("south",))
    outgoing_email.send_due()
    held: Any = NotifiedItems.objects.values_list("content", flat=True).get()
    assert thread.encode() not in held


# --- A device, the bell ---------------------------------------------------------------------------


def test_a_device_is_told_how_many_once_beside_the_mail(table: Table, browser: Browser) -> None:
    browser.subscribe()
    Notification.objects.all().delete()
    say(table, "south", ("north",))
    say(table, "south", ("isle",))
    assert devices.push_due() == 1
    [shown] = browser.opened()
    assert "1 message in 1 thread waits for you." in shown["text"]
    assert HELLO not in str(shown)
    assert not Notification.objects.filter(device__isnull=False).exists()


def test_the_bell_counts_what_is_unread_and_not_muted(table: Table, client: Client) -> None:
    thread = say(table, "north", ("south",))
    announce(table)
    unread = {name: sum(line.unread for line in inbox(who)) for name, who in table.players.items()}
    assert unread == {"north": 1, "south": 2, "isle": 1}
    client.force_login(table.players["south"])
    page = client.get("/news/").text
    assert "2 unread messages" in page
    assert "bridge" not in page
    press_settings.mute(table.slug, by=table.players["south"], thread=thread)
    press_settings.mark_read(table.slug, by=table.players["south"], thread="announcements")
    assert not any(line.unread for line in inbox(table.players["south"]))


# --- Webhooks, the feed ---------------------------------------------------------------------------


def test_webhooks_and_the_feed_tell_what_was_said_in_public_and_nothing_private(
    table: Table, site: str, client: Client
) -> None:
    allow(table, anonymous=True)
    webhook(table, site)
    say(table, "south", ("isle",))
    first = reply(table, "south", "public", "We march.")
    reply(table, "north", "public", "Who am I?", masked=True)
    announce(table, "Well done.")
    press_messages.edit(
        table.slug, by=table.players["south"], thread="public", message=first, text="No."
    )
    webhooks.post_due()
    assert [(one["type"], one["text"]) for one in heard_bodies()[1:]] == [
        ("press.public", "Public press: Southland: No."),
        ("press.public", "Public press: without a name: Who am I?"),
        ("press.announced", "Announcement: Well done."),
    ]
    assert heard_bodies()[1]["url"].endswith(f"/c/{table.slug}/press/public/")
    assert webhooks.post_due() == 0
    told = client.get(f"/c/{table.slug}/feed/").content
    assert titles(told)[:3] == [
        "Announcement",
        "Public press: without a name",
        "Public press: Southland",
    ]
    assert b"bridge" not in told
    mine = signed_in(table.players["north"])
    assert mine.get(f"/c/{table.slug}/feed/").content == told, "its own author reads no name either"


def test_a_private_campaign_tells_its_own_channels_without_a_name_that_was_not_given(
    table: Table, site: str, client: Client
) -> None:
    private(table)
    allow(table, anonymous=True)
    webhook(table, site)
    reply(table, "north", "public", "Who am I?", masked=True)
    webhooks.post_due()
    assert heard_bodies()[-1]["text"] == "Public press: without a name: Who am I?"
    token = feed_keys.make_key(by=table.players["north"], slug=table.slug)
    assert "Public press: without a name" in titles(client.get(f"/feed/{token}/").content)


def test_a_long_message_is_cut_for_a_channel(table: Table, site: str) -> None:
    webhook(table, site)
    announce(table, "a" * 3000)
    webhooks.post_due()
    assert len(heard_bodies()[-1]["text"]) < webhooks.LONGEST_TEXT + 30


def test_with_a_delay_channels_and_feed_tell_public_press_when_spectators_read_it(
    delayed: Table, site: str, client: Client
) -> None:
    webhook(delayed, site)
    webhooks.post_due()
    reply(delayed, "north", "public", "We march.")
    announce(delayed)
    assert webhooks.post_due() == 0
    feed = f"/c/{delayed.slug}/feed/"
    assert not [one for one in titles(client.get(feed).content) if "ress" in one or "Ann" in one]
    for _ in range(4):
        delayed.pass_deadline()
    WebhookPost.objects.filter(state="waiting").update(send_at=timezone.now())
    webhooks.post_due()
    assert "Public press: Northland: We march." in [one["text"] for one in heard_bodies()]
    assert "Public press: Northland" in titles(client.get(feed).content)
