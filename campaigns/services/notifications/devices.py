"""Devices: subscribing one, dropping it, and pushing to it what is told at once."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.languages import writing_to
from accounts.models import Session
from campaigns import messages
from campaigns.errors import NotNow, NotOnTheMenu
from campaigns.models import Device, Notification
from campaigns.selectors.notifications import kinds
from campaigns.services.log.lock import require_account, require_person
from campaigns.services.notifications import broken_channels, email, log_heads, templates
from core import rounds, safe_http, web_push
from core.parallel import in_parallel
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
    if not web_push.is_on():
        return 0
    until = time.monotonic() + seconds
    with rounds.alone("pushes", seconds=seconds + 2 * safe_http.SECONDS) as mine:
        if not mine:
            return 0
        return in_parallel(_take, _pushed, _note, more=lambda: time.monotonic() < until)


@dataclass(frozen=True, slots=True)
class _Push:
    """A letter that goes to a device, with what there was to tell when it was made."""

    letter: Notification
    device: Device
    waits: list[str]
    message: bytes


def _take(busy: set[int]) -> tuple[int, _Push] | None:
    """The next one that can be made, of nobody who has one under way, with whose it is."""
    while taken := email.take_one(timezone.now(), but=busy):
        letter, how = taken
        device = letter.device
        if how is None or device is None:
            continue
        alive = Session.objects.filter(pk=device.session, expire_date__gt=timezone.now())
        if not alive.exists():
            device.delete()
            continue
        try:
            made = _Push(
                letter, device, email.waiting_of(letter), message_of(letter, device.person)
            )
        except Exception as problem:  # noqa: BLE001 - whatever breaks over one, the others go out
            email.note_not_made(letter, problem)
            continue
        return device.person_id, made
    return None


def _pushed(one: _Push) -> int:
    """Send it; the status of the answer."""
    letter = one.letter
    return web_push.push(
        one.device.endpoint,
        p256dh=one.device.p256dh,
        auth=one.device.auth,
        message=one.message,
        topic=f"{letter.phase.campaign.slug}-{kinds.preference_key(letter)}"[:32],
        seconds=safe_http.SHORTER if letter.trouble else None,
    )


def _note(one: _Push, answer: Callable[[], int]) -> int:
    """Note what became of it; whether it went out."""
    letter = one.letter
    try:
        status = answer()
    except safe_http.RetryLater as refusal:
        trouble = messages.PUSH_ANSWERED % {"status": refusal.status}
        status = refusal.status
        email.heed(letter, refusal.wait)
    except safe_http.Refused as refusal:
        trouble, status = str(refusal), 0
    except Exception as problem:  # noqa: BLE001 - whatever breaks over one, the others go out
        email.note_not_made(letter, problem)
        return 0
    else:
        trouble = "" if 200 <= status < 300 else messages.PUSH_ANSWERED % {"status": status}
    if status in GONE:
        one.device.delete()
        return 0
    if not trouble:
        email.note_sent(letter, one.waits)
        return 1
    letter.trouble = trouble[:300]
    if email.is_last_try(letter):
        letter.state = Notification.State.FAILED
        broken_channels.note_failed(letter, at=timezone.now())
    letter.save(update_fields=["state", "trouble", "tries", "send_at"])
    return 0


def message_of(letter: Notification, person: Any) -> bytes:
    """What the browser shows of a letter, in the language of its reader."""
    campaign = letter.phase.campaign
    with writing_to(person):
        subject, text = templates.subject_and_text(letter)
    head = log_heads.of(campaign, person)
    return canonical(
        {
            "title": one_line(f"{campaign.title}: {subject}")[:200],
            "text": plain(text)[:500],
            "url": f"{settings.SITE_ADDRESS}/c/{campaign.slug}/",
            "tag": f"{campaign.slug}-{kinds.preference_key(letter)}",
            **({"log": {"seq": head.seq, "hash": head.hash}} if head is not None else {}),
        }
    )
