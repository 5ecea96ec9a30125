"""What those who run the site do for all campaigns: time that they add, and announcements."""

from datetime import datetime
from typing import ClassVar

from django.conf import settings
from django.db import models


class AddedTime(models.Model):
    """Time that the site's staff gave every campaign with a deadline, after an outage.

    ``key`` names the request, so that it counts once. Each campaign takes it the next time that its clock
    is looked at (``Campaign.added_seen``).
    """

    key = models.CharField(max_length=200, unique=True)
    at = models.DateTimeField()
    seconds = models.PositiveIntegerField()
    reason = models.CharField(max_length=300)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")


class Announcement(models.Model):
    """What the site's staff say on every page, in plain words, from one moment to another.

    Without ``ends_at`` it stays until it is taken back. ``key`` names the request, so that it counts once.
    """

    key = models.CharField(max_length=200, unique=True)
    text = models.CharField(max_length=500)
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField(null=True, blank=True)
    made_at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    taken_back_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        """Looked for with every page: those that nobody has taken back."""

        indexes: ClassVar = [
            models.Index(
                fields=["starts_at"],
                name="announcements_that_stand",
                condition=models.Q(taken_back_at__isnull=True),
            )
        ]

    def is_shown(self, now: datetime) -> bool:
        """Whether it stands on every page then."""
        begun = self.taken_back_at is None and self.starts_at <= now
        return begun and (self.ends_at is None or now < self.ends_at)
