"""Of what waits for somebody, what they have not been told yet; kept sealed, in one piece for all."""

from collections.abc import Iterable
from typing import Any

from django.db import transaction

from campaigns import sealing
from campaigns.errors import CampaignError
from campaigns.models import Campaign, ToldWaiting
from campaigns.selectors.access import reading
from campaigns.selectors.waiting import waiting_keys
from rules.kernel.serial import canonical, load


def keys_for(campaign: Campaign, person: Any) -> dict[str, str]:
    """What waits for a person now, as :func:`waiting_keys`; nothing where they may not read."""
    try:
        return waiting_keys(reading(campaign.slug, person))
    except CampaignError:
        return {}


def news_for(campaign: Campaign, person: Any, device: int | None = None) -> tuple[str, ...]:
    """What waits for a person and is new to them, by mail or on a device: for each thing ``proposal`` or
    ``dispatch``.
    """
    held = _read(ToldWaiting.objects.filter(campaign=campaign).first())
    told = held.get(_name(person, device), ())
    return tuple(what for key, what in keys_for(campaign, person).items() if key not in told)


@transaction.atomic
def note_told(
    campaign: Campaign, person: Any, keys: Iterable[str], device: int | None = None
) -> None:
    """Note that a person has been told of these there, and of nothing else that still waits."""
    ToldWaiting.objects.get_or_create(campaign=campaign)
    row = ToldWaiting.objects.select_for_update().get(campaign=campaign)
    row.campaign = campaign
    told = _read(row)
    told[_name(person, device)] = tuple(keys)
    row.content = sealing.seal(canonical(told), bound_to=row.place)
    row.save(update_fields=["content"])


def _name(person: Any, device: int | None) -> str:
    return f"{person.pk}" if device is None else f"{person.pk}/{device}"


def _read(row: ToldWaiting | None) -> dict[str, tuple[str, ...]]:
    if row is None or not row.content:
        return {}
    return load(sealing.unseal(row.content, bound_to=row.place), dict[str, tuple[str, ...]])
