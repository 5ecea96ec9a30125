"""Rulings on the course of a year: what is secret, what is asked, what ends."""

from rules.kernel.audience import SPECTATOR
from rules.kernel.events import OrdersReleased
from rules.kernel.fact_acts import Declare
from rules.kernel.serial import canonical
from rules.world_at_war import BOOK
from rules.world_at_war.model.events.diplomacy import (
    NamingFellAway,
    PointsRevealed,
    RollMade,
    TrackMoved,
)
from rules.world_at_war.model.orders import Lesser, Place, Standing, Targets
from rules.world_at_war.model.powers import POWERS
from tests.rules.world_at_war.helpers import of_kind, resolved, seen, started, with_facts

PLACED = {
    "germany": Place(points={"spain": 1, "turkey": 1, "sweden": 1}),
    "italy": Place(points={"turkey": 1, "greece": 1}),
    "britain": Place(points={"turkey": 1, "norway": 1, "greece": 1}),
    "france": Place(points={"turkey": 1, "greece": 1}),
    "russia": Place(points={"turkey": 1, "finland": 1, "sweden": 1}),
}


def placed(**variants):
    return resolved(started(**variants), dict(PLACED))[0]


def test_an_ally_sees_where_points_lie_and_nobody_else_does():
    state = placed()
    assert seen(state, "italy").lying("spain", ("germany",)) == {"germany": 1}
    assert seen(state, "britain").points == tuple(
        record for record in state.points if record.power in ("britain", "france")
    )
    assert BOOK.view(state, SPECTATOR).points == ()


def test_allies_may_be_kept_in_the_dark():
    state = placed(faction_sees_dps="false")
    assert seen(state, "italy").lying("spain", ("germany",)) == {}


def test_another_placement_of_the_foe_changes_nothing_that_a_power_sees():
    other = {**PLACED, "russia": Place(points={"bulgaria": 1, "greece": 1, "hungary": 1})}
    first, second = placed(), resolved(started(), dict(other))[0]
    for power in ("germany", "britain"):
        views = [seen(state, power) for state in (first, second)]
        assert canonical(views[0]) == canonical(views[1])
        menus = [canonical(BOOK.menu(view, power)) for view in views if BOOK.menu(view, power)]
        assert len(set(menus)) <= 1


def test_hidden_points_are_supposed_in_full_whatever_their_power_would_be_allotted_now():
    """The fall of a power takes its points of the next year, and not those that lie already."""
    state = with_facts(placed(), france__fallen=True, italy__surrendered=True)
    for power, hidden in (("germany", ("britain", "france", "russia")), ("britain", ("italy",))):
        found = BOOK.supposed(state, power)
        for other in hidden:
            mine = sum(points.amount for points in found.state.points if points.power == other)
            assert mine == state.allotted[other].net > 0
            assert POWERS[other].name in found.guesses[0]


def test_russia_which_has_no_points_there_lays_none_open_in_italy_or_france():
    state = placed()
    for power in ("russia", "britain", "italy"):
        declare = BOOK.acts(seen(state, power), power)[0]
        problems = declare.problems(Declare(facts={"check.italy": True}))
        assert bool(problems) == (power == "russia")


def test_naming_a_country_lays_both_sides_points_open_there_and_nowhere_else():
    state, events = resolved(placed(), {"germany": Targets(country="turkey")}, (3,))
    (shown,) = of_kind(events, PointsRevealed)
    assert shown.points == {"germany": 1, "italy": 1, "britain": 1, "france": 1, "russia": 1}
    assert shown.counted == {"germany": 1, "italy": 1, "britain": 1, "france": 1}
    assert BOOK.view(state, SPECTATOR).lying("turkey", ("russia",)) == {"russia": 1}
    assert seen(state, "germany").lying("norway", ("britain",)) == {}


