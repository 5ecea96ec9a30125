"""Of what waits for somebody, what they have not been told yet; kept sealed, in one piece for all.

What waits is ``waits`` (proposals and dispatches), or of press ``press`` and ``public``: kinds of news.
"""

from collections.abc import Iterable
from typing import Any

from django.db import transaction

from campaigns.domain.news_kinds import KINDS
from campaigns.errors import CampaignError
from campaigns.models import Campaign, NotifiedItems
from campaigns.selectors.notifications.pending import waiting_keys
from campaigns.selectors.reader.access import reading
from campaigns.selectors.reader.unread_press import waiting_in


def keys_for(campaign: Campaign, person: Any) -> dict[str, str]:
    """What waits for a person now, as :func:`waiting_keys`; nothing where they may not read."""
    try:
        return waiting_keys(reading(campaign.slug, person))
    except CampaignError:
        return {}


def unread_by(campaign: Campaign, person: Any, thread: str) -> dict[str, tuple[int, ...]]:
    """The messages that wait for a person now in threads of one kind, by their numbers; nothing where they
    may not read.
    """
    try:
        found = waiting_in(reading(campaign.slug, person))
    except CampaignError:
        return {}
    return {one.thread: one.numbers for one in found if one.kind == thread}


def keys_of(campaign: Campaign, person: Any, about: str) -> tuple[str, ...]:
    """What is to be noted as told to a person who is told of all that waits now: of a thread the number of
    its newest message.
    """
    if not (thread := KINDS[about].thread):
        return tuple(keys_for(campaign, person))
    found = unread_by(campaign, person, thread)
    return tuple(f"{key}/{max(numbers)}" for key, numbers in found.items())


def news_for(campaign: Campaign, person: Any, device: int | None = None) -> tuple[str, ...]:
    """What waits for a person and is new to them, by mail or on a device: for each thing ``proposal`` or
    ``dispatch``.
    """
    told = _told(campaign, person, device, "waits")
    return tuple(what for key, what in keys_for(campaign, person).items() if key not in told)


def messages_for(
    campaign: Campaign, person: Any, device: int | None = None, *, about: str
) -> tuple[int, int]:
    """How many messages wait for a person that they were not told of, and in how many threads."""
    told = dict(key.split("/") for key in _told(campaign, person, device, about))
    found = unread_by(campaign, person, KINDS[about].thread)
    new = {
        thread: sum(number > int(told.get(thread, 0)) for number in numbers)
        for thread, numbers in found.items()
    }
    return sum(new.values()), sum(map(bool, new.values()))


@transaction.atomic
def note_told(
    campaign: Campaign,
    person: Any,
    keys: Iterable[str],
    device: int | None = None,
    *,
    about: str = "waits",
) -> None:
    """Note that a person has been told of these there, and of nothing else of it that still waits."""
    NotifiedItems.objects.get_or_create(campaign=campaign, defaults={"content": {}})
    row = NotifiedItems.objects.select_for_update().get(campaign=campaign)
    row.campaign = campaign
    told = _read(row)
    told[_name(person, device, about)] = tuple(keys)
    row.content = told
    row.save(update_fields=["content"])


def _told(campaign: Campaign, person: Any, device: int | None, about: str) -> tuple[str, ...]:
    held = _read(NotifiedItems.objects.filter(campaign=campaign).first())
    return held.get(_name(person, device, about), ())


def _name(person: Any, device: int | None, about: str) -> str:
    name = f"{person.pk}" if device is None else f"{person.pk}/{device}"
    return name if about == "waits" else f"{about}/{name}"


def _read(row: NotifiedItems | None) -> dict[str, tuple[str, ...]]:
    return dict(row.content) if row is not None else {}
