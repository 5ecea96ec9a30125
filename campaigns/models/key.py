"""Keys of campaigns, wrapped."""

from typing import ClassVar

from django.db import models

from campaigns.models.campaign import Campaign


class CampaignKey(models.Model):
    """The key under which all that is sealed in a campaign lies; it never changes.

    It is ``wrapped`` by one of the site's keys (``SEAL_KEYS``), the one that ``wrapped_by`` names.
    ``given_up`` says that this one is lost for good. All that a start needs to know of keys stands here.
    """

    # By the slug, because that is what a sealed content's place names.
    campaign = models.OneToOneField(
        Campaign,
        on_delete=models.CASCADE,
        to_field="slug",
        primary_key=True,
        db_column="slug",
        related_name="key",
    )
    wrapped = models.BinaryField()
    wrapped_by = models.CharField(max_length=8)
    given_up = models.BooleanField(default=False)

    class Meta:
        """By the names of their campaigns."""

        ordering: ClassVar = ["campaign"]
