"""Several drafts side by side: made, named, copied, deleted, taken as the hand; seen by nobody else."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.errors import ChangedMeanwhile, NotNow, NotOnTheMenu, NotYours, StalePhase
from campaigns.models import LogEntry, Plan
from campaigns.selectors.campaign import campaign_page
from campaigns.selectors.orders import plan_contents as contents
from campaigns.selectors.orders import plans_page as selector
from campaigns.services.log import push
from campaigns.services.orders import plans
from campaigns.services.seats import seats
from tests.support.accounts import signed_in
from tests.support.campaigns import Table
from tests.support.orders import EAST, WEST, mine, who
from tests.support.pages.html import answer_of


def client(table: Table, power: str = "north") -> Client:
    return signed_in(table.players[power])


def names(table: Table, power: str = "north") -> list[str]:
    return [each.name for each in selector.plans_of(table.slug, table.players[power], power)]


def test_a_plan_is_made_named_copied_and_deleted(table) -> None:
    first = plans.keep(table.slug, **who(table), order=EAST, name="  Go   east ")
    second = plans.keep(table.slug, **who(table), order=WEST)
    third = plans.copy(table.slug, **who(table), number=first)
    assert names(table) == ["Go east", f"Plan {second}", "Go east, copy"]
    plans.rename(table.slug, **who(table), number=third, name="Far east")
    plans.delete(table.slug, **who(table), number=second)
    plans.delete(table.slug, **who(table), number=second)
    assert names(table) == ["Go east", "Far east"]
    plans.keep(table.slug, **who(table), order=WEST, number=third)
    again = selector.plan_of(table.slug, table.players["north"], "north", third)
    assert (again.name, again.order["points"]) == ("Far east", WEST["points"])


def test_each_says_what_is_wrong_with_it_and_what_it_would_lead_to(table) -> None:
    plans.keep(table.slug, **who(table), order=EAST)
    plans.keep(table.slug, **who(table), order={"kind": "place", "points": {"east": 99}})
    good, bad = selector.plans_of(table.slug, table.players["north"], "north")
    now = campaign_page.preview(table.slug, table.players["north"], "north", EAST)
    assert good.panels == now.panels
    assert not good.problems
    assert bad.problems


def test_there_is_room_for_a_fixed_number(table) -> None:
    for _ in range(contents.MOST):
        plans.keep(table.slug, **who(table), order=EAST)
    with pytest.raises(NotNow):
        plans.keep(table.slug, **who(table), order=EAST)
    with pytest.raises(NotNow):
        plans.copy(table.slug, **who(table), number=1)
    with pytest.raises(NotOnTheMenu):
        plans.rename(table.slug, **who(table), number=1, name="x" * 61)


@pytest.mark.long
def test_one_is_taken_as_the_hand_and_sealed(table) -> None:
    plans.keep(table.slug, **who(table), order=EAST)
    west = plans.keep(table.slug, **who(table), order=WEST)
    plans.take(table.slug, **who(table), number=west)
    draft = mine(table).draft
    assert draft["points"] == WEST["points"]
    table.seal("north", draft, ready=False)
    assert mine(table).sealed["points"] == WEST["points"]
    assert len(names(table)) == 2


def test_it_takes_no_newer_draft_away_unseen(table) -> None:
    number, seen = plans.keep(table.slug, **who(table), order=EAST), mine(table).version
    table.save_draft("north", WEST)
    with pytest.raises(ChangedMeanwhile):
        plans.take(table.slug, **who(table), number=number, seen=seen)
    assert mine(table).draft["points"] == WEST["points"]


def test_others_hear_and_get_nothing_of_them(table, monkeypatch) -> None:
    frames: list[str] = []
    monkeypatch.setattr(push, "changed", lambda slug, what, *, power="": frames.append(power))
    entries = LogEntry.objects.count()
    number = plans.keep(table.slug, **who(table), order=EAST, name="Secretly east")
    plans.take(table.slug, **who(table), number=number)
    assert set(frames) == {"north"}
    assert LogEntry.objects.count() == entries
    assert names(table, "south") == []
    with pytest.raises(NotYours):
        selector.plans_of(table.slug, table.players["south"], "north")
    with pytest.raises(NotYours):
        plans.take(table.slug, **{**who(table), "by": table.players["south"]}, number=number)
    with pytest.raises(NotOnTheMenu):
        plans.take(table.slug, **who(table, "south"), number=number)
    raw = Plan.objects.values_list("content", flat=True).get()
    assert b"Secretly" not in raw


def test_a_successor_does_not_get_them(table) -> None:
    plans.keep(table.slug, **who(table), order=EAST)
    seats.leave(table.slug, by=table.players["north"], power="north")
    assert not Plan.objects.exists()


def test_they_go_with_their_phase(table) -> None:
    number, before = plans.keep(table.slug, **who(table), order=EAST), who(table)
    table.end()
    assert not Plan.objects.exists()
    with pytest.raises(StalePhase):
        plans.take(table.slug, **before, number=number)


@pytest.mark.long
def test_the_pages_do_all_of_it(table) -> None:
    north = client(table)
    box = reverse("frontend:orders", args=[table.slug]) + "?power=north"
    side_by_side = reverse("frontend:plans", args=[table.slug]) + "?power=north"
    form = {"phase": table.phase.number, "points.east": 2}
    north.post(box, {**form, "action": "plan", "plan_name": "Go east"})
    assert "Go east" in north.get(box).text
    for verb, more in (("copy", {}), ("rename", {"name": "East & away"}), ("take", {})):
        sent = {"phase": table.phase.number, "plan": 1, "action": verb, **more}
        assert north.post(side_by_side, sent).status_code == 302, verb
    html = north.get(side_by_side).text
    assert "East &amp; away" in html
    assert "Go east, copy" in html
    assert mine(table).draft["points"] == EAST["points"]
    north.post(box, {**form, "action": "discard"})
    north.post(box, {**form, "action": "take-2"})
    assert mine(table).draft["points"] == EAST["points"]
    north.post(side_by_side, {"phase": table.phase.number, "plan": 2, "action": "delete"})
    assert names(table) == ["East & away"]


def test_a_program_does_all_of_it(table) -> None:
    north, number = client(table), table.phase.number
    base = f"/api/campaigns/{table.slug}/plans/north/"

    def send(method: str, tail: str, **body: Any) -> Any:
        return answer_of(north, method, base + tail, {"phase": number, **body})

    made = send("POST", "", name="Go east", order=EAST)
    assert [each["name"] for each in made] == ["Go east"]
    send("POST", "", copy=1, name="Then west")
    changed = send("PUT", "2/", order=WEST)
    assert (changed["name"], changed["order"]["points"]) == ("Then west", WEST["points"])
    assert send("PUT", "2/", name="West")["name"] == "West"
    assert send("POST", "2/take/")["draft"]["points"] == WEST["points"]
    left = north.delete(f"{base}1/?phase={number}").json()
    assert [each["number"] for each in left] == [2]
    assert len(north.get(base).json()) == 1
    assert north.get(f"{base}2/").json()["name"] == "West"
    assert north.get(f"{base}1/").status_code == 400
    assert client(table, "south").get(base).status_code == 403
