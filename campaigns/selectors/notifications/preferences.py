"""How somebody wants to hear of what happens, and when they may be written to."""

from collections.abc import Iterable
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _
from msgspec import Struct

from campaigns.domain.quiet_hours import Hours
from campaigns.errors import NoSuchCampaign
from campaigns.models import NotificationHours, NotificationPreference
from campaigns.selectors.notifications import kinds
from campaigns.selectors.notifications.audience import hears_of
from campaigns.selectors.notifications.kinds import How, Preference
from core.records import like


class PreferenceLine(Struct, frozen=True, kw_only=True):
    """One kind of news, and how it is told: in one campaign empty where that is as in all."""

    kind: Preference
    chosen: str


class Preferences(Struct, frozen=True, kw_only=True):
    """A person's wishes for all campaigns, or for the one called ``title``, and their ``hours``."""

    slug: str
    title: str
    lines: tuple[PreferenceLine, ...]
    hours: Hours
    has_mail: bool
    campaigns: tuple[tuple[str, str], ...]


def preferences(person: Any, slug: str = "") -> Preferences:
    """The wishes as their page shows them. Raises ``NoSuchCampaign`` for one that is not theirs."""
    mine = dict(hears_of(person).order_by("-created_at").values_list("slug", "title"))
    if slug and slug not in mine:
        raise NoSuchCampaign(
            _("You have no seat or desk in a campaign %(slug)r.") % {"slug": slug},
            remedy=_("Choose one of your own."),
        )
    held = NotificationPreference.objects.filter(person=person)
    all_of_them = dict(held.filter(campaign=None).values_list("kind", "how"))
    own = dict(held.filter(campaign__slug=slug).values_list("kind", "how")) if slug else {}
    return Preferences(
        slug=slug,
        title=mine.get(slug, ""),
        lines=tuple(
            PreferenceLine(
                kind=kind,
                chosen=own.get(kind.key, "") if slug else all_of_them.get(kind.key, kind.how),
            )
            for kind in kinds.preferences().values()
        ),
        hours=hours_of(person),
        has_mail=bool(person.email),
        campaigns=tuple(mine.items()),
    )


def how_of(person_id: int, campaign_id: int, keys: Iterable[str]) -> dict[str, How]:
    """How a person hears of these kinds of news in one campaign."""
    rows = NotificationPreference.objects.filter(person_id=person_id, campaign_id__isnull=True)
    here = NotificationPreference.objects.filter(person_id=person_id, campaign_id=campaign_id)
    found = dict(rows.values_list("kind", "how")) | dict(here.values_list("kind", "how"))
    otherwise = kinds.preferences()
    return {key: How(found.get(key, otherwise[key].how)) for key in keys}


def hours_of(person: Any) -> Hours:
    """When a person may be written to."""
    row = NotificationHours.objects.filter(person=person).first() or NotificationHours(
        person=person
    )
    return like(Hours, row, zone=ZoneInfo(str(person.time_zone)))
