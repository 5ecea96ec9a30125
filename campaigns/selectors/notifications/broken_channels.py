"""Which ways of telling somebody have been switched off, since what was sent was refused too often."""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from msgspec import Struct

from campaigns.messages import shown as in_words
from campaigns.models import BrokenChannel, Webhook
from campaigns.proofs import commitments


class OffLine(Struct, frozen=True, kw_only=True):
    """A channel of the reader's own that was switched off: which, since when, and why. ``number`` is sent back
    to switch it on; of a webhook, ``slug`` says in whose settings that is done.
    """

    title: str
    at: datetime
    trouble: str
    number: int
    slug: str = ""


def fingerprint_of(address: str) -> str:
    """By which a mail address is known again; empty for none."""
    return commitments.fingerprint(address.strip().lower())[:16] if address else ""


def is_off(person: Any, device: int | None = None) -> bool:
    """Whether nothing is sent to a person by mail any more, or to one device of theirs."""
    rows = BrokenChannel.objects.filter(person=person, device=device, off_at__isnull=False)
    if device is None:
        rows = rows.filter(address=fingerprint_of(person.email))
    return rows.exists()


def off_of(person: Any) -> tuple[OffLine, ...]:
    """The channels of a person that were switched off, the newest first."""
    rows = BrokenChannel.objects.filter(person=person, off_at__isnull=False)
    result = [
        OffLine(
            title=_("Mail to you") if row.device_id is None else _("A browser of yours"),
            at=row.off_at,
            trouble=in_words(row.trouble),
            number=row.pk,
        )
        for row in rows.order_by("-pk")
        if row.off_at is not None
        and (row.device_id is not None or row.address == fingerprint_of(person.email))
    ]
    hooks = Webhook.objects.filter(person=person, off_at__isnull=False).order_by("-pk")
    result += [
        OffLine(
            title=_("Webhook %(number)s of %(title)s")
            % {"number": hook.number, "title": hook.campaign.title},
            at=hook.off_at,
            trouble=in_words(hook.trouble),
            number=hook.number,
            slug=hook.campaign.slug,
        )
        for hook in hooks.select_related("campaign")
        if hook.off_at is not None
    ]
    return tuple(sorted(result, key=lambda one: one.at, reverse=True))
