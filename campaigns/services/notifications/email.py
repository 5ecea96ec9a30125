"""Letters about phases: written in the transaction of the change, sent after its commit.

What is to be sent stands in the database, so a mail server, broker or worker that is away loses
none. A letter is taken for sending before it goes out and noted after. Whoever dies in between
leaves it to be sent again; it then bears the same Message-ID, by which mail programs know it.

Whether, how and when it goes out is decided then too: what is no longer true is dropped, what was
switched off as well, and what comes in quiet hours or with the digest is put off.

What goes to one person's mail, or to one device, is one queue: the oldest first, and while what was refused
waits for its next try, so does all that is newer.
"""

import smtplib
import time
from collections.abc import Collection, Iterable
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

import structlog
from django.conf import settings
from django.core.mail import get_connection
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.languages import writing_to
from campaigns import messages
from campaigns.models import Notification, Status
from campaigns.selectors.notifications import broken_channels as channels_off
from campaigns.selectors.notifications import held_queues, kinds, preferences
from campaigns.selectors.notifications.kinds import How
from campaigns.services.notifications import broken_channels, pending, templates
from core import after_commit, rounds, smtp

#: How long to wait after each refusal; after the last one the letter has failed.
PAUSES = tuple(timedelta(minutes=minutes) for minutes in (2, 10, 60, 240, 720))
#: So often a letter to a device is tried.
PUSHES = 3
#: So often it is looked whether a letter about a deadline can go out again, while the clock stands still.
WHILE_PAUSED = timedelta(minutes=10)
#: If a push service is to be asked again so soon, a round is asked for; else the beat comes round in time.
SOON = timedelta(minutes=1)
#: One round of sending; the next goes on.
LONGEST_ROUND = 20.0
#: So many letters go out in one message at most.
MOST_AT_ONCE = 40

_say = structlog.get_logger(__name__)


def send_due(*, seconds: float = LONGEST_ROUND) -> int:
    """Send what is to be sent, for so long at most; how many were sent.

    One worker sends at a time, so that a slow mail server holds up nothing else.
    """
    if not Notification.objects.filter(
        state=Notification.State.WAITING, send_at__lte=timezone.now()
    ).exists():
        return 0
    until, sent = time.monotonic() + seconds, 0
    with rounds.alone("letters", seconds=seconds + 2 * settings.EMAIL_TIMEOUT) as mine:
        if not mine:
            return 0
        post = get_connection()
        try:
            post.open()
        except (OSError, smtplib.SMTPException) as problem:
            _say.warning("mail server away", problem=str(problem))
            return 0
        with closing(post):
            while time.monotonic() < until and (taken := _take(timezone.now())):
                try:
                    sent += _send(taken, post)
                except _ServerAway:
                    break
    return sent


class _ServerAway(Exception):
    """The mail server has gone while letters were sent: those that are left wait for the next round."""


@dataclass(frozen=True, slots=True)
class _Taken:
    """Letters that go out in one message, or none: what was looked at is noted already."""

    letters: list[Notification]
    how: str = How.ONCE


def _take(now: datetime) -> _Taken | None:
    """The next letter with those that go out with it, put off already for the case that we do not live
    to note that they are sent; ``None`` when none is left.
    """
    with transaction.atomic():
        due = (
            Notification.objects.select_for_update(skip_locked=True, of=["self"])
            .select_related("phase__campaign", "person")
            .filter(state=Notification.State.WAITING, send_at__lte=now, device=None)
            .filter(~held_queues.mail_is_held(now))
        )
        first = due.order_by("send_at", "pk").first()
        if first is None:
            return None
        theirs = due.filter(person=first.person_id).order_by("pk")
        together = list(theirs[:MOST_AT_ONCE]) if first.person_id is not None else [first]
        how, ready = How.ONCE, list[Notification]()
        for letter in together:
            found = _how_if_sayable(letter, now)
            if found is None:
                continue
            if not ready:
                how = found
            alone = not kinds.preference_key(letter)
            if ready and (
                found != how
                or alone
                or (how == How.ONCE and letter.phase.campaign_id != ready[0].phase.campaign_id)
            ):
                continue  # it goes out by itself, in the next round
            ready.append(letter)
            if alone:
                break
        for letter in ready:
            _put_off(letter, now)
    return _Taken(ready, how)


