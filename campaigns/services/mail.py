"""Letters about phases: written in the transaction of the change, sent after its commit.

What is to be sent stands in the database, so a mail server, broker or worker that is away loses
none. A letter is taken for sending before it goes out and noted after. Whoever dies in between
leaves it to be sent again; it then bears the same Message-ID, by which mail programs know it.
"""

import smtplib
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

import structlog
from django.conf import settings
from django.core.cache import cache
from django.core.mail import get_connection
from django.db import transaction
from django.utils import timezone

from campaigns import after_commit
from campaigns.models import Letter, Phase, Seat
from campaigns.services import letters

#: How long to wait after each refusal; after the last one the letter has failed.
PAUSES = tuple(timedelta(minutes=minutes) for minutes in (2, 10, 60, 240, 720))
#: One round of sending; the next goes on.
LONGEST_ROUND = 20.0
LOCK = "sending-letters"

_say = structlog.get_logger(__name__)


def write(phase: Phase, *, at: datetime) -> int:
    """Write to the players of whom a phase asks something; how many letters.

    Part of the caller's transaction, and safe to call again.
    """
    return _write(phase, Letter.Kind.ASKED, _players(phase, phase.asked), entry=0, at=at)


def write_voided(phase: Phase, powers: Collection[str], *, entry: int, at: datetime) -> int:
    """Write to the players of these powers that their seals are void, as :func:`write`.

    ``entry`` is the number of the log entry that says so.
    """
    return _write(phase, Letter.Kind.VOIDED, _players(phase, powers), entry=entry, at=at)


def write_stumbled(phase: Phase, *, entry: int, at: datetime) -> int:
    """Write to the moderators, and to those who run the site if there is an address of them
    (``ADMINS``), that the phase could not be resolved; as :func:`write_voided`.
    """
    people = [*_moderators(phase), *_site()]
    return _write(phase, Letter.Kind.STUMBLED, people, entry=entry, at=at)


def write_lacking(phase: Phase, *, entry: int, site: bool, at: datetime) -> int:
    """Write to the moderators that the rules of their campaign are missing, and if ``site`` to those
    who run the site too; as :func:`write_stumbled`.
    """
    people = [*_moderators(phase), *(_site() if site else ())]
    return _write(phase, Letter.Kind.LACKING, people, entry=entry, at=at)


def _moderators(phase: Phase) -> list[int | None]:
    """The moderators who can be written to."""
    found = phase.campaign.moderators.filter(is_active=True).exclude(email="")
    return list(found.values_list("pk", flat=True))


def _site() -> list[int | None]:
    """Those who run the site, if there is an address of them."""
    return [None] if settings.ADMINS else []


def _players(phase: Phase, powers: Collection[str]) -> list[int | None]:
    """The people who play these powers and can be written to."""
    if not powers:
        return []
    seats = Seat.objects.filter(
        campaign_id=phase.campaign_id, power__in=powers, person__is_active=True, bot=False
    )
    return list(seats.exclude(person__email="").values_list("person", flat=True).distinct())


def _write(phase: Phase, kind: str, people: list[int | None], *, entry: int, at: datetime) -> int:
    written = [
        Letter(phase=phase, person_id=person, kind=kind, entry=entry, written_at=at, send_at=at)
        for person in people
    ]
    if written:
        Letter.objects.bulk_create(written, ignore_conflicts=True)
        after_commit.do("send_letters")
    return len(written)


def send_due(*, seconds: float = LONGEST_ROUND) -> int:
    """Send what is to be sent, for so long at most; how many were sent.

    One worker sends at a time, so that a slow mail server holds up nothing else.
    """
    if not Letter.objects.filter(state=Letter.State.WAITING, send_at__lte=timezone.now()).exists():
        return 0
    until, sent = time.monotonic() + seconds, 0
    with _alone() as mine:
        if not mine:
            return 0
        post = get_connection()
        try:
            post.open()
        except (OSError, smtplib.SMTPException) as problem:
            _say.warning("mail server away", problem=str(problem))
            return 0
        with post:
            while time.monotonic() < until and (letter := _take(timezone.now())):
                sent += _send(letter, post)
    return sent


@contextmanager
def _alone() -> Iterator[bool]:
    """Whether nobody else sends, who is then kept from it for a while.

    Should two send after all, each takes letters of its own.
    """
    mine = cache.add(LOCK, True, timeout=LONGEST_ROUND + 2 * settings.EMAIL_TIMEOUT)
    try:
        yield mine
    finally:
        if mine:
            cache.delete(LOCK)


def _take(now: datetime) -> Letter | None:
    """The next letter, put off already for the case that we do not live to note that it is sent."""
    with transaction.atomic():
        letter = (
            Letter.objects.select_for_update(skip_locked=True, of=["self"])
            .select_related("phase__campaign", "person")
            .filter(state=Letter.State.WAITING, send_at__lte=now)
            .order_by("send_at", "pk")
            .first()
        )
        if letter is not None:
            letter.tries += 1
            letter.send_at = now + PAUSES[min(letter.tries, len(PAUSES)) - 1]
            letter.save(update_fields=["tries", "send_at"])
    return letter


def _send(letter: Letter, post: Any) -> bool:
    """Send one letter and note what became of it."""
    if not letters.is_true_still(letter):
        letter.state = Letter.State.DROPPED
    else:
        try:
            letters.message(letter, post).send()
        except (OSError, smtplib.SMTPException) as problem:
            # What a server answers may quote the address; the log of the site is no place for it.
            letter.trouble = type(problem).__name__
            if letter.tries > len(PAUSES):
                letter.state = Letter.State.FAILED
            _say.warning("letter refused", letter=letter.pk, problem=letter.trouble)
        else:
            letter.state, letter.sent_at, letter.trouble = Letter.State.SENT, timezone.now(), ""
    letter.save(update_fields=["state", "sent_at", "trouble"])
    return letter.state == Letter.State.SENT
