"""What leaves the site by itself: written with the change it tells of, and sent afterwards."""

from typing import ClassVar

from django.db import models


class Outgoing(models.Model):
    """A row of the outbox. ``send_at`` is when to try next. It is ``dropped`` when there is nothing to tell any more, and
    has ``failed`` when it was refused too often; ``trouble`` says how.
    """

    class State(models.TextChoices):
        """What has become of it."""

        WAITING = "waiting"
        SENT = "sent"
        DROPPED = "dropped"
        FAILED = "failed"

    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    written_at = models.DateTimeField()
    send_at = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)
    sent_at = models.DateTimeField(null=True, blank=True)
    trouble = models.CharField(max_length=300, blank=True)

    class Meta:
        """Each channel has a table of its own."""

        abstract: ClassVar = True
