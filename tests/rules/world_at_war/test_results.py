"""Rulings on what a result does to what was there before."""

import msgspec
import pytest

from rules.kernel.audience import PUBLIC, only
from rules.kernel.fact_acts import Declare
from rules.world_at_war import BOOK
from rules.world_at_war.model.events.diplomacy import (
    BrpsDue,
    CountryJoined,
    DemandAnswered,
    LimitExceeded,
    NamingFellAway,
    PolicyBegan,
    PolicyEnded,
    RollMade,
    StandingKept,
)
from rules.world_at_war.model.orders import Resist, Standing, Targets
from rules.world_at_war.model.state import Country, Points, Reaction, Track, WarState
from rules.world_at_war.pages.board.countries import build
from tests.rules.world_at_war.helpers import at_step, of_kind, resolved, seen, started, with_facts


def at(step: str, **parts) -> WarState:
    """The classic game in its third turn, at a step, with parts of the state replaced."""
    return msgspec.structs.replace(started(), turn=3, step=step, **parts)


def holding(row: str, faction: str = "axis", power: str = "germany", **more) -> Country:
    return Country(result=row, faction=faction, power=power, turn=1, **more)


def hungary(record: Country, die: int) -> tuple[WarState, list]:
    """Hungary in this position, rolled for by the Axis with France still standing (+5, -2)."""
    state = at("axis.targets", countries={"hungary": record})
    return resolved(state, {"germany": Targets(free=("hungary",))}, (die,))


@pytest.mark.parametrize(
    ("older", "die", "row"),
    [("8", 3, "7"), ("7", 3, "7"), ("10", 1, "10")],
    ids=["a seven ends an eight", "an older policy is left alone", "no ally is lowered"],
)
def test_a_row_meets_an_older_one_of_its_own_side(older, die, row):
    state, _ = hungary(holding(older), die)
    assert state.country("hungary").result == row


def test_five_or_six_ends_an_allied_policy_and_takes_the_brps_back():
    state, events = hungary(holding("0", "western", "britain"), 3)
    assert state.country("hungary").result == ""
    assert [event.how for event in of_kind(events, PolicyEnded)] == ["negated"]


def test_brps_of_the_year_go_back_when_their_result_ends():
    state = at("axis.targets")
    state, events = resolved(state, {"germany": Targets(free=("rumania",))}, (6,))
    assert [(e.power, e.amount) for e in of_kind(events, BrpsDue)] == [("germany", 5)]
    done = BOOK.perform(state, "russia", Declare(facts={"conquered.rumania": True}), None)
    assert [(e.power, e.amount) for e in of_kind(list(done.events), BrpsDue)] == [("germany", -5)]


def test_an_axis_associate_surrenders_on_a_minus_one():
    lying = Points(power="britain", target="turkey", amount=4, year=1940, audience=PUBLIC)
    state = at("allied.targets", countries={"turkey": holding("9")}, points=(lying,))
    state = with_facts(state, **{"war.germany.russia": True})
    state, events = resolved(state, {"britain": Targets(country="turkey")}, (1, 3, 3))
    assert [event.how for event in of_kind(events, PolicyEnded)] == ["surrendered"]
    assert (state.country("turkey").result, state.country("turkey").power) == ("-1", "britain")


def test_sweden_waits_for_finland_and_then_joins():
    pending = holding("9", pending=True)
    state = at("allied.facts", countries={"sweden": pending, "finland": holding("10")})
    state, events = resolved(state)
    assert not state.country("sweden").pending
    assert [event.country for event in of_kind(events, CountryJoined)] == ["sweden"]


def test_sweden_keeps_waiting_while_finland_is_neutral():
    state = at("allied.facts", countries={"sweden": holding("9", pending=True)})
    state, _ = resolved(state)
    assert state.country("sweden").pending
    status = BOOK.ask(state, "status", {"of": "sweden"})
    assert status["status"] == "hexes"


def test_germany_chooses_whether_rumania_cedes():
    state = at("allied.targets")
    state, _ = resolved(state, {"russia": Targets(demands=("rumania",))}, (1,))
    assert state.yes("russia.demanded.rumania")
    assert (state.awaited.kind, state.awaited.power) == ("resist", "germany")
    ceded, events = resolved(state, {"germany": Resist(answer="cede")}, (3, 3))
    assert [event.answer for event in of_kind(events, DemandAnswered)] == ["ceded"]
    assert ceded.facts["control.bessarabia"] == "russia"


def test_hex_control_or_more_makes_russia_drop_its_demand():
    orders = {"russia": Targets(demands=("rumania",))}
    state, events = resolved(at("allied.targets"), orders, (6, 3, 3))
    assert [event.answer for event in of_kind(events, DemandAnswered)] == ["dropped"]
    assert state.facts["control.bessarabia"] == "neutral"


