"""Which facts something open now may still read: rolls, tracks, clocks, obligations, the Pact, wars, counts."""

from collections.abc import Iterable, Iterator

from rules.kernel.pages import RelevantFact
from rules.kernel.tally import Modifier
from rules.world_at_war.diplomacy.allotments import LEVELS, allotment, surrender_tally
from rules.world_at_war.diplomacy.modifiers import Attempt, tally_of
from rules.world_at_war.ledger.control import control, held_by
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.conditions import Situation
from rules.world_at_war.model.facts import FACTS
from rules.world_at_war.model.names import country_name
from rules.world_at_war.model.powers import FACTIONS, POWERS, faction_of, members
from rules.world_at_war.model.scenarios import SETUPS
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.tables.areas import Area
from rules.world_at_war.model.tables.campaign import Tables, tables_of
from rules.world_at_war.obligations import obligations
from rules.world_at_war.pages.dossier.clocks import WORDS
from rules.world_at_war.pages.fronts import fronts
from rules.world_at_war.status.aging import AGING
from rules.world_at_war.status.belligerents import enemies
from rules.world_at_war.tensions.levels import TRACKS, frozen, in_play

_CONTROL = "control."


def relevant_facts(state: WarState, power: str) -> tuple[RelevantFact, ...]:
    """Everything open, as a power may know it from its view."""
    if state.ending is not None:
        return ()
    tables = tables_of(state)
    return tuple(
        each
        for source in (_counts, _wars, _clocks, _owed, _pact, _tracks, _rolls, _points)
        for each in source(state, tables, power)
        if each.facts
    )


def _counts(state: WarState, tables: Tables, power: str) -> Iterator[RelevantFact]:
    """Facts that speak of this turn or year, and begin anew with the next."""
    for span, title in (("turn", "Asked again each turn"), ("year", "Asked again each year")):
        facts = tuple(row.fact for row in AGING if row.ends == span)
        yield RelevantFact(f"each-{span}", title, "count", facts, R("Ruling 98"))


def _wars(state: WarState, tables: Tables, power: str) -> Iterator[RelevantFact]:
    """Countries under attack, the newest attacks first, where the sides of a war meet, and the places that the
    enemies of a power hold.
    """
    foes = enemies(state, power)
    attacked = {
        key: record.attacked
        for key, record in state.areas.items()
        if record.attacker
        and (
            record.attacked == state.turn or record.attacker in (*members(faction_of(power)), *foes)
        )
    }
    if foes:
        attacked = dict.fromkeys(SETUPS[state.scenario].attacked, 1) | attacked
    under = [
        RelevantFact(
            key,
            f"{country_name(key)}, {'attacked this turn' if turn == state.turn else 'under attack'}",
            "front",
            tuple(fact for fact in _of(area) if fact.startswith((_CONTROL, "conquest."))),
            area.rule,
        )
        for key, turn in sorted(attacked.items(), key=lambda each: -each[1])
        if not _taken(state, area := tables.areas[key])
    ]
    yield from (each for each in under if not tables.areas[each.key].within)
    places = tuple(f"{_CONTROL}{place}" for place in fronts(state, power))
    yield RelevantFact("front", "Where the sides meet", "front", places, R("83.11"))
    yield from (each for each in under if tables.areas[each.key].within)
    for faction in dict.fromkeys(map(faction_of, foes)):
        held = tuple(
            spec.key
            for spec in FACTS
            if spec.key.startswith(_CONTROL)
            and control(state, spec.key.removeprefix(_CONTROL)) == faction
        )
        names = " and ".join(POWERS[foe].name for foe in foes if faction_of(foe) == faction)
        yield RelevantFact(f"held-{faction}", f"Places of {names}", "war", held, R("83.11"))


def _taken(state: WarState, area: Area) -> bool:
    """Whether an area has been conquered, as it was found or declared, or all that must be held for it is: then
    the rules find the conquest themselves.
    """
    country = area.diplomacy or area.within
    known = bool(state.area(area.key).conqueror) or state.yes(f"conquered.{country}")
    return known or held_by(state, area.conquest) in FACTIONS


def _of(area: Area) -> tuple[str, ...]:
    """What a conquest of an area is found by, and what is in it."""
    places = tuple(f"control.{place}" for place in area.conquest or area.capitals)
    others = [f"conquest.{area.key}.by"]
    if area.diplomacy:
        others += [f"joined.{area.diplomacy}", f"conquered.{area.diplomacy}"]
    return (*places, *(key for key in others if key in FACTS))


