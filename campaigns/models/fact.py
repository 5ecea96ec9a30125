"""Claims: who declared what of the map, and who agreed."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from campaigns.models.campaign import Campaign
from campaigns.models.phase import Phase


class FactClaim(models.Model):
    """One declaration of one fact. The newest of a fact is in force; none is ever changed but by
    being confirmed. Without a power it is the moderator's; ``corrects`` is the one it replaced.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="claims")
    phase = models.ForeignKey(Phase, on_delete=models.PROTECT, related_name="claims")
    key = models.CharField(max_length=80)
    before = models.JSONField(null=True)
    value = models.JSONField(null=True)
    power = models.CharField(max_length=40, blank=True)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    at = models.DateTimeField()
    confirmed_power = models.CharField(max_length=40, blank=True)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    corrects = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        """Newest first."""

        ordering: ClassVar = ["-pk"]
        indexes: ClassVar = [
            models.Index(fields=["campaign", "key", "-id"], name="claims_of_a_fact")
        ]

    @classmethod
    def in_line(cls, campaign: Campaign) -> models.QuerySet["FactClaim"]:
        """The claims of a campaign but for those of phases that were undone."""
        return cls.objects.filter(campaign=campaign, phase__undone_at__isnull=True)
