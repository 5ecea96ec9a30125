"""Where a fork began."""

from typing import Any

import msgspec
from django.db import models

from campaigns.models.campaign import Campaign
from campaigns.sealed.field import SealedField


class Position(msgspec.Struct, frozen=True):
    """A position as it lies in an origin: the full state as plain data, and the nonce that opens the
    commitment to it.
    """

    state: dict[str, Any]
    nonce: str

    @property
    def committed(self) -> dict[str, Any]:
        """What the commitment is to."""
        return {"state": self.state}


class Origin(models.Model):
    """The phase of another campaign with which a fork began, and the position of that moment, sealed.

    A fork that was taken in from a file has no ``parent`` here. Nothing else is taken over: no seal,
    draft, press or link.
    """

    campaign = models.OneToOneField(Campaign, on_delete=models.PROTECT, related_name="origin")
    parent = models.ForeignKey(
        Campaign, on_delete=models.PROTECT, null=True, blank=True, related_name="forks"
    )
    #: The number of its phase there.
    number = models.PositiveIntegerField()
    #: The state, and the nonce of the commitment to it.
    content = SealedField(Position, place="origin/{campaign.slug}")

    def __str__(self) -> str:
        """Which fork it is, for the admin."""
        return f"{self.campaign} from phase {self.number}"
