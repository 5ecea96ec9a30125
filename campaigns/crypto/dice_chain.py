"""A campaign's chains of dice links, and the key that each throw takes from them.

The end of a chain is drawn in secret and only its head is published. Each phase, and each act
that rolls, takes the next link back and publishes it: whoever knows the link before can check
that it follows, and nobody could have chosen it.

All that goes into a throw is committed before the first one: the site's chain with the founding, and a chain of
each seat whose player brings one (:mod:`campaigns.services.seats.dice_seeds`). The site's next chain is announced with
the one before it, and all of them follow from one secret, whose hash is published with the founding and which is
opened at the end.

A campaign that follows a script has no chain at all: its dice are given, and everything that it publishes
says so.
"""

import hashlib
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Final

from django.db.models import F, QuerySet
from django.utils.translation import gettext as _

from campaigns.domain.export_file import GIVEN
from campaigns.errors import NotNow
from campaigns.models import Campaign, SeatChain
from campaigns.proofs.dice_links import (
    AFTER_CLOSE,
    BEACON,
    PROMPT,
    RESERVE,
    SCHEME,
    chained_key,
    seed_of,
)
from rules.kernel.dice import Dice, LoadedDice, SealedDice, chain_link

LENGTH = 4096
#: Each so many links of a seat's chain one is kept, so that none is far from where it is asked for.
STEP = 64

_giving: ContextVar[LoadedDice | None] = ContextVar("giving", default=None)


@contextmanager
def giving(values: Sequence[int]) -> Iterator[None]:
    """Have the next step of a scripted campaign show these dice, all of them."""
    dice = LoadedDice(values)
    token = _giving.set(dice)
    try:
        yield
    finally:
        _giving.reset(token)
    if dice.left:
        raise ValueError(f"{len(dice.left)} of the dice that were given are left.")


def given_dice() -> Dice:
    """The dice that a script gives. Raises ``NotNow`` where there is no script at hand."""
    dice = _giving.get()
    if dice is None:
        raise NotNow(
            _("Only its script moves this campaign on: its dice are given."),
            remedy=_("Fork it to play on with dice that are thrown."),
        )
    return dice


def drop_chain(campaign: Campaign) -> None:
    """Give the campaign no chain. The caller saves."""
    campaign.dice_seed = b""
    campaign.dice_length, campaign.dice_used, campaign.dice_head = 0, 0, ""


# -- the site's chains ----------------------------------------------------------------------------


def first(campaign: Campaign) -> dict[str, Any]:
    """Give a new campaign its secret and its first chain; gives what its founding publishes of them. The
    caller saves.
    """
    root = secrets.token_bytes(32)
    campaign.dice_chain = 0
    campaign.dice_root = root
    policy: dict[str, Any] = {}
    if campaign.dice_policy != PROMPT:
        policy = {"policy": campaign.dice_policy}
    if campaign.dice_policy == AFTER_CLOSE:
        policy["wait"] = campaign.dice_wait
    elif campaign.dice_policy == BEACON:
        policy["beacon"] = campaign.beacon
    drawn = draw(campaign)
    return {"scheme": SCHEME, "root": hashlib.sha256(root).hexdigest(), **drawn, **policy}


def draw(campaign: Campaign) -> dict[str, Any]:
    """Go on with the next chain, which was announced; gives what is published of it, and the one after it.
    The caller saves.
    """
    campaign.dice_chain += 1
    seed = seed_of(root_of(campaign), campaign.dice_chain)
    campaign.dice_seed = seed
    campaign.dice_length, campaign.dice_used = LENGTH, 0
    campaign.dice_head = chain_link(seed, LENGTH, 0).hex()
    return {"head": campaign.dice_head, "length": LENGTH, "next": next_head(campaign)}


def root_of(campaign: Campaign) -> bytes:
    """The secret from which all chains of the site follow in this campaign."""
    return campaign.dice_root or b""


def next_head(campaign: Campaign) -> str:
    """The head of the chain after the present one."""
    return chain_link(seed_of(root_of(campaign), campaign.dice_chain + 1), LENGTH, 0).hex()


def opened_at_the_end(campaign: Campaign) -> dict[str, Any]:
    """What the end of a campaign publishes, so that anybody sees that no chain was chosen."""
    if campaign.dice_given:
        return {}
    return {"dice_root": root_of(campaign).hex()}


def runs_short(campaign: Campaign) -> bool:
    """Whether a new chain should be drawn before anything is sealed for the next phase.

    Once nonces are sealed a new chain could be chosen to suit them. The reserve is for the acts
    of one phase.
    """
    return not campaign.dice_given and campaign.dice_length - campaign.dice_used < RESERVE


