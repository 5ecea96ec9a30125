"""Whoever is asked for orders gets one letter, whatever dies or is away in between."""

import re
import smtplib
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.policy import default
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.html import escape

from accounts.languages import writing_to
from campaigns.domain.entries.seats import SeatEntered
from campaigns.models import Campaign, LogEntry, Notification, Phase
from campaigns.selectors.notifications import kinds, pending
from campaigns.selectors.notifications.kinds import Cause
from campaigns.selectors.notifications.kinds.failures import ResolutionFailed
from campaigns.selectors.notifications.kinds.orders import OrdersDue
from campaigns.selectors.notifications.kinds.pending_items import ItemsWaiting
from campaigns.selectors.notifications.kinds.seats import SeatNews
from campaigns.selectors.site import site_health
from campaigns.services.log import read_marks
from campaigns.services.notifications import email as outgoing_email
from campaigns.services.notifications import enqueue
from core import rounds, smtp
from frontend.templatetags.moments import full_moment
from tests.support.accounts import signed_in
from tests.support.books.tiny_book import PLACE
from tests.support.campaigns import Table
from tests.support.notifications import addressed, ask_for_orders, sent_to, wish


@pytest.fixture
def letters(table: Table) -> Table:
    """A campaign whose players have addresses, with its first letters out of the way."""
    for player in table.players.values():
        addressed(player)
    ask_for_orders(table)
    return table


def test_each_player_asked_gets_one_letter_with_the_deadline_and_the_way(letters: Table) -> None:
    assert outgoing_email.send_due() == 3
    assert sorted(letter.to[0] for letter in mail.outbox) == [
        "isle@example.org", "north@example.org", "south@example.org",
    ]  # fmt: skip
    text = str(mail.outbox[0].body)
    assert letters.phase.title in text
    assert f"http://testserver/c/{letters.slug}/" in text
    assert ask_for_orders(letters) == 0  # they have it
    assert outgoing_email.send_due() == 0


def test_a_letter_speaks_the_language_of_its_reader(letters: Table) -> None:
    north = letters.players["north"]
    north.language = "de"
    north.save()
    with translation.override("de"):  # whoever sends, it is not their language that counts
        outgoing_email.send_due()
        assert translation.get_language() == "de"
    pages = {one.to[0]: str(one.alternatives[0][0]) for one in mail.outbox}
    assert '<html lang="de">' in pages["north@example.org"]
    assert '<html lang="en">' in pages["south@example.org"]


def test_every_hour_in_a_letter_is_of_its_readers_zone(told: Table) -> None:
    """Whatever a letter says, also what it says of another moment than the deadline."""
    isle, due = told.players["isle"], datetime(2026, 7, 9, 18, tzinfo=UTC)
    isle.time_zone = "Asia/Tokyo"
    isle.save()
    Phase.objects.filter(pk=told.phase.pk).update(due_at=due)
    at = datetime(2026, 7, 6, 18, 0, 7, tzinfo=UTC)
    with time_machine.travel(at, tick=False):
        ask_for_orders(told)
        enqueue.notify(ResolutionFailed, Cause(told.phase, at, nth=7), people=[isle.pk])
        outgoing_email.send_due()
        with writing_to(isle):
            page = full_moment(due)
    isles = " ".join(str(letter.body) for letter in sent_to("isle"))
    assert "2026-07-07 03:00:07 JST" in isles
    assert page == "Friday 10 July 2026, 03:00 JST"
    assert page in isles
    assert "UTC" not in isles
    assert "Thursday 9 July 2026, 18:00 UTC" in str(sent_to("south")[0].body)


def test_a_letter_names_the_turn_once_even_where_the_phase_names_it_too(letters: Table) -> None:
    turn = letters.phase.turn_title
    Phase.objects.filter(pk=letters.phase.pk).update(title=f"Placing, {turn}")
    outgoing_email.send_due()
    assert str(mail.outbox[0].body).startswith(f"Placing, {turn}.")


