"""The log: append-only, each entry carrying the hash of the one before."""

from typing import Any, ClassVar, NoReturn

from django.conf import settings
from django.contrib.postgres.indexes import BrinIndex
from django.db import models

from campaigns.models.campaign import Campaign
from campaigns.models.phase import Phase
from campaigns.proofs.entry_hash import entry_hash


class LogEntry(models.Model):
    """One entry. It is written once; a trigger in the database forbids to change or delete it.

    ``body`` is public, as canonical JSON text. ``commitment`` is that of a content which is sealed.
    ``held`` is one to the list of what was done in secret since the entry before. ``signature`` and
    ``scheme`` (how it was made) are there where what was handed in was signed. ``lines`` says how many
    lines the entry makes for a spectator. ``person`` is who did it, left out of the hash, because a
    person may be forgotten.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="log")
    seq = models.PositiveBigIntegerField()
    at = models.DateTimeField()
    kind = models.CharField(max_length=40)
    phase = models.ForeignKey(
        Phase, on_delete=models.PROTECT, null=True, blank=True, related_name="log"
    )
    actor = models.CharField(max_length=20)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    power = models.CharField(max_length=40, blank=True)
    body = models.TextField()
    commitment = models.CharField(max_length=64, blank=True)
    held = models.CharField(max_length=64)
    signature = models.TextField(blank=True)
    scheme = models.CharField(max_length=40, blank=True)
    lines = models.PositiveIntegerField(default=1)
    prev_hash = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    class Meta:
        """In the order it was written."""

        ordering: ClassVar = ["campaign", "seq"]
        verbose_name_plural = "log entries"
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["campaign", "seq"], name="log_entries_follow_one_another"
            ),
        ]
        #: Entries lie in the order in which they were written, so this needs a few pages and hardly any time.
        indexes: ClassVar = [BrinIndex(fields=["at"], name="log_entries_by_time")]

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Write the entry, once."""
        if not self._state.adding:
            raise TypeError("A log entry is written once. Append another one that corrects it.")
        super().save(*args, **kwargs)

    def delete(self, *_: Any, **__: Any) -> NoReturn:
        """Refuse."""
        raise TypeError("A log entry stays. Append another one that corrects it.")

    def digest(self) -> str:
        """The hash that this entry must carry."""
        return entry_hash(
            self.prev_hash,
            campaign=self.campaign.slug,
            seq=self.seq,
            at=self.at,
            kind=self.kind,
            actor=self.actor,
            power=self.power,
            body=self.body,
            commitment=self.commitment,
            held=self.held,
            signature=self.signature,
            scheme=self.scheme,
        )
