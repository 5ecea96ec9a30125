"""Campaigns for verifiers: each is played by one function, which gives its file."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any, Final
from unittest import mock

from django.utils import timezone

from campaigns.as_it_happened import files as as_it_happened
from campaigns.crypto import dice_chain
from campaigns.proofs import dice_links
from campaigns.selectors.log import receipts
from campaigns.services.advance import phase_advance
from campaigns.services.facts import perform_act
from campaigns.services.lifecycle import campaigns
from campaigns.services.orders import orders, standing_orders
from campaigns.services.phases import dice_collection
from campaigns.services.seats import deputies, dice_seeds, seats
from campaigns.services.voting import agree
from rules.kernel.dice import chain_link
from rules.kernel.serial import canonical
from tests.support import secret_values as corrects
from tests.support.accounts import person
from tests.support.books.tiny_book import NAME, PLACE
from tests.support.campaigns import POWERS, Table, a_turn, corrected
from tests.support.dice import KeptTable, bring, kept_table
from tests.support.exports.files import file_of
from tests.support.facts import propose
from tests.support.repair import all_agree, back, holder, override
from tests.support.seat_keys import Keyholder, derived

NEEDS: Final = {"signed": ["kept"], "left_out": ["kept"], "with_beacon": ["own_beacon"]}
"""The fixtures that a function is given; ``found`` where none are named."""
ANSWER: Final = {"kind": "answer", "valley": "west"}


@contextmanager
def later(by: timedelta) -> Iterator[None]:
    """So much later."""
    then = timezone.now() + by
    with mock.patch("django.utils.timezone.now", return_value=then):
        yield


def plain(found: Callable[..., Table]) -> dict[str, bytes]:
    """Two turns: facts, acts, secret acts, a void order, a silent power; and what was kept of it on the way."""
    table = found()
    a_turn(table)
    older, heads = file_of(table), canonical(receipts.public_heads())
    a_turn(table)
    assert table.campaign.status == "finished"
    own = canonical(receipts.receipts_of(table.slug, table.players["isle"]))
    return {
        "plain": file_of(table),
        "plain.older": older,
        "plain.heads": heads,
        "plain.receipts": own,
    }


def running(found: Callable[..., Table]) -> bytes:
    """In its second turn, with a seal that is not open."""
    table = found(scenario="long")
    a_turn(table)
    table.seal("north", {"kind": "place", "points": {"west": 2}})
    return file_of(table)


def agreed(found: Callable[..., Table]) -> bytes:
    """What people agree on: a vote, an override, a phase that is played again, a deputy, a look at the map, and
    a secret value that is corrected.
    """
    table = found(votes={"pause": "most"}, map_look="both")
    corrected(table, bridge=True)
    propose(table)
    helper = person("helper")
    named = deputies.name(
        table.slug, by=table.players["isle"], power="isle", username="helper", level="seal"
    )
    deputies.accept(table.slug, by=helper, key=named)
    for order in (PLACE, NAME):
        for power in ("north", "south"):
            table.seal(power, order)
        number = table.phase.number
        orders.seal_orders(table.slug, by=helper, power="isle", order=order, phase=number)
        table.advance()
    was = holder(table)
    override(table, next(power for power in POWERS if power != was), was)
    all_agree(table)
    back(table, 2)
    all_agree(table)
    # Without the first of them the valley has another holder, unless the die gives it to nobody.
    while True:
        for power, after in (("north", 40), ("isle", 20)):
            before = corrects.value(table, power)
            corrects.accept(table, corrects.propose(table, power, before=before, after=after))
        naming = table.phase.number
        table.strike()
        table.advance()
        if holder(table):
            break
        back(table, naming)
        all_agree(table)
    agree.propose(table.slug, by=table.players["north"], kind="pause", reason="A feast")
    table.let_go()
    assert table.campaign.status == "finished"
    return file_of(table)


def chained(found: Callable[..., Table]) -> bytes:
    """North and South brought a chain each, and the dice are thrown at once."""
    table = found()
    for power in ("north", "south"):
        bring(table, power)
    table.act("isle", {"kind": "spy"})
    table.play_out()
    return file_of(table)


def signed(kept: KeptTable) -> bytes:
    """Every seat has a key, and dice are thrown after the close: an act, standing orders, a vote, a deputy, and
    a key that was lost with its chain.
    """
    north, south = kept.players["north"], kept.players["south"]
    kept.keys["north"].does(
        lambda: standing_orders.set_standing(kept.slug, by=north, power="north", order=ANSWER)
    )
    kept.keys["north"].does(
        lambda: perform_act.perform_act(kept.slug, by=north, power="north", act={"kind": "spy"})
    )
    kept.hand_over("north", "south")
    _carry_out(kept)
    helper = person("helper")
    named = kept.keys["isle"].does(
        lambda: deputies.name(
            kept.slug, by=kept.players["isle"], power="isle", username="helper", level="seal"
        )
    )
    deputies.accept(kept.slug, by=helper, key=named)
    kept.sealed()
    kept.hand_over("north", "south")
    kept.advance()
    # South has lost its key, and the chain with it; the new ones count from the next phase on.
    kept.keys["south"] = new = Keyholder(kept.slug, "south", b"another secret!!")
    new.bring(south, number=2, replace=True)
    seed = derived(new.secret, kept.slug, "south", "dice|2")
    head = chain_link(seed, dice_chain.LENGTH, 0)
    dice_seeds.bring_head(kept.slug, by=south, power="south", head=head.hex())
    first = kept.seed
    with mock.patch.object(
        kept, "seed", lambda power: seed if power == "south" else first(power), create=False
    ):
        orders.seal_orders(kept.slug, by=south, power="south", order=NAME, phase=kept.phase.number)
        for power in ("north", "isle"):
            kept.keys[power].does(lambda power=power: kept.seal(power, NAME))
        kept.advance()
        kept.hand_over("north", "south")
        kept.advance()
        while kept.campaign.status == "running":
            kept.sealed()
            kept.hand_over("north", "south")
            kept.advance()
    return file_of(kept)


def _carry_out(table: Table) -> None:
    from campaigns.models import PendingAct

    assert perform_act.carry_out_asked(PendingAct.objects.get(campaign=table.campaign).pk)


def left_out(kept: KeptTable) -> bytes:
    """A link stayed away, and its time went by."""
    kept.sealed()
    kept.hand_over("north")
    with later(timedelta(days=2)):
        assert kept.advance() is phase_advance.Outcome.RESOLVED
        kept.sealed()
        kept.hand_over("north", "south")
        kept.advance()
        return file_of(kept)


def with_beacon(own_beacon: Any) -> bytes:
    """A phase with a round of the tests' own beacon."""
    table = kept_table(dice_links.BEACON)
    campaigns.start(table.slug, by=table.moderator)
    for power in POWERS:
        table.seal(power, PLACE)
    table.advance()
    with later(timedelta(seconds=5)):
        assert dice_collection.fetch(table.campaign.pk) is None
        assert table.advance() is phase_advance.Outcome.RESOLVED
        return file_of(table)


def changed_hands(found: Callable[..., Table]) -> bytes:
    """A seat that is left, played by nobody, and given to another person; and one with an autopilot."""
    table = found(bots=("isle",))
    seats.leave(table.slug, by=table.players["south"], power="south")
    heir = person("heir")
    seats.assign_seat(
        table.slug, by=table.moderator, power="south", username=heir.username, reason="New"
    )
    table.players["south"] = heir
    table.play_out()
    return file_of(table)


HISTORY = sorted(path.name.split(".")[0] for path in Path(as_it_happened.HERE).glob("*.json.xz"))
"""The books with a campaign that follows history."""
