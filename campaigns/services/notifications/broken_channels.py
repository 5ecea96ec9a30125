"""Mail and devices that refuse what is sent to them: counted, switched off, and on again by their owner.

Each letter is tried several times (:mod:`campaigns.services.notifications.email`). After so many that were given up in a
row, or at once where a mail server says that there is no such address, nothing is sent that way any more, and
the owner's pages say so.
"""

from datetime import datetime
from typing import Any

import structlog
from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from campaigns.errors import NotOnTheMenu
from campaigns.models import BrokenChannel, Notification
from campaigns.selectors.notifications.broken_channels import fingerprint_of
from campaigns.services.log.lock import require_person

MOST = 3
"""So many letters in a row are given up before a channel is switched off."""

_say = structlog.get_logger(__name__)


@transaction.atomic
def note_failed(letter: Notification, *, at: datetime, for_good: bool = False) -> None:
    """A letter to somebody was given up; ``for_good`` if the next one would be too."""
    if letter.person is None:
        return
    address = "" if letter.device_id else fingerprint_of(letter.person.email)
    row, made = BrokenChannel.objects.select_for_update().get_or_create(
        person=letter.person, device=letter.device, defaults={"address": address}
    )
    if not made and row.address != address:
        row.address, row.failed, row.off_at = address, 0, None
    row.failed += 1
    row.trouble = letter.trouble
    if (for_good or row.failed >= MOST) and row.off_at is None:
        row.off_at = at
        _say.warning("channel switched off", channel=row.pk)
    row.save()


def note_sent(letter: Notification) -> None:
    """A letter went out: what was refused before counts no more."""
    if letter.person_id is not None:
        BrokenChannel.objects.filter(
            person=letter.person_id, device=letter.device_id, off_at__isnull=True
        ).exclude(failed=0).update(failed=F("failed") * 0)


@transaction.atomic
def switch_on(*, by: Any, number: int) -> None:
    """Send that way again, from now on. Raises ``NotOnTheMenu`` for a channel of somebody else."""
    rows = BrokenChannel.objects.filter(person=require_person(by), pk=number)
    if not rows.update(off_at=None, failed=0, trouble=""):
        raise NotOnTheMenu(
            _("There is no such channel."), field="number", remedy=_("Reload the page.")
        )
