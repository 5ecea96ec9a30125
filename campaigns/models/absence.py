"""Absences that players have announced."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from campaigns.models.campaign import Campaign


class Absence(models.Model):
    """A time for which a player has said that they are away, in one campaign.

    It ends by itself at ``ends_at``. Whoever is back sooner, or goes after all not, ends it
    (``ended_at``); ``ends_at`` is then that moment, or the beginning if it never began.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="absences")
    number = models.PositiveIntegerField()
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    begins_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    said_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        """Counted up within a campaign; looked for by their end."""

        ordering: ClassVar = ["begins_at", "pk"]
        indexes: ClassVar = [
            models.Index(fields=["campaign", "ends_at"], name="absences_of_a_campaign"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["campaign", "number"], name="absences_of_a_campaign_have_numbers"
            ),
            models.CheckConstraint(
                condition=models.Q(ends_at__gte=models.F("begins_at")),
                name="an_absence_ends_after_it_begins",
            ),
        ]
