"""Webhooks of a campaign, and what is posted to each."""

from typing import ClassVar

import msgspec
from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.models.campaign import Campaign
from campaigns.models.outgoing import Outgoing
from campaigns.models.phase import Phase
from campaigns.models.press import PressMessage
from campaigns.sealed.field import SealedField


class WebhookTarget(msgspec.Struct, frozen=True, kw_only=True):
    """Where a webhook posts: its address; for Matrix the room and the token; and what signs JSON."""

    address: str
    room: str = ""
    token: str = ""
    secret: str = ""


class Webhook(models.Model):
    """An address elsewhere that hears of a campaign what everybody who may read it may know.

    ``content`` holds the address, and what signs or opens it, sealed: who reads the database cannot post
    there. ``queue`` is the same for all that post to one address, and tells nothing of it. ``off_at`` is when
    it was switched off, ``trouble`` why.
    """

    class Kind(models.TextChoices):
        """What listens there."""

        DISCORD = "discord", "Discord"
        SLACK = "slack", "Slack"
        MATRIX = "matrix", "Matrix"
        JSON = "json", _("signed JSON")

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="webhooks")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    number = models.PositiveIntegerField()
    content = SealedField(WebhookTarget, place="webhook/{campaign.slug}/{number}")
    queue = models.CharField(max_length=64, db_index=True)
    made_at = models.DateTimeField()
    off_at = models.DateTimeField(null=True, blank=True)
    trouble = models.CharField(max_length=200, blank=True)

    class Meta:
        """Counted up within a campaign."""

        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["campaign", "number"], name="webhooks_of_a_campaign_have_numbers"
            ),
        ]


class WebhookPost(Outgoing):
    """One thing that a webhook is told: an entry of the log, a ``message`` that everybody may read, or that
    it was made (``entry`` 0).
    """

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="posts")
    phase = models.ForeignKey(Phase, on_delete=models.PROTECT, null=True, related_name="+")
    entry = models.PositiveBigIntegerField(default=0)
    message = models.ForeignKey(
        PressMessage, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    kind = models.CharField(max_length=40, blank=True)

    class Meta:
        """Each entry and message once; those to be sent have an index of their own."""

        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["webhook", "entry"],
                condition=models.Q(message__isnull=True),
                name="a_webhook_is_told_each_thing_once",
            ),
            models.UniqueConstraint(
                fields=["webhook", "message"],
                condition=models.Q(message__isnull=False),
                name="a_webhook_is_told_each_message_once",
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["send_at"], condition=models.Q(state="waiting"), name="posts_to_be_sent"
            ),
        ]
