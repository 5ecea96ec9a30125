"""That a campaign which is over was checked as its file is checked, and what came of it."""

from typing import ClassVar

from django.db import models

from campaigns.models.campaign import Campaign


class Replayed(models.Model):
    """What every check of the campaign's public file found (:mod:`verifier`), played again by the rules
    that it was played by, when the head of its log was ``head``.

    It is not part of the record and can be worked out again from it at any time. ``found`` is empty until that
    is done; ``tries`` counts how often it was begun for this head.
    """

    campaign = models.OneToOneField(Campaign, on_delete=models.CASCADE, related_name="replayed")
    head = models.CharField(max_length=64)
    tries = models.PositiveSmallIntegerField(default=0)
    found = models.JSONField(null=True)
    done_at = models.DateTimeField(null=True)

    class Meta:
        """In no order."""

        verbose_name_plural: ClassVar = "replayed campaigns"
