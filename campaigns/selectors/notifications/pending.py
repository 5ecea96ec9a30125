"""What waits for one player, named so that it is told once: proposals, dispatches to look at, and press; and what
of it they were told already, which is kept sealed, in one piece for all. That a proposal of theirs was declined is
told in the same way.

A correction of a secret value is a proposal to those who know the value, and then to the desk.
"""

from typing import Any

from campaigns.errors import CampaignError
from campaigns.models import Campaign, NotifiedItems
from campaigns.selectors.moderator.secret_values_page import waiting_for
from campaigns.selectors.orders.agreements import papers_declined, papers_to_answer
from campaigns.selectors.reader import record_versions
from campaigns.selectors.reader.access import Reading, reading
from campaigns.selectors.reader.unread_press import waiting_in


def waiting_keys(at: Reading) -> dict[str, str]:
    """What waits for the reader's powers, from their own view: a key each, and ``proposal``, ``value`` (a
    proposal to correct a secret one), ``declined`` or ``dispatch``.
    """
    if at.phase is None:
        return {}
    result = {f"value/{power}/{key}": "value" for power, key in waiting_for(at)}
    if not at.powers:
        return result
    for power in at.powers:
        for paper in papers_to_answer(at, power):
            result[f"paper/{power}/{record_versions.of_paper(paper)}"] = "proposal"
        for paper in papers_declined(at, power):
            result[f"declined/{power}/{record_versions.of_paper(paper)}"] = "declined"
    for what in at.pending:
        for power in at.powers:
            looked = (line.looked_at(power) for line in what.lines.values())
            if power in what.concerns and not all(looked):
                result[f"dispatch/{power}/{what.number}"] = "dispatch"
    return result


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


def news_for(campaign: Campaign, person: Any, device: int | None = None) -> tuple[str, ...]:
    """What waits for a person and is new to them, by mail or on a device: for each thing what it is, as
    :func:`waiting_keys` says.
    """
    known = _notified(campaign, person, device, "waits")
    return tuple(what for key, what in keys_for(campaign, person).items() if key not in known)


def messages_for(
    campaign: Campaign, person: Any, device: int | None = None, *, about: str, thread: str
) -> tuple[int, int]:
    """How many messages in threads of one kind wait for a person that they were not told of, and in how many
    threads. ``about`` is the kind of news.
    """
    known = dict(key.split("/") for key in _notified(campaign, person, device, about))
    found = unread_by(campaign, person, thread)
    new = {
        key: sum(number > int(known.get(key, 0)) for number in numbers)
        for key, numbers in found.items()
    }
    return sum(new.values()), sum(map(bool, new.values()))


def notified_key(person: Any, device: int | None, about: str) -> str:
    """Under what it is kept what a person was told of a kind of news, by mail or on a device."""
    name = f"{person.pk}" if device is None else f"{person.pk}/{device}"
    return name if about == "waits" else f"{about}/{name}"


def _notified(campaign: Campaign, person: Any, device: int | None, about: str) -> tuple[str, ...]:
    row = NotifiedItems.objects.filter(campaign=campaign).first()
    return row.content.get(notified_key(person, device, about), ()) if row is not None else ()
