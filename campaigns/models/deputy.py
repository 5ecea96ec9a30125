"""Deputies: who may look after a seat for its player, and how far."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.models.absence import Absence
from campaigns.models.campaign import Campaign


class Deputy(models.Model):
    """Somebody whom the player of a seat (``principal``) has named to stand in for them there.

    It holds once accepted, from ``begins_at`` on, until ``until``, until one of the two ends it, or until the seat changes
    hands; one that was named for an ``absence`` also ends with it. Each ``level`` comes with those before it. ``press`` says that letters were named too. The
    ``number`` under which the log knows a deputy is given with the acceptance: nobody else is told of
    one who was only asked. Who has accepted once counts as having had the seat ever after.
    """

    class Level(models.TextChoices):
        """How far a deputy may go."""

        SEE = "see", _("see")
        DRAFT = "draft", _("see and draft")
        SEAL = "seal", _("see, draft and seal")

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
    begins_at = models.DateTimeField(null=True, blank=True)
    until = models.DateTimeField(null=True, blank=True)
    #: The signature of a seat with a key under these terms, and how it was made.
    signature = models.CharField(max_length=128, blank=True)
    scheme = models.CharField(max_length=40, blank=True)
    absence = models.ForeignKey(
        Absence, on_delete=models.PROTECT, null=True, blank=True, related_name="deputies"
    )
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