def take_one(now: datetime, *, but: Collection[int] = ()) -> tuple[Notification, How | None] | None:
    """The next letter to a device, ``but`` of none of these people, put off as :func:`_take` does, and how it
    goes out (``None``: not at all, which is noted); ``None`` when none is left. Those to devices that did not
    answer before come last.
    """
    with transaction.atomic():
        due = (
            Notification.objects.select_for_update(skip_locked=True, of=["self"])
            .select_related("phase__campaign", "person", "device")
            .filter(
                ~held_queues.push_is_held(now),
                state=Notification.State.WAITING,
                send_at__lte=now,
                device__isnull=False,
            )
            .exclude(person__in=but)
        )
        next_one = due.annotate(was_refused=~Q(trouble="")).order_by("was_refused", "send_at", "pk")
        if (first := next_one.first()) is None:
            return None
        letter = due.filter(device=first.device_id).order_by("pk").first() or first
        how = _how_if_sayable(letter, now)
        if how is not None:
            _put_off(letter, now)
    return letter, how


def heed(letter: Notification, seconds: float) -> None:
    """A push service has too much to do: come again when it says, not before. That is no refusal of this letter,
    so for a day no try is counted. The caller saves.
    """
    now = timezone.now()
    if now - letter.written_at < timedelta(days=1):
        letter.tries = max(1, letter.tries - 1)
    letter.send_at = now + timedelta(seconds=seconds)
    if seconds <= SOON.total_seconds():
        after_commit.do("push_letters", at=letter.send_at)


def _put_off(letter: Notification, now: datetime) -> None:
    """Count a try, and say when the next one is."""
    letter.tries += 1
    letter.send_at = now + PAUSES[min(letter.tries, len(PAUSES)) - 1]
    letter.save(update_fields=["tries", "send_at"])


def is_last_try(letter: Notification) -> bool:
    """Whether a letter is given up if this try fails."""
    return letter.tries >= (len(PAUSES) + 1 if letter.device_id is None else PUSHES)


def note_not_made(letter: Notification, problem: Exception) -> None:
    """A letter could not be made, which is no fault of its reader's mail or device. The site's log says so once;
    it is tried again as one that was refused, and given up after the last try.
    """
    if letter.trouble != messages.NOT_MADE:
        _say.error("letter cannot be made", letter=letter.pk, kind=letter.kind, exc_info=problem)
    letter.state = Notification.State.FAILED if is_last_try(letter) else Notification.State.WAITING
    letter.trouble = messages.NOT_MADE
    letter.save(update_fields=["state", "trouble"])


def _how_if_sayable(letter: Notification, now: datetime) -> How | None:
    """What :func:`_how` says; ``None`` too where it breaks, which is noted."""
    try:
        with transaction.atomic():
            return _how(letter, now)
    except Exception as problem:  # noqa: BLE001 - whatever breaks over one letter, the others go out
        _put_off(letter, now)
        note_not_made(letter, problem)
        return None


def _how(letter: Notification, now: datetime) -> How | None:
    """How a letter goes out now; ``None`` if it does not, which is noted then."""
    kind = kinds.of(letter)
    if not kind.is_due:
        _drop(letter)
        return None
    if letter.person is not None and channels_off.is_off(letter.person, letter.device_id):
        _drop(letter)
        return None
    wish = kinds.preference_key(letter)
    if not wish or letter.person is None:
        return How.ONCE
    how = preferences.how_of(letter.person.pk, letter.phase.campaign_id, [wish])[wish]
    if how == How.OFF:
        _drop(letter)
        return None
    hours = preferences.hours_of(letter.person)
    later = hours.after_quiet(now)
    if kind.waits_for_clock and letter.phase.campaign.status == Status.PAUSED:
        # The deadline that it names moves as long as the clock stands still.
        later = max(later, now + WHILE_PAUSED)
    if how == How.DIGEST and letter.device_id is not None:
        _drop(letter)  # a digest is mail
        return None
    if how == How.DIGEST and not letter.tries:
        later = max(later, hours.digest_after(letter.written_at))
    if later > now:
        # It waits for its reader now, and for no mail server: what is more urgent need not wait for it.
        letter.send_at, letter.trouble = later, ""
        letter.save(update_fields=["send_at", "trouble"])
        return None
    return how


