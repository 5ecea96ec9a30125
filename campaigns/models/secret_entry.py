"""Secret entries: what was done and enters the public log as nothing before the end."""

from typing import Any, ClassVar

import msgspec
from django.contrib.postgres.fields import ArrayField
from django.db import models

from campaigns.models.campaign import Campaign
from campaigns.proofs.secret_heads import SecretHead
from campaigns.sealed.field import SealedField


class SecretContent(msgspec.Struct, frozen=True, kw_only=True):
    """One thing done in secret, as it lies sealed: with its order and nonce, who did it, and the
    signature of a seat that has a key.

    Order and nonce are empty where they lie elsewhere (standing orders).
    """

    held: SecretHead
    order: Any = None
    nonce: str = ""
    person: int | None = None
    signature: str = ""
    scheme: str = ""


class SecretEntry(models.Model):
    """One thing done in secret, held by the next public entry of the log.

    It was done after log entry ``after`` (and before the next). Who did what and when lies sealed
    in ``content``; whom it concerns only those find who know the campaign's key (see
    :mod:`campaigns.crypto.secret_log`). ``number`` is never shown: it would tell how many there are.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="secret_entries")
    number = models.PositiveBigIntegerField()
    after = models.PositiveBigIntegerField()
    audience = ArrayField(models.BigIntegerField())
    content = SealedField(SecretContent, place="secret/{campaign.slug}/{number}")

    class Meta:
        """In the order they were done."""

        ordering: ClassVar = ["campaign", "number"]
        verbose_name_plural = "secret entries"
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["campaign", "number"], name="secret_entries_follow_one_another"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["campaign", "after"], name="secrets_after_an_entry")
        ]
