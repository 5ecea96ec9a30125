"""Order sheets: what a power has written or sealed for a phase."""

from typing import Any, ClassVar

import msgspec
from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.models.phase import Phase
from campaigns.sealed.field import SealedField


class SheetContent(msgspec.Struct, frozen=True):
    """What an envelope holds: the order as plain data, and the nonce of its commitment.

    ``asked`` is a fingerprint of the request that sealed it, where that had a key. ``hand`` is the
    window that saved a draft by itself, with the number of that saving (:mod:`campaigns.services.orders.autosave`).
    """

    order: Any
    nonce: str = ""
    asked: str = ""
    hand: str = ""


class Sheet(models.Model):
    """One power's order for one phase, encrypted together with its nonce.

    A draft is its player's alone. Of the sealed ones only the last counts; those it replaced are
    kept, because their commitments stand in the log. When the phase is resolved the sheet that
    counted is ``used``, or ``void`` if the rules no longer allowed it. ``how`` says who wrote it.
    """

    class State(models.TextChoices):
        """What became of it."""

        DRAFT = "draft", _("draft")
        SEALED = "sealed", _("sealed")
        SUPERSEDED = "superseded", _("superseded")
        WITHDRAWN = "withdrawn", _("taken back")
        USED = "used", _("used")
        VOID = "void", _("void")

    class How(models.TextChoices):
        """Who wrote it."""

        PLAYER = "sealed", _("its player")
        BOT = "bot", _("the autopilot, for a seat without a player")
        AUTOPILOT = "autopilot", _("the autopilot, for a silent player")

    phase = models.ForeignKey(Phase, on_delete=models.PROTECT, related_name="sheets")
    power = models.CharField(max_length=40)
    state = models.CharField(max_length=12, choices=State)
    how = models.CharField(max_length=12, choices=How, default=How.PLAYER)
    content = SealedField(
        SheetContent, place="sheet/{phase.campaign.slug}/{phase.line}/{phase.number}/{power}"
    )
    commitment = models.CharField(max_length=64, blank=True)
    #: The name of the key that came with a seal, so that its repetition is known.
    key = models.CharField(max_length=64, blank=True)
    ready = models.BooleanField(default=False)
    #: The seat's signature under that its player is ready, where the seat has a key.
    ready_signature = models.CharField(max_length=128, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    #: The deputy by whose hand it was written for the seat's player, if it was one.
    via = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    at = models.DateTimeField()

    class Meta:
        """At most one draft, and one sheet that counts, for a power in a phase."""

        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["phase", "power"],
                condition=models.Q(state="draft"),
                name="a_power_has_one_draft",
            ),
            models.UniqueConstraint(
                fields=["phase", "power"],
                condition=models.Q(state__in=["sealed", "used"]),
                name="one_sheet_of_a_power_counts",
            ),
            models.UniqueConstraint(
                fields=["phase", "power", "key"],
                condition=~models.Q(key=""),
                name="a_key_seals_once",
            ),
        ]

    def is_hand_of(self, person: Any) -> bool:
        """Whether this person wrote it. Nobody else reads it while its phase is open: who takes
        over the seat does not see what was written there before.
        """
        return self.by_id is not None and self.by_id == person.pk