def spent(campaign: Campaign) -> bool:
    """Whether no link is left, so that a new chain has to be drawn."""
    return not campaign.dice_given and campaign.dice_used >= campaign.dice_length


def has_thrown(campaign: Campaign) -> bool:
    """Whether a link of the site was published: from then on no seat's chain can be new."""
    return campaign.dice_used > 0 or campaign.dice_chain > 1


# -- the chains of the seats ----------------------------------------------------------------------


def keep_seed(row: SeatChain, seed: bytes) -> None:
    """Make a seat's chain of its seed. The caller saves."""
    row.length, row.used = LENGTH, 0
    kept, link = [seed], seed
    for left in range(LENGTH - 1, -1, -1):
        link = hashlib.sha256(link).digest()
        if left % STEP == 0 and left:
            kept.append(link)
    row.head = link.hex()
    row.content = b"".join(reversed(kept))


def head_of(seed: bytes) -> str:
    """The head of a chain that is made from a seed."""
    return chain_link(seed, LENGTH, 0).hex()


def seat_link(row: SeatChain, used: int) -> bytes:
    """Link number ``used`` of a seat's chain."""
    kept = row.content
    place = -(-used // STEP)
    return chain_link(kept[32 * (place - 1) : 32 * place], min(place * STEP, row.length), used)


def end_kept_chain(campaign: Campaign, power: str) -> None:
    """Nobody can hand over any more what a former player's browser keeps, or one whose key is lost."""
    campaign.chains.filter(power=power, live=True, kept_by_player=True).update(live=False)


# -- throwing -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Links:
    """The next link of each chain, and the one before it, which is public already. Of the players who keep
    their chain themselves and have not handed the link over only the power (``withheld``). ``round`` and
    ``beacon`` are those of the beacon, if one goes in.
    """

    link: bytes = b""
    before: bytes = b""
    seats: Mapping[str, tuple[SeatChain, bytes]] = field(default_factory=dict)
    withheld: tuple[str, ...] = ()
    round: int = 0
    beacon: str = ""

    @property
    def published(self) -> dict[str, tuple[str, str]]:
        """Of each seat with a chain its link and the one before."""
        return {power: (link.hex(), row.head) for power, (row, link) in self.seats.items()}


@dataclass(frozen=True, slots=True)
class Brought:
    """What came after the close: links of players who keep their chain themselves, and a beacon's round."""

    links: Mapping[str, str] = field(default_factory=dict)
    round: int = 0
    beacon: str = ""


NOTHING: Final = Brought()


def _live(campaign: Campaign) -> QuerySet[SeatChain]:
    """The seats' chains that have a link left."""
    return campaign.chains.filter(live=True, used__lt=F("length")).order_by("power")


def kept_chains(campaign: Campaign) -> list[SeatChain]:
    """The chains that their players keep and that have a link left."""
    if campaign.dice_given:
        return []
    return list(_live(campaign).filter(kept_by_player=True))


def links(campaign: Campaign, brought: Brought = NOTHING) -> Links:
    """What the next throw takes; nothing where dice are given."""
    if campaign.dice_given:
        return Links()
    seed = campaign.dice_seed
    link = chain_link(seed, campaign.dice_length, campaign.dice_used + 1)
    found: dict[str, tuple[SeatChain, bytes]] = {}
    withheld = []
    for row in _live(campaign):
        if not row.kept_by_player:
            found[row.power] = row, seat_link(row, row.used + 1)
        elif row.power in brought.links:
            found[row.power] = row, bytes.fromhex(brought.links[row.power])
        else:
            withheld.append(row.power)
    before = chain_link(link, 1, 0)
    return Links(link, before, found, tuple(withheld), brought.round, brought.beacon)


def published(campaign: Campaign, taken: Links) -> dict[str, Any]:
    """What an entry of the log that throws dice says of where they come from."""
    if campaign.dice_given:
        return {"dice": GIVEN}
    body: dict[str, Any] = {
        "link": taken.link.hex(),
        "link_before": taken.before.hex(),
        "links": taken.published,
    }
    if taken.withheld:
        body["withheld"] = list(taken.withheld)
    if taken.round:
        body["round"], body["beacon"] = taken.round, taken.beacon
    return body


def dice(campaign: Campaign, taken: Links) -> Dice:
    """The dice of these links, or those that are given."""
    if campaign.dice_given:
        return given_dice()
    of_seats = {power: link for power, (_row, link) in taken.seats.items()}
    return SealedDice(chained_key(taken.link, of_seats, taken.beacon))


def use(campaign: Campaign, taken: Links) -> None:
    """Count these links as published. The caller saves the campaign; the seats' chains are saved here."""
    campaign.dice_used += not campaign.dice_given
    for row, link in taken.seats.values():
        row.used, row.head = row.used + 1, link.hex()
        row.save(update_fields=["used", "head"])
