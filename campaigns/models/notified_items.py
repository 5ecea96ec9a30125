"""What of the things that wait for people they were told already."""

from django.db import models

from campaigns.models.campaign import Campaign
from campaigns.sealed.field import SealedField


class NotifiedItems(models.Model):
    """For one campaign: of which waiting proposals and dispatches each player was told, sealed.

    It is one piece for all players, written anew whenever it is looked at, so that nobody who reads
    the database finds whom a secret proposal concerns.
    """

    campaign = models.OneToOneField(
        Campaign, on_delete=models.PROTECT, related_name="+", primary_key=True
    )
    content = SealedField(dict[str, tuple[str, ...]], place="told/{campaign.slug}")
