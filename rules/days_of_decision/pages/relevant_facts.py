"""Which facts something open now may still read: production, treaties, wars, options, endings."""

from collections.abc import Iterator

from rules.days_of_decision.display.objectives import cities
from rules.days_of_decision.economy.production import factories, india_points, multiple
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
from rules.kernel.pages import RelevantFact, RelevantSort


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


def _beginning(*words: str) -> tuple[str, ...]:
    """The facts whose keys begin with one of these words."""
    return tuple(spec.key for spec in FACTS if spec.key.startswith(words))


def _counts(state: DecisionState, tables: Tables, power: str) -> Iterator[RelevantFact]:
    """What is said of one turn, and begins anew with the next: of this power, and of those it fights. Nobody is attacked
    who is at peace.
    """
    foes = enemy_powers(state, power)
    for one in (power, *foes):
        fought = _existing(f"attacked.{one}", f"soil.{one}")
        counted = _existing(f"cities.{one}", f"resources.{one}")
        rule, words = R("8.7.2 Option 2 Bonus"), f"{title(one)} this turn"
        if foes:
            yield RelevantFact(f"turn-{one}", words, "count", (*fought, *counted), rule)
        else:
            yield RelevantFact(f"turn-{one}", words, "count", counted, rule)
            yield RelevantFact(f"attacks-{one}", words, "roll", fought, rule)
    attacked = _beginning("attacked.")
    fighting = [key for key in attacked if state.enemies(key.split(".")[1])]
    words, rule = "Attacks of this turn", R("15.7.3")
    chinese = "chinese_cities.japan"
    if "attacked.china" in fighting:
        fighting.append(chinese)
    rest = tuple(key for key in (*attacked, chinese) if key not in fighting)
    yield RelevantFact("attacked", words, "count", tuple(fighting), rule)
    yield RelevantFact("attacked-at-peace", words, "roll", rest, rule)


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
            f"war-{one}", f"The war: {name(one)}", "war", (*facts, *places), R("15.8")
        )


def _minors(state: DecisionState, tables: Tables, power: str) -> Iterator[RelevantFact]:
    """Minor countries at war, or in which units stand."""
    for key in tables.minors:
        foes = state.enemies(key)
        facts = _existing(f"fate.{key}", f"hosts.{key}")
        if foes:
            against = " and ".join(map(minor_name, foes))
            yield RelevantFact(
                f"war-{key}", f"{minor_name(key)}, at war with {against}", "war", facts, R("15.6")
            )
        else:
            yield RelevantFact(f"minor-{key}", minor_name(key), "roll", facts, R("Ruling 101"))


def _owed(state: DecisionState, tables: Tables, power: str) -> Iterator[RelevantFact]:
    """Deliveries, garrisons and other things owed, with the facts that settle them."""
    for number, each in enumerate((*obligations(state, tables), *owed(state, tables))):
        yield RelevantFact(
            f"{each.power}-{each.toward}-{each.rule}-{number}",
            f"{title(each.power)}: {each.text}",
            "obligation",
            each.facts,
            each.rule,
        )


def _pacts(state: DecisionState, tables: Tables, power: str) -> Iterator[RelevantFact]:
    """Neutrality pacts: borders, garrisons and the aircraft of their powers."""
    for treaty in state.pacts:
        one, other = treaty.powers
        facts = (
            f"garrison.{one}.{other}", f"garrison.{other}.{one}", border_fact(one, other), f"aircraft.{one}",
            f"aircraft.{other}",
        )  # fmt: skip
        words = f"The pact of {name(one)} and {name(other)}"
        yield RelevantFact(f"pact-{one}-{other}", words, "pact", facts, R("13.0"))


def _civil_wars(state: DecisionState, tables: Tables, power: str) -> Iterator[RelevantFact]:
    """Civil wars: whether they are fought, and what each side holds."""
    for country in ("spain", "china"):
        fought = f"civil_war.{country}"
        facts = (fought, *_beginning(f"held.{country}."))
        if country == "china":
            facts += _beginning("communists.")
        sort: RelevantSort = "clock" if state.yes(fought) else "threshold"
        words = f"The civil war in {minor_name(country)}"
        yield RelevantFact(fought, words, sort, facts, R("15.5.3"))


def _options(state: DecisionState, tables: Tables, power: str) -> Iterator[RelevantFact]:
    """What the conditions of each option of this power ask of the map."""
    at = At(state, tables, power)
    for card in tables.cards.values():
        if power not in card.row.powers:
            continue
        facts = tuple(dict.fromkeys(key for need in card.needs for key in need.when.reads(at)))
        yield RelevantFact(
            f"option-{card.key}", card.row.title, "threshold", facts, R(card.row.rule)
        )


def _objectives(state: DecisionState, tables: Tables, power: str) -> Iterator[RelevantFact]:
    """Cities of each side, and who is out of the game."""
    for side in FACTIONS:
        told = cities(state, side)
        yield RelevantFact(f"cities-{side}", told.title, "threshold", told.reads(), R("4"))
    gone = tuple(
        key for one in POWERS for key in _existing(f"conquered.{one}", f"eliminated.{one}")
    )
    yield RelevantFact("gone", "Conquered powers", "threshold", gone, R("4 Bitter End"))


def _production(state: DecisionState, tables: Tables, power: str) -> Iterator[RelevantFact]:
    """What the production of each power is reckoned from."""
    for one in state.powers:
        found = (factories(state, tables, one), multiple(state, tables, one))
        kinds = ("factories", "resources", "china_resources", "attacked")
        own = tuple(
            spec.key
            for spec in FACTS
            if spec.key.endswith(f".{one}") and spec.key.partition(".")[0] in kinds
        )
        facts = tuple(dict.fromkeys((*(key for each in found for key in each.reads()), *own)))
        yield RelevantFact(
            f"production-{one}", f"{title(one)}: production", "roll", facts, R("10.1")
        )
    colonies = _beginning("factories.india", "factories.australia")
    facts = (*india_points(state, tables).reads(), *colonies, "exchange.point")
    yield RelevantFact(
        "overseas",
        "Australia, India, the exchange",
        "roll",
        tuple(dict.fromkeys(facts)),
        R("8.7.2 CW Option 2"),
    )


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
            f"surrender-{one}",
            f"A surrender of {name(one)}",
            "roll",
            tuple(dict.fromkeys(facts)),
            R("14.13"),
        )
    fleets = tuple(spec.key for spec in FACTS if spec.group == "fleets")
    yield RelevantFact("fleets", "Fleets and passages", "roll", fleets, R("15.6.2.1"))


def _house(state: DecisionState, tables: Tables, power: str) -> Iterator[RelevantFact]:
    """The house rules of the war game, as far as this campaign uses them."""
    for nation, rule in (("italian", "criteria"), ("japanese", "roll")):
        facts = tuple(
            spec.key
            for spec in FACTS
            if spec.group.startswith(nation) and asked_for(state, spec.key)
        )
        words = f"An early {nation.title()} surrender"
        cited = R(f"{nation.title()} Surrender: {rule}")
        yield RelevantFact(f"house-{nation}", words, "roll", facts, cited)
