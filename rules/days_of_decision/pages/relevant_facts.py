"""Which facts something open now may still read: production, treaties, wars, options, endings."""

from collections.abc import Iterator

from rules.days_of_decision.display.objectives import cities
from rules.days_of_decision.economy.production import (
    factories,
    india_points,
    multiple,
)
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.conditions import At, enemy_powers
from rules.days_of_decision.model.facts import FACTS
from rules.days_of_decision.model.names import minor as minor_name
from rules.days_of_decision.model.powers import FACTIONS, POWERS, name, title
from rules.days_of_decision.model.state import DecisionState
from rules.days_of_decision.model.table_rows import Tables
from rules.days_of_decision.model.tables import tables_of
from rules.days_of_decision.surrender.house_rules import asked_for
from rules.days_of_decision.surrender.vichy_peace import capacity, occupied_tally
from rules.days_of_decision.treaties.obligations import obligations
from rules.days_of_decision.treaties.pacts import border_fact
from rules.days_of_decision.war.obligations import owed
from rules.kernel.pages import RelevantFact


def relevant_facts(state: DecisionState, power: str) -> tuple[RelevantFact, ...]:
    """Everything open, as a power may know it from its view."""
    if state.ending is not None:
        return ()
    tables = tables_of(state)
    return tuple(
        each
        for source in (
            _counts, _wars, _minors, _owed, _pacts, _civil_wars, _options, _objectives, _production, _surrenders,
            _house,
        )
        for each in source(state, tables, power)
        if each.facts
    )  # fmt: skip


def _existing(*keys: str) -> tuple[str, ...]:
    return tuple(key for key in keys if key in FACTS)


def _counts(state: DecisionState, tables: Tables, power: str) -> Iterator[RelevantFact]:
    """What is said of one turn, and begins anew with the next: of this power, and of those it fights."""
    for one in (power, *enemy_powers(state, power)):
        facts = _existing(f"attacked.{one}", f"cities.{one}", f"resources.{one}", f"soil.{one}")
        rule = R("8.7.2 Option 2 Bonus")
        yield RelevantFact(
            key=f"turn-{one}", title=f"{title(one)} this turn", sort="count", facts=facts, rule=rule
        )
    facts = tuple(spec.key for spec in FACTS if spec.key.startswith("attacked."))
    yield RelevantFact(
        key="attacked", title="Attacks of this turn", sort="count", facts=(*facts, "chinese_cities.japan"),
        rule=R("15.7.3"),
    )  # fmt: skip


def _wars(state: DecisionState, tables: Tables, power: str) -> Iterator[RelevantFact]:
    """The capital, the land and the factories of each power that this one fights, and its own."""
    foes = enemy_powers(state, power)
    for one in (*foes, *((power,) if foes else ())):
        facts = _existing(
            f"control.capital.{one}", f"soil.{one}", f"conquered.{one}", f"factories.lost.{one}",
            f"factories.taken.{one}", f"eliminated.{one}",
        )  # fmt: skip
        places = tuple(
            spec.key for spec in FACTS
            if spec.group == "places" and spec.type == "choice" and one in spec.options
        )  # fmt: skip
        yield RelevantFact(
            key=f"war-{one}",
            title=f"The war: {name(one)}",
            sort="war",
            facts=(*facts, *places),
            rule=R("15.8"),
        )


def _minors(state: DecisionState, tables: Tables, power: str) -> Iterator[RelevantFact]:
    """Minor countries at war, or in which units stand."""
    for key in tables.minors:
        foes = state.enemies(key)
        facts = _existing(f"fate.{key}", f"hosts.{key}")
        if foes:
            against = " and ".join(name(foe) if foe in POWERS else minor_name(foe) for foe in foes)
            yield RelevantFact(
                key=f"war-{key}", title=f"{minor_name(key)}, at war with {against}", sort="war", facts=facts,
                rule=R("15.6"),
            )  # fmt: skip
        else:
            yield RelevantFact(
                key=f"minor-{key}",
                title=minor_name(key),
                sort="roll",
                facts=facts,
                rule=R("Ruling 101"),
            )


def _owed(state: DecisionState, tables: Tables, power: str) -> Iterator[RelevantFact]:
    """Deliveries, garrisons and other things owed, with the facts that settle them."""
    for number, each in enumerate((*obligations(state, tables), *owed(state, tables))):
        yield RelevantFact(
            key=f"{each.power}-{each.toward}-{each.rule}-{number}", title=f"{title(each.power)}: {each.text}",
            sort="obligation", facts=each.facts, rule=each.rule,
        )  # fmt: skip


def _pacts(state: DecisionState, tables: Tables, power: str) -> Iterator[RelevantFact]:
    """Neutrality pacts: borders, garrisons and the aircraft of their powers."""
    for treaty in state.treaties:
        if treaty.kind != "pact":
            continue
        one, other = treaty.powers
        facts = (
            f"garrison.{one}.{other}", f"garrison.{other}.{one}", border_fact(one, other), f"aircraft.{one}",
            f"aircraft.{other}",
        )  # fmt: skip
        words = f"The pact of {name(one)} and {name(other)}"
        yield RelevantFact(
            key=f"pact-{one}-{other}", title=words, sort="pact", facts=facts, rule=R("13.0")
        )


