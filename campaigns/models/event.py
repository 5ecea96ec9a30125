"""Events: what the rules said happened."""

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models

from campaigns.models.log import LogEntry
from campaigns.models.phase import Phase
from campaigns.models.secret_entry import SecretEntry
from campaigns.sealed.field import SealedField


class EventRow(models.Model):
    """One event of a phase, with its audience.

    ``body`` is the event's JSON, in the clear when everybody may know it, encrypted when only some
    may (or nobody); of such an event neither ``kind`` nor whom it concerns stands in the clear
    (``audience``: see :mod:`campaigns.crypto.secret_log`). ``entry`` is the log entry that brought it; or,
    where it came of a ``secret`` entry, the last one before. The numbers in ``seq`` are never shown:
    gaps would tell that something is hidden.
    """

    phase = models.ForeignKey(Phase, on_delete=models.PROTECT, related_name="events")
    entry = models.ForeignKey(LogEntry, on_delete=models.PROTECT, related_name="events")
    seq = models.PositiveIntegerField()
    secret = models.ForeignKey(
        SecretEntry, on_delete=models.PROTECT, null=True, blank=True, related_name="events"
    )
    kind = models.CharField(max_length=60, blank=True)
    public = models.BooleanField()
    audience = ArrayField(models.BigIntegerField(), default=list)
    body = SealedField(
        bytes, place="event/{phase.campaign.slug}/{phase.line}/{phase.number}/{seq}", clear="public"
    )

    class Meta:
        """In the order they happened."""

        ordering: ClassVar = ["phase", "seq"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["phase", "seq"], name="events_follow_one_another"),
        ]