def test_points_that_counted_are_spent_and_the_others_stay():
    state, _ = resolved(placed(), {"germany": Targets(country="turkey")}, (3,))
    assert state.lying("turkey", ("germany", "italy", "britain", "france")) == {}
    assert state.lying("turkey", ("russia",)) == {"russia": 1}


def test_the_senior_partners_ordinary_target_stands():
    orders = {"germany": Targets(country="turkey"), "italy": Targets(country="greece")}
    state, events = resolved(placed(), orders, (3,))
    assert [roll.country for roll in of_kind(events, RollMade)] == ["turkey"]
    assert [fallen.power for fallen in of_kind(events, NamingFellAway)] == ["italy"]
    assert state.step == "axis.facts"


def test_the_axis_roll_in_the_balkans_without_points_and_beside_their_target():
    orders = {"germany": Targets(country="turkey", free=("hungary", "bulgaria"))}
    _, events = resolved(placed(), orders, (3, 4, 5))
    assert [roll.country for roll in of_kind(events, RollMade)] == ["turkey", "hungary", "bulgaria"]


def test_a_step_is_held_for_cards_whoever_holds_them():
    state = placed(intelligence="simple")
    state, _ = resolved(state, {"germany": Targets(country="turkey")})
    assert state.step == "axis.covert"
    assert len(BOOK.phase(state).asked) == 6


def test_asking_for_the_row_pauses_only_where_nothing_was_said():
    state = placed(lesser_result="ask")
    orders = {"germany": Targets(free=("hungary",))}
    paused, _ = resolved(state, orders, (6,))
    assert (paused.step, paused.awaited.power) == ("axis.rolls", "germany")
    done, _ = resolved(paused, {"germany": Lesser(row="7")})
    assert done.country("hungary").result == "7"
    wish = Standing(lesser={"hungary": "8"})
    at_once, _ = resolved(state, orders, (6,), {"germany": wish})
    assert at_once.country("hungary").result == "8"


def test_the_years_points_lapse_and_become_public_after_winter():
    state = started()
    released = []
    while state.turn < 3:
        dice = (3, 3) if state.step == "allied.targets" else ()
        state, events = resolved(state, dict(PLACED) if state.step == "place" else {}, dice)
        released += of_kind(events, OrdersReleased)
    assert [event.phases for event in released] == [("place@1",)]
    assert state.points == ()
    assert state.previous["germany"] == {"spain": 1, "sweden": 1, "turkey": 1}


def test_silence_repeats_last_years_placement():
    state = started()
    while state.turn < 3:
        dice = (3, 3) if state.step == "allied.targets" else ()
        state, _ = resolved(state, dict(PLACED) if state.step == "place" else {}, dice)
    state, _ = resolved(state)
    again = state.lying("turkey", ("germany",))
    assert again["germany"] >= 1


def test_points_on_tension_move_it_at_once():
    orders = {**PLACED, "britain": Place(points={"usat": 1, "norway": 1, "greece": 1})}
    state, _ = resolved(started(), orders)
    for step in ("axis.targets", "axis.facts"):
        assert state.step == step
        state, _ = resolved(state)
    before = state.level("usat")
    state, events = resolved(state, {"britain": Targets(usat=1)}, (3, 3))
    assert state.level("usat") == before + 1
    moved = [event for event in of_kind(events, TrackMoved) if event.track == "usat"]
    assert [event.rule for event in moved] == ["USAT: diplomatic modifiers"]


def test_mining_without_leave_angers_america_and_lets_the_axis_react():
    state = placed()
    act = Declare(facts={"norway.mined_without_leave": True})
    done = BOOK.perform(state, "britain", act, None).state
    assert done.level("usat") == state.level("usat") - 1
    assert [(r.country, r.faction) for r in done.reactions] == [("norway", "axis")]
    after, events = resolved(done, {"germany": Targets(reactions=("norway",))}, (4,))
    assert [roll.manner for roll in of_kind(events, RollMade)] == ["reaction"]
    assert after.reactions == ()
