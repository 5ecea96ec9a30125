"""Devices: subscribing one, dropping it, and pushing to it what is told at once."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.languages import writing_to
from accounts.models import Session
from campaigns import messages
from campaigns.errors import NotNow, NotOnTheMenu
from campaigns.models import Device, Notification
from campaigns.selectors.notifications import held_queues, kinds
from campaigns.services.log.lock import require_account, require_person
from campaigns.services.notifications import templates
from campaigns.services.notifications.outbox import LetterChannel, Refusal
from core import safe_http, web_push
from core.text.plain_text import one_line, plain
from rules.kernel.serial import canonical

MOST = 10
"""So many devices one person has."""
LONGEST_ROUND = 10.0
GONE = (404, 410)


@transaction.atomic
def subscribe(*, by: Any, session: str, endpoint: str, p256dh: str, auth: str) -> None:
    """Push to a browser from now on, until this session ends. Doing it again is harmless.

    Raises ``NotNow`` where this site does not push, ``NotOnTheMenu`` for what is no subscription.
    """
    person = require_account(by)
    if not web_push.is_on():
        raise NotNow(_("This site does not push: it has no VAPID key."), remedy=_("Use mail."))
    try:
        safe_http.require_address(endpoint)
        web_push.require_keys(p256dh, auth)
        if len(endpoint) > 500:
            raise ValueError("too long")
    except (safe_http.Refused, ValueError) as problem:
        raise NotOnTheMenu(
            _("This is no subscription of a browser."), field="endpoint"
        ) from problem
    held = Device.objects.filter(person=person).exclude(endpoint=endpoint)
    for old in held.order_by("-made_at", "-pk")[MOST - 1 :]:
        old.delete()
    # A browser belongs to whoever signed in there last.
    Device.objects.filter(endpoint=endpoint).exclude(person=person).delete()
    Device.objects.update_or_create(
        endpoint=endpoint,
        defaults={
            "person": person,
            "session": session,
            "p256dh": p256dh,
            "auth": auth,
            "made_at": timezone.now(),
        },
    )


@transaction.atomic
def drop(*, by: Any, endpoint: str) -> bool:
    """Push to a browser of one's own no more; whether it was there."""
    rows = Device.objects.filter(person=require_person(by), endpoint=endpoint)
    return bool(rows.delete()[0])


def drop_of_sessions(sessions: Iterable[str]) -> None:
    """Drop what was subscribed under sessions that have ended."""
    Device.objects.filter(session__in=list(sessions)).delete()


def push_due(*, seconds: float = LONGEST_ROUND) -> int:
    """Push what is due, for so long at most; how much was. Safe to call at any time, by several."""
    return Pushes().round(seconds=seconds)


class Pushes(LetterChannel[dict[str, Any]]):
    """The push services of browsers."""

    name = "pushes"
    task = "push_letters"
    tries = 3
    timeout = safe_http.SECONDS

    def open(self) -> bool:
        """Whether this site pushes."""
        return web_push.is_on()

    def take(self, busy: set[int]) -> tuple[int, list[Notification]] | None:
        """The next letter to a device. Those to devices that did not answer before come last."""
        now = timezone.now()
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
                .exclude(person__in=busy)
            )
            next_one = due.annotate(was_refused=~Q(trouble=""))
            first = next_one.order_by("was_refused", "send_at", "pk").first()
            if first is None:
                return None
            letter = due.filter(device=first.device_id).order_by("pk").first() or first
            if self.goes_out(letter, now) is None:
                return 0, []
            self.put_off(letter, now)
        device = _device_of(letter)
        if not Session.objects.filter(pk=device.session, expire_date__gt=now).exists():
            device.delete()
            return 0, []
        return device.person_id, [letter]

    def message(self, rows: Sequence[Notification]) -> dict[str, Any]:
        """What is pushed, and where."""
        letter = rows[0]
        device = _device_of(letter)
        return {
            "endpoint": device.endpoint,
            "p256dh": device.p256dh,
            "auth": device.auth,
            "message": message_of(letter, device.person),
            "topic": f"{letter.phase.campaign.slug}-{kinds.preference_key(letter)}"[:32],
            "seconds": safe_http.SHORTER if letter.trouble else None,
        }

    def deliver(self, message: dict[str, Any]) -> Refusal | None:
        """Hand it to the push service."""
        try:
            status = web_push.push(**message)
        except safe_http.RetryLater as refusal:
            trouble = messages.PUSH_ANSWERED % {"status": refusal.status}
            return Refusal(trouble=trouble, wait=refusal.wait, busy=True)
        except safe_http.Refused as refusal:
            return Refusal(trouble=str(refusal))
        if 200 <= status < 300:
            return None
        return Refusal(trouble=messages.PUSH_ANSWERED % {"status": status}, gone=status in GONE)

    def note_refused(self, rows: Sequence[Notification], refusal: Refusal) -> None:
        """A subscription that is gone goes with all its letters."""
        if refusal.gone:
            _device_of(rows[0]).delete()
        else:
            super().note_refused(rows, refusal)


def _device_of(letter: Notification) -> Device:
    if letter.device is None:
        raise ValueError("a push to no device")
    return letter.device


def message_of(letter: Notification, person: Any) -> bytes:
    """What the browser shows of a letter, in the language of its reader."""
    campaign = letter.phase.campaign
    with writing_to(person):
        subject, text = templates.subject_and_text(letter)
    head = templates.log_head_of(campaign, person)
    return canonical(
        {
            "title": one_line(f"{campaign.title}: {subject}")[:200],
            "text": plain(text)[:500],
            "url": kinds.of(letter).address,
            "tag": f"{campaign.slug}-{kinds.preference_key(letter)}",
            **({"log": {"seq": head.seq, "hash": head.hash}} if head is not None else {}),
        }
    )
