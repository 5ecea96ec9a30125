"""Dispatches that are declared and wait for a look before they take effect."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models

from campaigns.domain.dispatch_review import ReviewedDispatch
from campaigns.models.campaign import Campaign
from rules.kernel.serial import canonical, load


class PendingDispatch(models.Model):
    """One dispatch that waits, or waited. Everybody may know all of it; the log tells how it came about.

    ``open``: a line of it still waits. ``by`` is who declared it.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="pending")
    number = models.PositiveIntegerField()
    power = models.CharField(max_length=40)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    at = models.DateTimeField()
    content = models.BinaryField()
    open = models.BooleanField(default=True)

    class Meta:
        """In the order in which they were declared."""

        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["campaign", "number"], name="pending_dispatches_have_numbers"
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["campaign"],
                name="dispatches_that_wait",
                condition=models.Q(open=True),
            ),
        ]

    @property
    def what(self) -> ReviewedDispatch:
        """The dispatch itself."""
        return load(bytes(self.content), ReviewedDispatch)

    @what.setter
    def what(self, pending: Any) -> None:
        self.content = canonical(pending)
        self.open = bool(pending.lines)
