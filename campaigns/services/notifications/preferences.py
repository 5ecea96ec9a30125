"""Changing how somebody hears of what happens."""

from collections.abc import Mapping
from typing import Any

from django.core import signing
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.errors import NotOnTheMenu
from campaigns.models import Campaign, NotificationHours, NotificationPreference
from campaigns.selectors.notifications import kinds
from campaigns.selectors.notifications import preferences as selector
from campaigns.selectors.notifications.kinds import How
from campaigns.services.log.lock import require_person

SALT = "campaigns.news.stop"
"""What the signature of an address to unsubscribe is bound to."""


@transaction.atomic
def set_preferences(*, by: Any, slug: str = "", how: Mapping[str, str]) -> None:
    """Set how the person hears of these kinds, in one campaign or in all. An empty ``how`` goes back to
    what holds otherwise. Raises ``NotOnTheMenu``, ``NoSuchCampaign``.
    """
    person = require_person(by)
    selector.preferences(person, slug)
    campaign = Campaign.objects.get(slug=slug) if slug else None
    for kind, wish in how.items():
        if kind not in kinds.preferences() or wish not in ("", *How):
            raise NotOnTheMenu(
                _("There is no %(kind)r that comes %(wish)r.") % {"kind": kind, "wish": wish},
                field=kind,
                remedy=_("Choose one of: %(how)s.") % {"how": ", ".join(How)},
            )
        _set(person.pk, campaign, kind, wish)


@transaction.atomic
def set_hours(*, by: Any, quiet_from: int, quiet_until: int, digest_at: int) -> None:
    """Set a person's quiet hours and the hour of their digest. Raises ``NotOnTheMenu``."""
    person = require_person(by)
    hours = {"quiet_from": quiet_from, "quiet_until": quiet_until, "digest_at": digest_at}
    for field, hour in hours.items():
        if not 0 <= hour <= 23:
            raise NotOnTheMenu(
                _("%(hour)s is no hour of the day.") % {"hour": hour},
                field=field,
                remedy=_("Choose 0 to 23."),
            )
    NotificationHours.objects.update_or_create(person=person, defaults=hours)


def stop_address(person: Any, campaign: Campaign | None, keys: list[str]) -> str:
    """The path that ends these kinds of mail, for who opens it: signed, and it names nobody."""
    there = campaign.pk if campaign is not None else 0
    return f"/news/stop/{signing.dumps([person.pk, there, keys], salt=SALT)}/"


@transaction.atomic
def stop(token: str) -> bool:
    """End the mail that an address to unsubscribe is about; whether the address is one. Doing it twice
    is harmless.
    """
    try:
        person, there, keys = signing.loads(token, salt=SALT)
    except (signing.BadSignature, ValueError, TypeError):
        return False
    campaign = Campaign.objects.filter(pk=there).first() if there else None
    if there and campaign is None:
        return True
    for key in keys:
        if key in kinds.preferences():
            _stop(person, campaign, key)
    return True


def _stop(person: int, campaign: Campaign | None, kind: str) -> None:
    """Of a digest, which has no campaign, what comes at once in some campaign still does."""
    if campaign is None:
        NotificationPreference.objects.filter(
            person_id=person, campaign__isnull=False, kind=kind, how=How.DIGEST
        ).delete()
    _set(person, campaign, kind, How.OFF)


def is_stop(token: str) -> bool:
    """Whether an address to unsubscribe is one."""
    try:
        signing.loads(token, salt=SALT)
    except signing.BadSignature:
        return False
    return True


def _set(person: int, campaign: Campaign | None, kind: str, how: str) -> None:
    rows = NotificationPreference.objects.filter(person_id=person, campaign=campaign, kind=kind)
    if not how:
        rows.delete()
    elif not rows.update(how=how):
        NotificationPreference.objects.bulk_create(
            [NotificationPreference(person_id=person, campaign=campaign, kind=kind, how=how)],
            ignore_conflicts=True,
        )
