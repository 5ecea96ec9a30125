"""Deputies: who may look after a seat for its player, and how far."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from campaigns.models.campaign import Campaign


class Deputy(models.Model):
    """Somebody whom the player of a seat (``principal``) has named to stand in for them there.

    It holds once accepted, until ``until``, until one of the two ends it, or until the seat changes
    hands. Each ``level`` comes with those before it. ``press`` says that letters were named too. The
    ``number`` under which the log knows a deputy is given with the acceptance: nobody else is told of
    one who was only asked. Who has accepted once counts as having had the seat ever after.
    """

    class Level(models.TextChoices):
        """How far a deputy may go."""

        SEE = "see", "see"
        DRAFT = "draft", "see and draft"
        SEAL = "seal", "see, draft and seal"

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="deputies")
    number = models.PositiveIntegerField(default=0)
    power = models.CharField(max_length=40)
    principal = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    level = models.CharField(max_length=5, choices=Level)
    press = models.BooleanField(default=False)
    named_at = models.DateTimeField()
    until = models.DateTimeField(null=True, blank=True)
    accepted_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        """Those that hold, or are asked, are looked for by person and by campaign."""

        ordering: ClassVar = ["pk"]
        indexes: ClassVar = [
            models.Index(
                fields=["person", "campaign"],
                condition=models.Q(ended_at__isnull=True),
                name="deputies_of_a_person",
            ),
            models.Index(
                fields=["until"],
                condition=models.Q(ended_at__isnull=True, until__isnull=False),
                name="deputies_with_an_end",
            ),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["campaign", "number"],
                condition=models.Q(number__gt=0),
                name="deputies_of_a_campaign_have_numbers",
            ),
            models.UniqueConstraint(
                fields=["campaign", "power", "person"],
                condition=models.Q(ended_at__isnull=True),
                name="a_person_is_a_deputy_once",
            ),
        ]

    def may(self, level: str) -> bool:
        """Whether it goes as far as this level."""
        order = [each.value for each in Deputy.Level]
        return order.index(self.level) >= order.index(level)