def _civil_wars(state: DecisionState, tables: Tables, power: str) -> Iterator[RelevantFact]:
    """Civil wars: whether they are fought, and what each side holds."""
    for country in ("spain", "china"):
        fought = f"civil_war.{country}"
        held = tuple(spec.key for spec in FACTS if spec.key.startswith(f"held.{country}."))
        more = (
            tuple(spec.key for spec in FACTS if spec.key.startswith("communists."))
            if country == "china"
            else ()
        )
        sort = "clock" if state.facts.get(fought) is True else "threshold"
        words = f"The civil war in {minor_name(country)}"
        yield RelevantFact(
            key=fought, title=words, sort="clock" if sort == "clock" else "threshold", facts=(fought, *held, *more),
            rule=R("15.5.3"),
        )  # fmt: skip


def _options(state: DecisionState, tables: Tables, power: str) -> Iterator[RelevantFact]:
    """What the conditions of each option of this power ask of the map."""
    at = At(state, tables, power)
    for card in tables.cards.values():
        if power not in card.row.powers:
            continue
        facts = tuple(dict.fromkeys(key for need in card.needs for key in need.when.reads(at)))
        yield RelevantFact(
            key=f"option-{card.key}",
            title=card.row.title,
            sort="threshold",
            facts=facts,
            rule=R(card.row.rule),
        )


def _objectives(state: DecisionState, tables: Tables, power: str) -> Iterator[RelevantFact]:
    """Cities of each side, and who is out of the game."""
    for side in FACTIONS:
        told = cities(state, side)
        yield RelevantFact(
            key=f"cities-{side}",
            title=told.title,
            sort="threshold",
            facts=told.reads(),
            rule=R("4"),
        )
    gone = tuple(
        key for one in POWERS for key in _existing(f"conquered.{one}", f"eliminated.{one}")
    )
    yield RelevantFact(
        key="gone", title="Conquered powers", sort="threshold", facts=gone, rule=R("4 Bitter End")
    )


def _production(state: DecisionState, tables: Tables, power: str) -> Iterator[RelevantFact]:
    """What the production of each power is reckoned from."""
    for one in state.powers:
        found = (
            factories(state, tables, one),
            multiple(state, tables, one),
        )
        kinds = ("factories", "resources", "china_resources", "attacked")
        own = tuple(
            spec.key
            for spec in FACTS
            if spec.key.endswith(f".{one}") and spec.key.partition(".")[0] in kinds
        )
        facts = tuple(dict.fromkeys((*(key for each in found for key in each.reads()), *own)))
        yield RelevantFact(
            key=f"production-{one}",
            title=f"{title(one)}: production",
            sort="roll",
            facts=facts,
            rule=R("10.1"),
        )
    colonies = tuple(
        spec.key
        for spec in FACTS
        if spec.key.startswith(("factories.india", "factories.australia"))
    )
    facts = (*india_points(state, tables).reads(), *colonies, "exchange.point")
    yield RelevantFact(
        key="overseas", title="Australia, India, the exchange", sort="roll", facts=tuple(dict.fromkeys(facts)),
        rule=R("8.7.2 CW Option 2"),
    )  # fmt: skip


def _surrenders(state: DecisionState, tables: Tables, power: str) -> Iterator[RelevantFact]:
    """What a surrender in the manner of Vichy reads, and what it does with land overseas."""
    for one in state.powers:
        found = (capacity(state, tables, one), occupied_tally(state, one, isolated=True))
        groups = tuple(f"influence.{one}.{key}" for key in tables.groups.get(one, {}))
        facts = (
            *(key for each in found for key in each.reads()),
            f"control.capital.{one}",
            *_existing(*groups),
        )
        yield RelevantFact(
            key=f"surrender-{one}", title=f"A surrender of {name(one)}", sort="roll",
            facts=tuple(dict.fromkeys(facts)), rule=R("14.13"),
        )  # fmt: skip
    fleets = tuple(spec.key for spec in FACTS if spec.group == "fleets")
    yield RelevantFact(
        key="fleets", title="Fleets and passages", sort="roll", facts=fleets, rule=R("15.6.2.1")
    )


def _house(state: DecisionState, tables: Tables, power: str) -> Iterator[RelevantFact]:
    """The house rules of the war game, as far as this campaign uses them."""
    for nation in ("italian", "japanese"):
        facts = tuple(
            spec.key
            for spec in FACTS
            if spec.group.startswith(nation) and asked_for(state, spec.key)
        )
        yield RelevantFact(
            key=f"house-{nation}", title=f"An early {nation.title()} surrender", sort="roll", facts=facts,
            rule=R("Italian Surrender: criteria" if nation == "italian" else "Japanese Surrender: roll"),
        )  # fmt: skip
