"""What is stored was looked through; what cannot be read is shown as such and can be thrown away.

Hostile values are put straight into the database here, for every menu of every rulebook: no page of
the seat may break over them, and their owner gets rid of them.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from campaigns import rulebooks
from campaigns.domain.clock_policy import ClockPolicy
from campaigns.errors import CampaignError, NotOnTheMenu
from campaigns.models import Campaign, Phase, Sheet, StandingOrders
from campaigns.models.sheet import SheetContent
from campaigns.rulebooks import states
from campaigns.services.advance import phase_advance
from campaigns.services.deadlines import moderation
from campaigns.services.lifecycle import campaigns
from campaigns.services.orders import orders
from rules import registry
from tests.support.accounts import person, signed_in
from tests.support.campaigns import Table, a_campaign
from tests.support.suite.sample import one_in

HUGE = 10**30
HOSTILE: tuple[Any, ...] = (
    None, True, HUGE, -1, "x" * 5000, ["", ""], [[]], {"": ""}, {"x": {"y": []}},
    [{"option": "x", "details": {"x": HUGE}}], {"east": -5, "poland": 10**15},
)  # fmt: skip
BOOKS = ("world_at_war", "days_of_decision", "war_game_1939", "world_in_flames", "tiny")
PHASES = 2


def poisoned(blank: dict[str, Any]) -> Iterator[Any]:
    """Orders of this kind with something hostile in each of their parts, and things of no kind."""
    yield from ([], "order", 7, {}, {"kind": []}, {"kind": {"x": 1}}, {"kind": "nothing"})
    for part in blank:
        for value in HOSTILE:
            yield {**blank, part: value}


def seated(book: str) -> tuple[Campaign, dict[str, Any]]:
    """A running campaign with a person in every seat."""
    scenarios = rulebooks.load(book).scenarios.values()
    table = a_campaign(book=book, seats=min(scenarios, key=lambda one: one.turns).seats)
    return table.campaign, table.players


def put(campaign: Campaign, power: str, by: Any, order: Any) -> None:
    """A draft as only somebody at the database can write it."""
    phase = Phase.objects.select_related("campaign").get(pk=campaign.phase_id)
    row = Sheet.objects.filter(phase=phase, power=power, state="draft").first()
    row = row or Sheet(phase=phase, power=power, state="draft", by=by, at=timezone.now())
    row.content = SheetContent(order)
    row.save()


def leave(campaign: Campaign, power: str, by: Any, order: Any) -> None:
    """Standing orders as only somebody at the database can write them."""
    row = StandingOrders.objects.filter(campaign=campaign, power=power, live=True).first()
    row = row or StandingOrders(campaign=campaign, power=power, version=1, by=by, at=timezone.now())
    row.content = SheetContent(order)
    row.save()


@pytest.mark.long
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.django_db
def test_no_stored_order_breaks_a_page_of_its_seat(book: str) -> None:
    campaign, players = seated(book)
    clients = {power: signed_in(player) for power, player in players.items()}
    looked = 0
    for _ in range(PHASES):
        campaign.refresh_from_db()
        if campaign.status != "running":
            break
        phase = Phase.objects.select_related("campaign").get(pk=campaign.phase_id)
        loaded, state = states.book_of(campaign), states.now(phase)
        kinds: set[Any] = set()
        for power, client in clients.items():
            view = rulebooks.view_of(loaded, state, power)
            menu, left = loaded.menu(view, power), loaded.standing_menu(view, power)
            if menu is not None and menu.order not in kinds:
                kinds.add(menu.order)
                for order in poisoned(menu.blank()):
                    put(campaign, power, players[power], order)
                    looked += look(client, campaign, power, order)
                Sheet.objects.filter(state="draft").delete()
            if left is not None and ("standing", left.order) not in kinds:
                kinds.add(("standing", left.order))
                for order in poisoned(left.blank()):
                    leave(campaign, power, players[power], order)
                    looked += look(client, campaign, power, order)
                StandingOrders.objects.all().delete()
        Campaign.objects.filter(pk=campaign.pk).update(wakes_at=timezone.now())
        Phase.objects.filter(pk=phase.pk).update(due_at=timezone.now())
        phase_advance.advance(campaign.pk, phase_id=phase.pk)
    assert looked > 20


def look(client: Client, campaign: Campaign, power: str, order: Any) -> int:
    """Open the orders of the seat, as part of a page and by program."""
    for address in (
        f"/c/{campaign.slug}/orders/?power={power}",
        f"/api/campaigns/{campaign.slug}/orders/{power}/",
    ):
        assert client.get(address).status_code == 200, (address, str(order)[:300])
    return 1


def test_a_draft_with_a_huge_number_is_refused_when_it_is_written(table: Table) -> None:
    order = {"kind": "place", "points": {"east": HUGE}}
    with pytest.raises(NotOnTheMenu, match="too large"):
        table.save_draft("north", order)
    assert not Sheet.objects.exists()


def test_the_page_says_that_a_draft_is_unreadable_and_a_button_throws_it_away(table: Table) -> None:
    north = table.players["north"]
    put(table.campaign, "north", north, {"kind": "place", "points": {"east": HUGE}})
    client = signed_in(north)
    page = client.get(f"/c/{table.slug}/orders/").text
    assert "Your draft can no longer be read." in page
    assert 'value="discard"' in page
    client.post(f"/c/{table.slug}/orders/", {"phase": "1", "action": "discard"})
    assert not Sheet.objects.exists()
    assert "can no longer be read" not in client.get(f"/c/{table.slug}/orders/").text


def test_unreadable_standing_orders_are_thrown_away_or_replaced(table: Table) -> None:
    north = table.players["north"]
    client = signed_in(north)
    for mend in ({"action": "discard"}, {"valley": "west"}):
        StandingOrders.objects.all().delete()
        leave(table.campaign, "north", north, {"kind": "answer", "valley": {"x": []}})
        page = client.get(f"/c/{table.slug}/orders/").text
        assert "Your standing orders can no longer be read" in page
        client.post(f"/c/{table.slug}/standing/", mend)
        page = client.get(f"/c/{table.slug}/orders/").text
        assert "can no longer be read" not in page


def test_a_seal_that_cannot_be_read_is_taken_back(table: Table) -> None:
    table.seal("north", {"kind": "place", "points": {"east": 3}})
    sheet = Sheet.objects.get(phase=table.phase, power="north")
    sheet.content = SheetContent({"kind": "gone"}, "00")
    sheet.save()
    client = signed_in(table.players["north"])
    page = client.get(f"/c/{table.slug}/orders/").text
    assert "Your sealed orders can no longer be read" in page
    assert 'value="unseal"' in page
    orders.unseal(table.slug, by=table.players["north"], power="north", phase=1)
    assert "can no longer be read" not in client.get(f"/c/{table.slug}/orders/").text


POLICIES = (
    {"zone": "x" * 100_000}, {"zone": "\x00"}, {"at": "2" * 100_000}, {"at": "25:99"},
    {"hours": {"default": float("nan")}}, {"hours": {"default": float("inf")}},
    {"hours": {"default": -1}}, {"hours": {"default": 0}}, {"hours": {"default": 1e300}},
    {"hours": {f"kind{n}": 1 for n in range(10_000)}}, {"hours": {"x" * 100_000: 1}},
    {"days_off": ("mon",) * 10_000}, {"days_off": ("someday",)}, {"grace_hours": float("nan")},
    {"grace_hours": -1}, {"grace_hours": 1e300},
)  # fmt: skip


@pytest.mark.parametrize("wrong", one_in(4, POLICIES, ids=lambda wrong: str(wrong)[:40]))
def test_a_clock_policy_is_bounded(table: Table, wrong: dict[str, Any]) -> None:
    before = table.campaign.clock
    with pytest.raises(CampaignError) as refused:
        moderation.change_policy(
            table.slug, by=table.moderator, policy=ClockPolicy(**wrong), reason="why"
        )
    assert len(refused.value.message) < 400
    assert table.campaign.clock == before


def test_titles_are_one_line(db: None) -> None:
    slug = campaigns.create_campaign(
        by=person("host"), rulebook="tiny", scenario="short", title="Two\r\nSubject: lines"
    )
    assert Campaign.objects.get(slug=slug).title == "Two Subject: lines"


def test_every_rulebook_is_poisoned_here() -> None:
    assert set(registry.BOOKS) | {"tiny"} == set(BOOKS)


def test_standing_orders_that_are_too_large_are_refused(table: Table) -> None:
    with pytest.raises(NotOnTheMenu):
        table.leave_orders("north", {"kind": "answer", "valley": "x" * 1_000_000})
