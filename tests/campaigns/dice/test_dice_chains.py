"""Dice that nobody chooses: all that goes into a throw is committed before the first one."""

import hashlib
from collections.abc import Callable
from typing import Any

import pytest

from campaigns.crypto import dice_chain
from campaigns.errors import NotNow, NotOnTheMenu, NotYours
from campaigns.models import SeatChain
from campaigns.proofs import dice_links
from campaigns.sealed import sealing
from campaigns.services.lifecycle import campaigns
from campaigns.services.seats import dice_seeds, seats
from campaigns.services.site import restore as site_restore
from rules.kernel.dice import follows
from tests.support import clock
from tests.support.books.tiny_book import SPY
from tests.support.campaigns import POWERS, Table
from tests.support.dice import SEEDS, bring, entries
from tests.support.exports.files import faults, file_of, named
from tests.support.exports.tampering import first_entry, forged
from tests.support.worlds import undone


@pytest.fixture
def chained(found: Callable[..., Table]) -> Table:
    """A campaign to which North and South bring chains of their own, and the Isle none."""
    table = found()
    for power in ("north", "south"):
        bring(table, power)
    return table


@pytest.fixture
def over(chained: Table) -> Table:
    """Such a campaign that is over; an act threw dice in it too."""
    chained.act("isle", SPY)
    chained.play_out()
    return chained


def test_the_founding_publishes_the_sites_chain_the_next_one_and_the_hash_of_their_secret(
    table: Table,
) -> None:
    (body,) = entries(table, "campaign.founded")
    campaign = table.campaign
    root = dice_chain.root_of(campaign)
    assert body["dice"] == {
        "scheme": 1,
        "root": hashlib.sha256(root).hexdigest(),
        "head": campaign.dice_head,
        "length": dice_chain.LENGTH,
        "next": dice_chain.next_head(campaign),
    }


def test_a_seats_chain_stands_in_the_log_before_the_first_throw_and_goes_into_every_one(
    chained: Table,
) -> None:
    brought = entries(chained, "dice.seat")
    chained.play(2)
    heads = {power: body["head"] for power, body in zip(("north", "south"), brought, strict=True)}
    thrown = entries(chained, "phase.resolved")
    assert len(thrown) == 2
    for body in thrown:
        assert set(body["links"]) == {"north", "south"}, "the Isle brought none"
        for power, (link, before) in body["links"].items():
            assert before == heads[power]
            assert follows(bytes.fromhex(link), bytes.fromhex(before))
            heads[power] = link


def test_every_link_of_a_seats_chain_leads_to_its_head(chained: Table) -> None:
    row = SeatChain.objects.get(campaign=chained.campaign, power="north")
    before = bytes.fromhex(row.head)
    for used in range(1, 2 * dice_chain.STEP + 2):
        link = dice_chain.seat_link(row, used)
        assert follows(link, before)
        before = link
    assert dice_chain.seat_link(row, row.length).hex() == SEEDS["north"]


@pytest.mark.long
def test_nonces_change_no_die(chained: Table) -> None:
    """A server that draws the last nonces again, until the roll suits it, draws for nothing."""

    def rolls(nonce: str) -> list[Any]:
        with undone():
            chained.play(2, isle=nonce, north=nonce)
            return [body["rolls"] for body in entries(chained, "orders.released")]

    first = rolls("00" * 32)
    assert any(first)
    assert all(rolls(f"{number:064x}") == first for number in range(1, 6))


def test_a_seed_changes_every_die(found: Callable[..., Table]) -> None:
    table = found()
    campaign = table.campaign
    keys = set()
    for seed in ("", *SEEDS.values()):
        with undone():
            if seed:
                bring(table, "north", seed)
            taken = dice_chain.links(campaign)
            seats_links = {power: link for power, (_row, link) in taken.seats.items()}
            keys.add(dice_links.chained_key(taken.link, seats_links))
    assert len(keys) == 1 + len(SEEDS)


def test_it_comes_before_the_first_dice_or_not_at_all(table: Table) -> None:
    table.play()
    with pytest.raises(NotNow, match="first dice"):
        bring(table, "north")
    assert not entries(table, "dice.seat")


def test_the_first_one_counts_whatever_another_window_brings(table: Table) -> None:
    first = bring(table, "north")
    assert bring(table, "north") == first
    assert bring(table, "north", "ab" * 32) == first
    table.play()
    assert bring(table, "north", "cd" * 32) == first, "even when it is late"
    assert [body["head"] for body in entries(table, "dice.seat")] == [first]


def test_a_successor_brings_another_until_the_first_dice(table: Table) -> None:
    first = bring(table, "north")
    table.players["north"] = clock.follows(table)
    second = bring(table, "north", "ab" * 32)
    assert [body["head"] for body in entries(table, "dice.seat")] == [first, second]
    table.play()
    (thrown,) = entries(table, "phase.resolved")
    assert thrown["links"]["north"][1] == second


def test_only_the_seats_own_player_brings_it_and_only_what_is_one(table: Table) -> None:
    for other in (table.players["south"], table.moderator):
        with pytest.raises(NotYours):
            dice_seeds.bring_seed(table.slug, by=other, power="north", seed=SEEDS["north"])
    for seed in ("", "ab", "xyz", "ab" * 33, SEEDS["north"] + "00"):
        with pytest.raises(NotOnTheMenu, match="64 hexadecimal digits"):
            bring(table, "north", seed or " ")
    assert not SeatChain.objects.exists()


