"""Plans: drafts that a power keeps beside each other for one phase."""

from typing import Any, ClassVar

import msgspec
from django.conf import settings
from django.db import models

from campaigns.models.phase import Phase
from campaigns.sealed.field import SealedField


class PlanContent(msgspec.Struct, frozen=True, kw_only=True):
    """What an envelope holds; the order is plain data."""

    name: str
    order: Any


class Plan(models.Model):
    """One plan of a power, encrypted together with its name.

    It is its author's alone and never counts as an order; it goes with its phase, and when the seat
    changes hands.
    """

    phase = models.ForeignKey(Phase, on_delete=models.PROTECT, related_name="plans")
    power = models.CharField(max_length=40)
    number = models.PositiveSmallIntegerField()
    content = SealedField(
        PlanContent, place="plan/{phase.campaign.slug}/{phase.line}/{phase.number}/{power}/{number}"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        """Numbers count up, for each power in a phase."""

        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["phase", "power", "number"], name="a_power_numbers_its_plans"
            ),
        ]
