"""What a player leaves for whoever may follow them in a seat."""

from typing import ClassVar

import msgspec
from django.conf import settings
from django.db import models

from campaigns.models.campaign import Campaign
from campaigns.sealed.field import SealedField


class AdviceContent(msgspec.Struct, frozen=True, kw_only=True):
    """What it says, and the keys of the private threads that go with the seat."""

    text: str = ""
    threads: tuple[str, ...] = ()


class Advice(models.Model):
    """A player's advice to their successor, encrypted, with the private threads to be handed over.

    It is its author's alone as long as they sit; whoever sits there after them reads it, nobody else.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="advice")
    power = models.CharField(max_length=40)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    content = SealedField(AdviceContent, place="advice/{campaign.slug}/{power}/{by_id}")
    at = models.DateTimeField()

    class Meta:
        """One for each seat and author."""

        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["campaign", "power", "by"], name="a_player_leaves_one_advice"
            ),
        ]
