"""What everybody may see of a campaign at a glance: a chart in the lobby, and who stands best."""

from typing import ClassVar

from django.db import models

from campaigns.models.campaign import Campaign
from campaigns.models.phase import Phase

DRAWN = 2
"""By which way of drawing the values were kept; those of an older one are of other charts."""


class Glimpse(models.Model):
    """The large chart of a campaign as far as ``phase``, its last that was told, for lists of campaigns.

    It is drawn from what a visitor sees, when a phase is over, and only of campaigns that are listed for
    everybody; it is not part of the record, and can be drawn again from it at any time.
    ``seen`` holds the values over time (:mod:`campaigns.services.site.glimpses`), ``board`` what the
    face of the book draws small of the board.
    """

    campaign = models.OneToOneField(Campaign, on_delete=models.CASCADE, related_name="glimpse")
    phase = models.ForeignKey(Phase, on_delete=models.CASCADE, related_name="+")
    seen = models.JSONField()
    board = models.JSONField(null=True)

    class Meta:
        """In no order."""

        verbose_name_plural: ClassVar = "glimpses"
