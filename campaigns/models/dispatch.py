"""Dispatches that are being written: what one power is going to declare of the map."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models

from campaigns.models.campaign import Campaign


class Dispatch(models.Model):
    """The one draft of a power, encrypted; gone once it is declared.

    It belongs to no phase: what the map says stays so when a phase ends. Who takes over the seat
    does not see it.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="dispatches")
    power = models.CharField(max_length=40)
    content = models.BinaryField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        """At most one draft for a power."""

        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["campaign", "power"], name="a_power_writes_one_dispatch"
            ),
        ]

    def is_hand_of(self, person: Any) -> bool:
        """Whether this person wrote it."""
        return bool(self.by_id == person.pk)

    @property
    def place(self) -> str:
        """What the content is bound to."""
        return self.campaign.place("dispatch", self.power)
