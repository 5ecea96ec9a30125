"""Letters to players, written with the change they tell of and sent afterwards."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from campaigns.models.phase import Phase


class Letter(models.Model):
    """A letter that tells somebody that a phase asks something of him.

    ``send_at`` is when to try next. A letter is ``dropped`` when there is nothing to tell any more,
    and has ``failed`` when it was refused too often; ``trouble`` says how.
    """

    class State(models.TextChoices):
        """What has become of it."""

        WAITING = "waiting"
        SENT = "sent"
        DROPPED = "dropped"
        FAILED = "failed"

    phase = models.ForeignKey(Phase, on_delete=models.PROTECT, related_name="letters")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    written_at = models.DateTimeField()
    send_at = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)
    sent_at = models.DateTimeField(null=True, blank=True)
    trouble = models.CharField(max_length=300, blank=True)

    class Meta:
        """One for each person and phase; those to be sent are found along an index of their own."""

        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["phase", "person"], name="a_phase_writes_to_a_person_once"
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["send_at"], condition=models.Q(state="waiting"), name="letters_to_be_sent"
            ),
        ]
