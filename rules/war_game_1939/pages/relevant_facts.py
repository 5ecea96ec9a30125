"""Which facts something open now may still read: rolls for war, the fall of France, the pact, land."""

from collections.abc import Iterator

from rules.kernel.pages import RelevantFact, RelevantSort
from rules.war_game_1939.france import fall_of_france
from rules.war_game_1939.model.citations import R
from rules.war_game_1939.model.facts import FACTS
from rules.war_game_1939.model.powers import POWERS, enemies_of, name, side_of
from rules.war_game_1939.model.state import FULL, WarGameState
from rules.war_game_1939.model.tables import Tables, tables_of
from rules.war_game_1939.money.land import chinese_tally, land_tally
from rules.war_game_1939.war import soviet_japanese_pact
from rules.war_game_1939.war.status import rolls_of, target_tally


def relevant_facts(state: WarGameState, power: str) -> tuple[RelevantFact, ...]:
    """Everything open, as a nation may know it from its view."""
    if state.ending is not None:
        return ()
    tables = tables_of(state)
    return tuple(
        each
        for source in (_front, _pact, _france, _rolls, _land)
        for each in source(state, tables, power)
        if each.facts
    )


def _front(state: WarGameState, tables: Tables, power: str) -> Iterator[RelevantFact]:
    """The home land of each nation of the other side and the neutrals: what the nation itself took in the real war
    first, in its order, what its side took, then the most valuable. Of nations at peace nothing is usually declared.
    """
    turns = sorted(tables.history.items(), key=lambda each: int(each[0]))
    rows = [row for _turn, steps in turns for taken in steps.values() for row in taken]
    own = [row for row in rows if row.place and side_of(row.by) == side_of(power)]
    course = [row.place for row in sorted(own, key=lambda row: row.by != power)]
    in_turn = {place: number for number, place in reversed(list(enumerate(course)))}

    def place(key: str) -> tuple[bool, int, int]:
        ours = side_of(state.holder(key)) == side_of(power)
        return ours, in_turn.get(key, len(course)), -tables.place(key).value

    for foe in enemies_of(power):
        facts = tuple(f"control.{key}" for key in sorted(tables.original_of(foe), key=place))
        sort: RelevantSort = "war" if _at_war(state, power, foe) else "roll"
        title = f"Land of {name(foe)}"
        yield RelevantFact(f"land-{foe}", title, sort, facts, R("Acts of War"))
    facts = tuple(f"control.{key}" for key in sorted(tables.neutrals, key=place))
    rule = R("Affiliated Neutrals")
    yield RelevantFact("neutrals", "Neutral land", "count", facts, rule)


def _at_war(state: WarGameState, one: str, other: str) -> bool:
    """Whether two nations of the two sides fight: China and Japan always, others once the Allied one is at Full War."""
    axis, ally = (one, other) if side_of(one) == "axis" else (other, one)
    return axis == "japan" if ally == "china" else state.nation(ally).status >= FULL


def _pact(state: WarGameState, tables: Tables, power: str) -> Iterator[RelevantFact]:
    """The Soviet-Japanese pact, until Sakhalin is ceded."""
    if state.pact:
        return
    facts = [f"units.{tables.land.pact.ceded}"]
    for threat in soviet_japanese_pact.threats(state, tables):
        facts += [*threat.ussr.reads(), *threat.japan.reads()]
    rule = R("Soviet-Japanese Pact")
    yield RelevantFact("pact", "The Soviet-Japanese pact", "pact", tuple(facts), rule)


def _france(state: WarGameState, tables: Tables, power: str) -> Iterator[RelevantFact]:
    """What the rolls after the fall of France read, until they are made; Indo-China every turn."""
    if state.fallen:
        return
    rule = R("Fall of France")
    capital = f"control.{tables.land.capital}"
    ships = (*(f"ships.{kind}" for kind in tables.vichy.ships), "ships.fighters")
    fleets = tuple(spec.key for spec in FACTS if spec.group == "fleet")
    yield RelevantFact("ships", "French ships", "roll", (capital, *ships, *fleets), rule)
    for place in tables.vichy.territories:
        told = fall_of_france.free_tally(state, tables, place)
        units = (f"french.{place}", f"foreign.{place}", f"control.{place}")
        yield RelevantFact(f"vichy-{place}", told.title, "roll", (*told.reads(), *units), rule)


def _rolls(state: WarGameState, tables: Tables, power: str) -> Iterator[RelevantFact]:
    """The rolls that raise a war status, and the Chinese defence roll."""
    for nation in POWERS:
        for row in rolls_of(tables, nation):
            told = target_tally(state, tables, row)
            yield RelevantFact(
                f"{nation}-{row.key}",
                f"{POWERS[nation].name}: {row.title}",
                "threshold",
                told.reads(),
                R(row.rule),
            )
    told = chinese_tally(state, tables)
    rule = R("Chinese Defense Roll")
    yield RelevantFact("china", told.title, "roll", told.reads(), rule)


def _land(state: WarGameState, tables: Tables, power: str) -> Iterator[RelevantFact]:
    """What each nation's income is reckoned from."""
    for nation in POWERS:
        told = land_tally(state, tables, nation)
        rule = R("Fractions of Neutrals")
        yield RelevantFact(f"income-{nation}", told.title, "roll", told.reads(), rule)
