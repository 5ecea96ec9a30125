"""Two windows on one thing: the older one overwrites nothing that it did not show."""

import re
from html import unescape

import pytest
from django.urls import reverse

from campaigns.domain.clock_policy import ClockPolicy
from campaigns.errors import ChangedMeanwhile
from campaigns.models import LogEntry, Sheet
from campaigns.selectors.campaign import campaign_page
from campaigns.selectors.moderator import moderator_page
from campaigns.services.deadlines import moderation
from campaigns.services.orders import orders
from tests.support.accounts import signed_in
from tests.support.clock import follows
from tests.support.orders import EAST, WEST, mine, who


def hidden(html: str, action: str) -> str:
    """The version in the form with this address."""
    form = html[html.index(f'action="{action}') :]
    return unescape(re.search(r'name="seen" value="([^"]*)"', form)[1])


def test_a_draft_is_not_replaced_unseen(table) -> None:
    seen = mine(table).version
    table.save_draft("north", EAST, seen=seen)
    with pytest.raises(ChangedMeanwhile):
        table.save_draft("north", WEST, seen=seen)
    assert mine(table).draft["points"] == EAST["points"]
    with pytest.raises(ChangedMeanwhile):
        orders.discard_draft(table.slug, **who(table), seen=seen)
    assert mine(table).draft is not None
    table.save_draft("north", WEST, seen=mine(table).version)
    assert mine(table).draft["points"] == WEST["points"]


def test_a_seal_is_not_replaced_or_taken_back_unseen(table) -> None:
    seen = mine(table).version
    table.seal("north", EAST, ready=False, seen=seen)
    entries = LogEntry.objects.count()
    with pytest.raises(ChangedMeanwhile):
        table.seal("north", WEST, ready=False, seen=seen)
    with pytest.raises(ChangedMeanwhile):
        orders.unseal(table.slug, **who(table), seen=seen)
    assert LogEntry.objects.count() == entries
    assert mine(table).sealed["points"] == EAST["points"]
    assert Sheet.objects.filter(state=Sheet.State.SUPERSEDED).count() == 0


def test_a_seal_does_not_throw_away_a_newer_draft_unseen(table) -> None:
    seen = mine(table).version
    table.save_draft("north", WEST)
    with pytest.raises(ChangedMeanwhile):
        table.seal("north", EAST, ready=False, seen=seen)
    assert mine(table).draft["points"] == WEST["points"]


def test_standing_orders_are_not_replaced_unseen(table) -> None:
    seen = mine(table).standing_version
    west, east = ({"kind": "answer", "valley": valley} for valley in ("west", "east"))
    table.leave_orders("north", west, seen=seen)
    for order in (east, None):
        with pytest.raises(ChangedMeanwhile):
            table.leave_orders("north", order, seen=seen)
    assert mine(table).standing["valley"] == "west"
    table.leave_orders("north", east, seen=mine(table).standing_version)
    assert mine(table).standing["valley"] == "east"


def test_the_clock_is_not_changed_back_unseen(table) -> None:
    seen = moderator_page.moderator_page(table.slug, table.moderator).policy_version
    at = {"by": table.moderator, "reason": "We are slow."}
    week, day = ({"default": hours} for hours in (168.0, 24.0))
    moderation.change_policy(table.slug, **at, policy=ClockPolicy(hours=week), seen=seen)
    with pytest.raises(ChangedMeanwhile):
        moderation.change_policy(table.slug, **at, policy=ClockPolicy(hours=day), seen=seen)
    assert table.campaign.last_policy.hours == week


def test_a_program_gets_409_for_each(table, north) -> None:
    address = f"/api/campaigns/{table.slug}/orders/north/"
    seen = north.get(address).json()["version"]
    wish = {"phase": 1, "order": EAST, "seen": seen, "ready": False}
    assert north.post(address, wish, content_type="application/json").status_code == 200
    for seal in (True, False):
        told = north.post(address, {**wish, "seal": seal}, content_type="application/json")
        assert (told.status_code, told.json()["code"]) == (409, "changed_meanwhile")
    left = f"/api/campaigns/{table.slug}/standing/north/"
    order = {"kind": "answer", "valley": "west"}
    for status in (200, 409):
        wish = {"order": {**order, "valley": "west" if status == 200 else "east"}, "seen": "0"}
        assert north.post(left, wish, content_type="application/json").status_code == status


def test_an_old_window_shows_its_own_orders_beside_those_that_are_there(table, north) -> None:
    address = reverse("frontend:orders", args=[table.slug])

    def send(**form: str) -> str:
        sent = north.post(address, {"phase": "1", **form}, headers={"HX-Request": "true"})
        assert sent.status_code == 200
        return sent.text

    seen = hidden(north.get(address).text, address)
    send(**{"seen": seen, "points.east": "2", "action": "draft"})
    html = send(**{"seen": seen, "points.west": "1", "action": "seal"})
    assert "in another window" in html
    assert "Saved now:" in html
    assert re.search(r'name="points.west"[^>]*value="1"', html)
    assert mine(table).sealed is None
    assert mine(table).draft["points"] == {"east": 2}
    send(**{"seen": hidden(html, address), "points.west": "2", "action": "seal"})
    assert mine(table).sealed["points"] == {"west": 2}


@pytest.mark.long
def test_an_old_desk_shows_its_own_clock_beside_the_one_in_force(table) -> None:
    moderator = signed_in(table.moderator)
    address = reverse("frontend:moderator-clock", args=[table.slug])
    html = moderator.get(reverse("frontend:moderator", args=[table.slug])).text
    form = {
        "zone": "UTC", "grace_hours": "0", "reseat_after": "3", "missed": "autopilot",
        "advance": "all_ready", "reason": "We are slow.", "seen": hidden(html, address),
    }  # fmt: skip
    assert moderator.post(address, {**form, "hours_default": "168"}).status_code == 302
    told = moderator.post(address, {**form, "hours_default": "24"})
    html = told.text
    assert told.status_code == 409
    assert "In force now:" in html
    assert re.search(r'name="hours_default" value="24', html)
    assert "We are slow." in html
    assert table.campaign.last_policy.hours["default"] == 168
    again = {**form, "hours_default": "24", "seen": hidden(html, address)}
    assert moderator.post(address, again).status_code == 302
    assert table.campaign.last_policy.hours["default"] == 24


def test_a_successor_learns_nothing_of_a_predecessors_draft_by_a_version(table) -> None:
    before = mine(table).version
    table.save_draft("north", EAST)
    # What comes before the point is the autopilot's seal, which everybody knows of.
    heirs = campaign_page.orders(table.slug, follows(table), "north").version
    assert heirs.partition(".")[2] == before.rpartition(".")[2]
