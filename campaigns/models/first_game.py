"""A first game: which one a campaign is, and what its player has read of it."""

from typing import Any

from django.db import models

from campaigns.models.campaign import Campaign


class FirstGame(models.Model):
    """What the player of a first game has read of its steps: their keys."""

    campaign = models.OneToOneField(
        Campaign, on_delete=models.PROTECT, related_name="first_game_row", primary_key=True
    )
    read: Any = models.JSONField(default=list)
