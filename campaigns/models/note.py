"""Notes: what a player writes down for themselves."""

from typing import ClassVar

import msgspec
from django.conf import settings
from django.db import models

from campaigns.models.campaign import Campaign
from campaigns.sealed.field import SealedField


class NoteContent(msgspec.Struct, frozen=True, kw_only=True):
    """What lies in a note: what it is about, and what it says."""

    subject: str
    text: str


class Note(models.Model):
    """A note, encrypted together with what it is about. It is its author's alone.

    ``subject`` is a token of author, power and subject, so that the table tells nobody what somebody
    thinks about.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="notes")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    subject = models.CharField(max_length=64)
    content = SealedField(NoteContent, place="note/{campaign.slug}/{by_id}/{subject}")
    at = models.DateTimeField()

    class Meta:
        """One for each subject."""

        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["campaign", "by", "subject"], name="a_subject_has_one_note"
            ),
        ]