def _clocks(state: WarState, tables: Tables, power: str) -> Iterator[RelevantFact]:
    """What will happen to a country by itself."""
    for clock in state.clocks:
        area = tables.areas.get(clock.area)
        if area is not None:
            said = WORDS.get(clock.kind, "waits for what comes of it")
            who = POWERS[clock.power].name if clock.power in POWERS else "Nobody"
            title = f"{country_name(clock.area)}: {who} {said}"
            key = f"{clock.kind}-{clock.area}-{clock.power}"
            yield RelevantFact(key, title, "clock", _of(area), area.rule)


def _owed(state: WarState, tables: Tables, power: str) -> Iterator[RelevantFact]:
    """What somebody owes, with the facts about the country that it is about."""
    for owed in obligations(state):
        about = [
            part for part in owed.key.split("-") if part in tables.areas or part in tables.minors
        ]
        facts = tuple(key for country in about for key in _forces_in(country, tables))
        if owed.key == "bound":
            facts = ("war.germany.russia", "declared.germany.russia")
        elif owed.key == "fleet":
            facts = (tables.prewar.fleet.fact, tables.prewar.fleet.war)
        yield RelevantFact(
            owed.key,
            f"{POWERS[owed.power].name}: {owed.text.rstrip('.')}",
            "obligation",
            facts,
            owed.rule,
        )


def _forces_in(country: str, tables: Tables) -> tuple[str, ...]:
    """Units of every side in a country, and its own."""
    area = tables.areas.get(country)
    name = area.diplomacy if area is not None and area.diplomacy else country
    kinds = (f"factors.{name}", f"naval.{name}")
    found = tuple(spec.key for spec in FACTS if spec.key.rpartition(".")[0] in kinds)
    return (*found, *(_of(area) if area is not None else ()))


def _pact(state: WarState, tables: Tables, power: str) -> Iterator[RelevantFact]:
    """The Nazi-Soviet Pact, while it lasts."""
    if state.yes("pact.in_effect"):
        rule = R("RGT: application")
        groups = ("tension-pact", "russian-border")
        facts = tuple(spec.key for spec in FACTS if spec.group in groups)
        yield RelevantFact("pact", "The Nazi-Soviet Pact", "pact", facts, rule)


def _tracks(state: WarState, tables: Tables, power: str) -> Iterator[RelevantFact]:
    """What moves the tension tracks, and the levels that they set off."""
    for track in TRACKS:
        if not frozen(state, track):
            rows = (*tables.tensions.event[track], *tables.tensions.status[track])
            facts = _read_by((row.modifier for row in in_play(state, rows)), Situation(state))
            rule = R(f"{track.upper()}: results")
            title = tables.scales[track].title
            yield RelevantFact(track, title, "threshold", facts, rule)


def _read_by(modifiers: Iterable[Modifier], at: Situation) -> tuple[str, ...]:
    """Every fact that these rows hang on, met or not."""
    return tuple(
        dict.fromkeys(
            key for row in modifiers for key in (*row.when.reads(at), *row.times.reads(at))
        )
    )


def _rolls(state: WarState, tables: Tables, power: str) -> Iterator[RelevantFact]:
    """The roll for each country that there is, whoever makes it, and what earns one."""
    for key, minor in tables.minors.items():
        exists = f"exists.{key}"
        if exists in FACTS and not state.yes(exists):
            continue
        here = tally_of(state, tables, Attempt(country=key, faction=faction_of(power)))
        earned = tuple(
            fact for rule in tables.reactions if rule.country == key for fact in rule.facts
        )
        facts = tuple(dict.fromkeys((*here.reads(), *earned, *_state_of(key))))
        title = f"The roll for {minor.name}"
        yield RelevantFact(key, title, "roll", facts, R(minor.heading))


def _state_of(country: str) -> tuple[str, ...]:
    """What the map has made of a country."""
    found = (f"joined.{country}", f"conquered.{country}", f"exists.{country}", "war.germany.russia")
    return tuple(key for key in found if key in FACTS)


def _points(state: WarState, tables: Tables, power: str) -> Iterator[RelevantFact]:
    """The points of the next year, and the levels of surrender that points move."""
    for owner, table in tables.allotments.items():
        told = allotment(state, table, owner, opening=False)
        yield RelevantFact(f"points-{owner}", told.title, "roll", told.reads(), R("49.11"))
    for owner, rule in LEVELS.items():
        told = surrender_tally(state, tables.allotments[owner], owner, {})
        facts = (*told.reads(), f"check.{owner}")
        yield RelevantFact(f"surrender-{owner}", told.title, "roll", facts, rule)
