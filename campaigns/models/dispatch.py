"""Dispatches that are being written: what one power is going to declare of the map."""

from typing import Any, ClassVar

import msgspec
from django.conf import settings
from django.db import models

from campaigns.models.campaign import Campaign
from campaigns.sealed.field import SealedField
from rules.kernel.dispatch.statements import Happened
from rules.kernel.facts import FactValue


class DraftLine(msgspec.Struct, frozen=True, kw_only=True):
    """What one fact is to be. ``seen`` is the version of the fact on which it was written."""

    key: str
    value: FactValue
    seen: str
    event: Happened | None = None


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """The lines of a dispatch in the order in which they were written."""

    lines: tuple[DraftLine, ...] = ()

    @property
    def values(self) -> dict[str, FactValue]:
        """What the facts become."""
        return {line.key: line.value for line in self.lines}

    @property
    def seen(self) -> dict[str, str]:
        """The versions on which it was written."""
        return {line.key: line.seen for line in self.lines}


class Dispatch(models.Model):
    """The one draft of a power, encrypted; gone once it is declared.

    It belongs to no phase: what the map says stays so when a phase ends. Who takes over the seat
    does not see it.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="dispatches")
    power = models.CharField(max_length=40)
    content = SealedField(Draft, place="dispatch/{campaign.slug}/{power}")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        """At most one draft for a power."""

        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["campaign", "power"], name="a_power_writes_one_dispatch"
            ),
        ]

    def is_hand_of(self, person: Any) -> bool:
        """Whether this person wrote it."""
        return bool(self.by_id == person.pk)