@pytest.mark.parametrize(
    ("missed", "said"),
    [
        ("autopilot", "the autopilot plays for you"),
        ("wait", "the campaign waits for its moderator"),
        ("hold", "your silence is taken as the rules say"),
    ],
)
def test_a_letter_says_what_silence_does(letters: Table, missed: str, said: str) -> None:
    campaign = letters.phase.campaign
    campaign.clock |= {"missed": missed}
    campaign.save()
    outgoing_email.send_due()
    assert f"If you send nothing, {said}." in str(mail.outbox[0].body)


def test_the_subject_says_what_is_asked_and_until_when(letters: Table) -> None:
    due = letters.phase.due_at
    outgoing_email.send_due()
    until = f"{due:%a} {due.day} {due:%b}, {due:%H:%M}"
    assert str(mail.outbox[0].subject) == f"A test: Place your points, by {until}"


def test_where_nothing_is_due_silence_does_nothing(letters: Table) -> None:
    Phase.objects.filter(pk=letters.phase.pk).update(due_at=None)
    outgoing_email.send_due()
    assert "There is no deadline." in str(mail.outbox[0].body)
    assert "If you send nothing" not in str(mail.outbox[0].body)


def test_a_new_phase_writes_in_its_own_transaction(letters: Table, sent: list[Any]) -> None:
    before = letters.play().pk
    assert letters.phase.pk != before
    written = Notification.objects.filter(phase=letters.phase)
    assert set(written.values_list("state", flat=True)) == {"waiting"}


def test_nobody_is_told_of_a_phase_that_is_over(letters: Table) -> None:
    over = letters.play()
    outgoing_email.send_due()
    assert not over.letters.filter(kind="asked").exclude(state="dropped").exists()
    what = {letter.subject.partition(", ")[0] for letter in mail.outbox}
    assert what == {"A test: Name a valley"}


