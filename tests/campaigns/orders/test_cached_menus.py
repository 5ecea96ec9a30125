"""Menus that are kept are the menus that would have been worked out, for the same power alone."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns import cache, rulebooks
from campaigns.errors import CampaignError, NotYours
from campaigns.models import Phase
from campaigns.rulebooks import menus, states
from campaigns.services.orders import orders
from tests.support.campaigns import Table

PLACE = {"kind": "place", "points": {"east": 2}}


def _fresh(phase: Phase, power: str) -> Any:
    book = states.book_of(phase.campaign)
    view = rulebooks.view_of(book, states.now(phase), power)
    return book.phase(view).of(power), book.menu(view, power)


@pytest.fixture(autouse=True)
def desks(monkeypatch: pytest.MonkeyPatch) -> cache.Cache:
    """Nothing kept yet."""
    fresh = cache.Cache(1_000_000)
    monkeypatch.setattr(menus, "_desks", fresh)
    return fresh


def test_a_kept_menu_is_the_one_that_would_be_worked_out(table: Table, desks: cache.Cache) -> None:
    for _ in range(2):
        for power in table.players:
            desk = menus.power_menu(table.phase, power)
            assert (desk.asked, desk.menu) == _fresh(table.phase, power)
    assert len(desks) == len(table.players)


def test_a_state_that_changed_has_menus_of_its_own(table: Table) -> None:
    before = table.phase
    first = menus.power_menu(before, "north")
    table.play()
    after = table.phase
    second = menus.power_menu(after, "north")
    assert (second.asked, second.menu) == _fresh(after, "north")
    assert menus.power_menu(before, "north") is first


def test_the_same_state_sealed_anew_is_another_name(table: Table, desks: cache.Cache) -> None:
    phase = table.phase
    first = menus.power_menu(phase, "north")
    states.keep(phase, states.now(phase))
    second = menus.power_menu(phase, "north")
    assert second == first
    assert len(desks) == 2


def test_a_legal_order_is_sealed_without_any_menu_and_by_nobody_else(
    table: Table, desks: cache.Cache
) -> None:
    table.seal("north", PLACE)
    assert len(desks) == 0
    assert menus.asked(table.phase, "north") == _fresh(table.phase, "north")[0]
    with pytest.raises(NotYours):
        orders.seal_orders(
            table.slug, by=table.players["south"], power="north", order=PLACE, phase=1
        )


@pytest.mark.parametrize(
    "raw",
    [
        PLACE,
        {"points": {"east": 2}},
        {"kind": "place", "points": {"nowhere": 1}},
        {"kind": "place", "points": {"east": 99}},
        {"kind": "place", "points": "many"},
        {"kind": "unheard_of"},
        None,
    ],
)
@pytest.mark.parametrize("looked", [False, True])
def test_an_order_is_judged_as_its_menu_judges_it(table: Table, raw: Any, looked: bool) -> None:
    """Whether its player has looked at the menu before or not."""
    phase, book = table.phase, states.book_of(table.phase.campaign)
    menu = _fresh(phase, "north")[1]
    if looked:
        menus.power_menu(phase, "north")

    def said(judge: Callable[[], Any]) -> Any:
        try:
            return judge()
        except CampaignError as error:
            return type(error), str(error), getattr(error, "problems", None)

    judged = said(lambda: menus.legal_order(phase, "north", raw))
    assert judged == said(lambda: rulebooks.legal_order(book, raw, menu))


def test_what_is_kept_has_a_bound_and_the_oldest_goes_first() -> None:
    box = cache.Cache(10, weigh=len)
    for letter in "abc":
        assert box.get(letter, lambda letter=letter: letter * 5) == letter * 5
    assert len(box) == 2
    assert box.get("c", lambda: "new") == "ccccc"
    assert box.get("a", lambda: "new") == "new"
    assert box.get("huge", lambda: "x" * 11) == "x" * 11
    assert box.get("a", lambda: "newest") == "new"
    assert box.get("huge", lambda: "small") == "small"


def test_a_seal_takes_the_same_few_statements_whatever_lies_there(
    found: Callable[..., Table],
) -> None:
    table = found(hours={"default": 5})
    counts = []
    for points in ({"east": 1}, {"east": 2}, {"west": 1}):
        with CaptureQueriesContext(connection) as asked:
            table.seal("north", {"kind": "place", "points": points}, ready=False)
        counts.append(len([q for q in asked.captured_queries if "SAVEPOINT" not in q["sql"]]))
    assert counts[1] == counts[2]
    # Two to know the phase (by the test itself), campaign, seat, phase, sheets; what was sealed
    # before, the sheet, the log, the campaign.
    assert counts[2] <= 10, counts
