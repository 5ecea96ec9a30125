"""The chain of dice links that a seat's player brings."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from campaigns.models.campaign import Campaign
from campaigns.sealed.field import SealedField


class SeatChain(models.Model):
    """One seat's chain: its seed, drawn in the player's browser, and how far it is used.

    ``content`` holds each so many links of it, encrypted; empty where the player's browser keeps the chain
    (``kept_by_player``) and hands a link over when it is asked for. ``head`` is the link that was published
    last. A successor in the seat may bring another until the first die is thrown: the last one counts (``live``).
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="chains")
    power = models.CharField(max_length=40)
    number = models.PositiveSmallIntegerField(default=1)
    live = models.BooleanField(default=True)
    kept_by_player = models.BooleanField(default=False)
    content = SealedField(bytes, place="seat-chain/{campaign.slug}/{power}/{number}")
    length = models.PositiveIntegerField()
    used = models.PositiveIntegerField(default=0)
    head = models.CharField(max_length=64)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        """By power."""

        ordering: ClassVar = ["power", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["campaign", "power", "number"], name="chains_of_a_seat_are_numbered"
            ),
            models.UniqueConstraint(
                fields=["campaign", "power"],
                condition=models.Q(live=True),
                name="one_chain_of_a_seat_counts",
            ),
            models.CheckConstraint(
                condition=models.Q(used__lte=models.F("length")),
                name="no_more_links_than_a_seats_chain_has",
            ),
        ]