def test_a_standing_answer_spares_the_wait():
    state = at("allied.targets")
    orders = {"russia": Targets(demands=("rumania",))}
    state, events = resolved(state, orders, (1, 3, 3), {"germany": Standing(rumania="resist")})
    assert [event.answer for event in of_kind(events, DemandAnswered)] == ["resisted"]
    assert state.yes("fighting.bessarabia")


def test_spain_joins_after_an_attack_on_portugal_and_only_a_ten_changes_that():
    state = BOOK.perform(
        at("allied.facts"), "britain", Declare(facts={"declared.western.portugal": True}), None
    ).state
    assert BOOK.ask(state, "status", {"of": "spain"})["status"] == ""
    assert state.reactions == (
        Reaction(country="spain", faction="axis", fact="declared.western.portugal", turn=3),
    )
    state = at_step(state, "axis.targets")
    assert BOOK.ask(state, "status", {"of": "spain"})["status"] == "associate"
    roll = BOOK.ask(state, "modifiers", {"of": "spain", "manner": "reaction"})
    assert roll.row("axis-associate") is None
    after, _ = resolved(state, {"germany": Targets(reactions=("spain",))}, (6,))
    assert BOOK.ask(after, "status", {"of": "spain"})["status"] == "associate"


def test_belgium_is_named_once_whatever_the_row():
    axis = only("germany", "italy")
    lying = Points(power="germany", target="belux", amount=1, year=1940, audience=axis)
    state = at("axis.targets", points=(lying,))
    state, _ = resolved(state, {"germany": Targets(country="belux")}, (2,))
    assert state.country("belux").closed == "1-6"
    naming = {"of": "belux", "power": "britain"}
    assert BOOK.ask(seen(state, "britain"), "naming", naming)["rule"] == "49.52"


def test_a_bar_on_russia_falls_for_good_once_tension_reached_fifty():
    low = at("allied.targets")
    naming = {"of": "sweden", "power": "russia", "manner": "free"}
    assert BOOK.ask(low, "naming", naming)["rule"] == "Sweden"
    track = Track(level=44, reached={"50": 2})
    high = msgspec.structs.replace(low, tracks={**low.tracks, "rgt": track})
    assert BOOK.ask(high, "naming", naming)["may"]


def test_a_partner_rolls_where_an_attack_after_the_sealing_closed_it_to_the_senior():
    points = tuple(
        Points(power=power, target="turkey", amount=1, year=1940, audience=PUBLIC)
        for power in ("germany", "italy")
    )
    facts = {"declared.germany.turkey": True, "joined.turkey": "western"}
    state = with_facts(at("axis.targets", points=points), **facts)
    both = {power: Targets(country="turkey") for power in ("germany", "italy")}
    state, events = resolved(state, both, (1,))
    assert [event.country for event in of_kind(events, RollMade)] == ["turkey"]
    assert not of_kind(events, NamingFellAway)


def said(event) -> str:
    line = BOOK.tell(event)
    return f"{line.head}. {line.rest}"


def test_brps_are_told_only_where_some_are_paid():
    finland = {"country": "finland", "faction": "russia", "power": "russia", "rule": "Ruling 101"}
    kept = StandingKept(
        country="finland", faction="axis", status="associate", row="8", rule="Ruling 16"
    )
    had = PolicyBegan(
        **finland, before="0", row="0", meaning="no BRPs for the Allies", unpaid="had"
    )
    assert "Finland stays an associate" in said(kept)
    assert "BRP" not in said(kept)
    assert "had this year already" in said(had)
    assert "5 BRPs" not in said(had)


def test_passing_through_is_told_as_no_breach():
    units = LimitExceeded(country="turkey", factors=12, limit=10, rule="Ruling 42")
    supply = LimitExceeded(country="turkey", factors=7, limit=6, what="passing", rule="82.32B")
    armor = LimitExceeded(country="finland", factors=2, limit=1, what="armor", rule="82.322")
    assert "10 may be there as the phase ends. Moving through is lawful" in said(units)
    assert "7 foreign factors are supplied through Turkey; 6 may be" in said(supply)
    assert "2 armor units are declared in Finland" in said(armor)


def test_points_in_a_country_that_is_closed_for_good_stand_beside_the_countries():
    lies = Points(power="britain", target="belux", amount=3, year=1940, audience=only("britain"))
    closed = {"belux": Country(closed="1-6")}
    shown = build(at("axis.targets", points=(lies,), countries=closed), "britain")
    [file] = (each for each in shown.closed if each.key == "belux")
    assert file.why == "closed for good by row 1–6"
    [purse] = (each for each in shown.purses if each.power == "britain")
    [(_name, lying)] = purse.elsewhere
    assert lying.amount == 3
    still_open = build(at("axis.targets", points=(lies,)), "britain")
    assert all(not each.elsewhere for each in still_open.purses)
