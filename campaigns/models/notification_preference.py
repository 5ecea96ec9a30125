"""How somebody wants to hear of what happens."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from campaigns.domain.quiet_hours import DIGEST_AT
from campaigns.models.campaign import Campaign


class NotificationPreference(models.Model):
    """How a person hears of one kind of news, in one campaign or, without one, in all of them.

    ``kind`` is the key of a :class:`campaigns.selectors.notifications.kinds.Preference`, ``how`` one of ``How``. Where there is no
    row, the preference says how.
    """

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    campaign = models.ForeignKey(
        Campaign, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    kind = models.CharField(max_length=12)
    how = models.CharField(max_length=8)

    class Meta:
        """One for each person, campaign and kind."""

        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["person", "campaign", "kind"], name="a_person_wishes_each_thing_once"
            ),
            models.UniqueConstraint(
                fields=["person", "kind"],
                condition=models.Q(campaign__isnull=True),
                name="a_person_wishes_each_thing_once_for_all",
            ),
        ]


class NotificationHours(models.Model):
    """A person's quiet hours and the hour of their digest, in the zone of their account."""

    person = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", primary_key=True
    )
    quiet_from = models.PositiveSmallIntegerField(default=0)
    quiet_until = models.PositiveSmallIntegerField(default=0)
    digest_at = models.PositiveSmallIntegerField(default=DIGEST_AT)
