"""What is chosen and not sealed is saved by itself, and one window never overwrites another unseen."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.errors import ChangedMeanwhile
from campaigns.models import LogEntry, Sheet
from campaigns.selectors.campaign import campaign_page
from campaigns.services.log import push
from campaigns.services.orders import orders
from campaigns.services.seats import seats
from tests.support.accounts import person, signed_in
from tests.support.campaigns import Table
from tests.support.orders import EAST, WEST, mine, who

DESK, PHONE = "desk-window", "phone-window"


def keep(table: Table, order: Any, seen: str, hand: str) -> bool:
    return table.save_draft("north", order, seen=seen, tab_id=hand)


def client(table: Table, power: str = "north") -> Client:
    return signed_in(table.players[power])


def address(table: Table) -> str:
    return reverse("frontend:draft", args=[table.slug]) + "?power=north"


def sent(table: Table, side: str, seen: str, hand: str) -> dict[str, Any]:
    return {f"points.{side}": 2, "phase": table.phase.number, "seen": seen, "hand": hand}


def test_a_window_goes_on_from_its_own_saving_and_one_that_comes_late_changes_nothing(
    table,
) -> None:
    seen = mine(table).version
    assert keep(table, EAST, seen, f"{DESK}.1")
    assert keep(table, WEST, seen, f"{DESK}.2")
    assert mine(table).draft["points"] == WEST["points"]
    assert not keep(table, EAST, seen, f"{DESK}.1")
    assert mine(table).draft["points"] == WEST["points"]


def test_the_same_order_again_is_no_other_version(table) -> None:
    keep(table, EAST, "", f"{DESK}.1")
    seen = mine(table).version
    assert not keep(table, EAST, "an older one", f"{PHONE}.1")
    assert mine(table).version == seen


def test_another_window_is_told_and_overwrites_nothing(table) -> None:
    seen = mine(table).version
    keep(table, EAST, seen, f"{DESK}.1")
    with pytest.raises(ChangedMeanwhile):
        keep(table, WEST, seen, f"{PHONE}.1")
    keep(table, WEST, mine(table).version, f"{PHONE}.2")
    with pytest.raises(ChangedMeanwhile):
        keep(table, EAST, seen, f"{DESK}.2")
    assert mine(table).draft["points"] == WEST["points"]


def test_a_window_seals_what_it_has_just_saved_itself(table) -> None:
    seen = mine(table).version
    keep(table, EAST, seen, f"{DESK}.1")
    with pytest.raises(ChangedMeanwhile):
        table.seal("north", WEST, seen=seen, tab_id=f"{PHONE}.1")
    table.seal("north", WEST, seen=seen, ready=False, tab_id=f"{DESK}.2")
    assert mine(table).sealed["points"] == WEST["points"]
    with pytest.raises(ChangedMeanwhile):
        keep(table, EAST, seen, f"{DESK}.1")
    assert mine(table).draft is None


@pytest.mark.long
def test_a_word_that_is_no_hand_counts_for_nothing(table) -> None:
    seen = mine(table).version
    for hand in ("", ".", "short.1", "x" * 99 + ".1", f"{DESK}.x", f"{DESK}.{10**12}"):
        keep(table, EAST, "", hand)
        with pytest.raises(ChangedMeanwhile):
            keep(table, WEST, seen, hand)
        orders.discard_draft(table.slug, **who(table))


@pytest.mark.long
def test_others_get_no_frame_no_mark_and_no_entry_of_it(table, monkeypatch) -> None:
    frames: list[Any] = []
    monkeypatch.setattr(push, "changed", lambda slug, what, *, power="": frames.append(power))
    entries, south = LogEntry.objects.count(), client(table, "south")
    before = south.get(reverse("frontend:strip", args=[table.slug])).content
    seen = mine(table).version
    keep(table, EAST, seen, f"{DESK}.1")
    keep(table, WEST, seen, f"{DESK}.2")
    assert set(frames) == {"north"}
    assert LogEntry.objects.count() == entries
    assert south.get(reverse("frontend:strip", args=[table.slug])).content == before
    own = campaign_page.strip(table.slug, table.players["north"]).readiness
    assert [row.state for row in own if row.badge.key == "north"] == ["draft"]


def test_it_never_becomes_an_order_by_itself_and_goes_with_its_phase(table) -> None:
    phase = table.phase
    keep(table, EAST, "", f"{DESK}.1")
    table.end()
    assert not Sheet.objects.filter(phase=phase, state=Sheet.State.DRAFT).exists()
    used = Sheet.objects.filter(phase=phase, power="north", state=Sheet.State.USED)
    assert not used.filter(how=Sheet.How.PLAYER).exists()


def test_a_successor_does_not_get_it(table) -> None:
    keep(table, EAST, "", f"{DESK}.1")
    seats.leave(table.slug, by=table.players["north"], power="north")
    assert not table.phase.sheets.filter(state=Sheet.State.DRAFT, power="north").exists()


@pytest.mark.long
def test_the_page_saves_it_and_says_when(table) -> None:
    north, seen = client(table), mine(table).version
    answer = north.post(address(table), sent(table, "east", seen, f"{DESK}.1"))
    assert answer.status_code == 200
    assert "Draft saved" in answer.text
    assert f'data-seen="{mine(table).version}"' in answer.text
    again = north.get(reverse("frontend:campaign", args=[table.slug])).text
    assert "Draft saved" in again


@pytest.mark.long
def test_the_page_offers_both_where_another_window_saved(table) -> None:
    north, seen = client(table), mine(table).version
    north.post(address(table), sent(table, "east", seen, f"{DESK}.1"))
    answer = north.post(address(table), sent(table, "west", seen, f"{PHONE}.1"))
    html = answer.text
    assert answer.status_code == 409
    assert "Show those orders" in html
    assert "Keep what is here" in html
    assert f'data-seen="{mine(table).version}"' in html
    assert mine(table).draft["points"] == EAST["points"]
    mending = north.post(address(table), sent(table, "west", mine(table).version, f"{PHONE}.2"))
    assert mending.status_code == 200
    assert mine(table).draft["points"] == WEST["points"]


def test_the_page_says_that_the_phase_is_over(table) -> None:
    north = client(table)
    late = sent(table, "east", "", f"{DESK}.1") | {"phase": table.phase.number - 1}
    answer = north.post(address(table), late)
    assert answer.status_code == 409
    assert "Not saved" in answer.text


def test_nobody_but_its_player_gets_there(table) -> None:
    stranger = signed_in(person("passing-by"))
    answer = stranger.post(address(table), sent(table, "east", "", f"{DESK}.1"))
    assert answer.status_code in (302, 403)
    south = client(table, "south")
    assert south.get(address(table), headers={"HX-Request": "true"}).status_code == 403
