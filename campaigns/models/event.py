"""Events: what the rules said happened."""

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models

from campaigns.models.log import LogEntry
from campaigns.models.phase import Phase


class EventRow(models.Model):
    """One event of a phase, with its audience.

    ``body`` is the event's JSON, in the clear when everybody may know it, encrypted when only
    ``powers`` may (or nobody). ``entry`` is the log entry that brought it. The numbers in ``seq``
    are never shown: gaps would tell that something is hidden.
    """

    phase = models.ForeignKey(Phase, on_delete=models.PROTECT, related_name="events")
    entry = models.ForeignKey(LogEntry, on_delete=models.PROTECT, related_name="events")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=60)
    public = models.BooleanField()
    powers = ArrayField(models.CharField(max_length=40), default=list)
    body = models.BinaryField()

    class Meta:
        """In the order they happened."""

        ordering: ClassVar = ["phase", "seq"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["phase", "seq"], name="events_follow_one_another"),
        ]

    @property
    def place(self) -> str:
        """What a secret body is bound to."""
        return self.phase.place("event", self.seq)
