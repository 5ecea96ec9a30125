"""What-ifs: games played on in thought, for one player alone."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.models.campaign import Campaign
from campaigns.sealed.field import SealedField


class WhatIf(models.Model):
    """One playing on for a power, encrypted: first what is wished for, then the story that came of it.

    It is its owner's alone. It goes when they delete it, when the seat changes hands, and with the
    end of the campaign.
    """

    class State(models.TextChoices):
        """How far it is."""

        WAITING = "waiting", _("waiting")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("could not be played")

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="what_ifs")
    power = models.CharField(max_length=40)
    number = models.PositiveIntegerField()
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    content = SealedField(bytes, place="what-if/{campaign.slug}/{power}/{number}")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    begun_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        """Numbers count up, for each power of a campaign."""

        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["campaign", "power", "number"], name="a_power_numbers_its_what_ifs"
            ),
        ]