def test_it_goes_on_with_the_seat(chained: Table) -> None:
    chained.play()
    seats.leave(chained.slug, by=chained.players["north"], power="north")
    del chained.players["north"]
    chained.play()
    assert all("north" in body["links"] for body in entries(chained, "phase.resolved"))


def test_a_campaign_that_is_over_verifies_and_opens_the_secret_of_its_chains(
    whole: bytes,
) -> None:
    checks = named(whole)
    assert not [fault for check in checks.values() for fault in check.faults]
    assert checks["dice links"].said == "5 throws from 1 chain of the site and 2 chains of seats"
    assert not checks["dice links"].left


def test_while_it_runs_verify_says_what_waits_for_the_end(chained: Table) -> None:
    chained.play()
    checks = named(file_of(chained))
    assert not checks["dice links"].faults
    assert "opened at the end" in checks["dice links"].left[0]


@pytest.mark.long
def test_after_a_restore_the_chain_that_was_announced_goes_on(chained: Table) -> None:
    chained.play()
    (founded,) = entries(chained, "campaign.founded")
    restore = site_restore.begin("A disk failed")
    assert restore is not None
    site_restore.renew(chained.slug, restore=restore)
    (again,) = entries(chained, "dice.chained")
    assert again["head"] == founded["dice"]["next"] != again["next"]
    chained.play_out()
    assert faults(file_of(chained)) == []


def test_the_seed_lies_sealed_and_bound_to_its_place(chained: Table) -> None:
    rows = {row.power: row for row in SeatChain.objects.filter(campaign=chained.campaign)}
    assert bytes.fromhex(SEEDS["north"]) not in SeatChain.content.field.raw(rows["north"])
    rows["south"].content = SeatChain.content.field.raw(rows["north"])
    with pytest.raises(sealing.CannotUnseal):
        dice_chain.seat_link(rows["south"], 1)


def _first(kind: str, change: Callable[[dict[str, Any]], Any]) -> Callable[[dict[str, Any]], None]:
    """Change the body of the first entry of a kind."""

    def forge(content: dict[str, Any]) -> None:
        change(first_entry(content, kind)["body"])

    return forge


def _other(pair: list[str]) -> None:
    pair[0] = hashlib.sha256(pair[0].encode()).hexdigest()


def _move_to_the_end(content: dict[str, Any]) -> None:
    log = content["log"]
    at = next(place for place, one in enumerate(log) if one["kind"] == "dice.seat")
    late = next(place for place, one in enumerate(log) if one["kind"] == "phase.resolved")
    log.insert(late, log.pop(at))


TAMPERINGS = {
    "a seat's link is another": (
        _first("phase.resolved", lambda body: _other(body["links"]["north"])),
        "the link of log entry",
    ),
    "a seat's link is left out of a throw": (
        _first("phase.resolved", lambda body: body["links"].pop("north")),
        "the seats whose links go into log entry",
    ),
    "a link for a seat that brought no chain": (
        _first("phase.resolved", lambda body: body["links"].update(isle=["00" * 32, "00" * 32])),
        "the seats whose links go into log entry",
    ),
    "a seat's head is another": (
        _first("dice.seat", lambda body: body.update(head="00" * 32)),
        "the link before that of log entry",
    ),
    "a seat's chain comes when dice were thrown": (
        _move_to_the_end,
        "a chain of north after dice were thrown",
    ),
    "the site's link is another": (
        _first("phase.resolved", lambda body: body.update(link="00" * 32)),
        "the link of log entry",
    ),
    "the secret that is opened is another": (
        _first("campaign.finished", lambda body: body.update(dice_root="00" * 32)),
        "the hash of the secret opened in log entry",
    ),
    "the secret that was committed is another": (
        _first("campaign.founded", lambda body: body["dice"].update(root="00" * 32)),
        "the hash of the secret opened in log entry",
    ),
    "the next chain does not follow from the secret": (
        _first("campaign.founded", lambda body: body["dice"].update(next="00" * 32)),
        "the head of the site's chain 2",
    ),
    "it is not said how the dice are made": (
        _first("campaign.founded", lambda body: body["dice"].pop("scheme")),
        "names no chain of dice that this release knows",
    ),
}


@pytest.mark.parametrize("name", TAMPERINGS)
def test_what_was_tampered_with_is_named_even_where_the_log_is_made_whole_again(
    whole: bytes, name: str
) -> None:
    change, expected = TAMPERINGS[name]
    found = faults(forged(whole, change))
    told = [fault for fault in found if fault.startswith("dice links: ")]
    assert any(expected in fault for fault in told), found


def test_a_chain_that_was_not_announced_is_a_fault(
    chained: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever has the keys and begins another chain of his own choice."""
    campaign = chained.campaign
    campaign.dice_root = b"\7" * 32
    campaign.save()
    restore = site_restore.begin("I say so")
    assert restore is not None
    site_restore.renew(chained.slug, restore=restore)
    found = faults(file_of(chained))
    assert any("which was announced before" in fault for fault in found), found


def test_the_founder_of_a_campaign_of_autopilots_adds_nothing(table: Table) -> None:
    slug = campaigns.create_campaign(
        by=table.moderator, rulebook="tiny", scenario="short", title="Alone", bots=POWERS
    )
    assert not SeatChain.objects.filter(campaign__slug=slug).exists()
