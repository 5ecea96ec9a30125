"""The position with which a campaign begins: that of its scenario or, of a fork, that of a phase of another
campaign.

What a fork began with may hold what is still secret in the other campaign. It is opened when both are over,
and not before: neither by a page, nor by an export, nor through the eyes of a power.
"""

import json
from collections.abc import Mapping
from typing import Any

from campaigns.models import Campaign, Origin, Phase, Status
from campaigns.models.origin import Position
from campaigns.proofs import commitments
from campaigns.rulebooks import states
from rules.kernel.events import Event
from rules.kernel.serial import canonical


def of(campaign: Campaign) -> Origin | None:
    """Where a campaign was forked from; ``None`` for one that began with its scenario."""
    found = Origin.objects.select_related("parent").filter(campaign=campaign).first()
    if found is not None:
        found.campaign = campaign
    return found


def position_of(state: Any) -> Position:
    """A position to be kept, with a fresh nonce."""
    return Position(state=json.loads(canonical(state)), nonce=commitments.new_nonce().hex())


def commitment(position: Position) -> str:
    """What the log of the fork publishes of its first position."""
    return commitments.commitment(bytes.fromhex(position.nonce), position.committed)


def keep(campaign: Campaign, parent: Campaign | None, number: int, position: Position) -> None:
    """Keep the first position of a fork; the campaign is saved already."""
    Origin.objects.create(campaign=campaign, parent=parent, number=number, content=position)


def beginning(campaign: Campaign) -> tuple[Any, tuple[Event, ...]]:
    """The full state with which a campaign begins, and what happens at that."""
    book, origin = states.book_of(campaign), of(campaign)
    if origin is not None:
        return book.read_state(canonical(origin.content.state)), ()
    begun = book.start(campaign.scenario, campaign.variants, campaign.tables)
    return begun.state, tuple(begun.events)


def is_open(campaign: Campaign) -> bool:
    """Whether nothing of a campaign is secret any more: it is over and, if it is a fork, the campaign that it
    comes from is over too.
    """
    if campaign.status != Status.FINISHED:
        return False
    origin = of(campaign)
    return origin is None or origin.parent is None or is_open(origin.parent)


def told(parent: Campaign, phase: Phase, opened: str) -> Mapping[str, Any]:
    """What the log of a fork says of its origin; ``opened`` is the hash of the entry by which that phase
    opened.
    """
    return {
        "campaign": parent.slug,
        "phase": phase.number,
        "title": phase.title,
        "turn": phase.turn_title,
        "entry": opened,
    }
