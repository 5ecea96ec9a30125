"""First answers, for requests that come again."""

from django.db import models

from campaigns.models.campaign import Campaign
from campaigns.sealed.field import SealedField


class IdempotentResponse(models.Model):
    """The first answer to a request that came with a key of its sender's.

    ``name`` is a fingerprint of the key with everything it holds for: person, campaign, power,
    route and phase. ``content`` is sealed: the answer, and a fingerprint of what was asked. Kept as
    long as the campaign.
    """

    name = models.CharField(max_length=64, unique=True)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="+")
    content = SealedField(bytes, place="answer/{campaign.slug}/{name}")
    at = models.DateTimeField()
