"""The key with which a seat's player signs, as far as the site knows it."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from campaigns.models.campaign import Campaign


class SeatKey(models.Model):
    """One key of a seat: its public part, and what the player wants kept of the secret.

    The secret is made in the player's browser and never comes here unencrypted. ``kept`` is the secret under
    a passphrase that never comes here either, if the player wants it kept; empty otherwise. A key counts from
    phase ``begins`` on, until another follows or the player leaves the seat (``ended_at``).
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="seat_keys")
    power = models.CharField(max_length=40)
    number = models.PositiveSmallIntegerField()
    public = models.CharField(max_length=64)
    begins = models.PositiveIntegerField(default=0)
    kept = models.TextField(blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        """By power, in their order."""

        ordering: ClassVar = ["power", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["campaign", "power", "number"], name="keys_of_a_seat_are_numbered"
            ),
        ]
