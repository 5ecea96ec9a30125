"""A campaign's chain of dice links.

The end of the chain is drawn in secret and only its head is published. Each phase, and each act
that rolls, takes the next link back and publishes it: whoever knows the link before can check
that it follows, and nobody could have chosen it.
"""

import secrets

from campaigns import sealing
from campaigns.models import Campaign
from rules.kernel.dice import SealedDice, chain_link, phase_key

LENGTH = 4096
RESERVE = 64
#: Fields of the campaign that a chain changes.
CHAIN = ("dice_seed", "dice_length", "dice_used", "dice_head")


def draw(campaign: Campaign) -> str:
    """Give the campaign a fresh chain; returns its head, to be published. The caller saves."""
    seed = secrets.token_bytes(32)
    campaign.dice_seed = sealing.seal(seed, bound_to=campaign.place("dice"))
    campaign.dice_length, campaign.dice_used = LENGTH, 0
    campaign.dice_head = chain_link(seed, LENGTH, 0).hex()
    return campaign.dice_head


def runs_short(campaign: Campaign) -> bool:
    """Whether a new chain should be drawn before anything is sealed for the next phase.

    Once nonces are sealed a new chain could be chosen to suit them. The reserve is for the acts
    of one phase.
    """
    return campaign.dice_length - campaign.dice_used < RESERVE


def spent(campaign: Campaign) -> bool:
    """Whether no link is left, so that a new chain has to be drawn."""
    return campaign.dice_used >= campaign.dice_length


def links(campaign: Campaign) -> tuple[bytes, bytes]:
    """The next link and the one before it, which is public already."""
    seed = sealing.unseal(campaign.dice_seed, bound_to=campaign.place("dice"))
    link = chain_link(seed, campaign.dice_length, campaign.dice_used + 1)
    return link, chain_link(link, 1, 0)


def dice(link: bytes, nonces: list[bytes]) -> SealedDice:
    """The dice of one link, mixed with what the players sealed."""
    return SealedDice(phase_key(link, nonces))


def use(campaign: Campaign) -> None:
    """Count the next link as published. The caller saves."""
    campaign.dice_used += 1