def _drop(letter: Notification, keys: Iterable[str] | None = None) -> None:
    """Nothing is to be told, or (of what waits) ``keys`` was. Of a letter that was written whomever it
    concerns, no trace is left.
    """
    if kinds.KINDS[letter.kind].traceless:
        if letter.person is not None:
            campaign, about = letter.phase.campaign, kinds.preference_key(letter)
            found = waiting_of(letter) if keys is None else keys
            pending.note_told(campaign, letter.person, found, letter.device_id, about=about)
        letter.delete()
    else:
        letter.state = Notification.State.DROPPED
        letter.save(update_fields=["state"])


def _send(taken: _Taken, post: Any) -> int:
    """Send one message and note what became of its letters; how many were sent."""
    if not taken.letters:
        return 0
    try:
        # What comes while the message is made has a letter of its own, and counts as new for that.
        waits = {letter.pk: waiting_of(letter) for letter in taken.letters}
        message = _message(taken, post)
    except Exception as problem:  # noqa: BLE001 - whatever breaks over one letter, the others go out
        return _send_the_others(taken, post, problem)
    try:
        message.send()
    except (OSError, smtplib.SMTPException) as problem:
        _note_refused(taken.letters, smtp.refusal(problem), post)
        return 0
    except Exception as problem:  # noqa: BLE001 - its head or its address is none that a mail can have
        return _send_the_others(taken, post, problem)
    for letter in taken.letters:
        note_sent(letter, waits[letter.pk])
    return len(taken.letters)


_WORDS = {
    smtp.Kind.AWAY: messages.MAIL_AWAY,
    smtp.Kind.LATER: messages.MAIL_LATER,
    smtp.Kind.SITE: messages.MAIL_SITE,
    smtp.Kind.ADDRESS: messages.MAIL_ADDRESS,
    smtp.Kind.FULL: messages.MAIL_FULL,
    smtp.Kind.MESSAGE: messages.MAIL_MESSAGE,
}


def _note_refused(refused: list[Notification], refusal: smtp.Refusal, post: Any) -> None:
    """Note that the mail server refused a message of these letters. What it refuses for good is given up at once.
    Raises ``_ServerAway`` if it is gone.
    """
    trouble = _WORDS[refusal.kind] % {"status": refusal.code}
    for letter in refused:
        letter.trouble = trouble
        if refusal.is_final or is_last_try(letter):
            letter.state = Notification.State.FAILED
        _say.warning("letter refused", letter=letter.pk, problem=trouble)
        letter.save(update_fields=["state", "trouble"])
    given_up = [one for one in refused if one.state == Notification.State.FAILED]
    if given_up:
        nobody_there = refusal.kind == smtp.Kind.ADDRESS
        broken_channels.note_failed(given_up[0], at=timezone.now(), for_good=nobody_there)
    if refusal.kind == smtp.Kind.AWAY:
        # The others shall not be refused by a line that is dead.
        try:
            post.close()
            post.open()
        except (OSError, smtplib.SMTPException) as problem:
            _say.warning("mail server away", problem=type(problem).__name__)
            raise _ServerAway from problem


def _message(taken: _Taken, post: Any) -> Any:
    """One message of letters, in the language and the zone of their reader."""
    with writing_to(taken.letters[0].person):
        return templates.message(taken.letters, post, digest=taken.how == How.DIGEST)


def _send_the_others(taken: _Taken, post: Any, problem: Exception) -> int:
    """Note those of the letters of which no message can be made, and send the others; how many were sent."""
    good = [letter for letter in taken.letters if _can_be_made(letter, taken.how, post)]
    if len(good) < len(taken.letters):
        return _send(replace(taken, letters=good), post)
    for letter in good:  # each can be made alone, but not all together
        note_not_made(letter, problem)
    return 0


def _can_be_made(letter: Notification, how: str, post: Any) -> bool:
    """Whether a message can be made of a letter alone; noted if not."""
    try:
        waiting_of(letter)
        _message(_Taken([letter], how), post).message()
    except Exception as problem:  # noqa: BLE001 - whatever breaks over it
        note_not_made(letter, problem)
        return False
    return True


def waiting_of(letter: Notification) -> list[str]:
    """What waits for its reader now, of a letter that tells how much; else nothing."""
    return [*kinds.of(letter).waiting()]


def note_sent(letter: Notification, waits: list[str]) -> None:
    """Note that a letter went out; of what waits, that these were told."""
    broken_channels.note_sent(letter)
    if kinds.KINDS[letter.kind].traceless:
        _drop(letter, waits)
        return
    letter.state, letter.sent_at, letter.trouble = Notification.State.SENT, timezone.now(), ""
    letter.save(update_fields=["state", "sent_at", "trouble"])
