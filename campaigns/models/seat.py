"""Seats and who sat in them."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from campaigns.models.campaign import Campaign


class Seat(models.Model):
    """One power of a campaign. Without a person it is free, or (``bot``) the autopilot's."""

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="seats")
    power = models.CharField(max_length=40)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="seats",
    )
    bot = models.BooleanField(default=False)
    order = models.PositiveSmallIntegerField()
    #: How many extensions were taken for it (:mod:`campaigns.services.deadlines.player_extensions`).
    extensions = models.PositiveSmallIntegerField(default=0)
    #: And how many emergency pauses (:mod:`campaigns.services.deadlines.emergency_pauses`).
    pauses = models.PositiveSmallIntegerField(default=0)

    class Meta:
        """In the order of the rulebook's powers."""

        ordering: ClassVar = ["order"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["campaign", "power"], name="a_power_is_one_seat"),
            models.CheckConstraint(
                condition=models.Q(person__isnull=True) | models.Q(bot=False),
                name="a_person_is_no_bot",
            ),
        ]


class Tenure(models.Model):
    """One player's time in a seat. He answers for that time only, and knew what it knew then."""

    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="tenures")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="tenures"
    )
    joined_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        """In the order they came."""

        ordering: ClassVar = ["joined_at", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["seat"],
                condition=models.Q(left_at__isnull=True),
                name="one_player_sits_in_a_seat",
            ),
        ]
