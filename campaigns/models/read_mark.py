"""How far somebody has read."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from campaigns.models.campaign import Campaign


class ReadMark(models.Model):
    """Up to which log entry, line and secret entry a person has seen a campaign's log."""

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="+")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    seq = models.PositiveBigIntegerField(default=0)
    lines = models.PositiveBigIntegerField(default=0)
    secrets = models.PositiveBigIntegerField(default=0)
    at = models.DateTimeField()

    class Meta:
        """One for each reader of a campaign."""

        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["campaign", "person"], name="a_reader_has_one_bookmark"
            ),
        ]
