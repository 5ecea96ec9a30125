"""Standing orders: answers left in advance."""

from collections.abc import Sequence
from typing import Any, ClassVar

import msgspec
from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.models.campaign import Campaign
from campaigns.models.phase import Phase
from campaigns.models.sheet import SheetContent
from campaigns.sealed.field import SealedField


class StandingOrders(models.Model):
    """One version of a power's standing orders, encrypted; only the live one counts."""

    class Over(models.TextChoices):
        """How a version went out of force."""

        REPLACED = "replaced", _("replaced by another")
        BACK = "back", _("taken back")
        PHASE = "phase", _("its last phase was over")
        TURN = "turn", _("its last turn was over")
        MOMENT = "moment", _("its moment had come")

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="standing")
    power = models.CharField(max_length=40)
    version = models.PositiveIntegerField()
    live = models.BooleanField(default=True)
    content = SealedField(SheetContent, place="standing/{campaign.slug}/{power}/{version}")
    commitment = models.CharField(max_length=64)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    #: As of a sheet: the deputy who left it for the seat's player.
    via = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    at = models.DateTimeField()

    #: The last phase and turn in which it holds, and the moment at which it ends; all may be empty.
    until_phase = models.PositiveIntegerField(null=True, blank=True)
    until_turn = models.IntegerField(null=True, blank=True)
    until_at = models.DateTimeField(null=True, blank=True)

    #: The deputy who set that end.
    until_via = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    #: How it went out of force, when, and by which deputy.
    over = models.CharField(max_length=8, choices=Over, blank=True)
    over_at = models.DateTimeField(null=True, blank=True)
    over_via = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        """Versions count up; at most one is live."""

        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["campaign", "power", "version"], name="standing_orders_have_versions"
            ),
            models.UniqueConstraint(
                fields=["campaign", "power"],
                condition=models.Q(live=True),
                name="one_version_is_live",
            ),
        ]


class AnswerContent(msgspec.Struct, frozen=True):
    """The part of a standing order that answered, as plain data, and what that brought, in words."""

    order: Any
    told: Sequence[str]


class StandingAnswer(models.Model):
    """A phase in which a standing order spoke for a power that had sealed nothing. Its player's alone.

    ``content`` is the part of it that answered and what that brought, encrypted.
    """

    standing = models.ForeignKey(StandingOrders, on_delete=models.PROTECT, related_name="answers")
    phase = models.ForeignKey(Phase, on_delete=models.PROTECT, related_name="+")
    content = SealedField(
        AnswerContent,
        place="standing-answer/{standing.campaign.slug}/{standing.power}/{standing.version}/{phase_id}",
    )

    class Meta:
        """Once for each phase."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["standing", "phase"], name="it_speaks_once_in_a_phase"),
        ]
