"""Dice that nobody foresees: thrown with what comes only after the phase has closed."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from campaigns.crypto import dice_chain
from campaigns.errors import NotNow, NotOnTheMenu, NotYours, OrdersClosed
from campaigns.models import Campaign, LogEntry, PendingAct, Phase, SeatChain
from campaigns.proofs import beacon_rounds, dice_links
from campaigns.services.advance import phase_advance
from campaigns.services.advance.phase_advance import Outcome
from campaigns.services.facts import perform_act
from campaigns.services.lifecycle import campaigns
from campaigns.services.orders import orders
from campaigns.services.phases import dice_collection
from campaigns.services.seats import dice_seeds, invitations, seats
from rules.kernel.dice import chain_link
from tests.support.accounts import person
from tests.support.books.tiny_book import PLACE, SPY
from tests.support.campaigns import POWERS, Table
from tests.support.dice import KeptTable, _Rounds, entries, kept_table, signed
from tests.support.exports.files import faults, file_of
from tests.support.exports.tampering import first_entry, forged
from tests.support.seat_keys import Keyholder, derived


@pytest.mark.long
def test_a_phase_closes_with_its_seals_and_waits_for_the_links(kept: KeptTable) -> None:
    kept.sealed()
    (closed,) = entries(kept, "phase.closed")
    assert sorted(closed["seals"]) == ["isle", "north", "south"]
    assert closed["waits"] == ["north", "south"]
    assert kept.phase.resolved_at is None
    assert kept.advance() is Outcome.NOT_YET
    kept.hand_over("north")
    assert kept.advance() is Outcome.NOT_YET
    kept.hand_over("south")
    first = kept.phase.number
    assert kept.advance() is Outcome.RESOLVED
    (resolved,) = entries(kept, "phase.resolved")
    assert sorted(resolved["links"]) == ["north", "south"]
    assert "withheld" not in resolved
    assert kept.phase.number == first + 1
    assert faults(file_of(kept)) == []


def test_the_site_knows_no_link_before_the_close(kept: KeptTable) -> None:
    rows = SeatChain.objects.filter(campaign=kept.campaign, live=True)
    assert rows.count() == 2
    assert all(SeatChain.content.field.raw(row) == b"" for row in rows)
    with pytest.raises(NotNow):
        kept.hand_over("north")


def test_after_the_close_nothing_is_handed_in_taken_back_or_done(kept: KeptTable) -> None:
    kept.sealed()
    number, north = kept.phase.number, kept.players["north"]
    for late in (
        lambda: orders.seal_orders(kept.slug, by=north, power="north", order=PLACE, phase=number),
        lambda: orders.unseal(kept.slug, by=north, power="north", phase=number),
    ):
        with pytest.raises(OrdersClosed):
            late()
    with pytest.raises(NotNow):
        kept.act("north", SPY)


def test_a_link_that_stays_away_is_left_out_told_and_counted(kept: KeptTable) -> None:
    kept.sealed()
    kept.hand_over("north")
    Phase.objects.filter(pk=kept.phase.pk).update(links_until=timezone.now())
    assert kept.advance() is Outcome.RESOLVED
    (resolved,) = entries(kept, "phase.resolved")
    assert resolved["withheld"] == ["south"]
    assert sorted(resolved["links"]) == ["north"]
    # Its order stands as it was sealed.
    assert resolved["silent"] == []


def test_only_the_next_link_is_taken_from_its_player_alone_and_once(kept: KeptTable) -> None:
    kept.sealed()
    with pytest.raises(NotOnTheMenu):
        dice_collection.hand_link_over(
            kept.slug, by=kept.players["north"], power="north", link="ab" * 32
        )
    with pytest.raises(NotYours):
        dice_collection.hand_link_over(
            kept.slug, by=kept.players["south"], power="north", link=kept.link("north")
        )
    kept.hand_over("north")
    kept.hand_over("north")
    assert list(kept.phase.links) == ["north"]


def spy(kept: KeptTable) -> None:
    """North asks for an act that throws dice."""
    kept.keys["north"].does(lambda: kept.act("north", SPY))


def test_an_act_that_rolls_is_asked_for_waits_and_is_carried_out_once(kept: KeptTable) -> None:
    spy(kept)
    (asked,) = entries(kept, "act.asked")
    assert asked["waits"] == ["north", "south"]
    assert not entries(kept, "act")
    with pytest.raises(NotNow):
        spy(kept)
    kept.hand_over("north", "south")
    key = PendingAct.objects.get().pk
    assert perform_act.carry_out_asked(key)
    assert not perform_act.carry_out_asked(key)
    (act,) = entries(kept, "act")
    assert act["asked"] == 1
    assert "link" in act
    assert sorted(act["links"]) == ["north", "south"]
    assert faults(file_of(kept)) == []


def test_who_leaves_takes_the_chain_along_and_is_not_waited_for(kept: KeptTable) -> None:
    seats.leave(kept.slug, by=kept.players["south"], power="south")
    assert not SeatChain.objects.filter(power="south", live=True).exists()
    for power in ("north", "isle"):
        kept.keys[power].does(lambda power=power: kept.seal(power, PLACE))
    kept.advance()
    (closed,) = entries(kept, "phase.closed")
    assert closed["waits"] == ["north"]
    kept.hand_over("north")
    kept.advance()
    assert faults(file_of(kept)) == []


def isle_is_free(kept: KeptTable) -> None:
    """Its player has left, and whoever likes may take it."""
    seats.leave(kept.slug, by=kept.players.pop("isle"), power="isle")
    invitations.open_table(kept.slug, by=kept.moderator)


def test_who_takes_a_seat_while_dice_are_waited_for_takes_no_seal_out(kept: KeptTable) -> None:
    isle_is_free(kept)
    kept.sealed()
    (closed,) = entries(kept, "phase.closed")
    assert "isle" in closed["seals"]
    seats.join(kept.slug, by=person("lena"), powers=["isle"])
    assert not entries(kept, "order.withdrawn")
    kept.hand_over("north", "south")
    assert kept.advance() is Outcome.RESOLVED
    (resolved,) = entries(kept, "phase.resolved")
    assert resolved["silent"] == []
    assert faults(file_of(kept)) == []


def test_who_takes_a_seat_while_an_act_waits_for_its_dice_takes_no_seal_out(
    kept: KeptTable,
) -> None:
    isle_is_free(kept)
    spy(kept)
    seats.join(kept.slug, by=person("lena"), powers=["isle"])
    assert not entries(kept, "order.withdrawn")
    kept.hand_over("north", "south")
    assert perform_act.carry_out_asked(PendingAct.objects.get().pk)
    assert faults(file_of(kept)) == []


def test_a_lost_chain_is_replaced_with_its_key(kept: KeptTable) -> None:
    new = Keyholder(kept.slug, "south", b"another secret!!")
    new.bring(kept.players["south"], number=2, replace=True)
    head = chain_link(derived(new.secret, kept.slug, "south", "dice|2"), dice_chain.LENGTH, 0)
    dice_seeds.bring_head(kept.slug, by=kept.players["south"], power="south", head=head.hex())
    assert SeatChain.objects.get(power="south", live=True).number == 2
    assert faults(file_of(kept)) == []


def test_where_the_site_holds_the_links_no_player_keeps_a_chain(table: Table) -> None:
    with pytest.raises(NotNow):
        dice_seeds.bring_head(table.slug, by=table.players["north"], power="north", head="ab" * 32)


def test_whatever_is_done_to_a_close_is_named_even_where_the_log_is_made_whole_again(
    kept: KeptTable,
) -> None:
    kept.sealed()
    kept.hand_over("north", "south")
    kept.advance()
    file = file_of(kept)
    assert faults(file) == []

    def said(kind: str, change: Callable[[dict[str, Any]], Any]) -> str:
        def tamper(content: dict[str, Any]) -> None:
            change(first_entry(content, kind)["body"])

        return " ".join(faults(forged(file, tamper)))

    assert "the seals that it names" in said(
        "phase.closed", lambda body: body["seals"].pop("north")
    )
    assert "whose links it waits for" in said(
        "phase.closed", lambda body: body.update(waits=["north"])
    )

    def left_out(body: dict[str, Any]) -> None:
        body["links"].pop("south")
        body["withheld"] = ["south"]

    assert "left out before their time was over" in said("phase.resolved", left_out)

    def unclosed(content: dict[str, Any]) -> None:
        content["log"] = [one for one in content["log"] if one["kind"] != "phase.closed"]

    assert "dice without a close before them" in " ".join(faults(forged(file, unclosed)))


# -- the beacon -----------------------------------------------------------------------------------


def test_recorded_rounds_of_a_public_beacon_are_verified_and_no_others() -> None:
    quicknet = {
        "public": (
            "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"
            "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"
        ),
        "genesis": 1692803367,
        "period": 3,
    }
    signature = (
        "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125"
        "e342b73a8dd2bacbe47e4b6b63ed5e39"
    )
    assert beacon_rounds.is_round(quicknet, 1000, signature)
    assert not beacon_rounds.is_round(quicknet, 1001, signature)
    assert not beacon_rounds.is_round(quicknet, 1000, signature[:-2] + "38")
    assert not beacon_rounds.is_round(quicknet, 1000, "00" * 48)
    begun = beacon_rounds.moment_of(quicknet, 1000)
    assert beacon_rounds.round_after(quicknet, begun) == 1001
    assert beacon_rounds.round_after(quicknet, begun - timedelta(seconds=1)) == 1000


def test_a_round_that_nobody_could_choose_goes_into_the_dice(
    db: None, own_beacon: type[_Rounds], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = kept_table(dice_links.BEACON)
    campaigns.start(table.slug, by=table.moderator)
    for power in POWERS:
        table.seal(power, PLACE)
    table.advance()
    (closed,) = entries(table, "phase.closed")
    entry = LogEntry.objects.get(campaign=table.campaign, kind="phase.closed")
    assert closed["round"] == beacon_rounds.round_after(table.campaign.beacon, entry.at)
    assert table.advance() is Outcome.NOT_YET
    later = timezone.now() + timedelta(seconds=5)
    monkeypatch.setattr("django.utils.timezone.now", lambda: later)
    own_beacon.lies = True
    assert dice_collection.fetch(table.campaign.pk) is not None, (
        "what is not its round is asked again"
    )
    own_beacon.lies = False
    assert dice_collection.fetch(table.campaign.pk) is None
    assert table.advance() is Outcome.RESOLVED
    (resolved,) = entries(table, "phase.resolved")
    assert resolved["beacon"] == signed(closed["round"])
    file = file_of(table)
    assert faults(file) == []

    def other(content: dict[str, Any]) -> None:
        body = first_entry(content, "phase.resolved")["body"]
        body["beacon"] = signed(closed["round"] + 1)

    assert "not the beacon's signature" in " ".join(faults(forged(file, other)))

    def other_round(content: dict[str, Any]) -> None:
        for kind in ("phase.closed", "phase.resolved"):
            body = first_entry(content, kind)["body"]
            body["round"] = closed["round"] + 1

    assert "the round that goes in" in " ".join(faults(forged(file, other_round)))


def test_without_a_beacon_none_is_offered(db: None) -> None:
    with pytest.raises(NotOnTheMenu):
        kept_table(dice_links.BEACON)
    assert Campaign.objects.count() == 0
    assert timedelta(0) < phase_advance.AGAIN
