"""An act that rolls dice and waits for what goes into them."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models

from campaigns.models.campaign import Campaign
from campaigns.models.phase import Phase
from campaigns.models.sheet import SheetContent
from campaigns.sealed.field import SealedField


class PendingAct(models.Model):
    """An act that was asked for where dice are thrown after the close: its order is committed to in the log,
    and it is carried out when the links have come or ``until`` is over. One at a time.

    ``content`` holds its order and nonce, encrypted; ``links`` those that were handed over, by power.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="pending_acts")
    phase = models.ForeignKey(Phase, on_delete=models.PROTECT, related_name="pending_acts")
    number = models.PositiveIntegerField()
    power = models.CharField(max_length=40)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    via = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    content = SealedField(SheetContent, place="pending-act/{campaign.slug}/{number}")
    commitment = models.CharField(max_length=64)
    at = models.DateTimeField()
    until = models.DateTimeField()
    links = models.JSONField(default=dict)
    #: The round of the beacon that goes in, and its signature when it is there.
    round = models.PositiveBigIntegerField(null=True, blank=True)
    beacon = models.TextField(blank=True)
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        """In their order; one is open at most."""

        ordering: ClassVar = ["campaign", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["campaign", "number"], name="acts_that_wait_are_numbered"
            ),
            models.UniqueConstraint(
                fields=["campaign"],
                condition=models.Q(done_at__isnull=True),
                name="one_act_waits_for_its_dice",
            ),
        ]

    @property
    def acting(self) -> Any:
        """Who did it: the deputy, or the player."""
        return self.via or self.by
