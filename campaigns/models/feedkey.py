"""Keys by which a program reads a person's calendar, or a private campaign's feed."""

import hashlib
from base64 import urlsafe_b64encode
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.crypto import get_random_string, salted_hmac

from campaigns.models.campaign import Campaign

KEY_LENGTH = 16
TOKEN_BYTES = 24


class FeedKey(models.Model):
    """The key of a person's calendar or, with a campaign, of its feed as that person may read it.

    The database holds no token, only its hash: a copy of the database reads nothing. The token follows
    from ``key`` and the site's secret key, so that its owner can see the address again.

    Of a calendar, ``told`` is what it told last of each deadline (:mod:`campaigns.services.notifications.feed_keys`), and
    ``changed_at`` when that became something else.
    """

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    campaign = models.ForeignKey(
        Campaign, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    key = models.CharField(max_length=KEY_LENGTH)
    digest = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    told = models.JSONField(default=dict)
    changed_at = models.DateTimeField(null=True)

    class Meta:
        """One for each person and campaign, and one for the calendar."""

        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["person", "campaign"], name="a_person_has_one_key_to_a_feed"
            ),
            models.UniqueConstraint(
                fields=["person"],
                condition=models.Q(campaign__isnull=True),
                name="a_person_has_one_key_to_their_calendar",
            ),
        ]

    @property
    def token(self) -> str:
        """What stands in the address; empty where the site's secret key is another one since."""
        return next((one for one in _tokens(self.key) if digest_of(one) == self.digest), "")


def new_key() -> str:
    """A key by chance."""
    return get_random_string(KEY_LENGTH)


def token_of(key: str, secret: str | None = None) -> str:
    """The token that follows from a key and the site's secret key, or another one."""
    made = salted_hmac("campaigns.feedkey", key, secret=secret, algorithm="sha256")
    return urlsafe_b64encode(made.digest()[:TOKEN_BYTES]).decode()


def _tokens(key: str) -> list[str]:
    """What follows under the secret key of the site, and under those that are still good."""
    return [token_of(key, one) for one in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)]


def digest_of(token: str) -> str:
    """What is kept of a token. It is random enough for a plain hash."""
    return hashlib.sha256(token.encode()).hexdigest()
