"""Invitations to the seats of a campaign."""

import hashlib
from base64 import urlsafe_b64encode
from datetime import datetime
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.crypto import get_random_string, salted_hmac

from campaigns.models.campaign import Campaign

KEY_LENGTH = 16
TOKEN_BYTES = 18


class Invitation(models.Model):
    """A link by which people sit down: at any free seat (``power`` empty) or at one, until
    ``ends_at``, so many times (``None``: as often as seats are free).

    The database holds no token, only its hash: a copy of the database invites nobody. The token
    follows from ``key`` and the site's secret key, so that the desk can show the link again.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="invitations")
    number = models.PositiveIntegerField()
    power = models.CharField(max_length=40, blank=True)
    key = models.CharField(max_length=KEY_LENGTH)
    digest = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    ends_at = models.DateTimeField(null=True, blank=True)
    uses = models.PositiveSmallIntegerField(null=True, blank=True)
    used = models.PositiveIntegerField(default=0)
    #: Whether the lobby shows it to everybody.
    listed = models.BooleanField(default=False)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        """Counted up within a campaign."""

        ordering: ClassVar = ["campaign", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["campaign", "number"], name="invitations_of_a_campaign_have_numbers"
            ),
        ]

    @property
    def token(self) -> str:
        """What stands in the link; empty where it is not known any more."""
        keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
        made = (token_of(self.key, one) for one in keys)
        return next((one for one in made if digest_of(one) == self.digest), "")

    def is_good(self, now: datetime) -> bool:
        """Whether somebody may still come by it."""
        return (
            self.closed_at is None
            # The site's secret key is another one since: whoever knew that knew the token.
            and bool(self.token)
            and (self.ends_at is None or now < self.ends_at)
            and (self.uses is None or self.used < self.uses)
        )


def new_key() -> str:
    """The key of a new invitation."""
    return get_random_string(KEY_LENGTH)


def token_of(key: str, secret: str | None = None) -> str:
    """The token that follows from a key; without the site's secret key (or that which is given) nobody
    finds it.
    """
    made = salted_hmac("campaigns.invitation", key, secret=secret, algorithm="sha256").digest()
    return urlsafe_b64encode(made[:TOKEN_BYTES]).decode()


def digest_of(token: str) -> str:
    """What the database knows of a token."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
