"""What is suggested to whoever writes a dispatch, in which order, and why."""

import msgspec

from rules.kernel.audience import viewer
from rules.kernel.dice import NoDice
from rules.kernel.dispatch.effects import effects
from rules.kernel.dispatch.statements import Happened
from rules.kernel.dispatch.suggesting import suggestions
from rules.registry import BOOKS
from rules.war_game_1939.model.tables import tables_of
from tests.support.dispatches import opening

WAR, DECISION = BOOKS["world_at_war"], BOOKS["days_of_decision"]
GAME = BOOKS["war_game_1939"]


def groups(book, power, written=None, happened=(), view=None):
    found = suggestions(book, view or opening(book, power), power, written or {}, happened)
    return {each.key: {one.key: one for one in each.suggestions} for each in found}


def test_what_is_asked_each_turn_and_places_of_enemies_come_first():
    found = groups(WAR, "germany", view=told(WAR, "germany", **{"conquered.poland": True}))
    assert list(found)[:2] == ["each_turn", "war"]
    assert next(iter(found["each_turn"])) == "axis.offensive_brps"
    assert "control.paris" in found["war"]
    assert found["war"]["control.paris"].value == "western"


def test_what_comes_first_is_read_at_a_glance():
    fills = {"france.fallen": True, "control.paris": "axis"}
    for power, written in (("germany", fills), ("britain", {}), ("russia", {})):
        found = suggestions(WAR, opening(WAR, power), power, written)
        assert 6 <= sum(len(each.suggestions) for each in found if each.first) <= 20


def told(book, power, **facts):
    view = opening(book, power)
    return msgspec.structs.replace(view, facts={**view.facts, **facts})


def test_a_country_that_was_attacked_comes_before_the_enemies_own_cities():
    for power in ("germany", "britain"):
        view = told(WAR, power, **{"declared.germany.poland": True})
        war = groups(WAR, power, view=view)["war"]
        assert list(war)[:2] == ["control.warsaw", "conquest.poland.by"]
        assert war["control.warsaw"].why == "Germany attacks Poland"
        fallen = {
            "declared.germany.poland": True,
            "control.warsaw": "axis",
            "conquest.poland.by": "germany",
        }
        after = groups(WAR, power, view=told(WAR, power, **fallen))["war"].values()
        assert "Germany attacks Poland" not in {each.why for each in after}


def test_poland_is_fought_for_as_the_classic_war_opens():
    """Nobody has to declare the war on it: it is the one that Britain and France fight for."""
    for power in ("germany", "britain"):
        war = groups(WAR, power)["war"]
        assert next(iter(war)) == "control.warsaw"
        assert war["control.warsaw"].why == "Poland, attacked this turn"
        after = groups(WAR, power, view=told(WAR, power, **{"conquered.poland": True}))["war"]
        assert "control.warsaw" not in after


def test_what_lies_behind_a_place_that_fell_comes_first():
    view = told(WAR, "britain", **{"control.brussels": "axis", "conquered.poland": True})
    assert next(iter(groups(WAR, "britain", view=view)["war"])) == "control.paris"


def test_a_power_at_peace_has_no_war():
    assert "war" not in groups(WAR, "russia")
    attacked = told(WAR, "russia", **{"declared.germany.norway": True})
    assert "war" not in groups(WAR, "russia", view=attacked)


def test_beside_a_capital_stands_who_took_it():
    found = groups(WAR, "germany", {"control.brussels": "axis"})
    assert found["beside"]["conquest.belgium.by"].why == "Belgium"


def test_beside_an_event_stands_what_belongs_to_it():
    fills = {"france.fallen": True, "control.paris": "axis"}
    found = groups(WAR, "germany", fills, [Happened(event="france_falls")])
    assert found["beside"]["france.surrender_level"].why == "France falls"
    assert not any("control.paris" in each for each in found.values())


def test_beside_a_fact_stands_what_a_bound_compares_it_with():
    found = groups(WAR, "germany", {"war.germany.russia": True})
    assert found["beside"]["pact.in_effect"].rule == "Ruling 90"


def test_beside_a_capital_stand_only_hexes_of_who_takes_or_loses_it():
    """Germany in Oslo says nothing of Russian hexes in Norway, unless the Russians were there."""
    hexes = "hexes.norway.russia"
    assert hexes not in groups(WAR, "germany", {"control.oslo": "axis"})["beside"]
    assert hexes in groups(WAR, "russia", {"control.oslo": "russia"})["beside"]
    held = told(WAR, "germany", **{"control.oslo": "russia", hexes: 2})
    assert hexes in groups(WAR, "germany", {"control.oslo": "axis"}, view=held)["beside"]


def test_what_was_declared_last_turn_is_asked_again():
    act = DECISION.orders["declare"](facts={"factories.blue.germany": 1})
    after = DECISION.perform(opening(DECISION, "germany"), "germany", act, NoDice()).state
    later = msgspec.structs.replace(after, turn=after.turn + 1)
    view = DECISION.view(later, viewer("germany"))
    before = groups(DECISION, "germany")["each_turn"]
    found = groups(DECISION, "germany", view=view)
    assert "factories.blue.germany" not in before
    assert any("factories.blue.germany" in each for each in found.values())


def test_a_threshold_or_duty_that_begins_is_an_effect():
    view = opening(WAR, "britain")
    found = effects(WAR, view, "britain", {"declared.germany.norway": True})
    assert any(each.begins and each.sort == "obligation" for each in found.begun)


def test_the_pact_ends_with_war():
    view = opening(WAR, "germany")
    found = effects(WAR, view, "germany", {"war.germany.russia": True})
    ends = {each.title for each in found.begun if not each.begins}
    assert "The Nazi-Soviet Pact" in ends


def test_who_is_at_peace_is_asked_about_no_attack():
    """In 1936 only what is counted each turn; all else can be searched."""
    first = suggestions(DECISION, opening(DECISION, "france"), "france", {})
    assert [each.key for each in first if each.first] == ["each_turn"]
    assert list(groups(DECISION, "france")["each_turn"]) == ["cities.france", "resources.france"]
    everything = {key for group in groups(DECISION, "france").values() for key in group}
    assert {"attacked.france", "soil.france", "attacked.germany"} <= everything


def test_the_war_game_asks_in_the_order_of_the_war_and_of_who_fights():
    found = groups(GAME, "germany")
    assert list(found["each_turn"])[:2] == ["control.western_poland", "control.denmark"]
    assert "war" not in found, "nobody is at Full War in July 1939"
    assert set(groups(GAME, "japan")["war"]) <= {
        f"control.{key}" for key in tables_of(opening(GAME, "japan")).original_of("china")
    }
