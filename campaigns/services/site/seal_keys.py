"""Changing the keys of the site, while it runs.

What may need an old key are the keys of campaigns that it wraps. They are wrapped anew, a little at a time; it can
be broken off anywhere, what was done stays done, and the next run finds the rest. No content is touched.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from django.db import transaction

from accounts import sealed
from campaigns.models import Campaign, CampaignKey
from campaigns.sealed import keys as campaign_keys
from core import fault_injection
from core.seal_keys import newest as site_newest
from core.seal_keys import site_keys

BATCH = 50
"""Keys that are wrapped in one transaction."""


@dataclass(slots=True)
class Done:
    """What a run has done, and what it had to leave."""

    wrapped: int = 0
    #: What does not open, in words.
    closed: list[str] = field(default_factory=list)
    #: Sign-in secrets of accounts that were sealed again.
    secrets: int = 0


def change(tell: Callable[[Done], None] = lambda _: None) -> Done:
    """Wrap every campaign's key by the newest key of the site.

    Safe to run at any time, twice, and while the site runs. ``tell`` hears of every batch.
    """
    done = Done()
    _take_stock()
    done.secrets = sealed.move()
    for _ in _wrap_anew(done):
        fault_injection.hit("seal_keys.batch")
        tell(done)
    return done


def give_up(name: str) -> int:
    """Note that a key of the site is lost, so that the site starts without it; for how many campaigns.

    What needs it stays in the database, closed. If the key is found, it opens again.
    """
    if name in site_keys():
        raise ValueError(f"The key {name} is not lost: it is among SEAL_KEYS.")
    rows = CampaignKey.objects.filter(wrapped_by=name, given_up=False)
    return rows.update(given_up=True)


def give_up_secrets(name: str) -> int:
    """Take away the sign-in secrets that lie under a key that is lost; of how many accounts."""
    return sealed.give_up(name)


def _take_stock() -> None:
    """Draw the keys of campaigns that have none; a key that was given up and is found counts again."""
    for slug in Campaign.objects.filter(key=None).values_list("slug", flat=True):
        with transaction.atomic():
            campaign_keys.to_seal(slug)
    here = list(site_keys())
    CampaignKey.objects.filter(given_up=True, wrapped_by__in=here).update(given_up=False)


def _wrap_anew(done: Done) -> Iterator[None]:
    """Wrap keys by the newest one. They stay what they are, so nobody has to wait."""
    newest, after = site_newest(), ""
    while True:
        rows = CampaignKey.objects.exclude(wrapped_by=newest).filter(pk__gt=after)
        with transaction.atomic(durable=True):
            keys = list(rows.order_by("pk").select_for_update()[:BATCH])
            for key in keys:
                if not key.given_up:
                    _wrap_one(key, done)
        if not keys:
            return
        after = keys[-1].pk
        yield


def _wrap_one(key: CampaignKey, done: Done) -> None:
    try:
        wrapped, by = campaign_keys.rewrapped(key.pk, key.wrapped, key.wrapped_by)
    except campaign_keys.CannotUnseal as error:
        done.closed.append(str(error))
        return
    key.wrapped, key.wrapped_by = wrapped, by
    key.save(update_fields=["wrapped", "wrapped_by"])
    done.wrapped += 1
