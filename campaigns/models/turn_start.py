"""How a campaign stood when a turn began: what readers who follow with a delay are shown."""

from typing import ClassVar

from django.db import models

from campaigns.models.campaign import Campaign
from campaigns.models.phase import Phase


class TurnStart(models.Model):
    """The moment before a turn began.

    ``seq``, ``hash``, ``lines`` and ``at`` are those of the last log entry of before (``lines`` counts
    all lines up to it). ``phase`` is the last phase that was resolved, none before the first turn;
    ``ended`` is the title of its turn. ``stood`` holds the campaign's own fields and who sat where
    (:func:`campaigns.services.phases.turn_starts.begin` writes it, :mod:`campaigns.selectors.reader.spectator_delay` reads it).
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="turn_starts")
    turn = models.IntegerField()
    seq = models.PositiveBigIntegerField()
    hash = models.CharField(max_length=64)
    lines = models.PositiveBigIntegerField()
    at = models.DateTimeField()
    phase = models.ForeignKey(
        Phase, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    ended = models.CharField(max_length=120, blank=True)
    stood = models.JSONField()

    class Meta:
        """In the order of the log."""

        ordering: ClassVar = ["campaign", "seq"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["campaign", "seq"], name="a_turn_begins_once_after_an_entry"
            ),
        ]
