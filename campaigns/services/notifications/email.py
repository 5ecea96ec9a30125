"""Letters by mail: what goes to one person about one campaign, or with their digest, is one message.

One that is sent again bears the same Message-ID, by which mail programs know it.
"""

import smtplib
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any

import structlog
from django.conf import settings
from django.core.mail import get_connection
from django.db import transaction
from django.utils import timezone

from accounts.languages import writing_to
from campaigns import messages
from campaigns.models import Notification
from campaigns.selectors.notifications import held_queues, kinds
from campaigns.selectors.notifications.kinds import How
from campaigns.services.notifications import templates
from campaigns.services.notifications.outbox import LetterChannel, Refusal
from core import smtp

LONGEST_ROUND = 20.0
"""One round of sending; the next goes on."""
MOST_AT_ONCE = 40
"""So many letters go out in one message at most."""
PAUSES = LetterChannel.pauses
"""How long to wait after each refusal; after the last one the letter has failed."""

_say = structlog.get_logger(__name__)


def send_due(*, seconds: float = LONGEST_ROUND) -> int:
    """Send what is to be sent, for so long at most; how many letters were sent.

    One worker sends at a time, so that a slow mail server holds up nothing else.
    """
    due = Notification.objects.filter(state=Notification.State.WAITING, send_at__lte=timezone.now())
    return Mail().round(seconds=seconds) if due.exists() else 0


class Mail(LetterChannel[Any]):
    """The site's mail server."""

    name = "letters"
    task = "send_letters"
    tries = len(PAUSES) + 1
    in_parallel = False

    def __init__(self) -> None:
        self.timeout = settings.EMAIL_TIMEOUT
        self._server = get_connection()
        self._is_open = self._is_digest = False

    def open(self) -> bool:
        """Connect to the server; whether it is there."""
        try:
            self._server.open()
        except (OSError, smtplib.SMTPException) as problem:
            _say.warning("mail server away", problem=type(problem).__name__)
            return False
        self._is_open = True
        return True

    def close(self) -> None:
        """Let go of the server."""
        self._is_open = False
        self._server.close()

    def take(self, busy: set[int]) -> tuple[int, list[Notification]] | None:
        """The next letter with those that go out with it, of one reader."""
        del busy  # one message after the other
        if not self._is_open:
            return None
        now = timezone.now()
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
            ready = self._that_go_together(together, now)
            for letter in ready:
                self.put_off(letter, now)
        return first.person_id or 0, ready

    def _that_go_together(
        self, letters: Sequence[Notification], now: datetime
    ) -> list[Notification]:
        """Those that go out in one message: of one campaign, or with a digest."""
        ready, digest = list[Notification](), False
        for letter in letters:
            how = self.goes_out(letter, now)
            if how is None:
                continue
            alone = not kinds.preference_key(letter)
            if ready and (
                (how == How.DIGEST) != digest
                or alone
                or (not digest and letter.phase.campaign_id != ready[0].phase.campaign_id)
            ):
                continue  # it goes out by itself, in the next round
            digest = how == How.DIGEST
            ready.append(letter)
            if alone:
                break
        self._is_digest = digest
        return ready

    def message(self, rows: Sequence[Notification]) -> Any:
        """One message of letters, in the language and the zone of their reader."""
        with writing_to(rows[0].person):
            made = templates.message(rows, self._server, digest=self._is_digest)
            made.message()  # a head that no mail can have breaks here, and not when it is sent
        return made

    def deliver(self, message: Any) -> Refusal | None:
        """Hand it to the mail server. If that is gone, the letters that are left wait for the next round."""
        try:
            message.send()
        except (OSError, smtplib.SMTPException) as problem:
            refusal = smtp.refusal(problem)
            if refusal.kind == smtp.Kind.AWAY and self._is_open:
                # The others shall not be refused by a line that is dead.
                with suppress(OSError, smtplib.SMTPException):
                    self.close()
                self.open()
            return Refusal(
                trouble=_WORDS[refusal.kind] % {"status": refusal.code},
                final=refusal.is_final,
                gone=refusal.kind == smtp.Kind.ADDRESS,
            )
        return None


_WORDS = {
    smtp.Kind.AWAY: messages.MAIL_AWAY,
    smtp.Kind.LATER: messages.MAIL_LATER,
    smtp.Kind.SITE: messages.MAIL_SITE,
    smtp.Kind.ADDRESS: messages.MAIL_ADDRESS,
    smtp.Kind.FULL: messages.MAIL_FULL,
    smtp.Kind.MESSAGE: messages.MAIL_MESSAGE,
}
