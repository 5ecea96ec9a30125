"""Acts: what took effect at once."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from campaigns.models.phase import Phase
from campaigns.models.sheet import SheetContent
from campaigns.sealed.field import SealedField


class Act(models.Model):
    """One act within a phase: its order, its nonce, and its own link of the dice chain if it rolled."""

    phase = models.ForeignKey(Phase, on_delete=models.PROTECT, related_name="acts")
    seq = models.PositiveIntegerField()
    power = models.CharField(max_length=40)
    content = SealedField(
        SheetContent, place="act/{phase.campaign.slug}/{phase.line}/{phase.number}/{seq}"
    )
    commitment = models.CharField(max_length=64)
    link = models.CharField(max_length=64, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    at = models.DateTimeField()

    class Meta:
        """In the order they were done."""

        ordering: ClassVar = ["seq"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["phase", "seq"], name="acts_follow_one_another"),
        ]