def test_a_mail_server_that_is_away_loses_no_letter(
    letters: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(self: EmailBackend) -> None:
        raise ConnectionRefusedError

    with monkeypatch.context() as patch:
        patch.setattr(EmailBackend, "open", away)
        assert outgoing_email.send_due() == 0
    assert outgoing_email.send_due() == 3


def test_a_letter_refused_is_tried_again_later_and_given_up_at_last(
    letters: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: EmailBackend, messages: list[Any]) -> int:
        if messages[0].to == ["isle@example.org"]:
            raise smtplib.SMTPRecipientsRefused({"isle@example.org": (450, b"isle@ is busy")})
        return 1

    monkeypatch.setattr(EmailBackend, "send_messages", refuse)
    assert outgoing_email.send_due() == 2
    assert outgoing_email.send_due() == 0
    letter = Notification.objects.get(person=letters.players["isle"])
    assert (letter.state, letter.trouble) == (
        "waiting",
        "The mail server asked to try again later (450).",
    )
    for _ in outgoing_email.PAUSES:
        letter.refresh_from_db()
        with time_machine.travel(letter.send_at + timedelta(seconds=1), tick=False):
            outgoing_email.send_due()
    letter.refresh_from_db()
    assert letter.state == "failed"
    assert "isle@" not in letter.trouble


def test_what_a_mail_server_refuses_for_good_is_not_tried_again_and_its_reader_is_told_why(
    letters: Table, monkeypatch: pytest.MonkeyPatch, client: Client
) -> None:
    asked = []

    def refuse(self: EmailBackend, messages: list[Any]) -> int:
        asked.append(messages[0].to[0])
        if messages[0].to == ["isle@example.org"]:
            raise smtplib.SMTPRecipientsRefused(
                {"isle@example.org": (550, b"5.1.1 <isle@example.org>: user unknown")}
            )
        return 1

    monkeypatch.setattr(EmailBackend, "send_messages", refuse)
    assert outgoing_email.send_due() == 2
    isle = letters.players["isle"]
    letter = Notification.objects.get(person=isle)
    assert (letter.state, letter.tries) == ("failed", 1)
    with time_machine.travel(timezone.now() + timedelta(days=2), tick=False):
        outgoing_email.send_due()
    assert asked.count("isle@example.org") == 1
    client.force_login(isle)
    page = client.get("/news/settings/").text
    assert "The mail server says that there is no such address (550 5.1.1)." in page


@pytest.mark.parametrize(
    ("problem", "kind", "code"),
    [
        (smtplib.SMTPRecipientsRefused({"a": (550, b"5.2.2 over quota")}), "full", "550 5.2.2"),
        (smtplib.SMTPRecipientsRefused({"a": (554, b"5.7.1 blocked")}), "message", "554 5.7.1"),
        (smtplib.SMTPRecipientsRefused({"a": (451, b"4.7.1 greylisted")}), "later", "451 4.7.1"),
        (smtplib.SMTPRecipientsRefused({"a": (550, b"no"), "b": (452, b"")}), "later", "452"),
        (smtplib.SMTPDataError(554, b"5.6.0 spam"), "message", "554 5.6.0"),
        (smtplib.SMTPDataError(452, b"no room"), "later", "452"),
        (smtplib.SMTPSenderRefused(553, b"not you", "site@x"), "site", "553"),
        (smtplib.SMTPAuthenticationError(535, b"5.7.8 who are you"), "site", "535"),
        (smtplib.SMTPServerDisconnected("gone"), "away", ""),
        (TimeoutError(), "away", ""),
    ],
)
def test_a_refusal_is_final_only_where_the_address_or_the_message_is_at_fault(
    problem: Any, kind: str, code: str
) -> None:
    found = smtp.refusal(problem)
    assert (found.kind, found.code) == (kind, code)
    assert found.is_final == (kind in ("full", "message"))


def test_what_is_newer_waits_for_what_was_refused(
    letters: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One letter of each phase; the mail server takes none from the first on for a minute."""
    asked, busy = [], True

    def answer(self: EmailBackend, messages: list[Any]) -> int:
        if messages[0].to == ["isle@example.org"]:
            asked.append(messages[0].subject)
            if busy:
                raise smtplib.SMTPRecipientsRefused({"isle@example.org": (451, b"4.7.1 later")})
        return 1

    monkeypatch.setattr(EmailBackend, "send_messages", answer)
    outgoing_email.send_due()
    moderators = [letters.players["isle"].pk]
    cause = Cause(letters.phase, timezone.now(), nth=7)
    enqueue.notify(ResolutionFailed, cause, people=moderators)
    outgoing_email.send_due()
    assert len(asked) == 1, "the newer one waits"
    with time_machine.travel(timezone.now() + site_health.LATE_OUT, tick=False):
        Notification.objects.filter(tries=1).update(send_at=timezone.now() + timedelta(seconds=1))
        assert not site_health.is_late(), "no alarm: it waits for the first"
        assert site_health.outgoing()[0].due == 0
    Notification.objects.filter(tries=1).update(send_at=timezone.now() + outgoing_email.PAUSES[0])
    busy = False
    with time_machine.travel(timezone.now() + outgoing_email.PAUSES[0], tick=False):
        assert outgoing_email.send_due() == 2
    assert [subject.partition(": ")[2].partition(",")[0] for subject in asked[1:]] == [
        "Place your points",
        "phase 1 could not be resolved",
    ]


def test_a_mail_server_that_goes_away_meanwhile_costs_one_letter_a_try(
    letters: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(self: EmailBackend, *_: Any) -> int:
        raise smtplib.SMTPServerDisconnected

    opened = []

    def open_once(self: EmailBackend) -> None:
        opened.append(1)
        if len(opened) > 1:
            raise ConnectionRefusedError

    monkeypatch.setattr(EmailBackend, "send_messages", gone)
    monkeypatch.setattr(EmailBackend, "open", open_once)
    assert outgoing_email.send_due() == 0
    assert sorted(Notification.objects.values_list("tries", flat=True)) == [0, 0, 1]


def test_who_dies_while_sending_leaves_the_letter_to_be_sent_again_under_the_same_name(
    letters: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Died(BaseException):
        """Stands for the end of the process."""

    def die(self: EmailBackend, messages: list[Any]) -> int:
        mail.outbox.extend(messages)
        raise Died

    with monkeypatch.context() as patch:
        patch.setattr(EmailBackend, "send_messages", die)
        with pytest.raises(Died):
            outgoing_email.send_due()
    assert outgoing_email.send_due() == 2
    with time_machine.travel(timezone.now() + outgoing_email.PAUSES[0], tick=False):
        assert outgoing_email.send_due() == 1
    first, last = mail.outbox[0], mail.outbox[-1]
    assert first.to == last.to
    assert first.extra_headers["Message-ID"] == last.extra_headers["Message-ID"]


def test_no_name_says_how_many_were_written_before(letters: Table) -> None:
    """Rows are counted over the whole site, those of private messages and secret acts too."""
    assert outgoing_email.send_due() == 3
    names = [mail_.extra_headers["Message-ID"] for mail_ in mail.outbox]
    assert len(set(names)) == 3
    for name in names:
        assert re.fullmatch(r"<letter-[0-9a-f]{32}@[^@>]+>", name)


def test_only_one_worker_sends_at_a_time(letters: Table) -> None:
    with rounds.alone("letters", seconds=5) as mine:
        assert mine
        assert outgoing_email.send_due() == 0
    assert outgoing_email.send_due() == 3


def test_a_letter_says_the_same_as_text_and_as_a_page_of_one_column(letters: Table) -> None:
    outgoing_email.send_due()
    for letter in mail.outbox:
        [(page, kind)] = letter.alternatives
        assert kind == "text/html"
        for line in str(letter.body).splitlines():
            if line and "http" not in line:
                assert escape(line) in page, line
        assert page.count('class="button"') == 1
        assert f'href="http://testserver/c/{letters.slug}/"' in page
        stop = letter.extra_headers["List-Unsubscribe"].strip("<>")
        assert stop in page
        assert stop in str(letter.body)
        # Nothing that a mail program would have to fetch, and both themes.
        assert "max-width: 600px" in page
        assert "prefers-color-scheme: dark" in page
        assert not re.search(r"<img|<script|<link|url\(|@import", page)


def _both_parts(message: Any) -> tuple[str, str]:
    return str(message.body), str(message.alternatives[0][0])


def test_another_reader_reads_a_letter_whatever_people_type(letters: Table) -> None:
    typed = "<b>Tom & Jerry</b>\uffff\u2028Bcc: a@b.org \U0001f642 " + "ü" * 60
    Campaign.objects.filter(slug=letters.slug).update(title=typed)
    outgoing_email.send_due()
    read = message_from_bytes(mail.outbox[0].message().as_bytes(), policy=default)
    whole = f"<b>Tom & Jerry</b> Bcc: a@b.org \U0001f642 {'ü' * 60}: Place your points"
    assert (read["subject"].partition(", by ")[0].strip(), read["bcc"]) == (whole, None)
    page = read.get_body(("html",)).get_content()
    assert "&lt;b&gt;Tom &amp; Jerry&lt;/b&gt;" in page
    assert letters.phase.title in read.get_body(("plain",)).get_content()
    assert not [part.defects for part in read.walk() if part.defects]


def test_the_button_says_what_to_do_and_how_many_have_sealed_when_it_is_sent(
    letters: Table,
) -> None:
    letters.seal("south", PLACE)
    outgoing_email.send_due()
    text, page = _both_parts(sent_to("north")[0])
    asked = letters.phase.about["asked"][0]["what"]
    assert f'class="button" href="http://testserver/c/{letters.slug}/">{asked}</a>' in page
    for part in (text, page):
        assert "1 of 3 have sealed." in part
        assert "Nothing you sealed or drafted is in this letter." in part
        assert "Since you last looked" not in part  # they never looked


def test_a_letter_tells_the_headlines_since_its_reader_last_looked(letters: Table) -> None:
    north, south = letters.players["north"], letters.players["south"]
    read_marks.mark_seen(letters.slug, by=north)
    over = letters.play()
    read_marks.mark_seen(letters.slug, by=south)
    Phase.objects.filter(pk=over.pk).update(headline="The valleys are shared out")
    mail.outbox.clear()
    outgoing_email.send_due()
    told, seen = _both_parts(sent_to("north")[0]), _both_parts(sent_to("south")[0])
    assert all("Since you last looked" in part for part in told)
    assert "- The valleys are shared out" in told[0]
    assert "<p>The valleys are shared out</p>" in told[1]
    assert not any("Since you last looked" in part for part in seen)


def test_what_was_undone_meanwhile_is_not_told(letters: Table) -> None:
    read_marks.mark_seen(letters.slug, by=letters.players["north"])
    over = letters.play()
    Phase.objects.filter(pk=over.pk).update(
        headline="The valleys are shared out", undone_at=timezone.now()
    )
    mail.outbox.clear()
    outgoing_email.send_due()
    assert "The valleys are shared out" not in str(sent_to("north")[0].body)


def test_every_letter_has_a_button_that_says_what_it_does(table: Table) -> None:
    entry = LogEntry.objects.filter(campaign=table.campaign).latest("seq")
    row = {"phase": table.phase, "entry": entry, "person": table.players["north"]}
    for kind in kinds.ranked():
        if not kind.asks_orders:
            for _address, button in kind(Notification(kind=kind.key, **row)).links():
                assert button.split()[0] in {"Read", "Answer", "Open", "Watch"}, kind


def test_each_notice_of_a_letter_leads_to_where_it_is_dealt_with(
    told: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = {"paper/north/1": "proposal", "dispatch/north/1": "dispatch"}
    monkeypatch.setattr(pending, "keys_for", lambda *_: waiting)
    north, now = told.players["north"], timezone.now()
    Notification.objects.all().delete()
    wish(north, "seats", "once")
    entry = LogEntry.objects.filter(kind=SeatEntered.tag, power="south").get()
    for kind in (OrdersDue, SeatNews, ItemsWaiting):
        enqueue.notify(kind, Cause(told.phase, now, entry=entry), people=[north.pk])
    outgoing_email.send_due()
    (letter,) = sent_to("north")
    text, page = _both_parts(letter)
    here = f"http://testserver/c/{told.slug}/"
    links = re.findall(r'class="button" href="([^"]+)">([^<]+)<', page)
    asked = told.phase.about["asked"][0]["what"]
    assert links == [
        (here, asked),
        (f"{here}agreements/", "Read the proposals"),
        (f"{here}facts/", "Read the dispatches"),
        (f"{here}seats/", "Read who plays"),
    ]
    places = [text.index(f"{address}\n") for address, _button in links]
    assert places == sorted(places)
    assert places[0] < text.index("1 proposal") < places[1]
    assert places[2] < text.index("someone has taken the seat") < places[3]


def test_an_open_tab_does_not_keep_a_letter_back(letters: Table) -> None:
    """What a live page fetches by itself is no look: whoever is not there gets the letter."""
    north = letters.players["north"]
    client = signed_in(north)
    client.get(f"/c/{letters.slug}/")
    over = letters.phase
    letters.play()
    entry = LogEntry.objects.filter(campaign=letters.campaign, kind="phase.resolved").latest("seq")
    news = Notification.objects.get(phase=over, person=north, kind="revealed", entry=entry)
    for part in ("strip", "board", "log-fragment", "orders"):
        address = reverse(f"frontend:{part}", args=[letters.slug])
        assert client.get(address, headers={"HX-Request": "true"}).status_code == 200, part
    assert kinds.of(news).is_due
    asked = Notification.objects.get(phase=letters.phase, person=north, kind="asked")
    assert kinds.of(asked).is_due


def test_results_lead_to_the_reveal(table: Table) -> None:
    over = table.play()
    results = kinds.KINDS["revealed"](Notification(kind="revealed", phase=over))
    assert results.address.endswith(f"/c/{table.slug}/reveal/{over.number}/")
    assert results.button() == "Watch the reveal"
