"""Whoever is asked for orders gets one letter, whatever dies or is away in between."""

import smtplib
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.utils import timezone

from campaigns.models import Letter, Phase
from campaigns.services import mail as sending
from tests.campaigns.conftest import Table

PLACE = {"kind": "place", "points": {"east": 2, "west": 1}}


@pytest.fixture
def letters(table: Table) -> Table:
    """A campaign whose players have addresses, with its first letters out of the way."""
    for name, player in table.players.items():
        player.email = f"{name}@example.org"
        player.save()
    sending.write(table.phase, at=timezone.now())
    return table


def test_each_player_asked_gets_one_letter_with_the_deadline_and_the_way(letters: Table) -> None:
    assert sending.send_due() == 3
    assert sorted(letter.to[0] for letter in mail.outbox) == [
        "isle@example.org", "north@example.org", "south@example.org",
    ]  # fmt: skip
    text = str(mail.outbox[0].body)
    assert letters.phase.title in text
    assert f"http://testserver/c/{letters.slug}/" in text
    assert sending.write(letters.phase, at=timezone.now()) == 3
    assert sending.send_due() == 0


def test_a_letter_names_the_turn_once_even_where_the_phase_names_it_too(letters: Table) -> None:
    turn = letters.phase.turn_title
    Phase.objects.filter(pk=letters.phase.pk).update(title=f"Placing, {turn}")
    sending.send_due()
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
    sending.send_due()
    assert f"If you send nothing, {said}." in str(mail.outbox[0].body)


def test_where_nothing_is_due_silence_does_nothing(letters: Table) -> None:
    Phase.objects.filter(pk=letters.phase.pk).update(due_at=None)
    sending.send_due()
    assert "It has no deadline." in str(mail.outbox[0].body)
    assert "If you send nothing" not in str(mail.outbox[0].body)


def test_a_new_phase_writes_in_its_own_transaction(letters: Table, sent: list[Any]) -> None:
    for power in letters.players:
        letters.seal(power, PLACE)
    before = letters.phase.pk
    letters.advance()
    assert letters.phase.pk != before
    assert set(Letter.objects.filter(phase=letters.phase).values_list("state", flat=True)) == {
        "waiting"
    }


def test_nobody_is_told_of_a_phase_that_is_over(letters: Table) -> None:
    for power in letters.players:
        letters.seal(power, PLACE)
    over = letters.phase
    letters.advance()
    sending.send_due()
    assert not over.letters.filter(kind="asked").exclude(state="dropped").exists()
    assert {letter.subject for letter in mail.outbox} == {f"A test: {letters.phase.title}"}


def test_a_mail_server_that_is_away_loses_no_letter(
    letters: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(self: EmailBackend) -> None:
        raise ConnectionRefusedError

    with monkeypatch.context() as patch:
        patch.setattr(EmailBackend, "open", away)
        assert sending.send_due() == 0
    assert sending.send_due() == 3


def test_a_letter_refused_is_tried_again_later_and_given_up_at_last(
    letters: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: EmailBackend, messages: list[Any]) -> int:
        if messages[0].to == ["isle@example.org"]:
            raise smtplib.SMTPRecipientsRefused({"isle@example.org": (550, b"unknown")})
        return 1

    monkeypatch.setattr(EmailBackend, "send_messages", refuse)
    assert sending.send_due() == 2
    assert sending.send_due() == 0
    letter = Letter.objects.get(person=letters.players["isle"])
    assert (letter.state, letter.trouble) == ("waiting", "SMTPRecipientsRefused")
    for _ in sending.PAUSES:
        letter.refresh_from_db()
        with time_machine.travel(letter.send_at + timedelta(seconds=1), tick=False):
            sending.send_due()
    letter.refresh_from_db()
    assert letter.state == "failed"
    assert "isle@" not in letter.trouble


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
            sending.send_due()
    assert sending.send_due() == 2
    with time_machine.travel(timezone.now() + sending.PAUSES[0], tick=False):
        assert sending.send_due() == 1
    first, last = mail.outbox[0], mail.outbox[-1]
    assert first.to == last.to
    assert first.extra_headers["Message-ID"] == last.extra_headers["Message-ID"]


def test_only_one_worker_sends_at_a_time(letters: Table) -> None:
    with sending._alone() as mine:
        assert mine
        assert sending.send_due() == 0
    assert sending.send_due() == 3
