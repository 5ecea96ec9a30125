"""Declarations of war: who may declare on whom now, and what a declaration brings about.

Russia may attack minors as tension with Germany rises; where Germany has an economic interest,
Germany first says whether it supports the country. Wars that the map brings about otherwise
stay declared facts.
"""

from dataclasses import dataclass

import msgspec

from rules.kernel.facts import FactValue
from rules.kernel.grammar import capital
from rules.kernel.menus import Barred, Choice, Menu, Pick
from rules.world_at_war.model.adjudication import Adjudication
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.conditions import BALKANS, hexes_with, status_of
from rules.world_at_war.model.events import tensions as e
from rules.world_at_war.model.facts import FACTS
from rules.world_at_war.model.powers import faction_of, side_of
from rules.world_at_war.model.sequence import STAGES
from rules.world_at_war.model.state import Stand, WarState
from rules.world_at_war.model.tables.campaign import tables_of
from rules.world_at_war.sides import association, attacks, ties
from rules.world_at_war.sides.attacks import declarer

ON_MINORS = R("RGT: declarations on minors")
RUSSIAN_WAR = R("RGT: Russian declaration of war")
GERMAN_WAR = R("RGT: German declaration of war")


@dataclass(frozen=True)
class Foe:
    """Against whom war can be declared: the facts that say so, the first of them the declaration."""

    name: str
    facts: tuple[str, ...]


MAJORS: dict[str, dict[str, Foe]] = {
    "germany": {
        "britain": Foe("Britain", ("declared.germany.britain", "war.britain.axis")),
        "france": Foe("France", ("declared.germany.france", "war.france.axis")),
        "united_states": Foe("The United States", ("declared.germany.united_states", "war.us.axis")),
        "russia": Foe("Russia", ("declared.germany.russia", "war.germany.russia")),
    },
    "italy": {
        "britain": Foe("Britain", ("declared.italy.britain", "war.britain.axis", "war.italy.western")),
        "france": Foe("France", ("declared.italy.france", "war.france.axis", "war.italy.western")),
        "united_states": Foe("The United States", ("declared.italy.united_states", "war.us.axis")),
        "russia": Foe("Russia", ("declared.italy.russia",)),
    },
    "russia": {
        "germany": Foe("Germany", ("declared.russia.germany", "war.germany.russia")),
        "japan": Foe("Japan", ("declared.russia.japan", "war.japan.russia")),
    },
    "united_states": {
        "axis": Foe("The European Axis", ("war.us.axis",)),
        "japan": Foe("Japan", ("war.japan.us",)),
    },
}  # fmt: skip
"""Major powers that each seat can declare war on here."""
UNBORN = ("albania", "austria", "croatia", "czechoslovakia", "serbia", "vichy", "yugoslavia")
"""Countries that a campaign may be without."""
HALVES = ("belgium", "luxembourg")
"""Two areas that are one country for diplomacy, and can be attacked together or one by one."""

BALTIC = ("baltic", "estonia", "latvia", "lithuania")
"""Where Russia may go whatever the level of tension."""


def minors_of(power: str) -> tuple[str, ...]:
    """Minor countries that a power can declare war on, in the order of the fact sheet."""
    start = f"declared.{declarer(power)}."
    majors = {key for foes in MAJORS.values() for key in foes}
    keys = [spec.key.removeprefix(start) for spec in FACTS if spec.key.startswith(start)]
    found = [key for key in keys if key not in majors]
    at = found.index("belux") + 1
    return (*found[:at], *HALVES, *found[at:])


def areas_on(on: str) -> tuple[str, ...]:
    """The areas that a declaration on this minor meets: Belgium and Luxembourg at once, or one."""
    return HALVES if on == "belux" else (on,)


def country_on(on: str) -> str:
    """The country, as facts and tensions know it, that this minor belongs to."""
    return "belux" if on in HALVES else on


def interest(state: WarState, country: str) -> bool:
    """Whether Germany has an economic interest in a country: a 7 is in effect there."""
    status, holder = status_of(state, country)
    return (status, holder) == ("income", "axis")


def controlled(state: WarState, country: str) -> bool:
    """Whether the Axis control a country: by hex control, as its allies, or since it surrendered."""
    return hexes_with(state, country) == "axis"


def bar(state: WarState, power: str, on: str) -> Barred | None:
    """Why a power may not declare war on this foe now; ``None`` when it may.

    ``on`` is a major power, ``axis``, or a minor country: an area, or ``belux``.
    """
    if on in MAJORS.get(power, {}):
        return _bar_on_major(state, power, on)
    if on in UNBORN and not state.yes(f"exists.{on}"):
        return Barred("There is no such country now.", R("Ruling 9"), attacks.UNBORN)
    for area in areas_on(on):
        found = attacks.bar(state, power, area)
        if found is not None:
            return found
    return tension_bar(state, power, country_on(on))


def _at_tension(state: WarState, track: str, level: int) -> str:
    """What opens at a level of a track."""
    title = tables_of(state).scales[track].title
    return f"Opens when {title} reaches {level}; it is {state.level(track)}."


def tension_bar(state: WarState, power: str, on: str) -> Barred | None:
    """Why the level of Russo-German tension forbids a declaration of war on a minor country."""
    if power != "russia" or on in BALTIC or state.yes("war.germany.russia"):
        return None
    if not state.reached("rgt", 25):
        why = f"Tension is {state.level('rgt')}; Russia needs 25."
        return Barred(why, ON_MINORS, _at_tension(state, "rgt", 25))
    if controlled(state, on):
        why = "The Axis control it, and Russia is at peace with Germany."
        return Barred(
            why, ON_MINORS, "Opens at war with Germany, or when the Axis lose control of it."
        )
    if interest(state, on) and not state.reached("rgt", 35):
        return Barred(
            f"Germany has an economic interest there and tension is {state.level('rgt')}; "
            "Russia needs 35.",
            ON_MINORS,
            _at_tension(state, "rgt", 35),
        )
    return None


def _bar_on_major(state: WarState, power: str, on: str) -> Barred | None:
    needs = {
        ("russia", "germany"): ("rgt", RUSSIAN_WAR),
        ("united_states", "axis"): ("usat", R("USAT: results")),
        ("united_states", "japan"): ("usjt", R("USJT: results")),
    }
    track, rule = needs.get((power, on), ("", GERMAN_WAR))
    if all(state.yes(fact) for fact in MAJORS[power][on].facts):
        return Barred("They are at war already.", rule, "Opens when that war is over.")
    if track and state.yes(MAJORS[power][on].facts[-1]):
        return Barred("They are at war already.", rule, "Opens when that war is over.")
    if (power, on) == ("russia", "germany") and state.level("rgt") < 50:
        why = f"Tension is {state.level('rgt')}; Russia needs 50."
        return Barred(why, rule, _at_tension(state, track, 50))
    if track and not state.reached(track, 50):
        why = f"Tension has not reached 50; it is {state.level(track)}."
        return Barred(why, rule, _at_tension(state, track, 50))
    return None


def menu(state: WarState, power: str) -> Menu | None:
    """Declaring war, which is offered in one's own player turn only."""
    if STAGES[state.step].side != side_of(faction_of(power)):
        return None
    majors = tuple(
        Choice(value=key, label=foe.name, group="Major powers", barred=bar(state, power, key))
        for key, foe in MAJORS.get(power, {}).items()
    )
    minors = tuple(_minor_choice(state, power, key) for key in minors_of(power))
    field = Pick(
        key="on",
        label="Declare war on",
        rule=ON_MINORS,
        choices=(*majors, *minors),
        help="The war begins at once. Its price in BRPs is paid, and tensions move by it.",
    )
    return Menu(power=power, order="war", title="Declare war", fields=(field,))


def _minor_choice(state: WarState, power: str, key: str) -> Choice:
    areas, barred = tables_of(state).areas, bar(state, power, key)
    return Choice(
        value=key,
        label=capital(" and ".join(areas[area].name for area in areas_on(key))),
        note="" if barred else f"{price(state, power, key)} BRPs",
        group="Minor countries",
        barred=barred,
    )


def declare(course: Adjudication, power: str, on: str) -> dict[str, FactValue]:
    """Declare war; returns the facts that hold from now on, for the fact sheet to enter."""
    foe = MAJORS.get(power, {}).get(on)
    if foe is not None:
        rule = RUSSIAN_WAR if power == "russia" else GERMAN_WAR
        course.tell(e.WarDeclared(power=power, on=on, cost=_cost(course, power, on), rule=rule))
        return dict.fromkeys(foe.facts, True)
    course.tell(
        e.WarDeclared(power=power, on=on, cost=price(course.state, power, on), rule=ON_MINORS)
    )
    facts: dict[str, FactValue] = {f"declared.{declarer(power)}.{country_on(on)}": True}
    if country_on(on) == "belux":
        before = str(course.state.facts.get("belgium.attacked", "none"))
        facts["belgium.attacked"] = on if on in HALVES and before in ("none", on) else "both"
    return facts


def price(state: WarState, power: str, on: str) -> int:
    """What war on a minor costs a power now, in BRPs: one price for Belgium with Luxembourg."""
    return attacks.price(state, power, areas_on(on)[0]).net


def _cost(course: Adjudication, power: str, on: str) -> int | None:
    costs = course.tables.prewar.costs
    return costs.russia_on_germany if (power, on) == ("russia", "germany") else None


# -- what a declaration brings about -------------------------------------------------------------


def follow(course: Adjudication, before: WarState) -> None:
    """What declarations of war made since ``before`` bring about by the level of tension."""
    now = course.state
    if now.facts is before.facts:
        return
    grown = [
        key
        for key, value in now.facts.items()
        if value is True and before.facts.get(key) is not True and key.startswith("declared.")
    ]
    for key in grown:
        _, by, on = key.split(".")
        if by == "russia":
            _russian(course, before, on)
    if "declared.germany.russia" in grown and before.level("rgt") < course.tables.prewar.alert:
        course.change(unprepared_turn=now.turn)
        course.tell(
            e.Unprepared(
                level=before.level("rgt"),
                effects=course.tables.prewar.unprepared,
                rule=R("RGT: unpreparedness"),
            )
        )


def _lawless(before: WarState, on: str) -> Barred | None:
    """Why the level of tension forbade what Russia has declared."""
    if on in MAJORS["russia"]:
        return _bar_on_major(before, "russia", on)
    return tension_bar(before, "russia", on)


def _russian(course: Adjudication, before: WarState, on: str) -> None:
    lawless = _lawless(before, on)
    if lawless is not None:
        course.tell(e.WarUnlawful(fact=f"declared.russia.{on}", why=lawless.why, rule=lawless.rule))
    if on in course.tables.minors and interest(before, on) and not before.yes("war.germany.russia"):
        free = _bar_on_major(before, "russia", "germany") is None
        stand = Stand(country=on, turn=course.state.turn, free=free)
        course.change(stands=(*course.state.stands, stand))
        course.tell(e.SupportAwaited(country=on, rule=ON_MINORS))


def stand_menus(state: WarState, power: str) -> tuple[Menu, ...]:
    """Germany's word on a country that Russia attacks, and Russia's answer to it."""
    minors = tables_of(state).minors
    if power == "germany":
        asked = next((stand for stand in state.stands if stand.support is None), None)
        if asked is None:
            return ()
        choices = (
            Choice(value="support", label="Support it"),
            Choice(
                value="abandon",
                label="Leave it alone: the interest and this year's BRPs are lost, and help on a later "
                "turn takes a declaration of war on Russia",
            ),
        )
        label = f"Russia attacks {minors[asked.country].name}"
        field = Pick(key="answer", label=label, rule=ON_MINORS, choices=choices, optional=False)
        return (
            Menu(
                power=power, order="support", title="Support a minor", fields=(field,), urgent=True
            ),
        )
    supported = next((stand for stand in state.stands if stand.support), None)
    if power != "russia" or supported is None:
        return ()
    costs = tables_of(state).prewar.costs
    free = supported.free and not state.yes("war.germany.russia")
    choices = (
        Choice(
            value="war",
            label=f"War on Germany as well, for {costs.russia_on_germany} BRPs",
            barred=None if free else bar(state, "russia", "germany"),
        ),
        Choice(value="back_down", label=f"Back down; the {costs.minor} BRPs are lost"),
    )
    label = f"Germany supports {minors[supported.country].name}"
    field = Pick(key="answer", label=label, rule=ON_MINORS, choices=choices, optional=False)
    return (Menu(power=power, order="press", title="Answer Germany", fields=(field,), urgent=True),)


def support(course: Adjudication, answer: str, *, silent: bool = False) -> None:
    """Germany supports the oldest country in question, or forfeits its interest there."""
    asked = next(stand for stand in course.state.stands if stand.support is None)
    yes = answer == "support"
    course.tell(e.SupportGiven(country=asked.country, support=yes, silent=silent, rule=ON_MINORS))
    kept = [stand for stand in course.state.stands if stand is not asked]
    if yes:
        kept.append(msgspec.structs.replace(asked, support=True))
    else:
        ties.end(course, course.tables.minors[asked.country], "forfeited", ON_MINORS)
        gone = {*course.state.abandoned, asked.country}
        course.change(abandoned=tuple(sorted(gone)))
        if asked.country in BALKANS:
            course.set_fact("interest.unsupported", True, ON_MINORS)
    course.change(stands=tuple(kept))


def press(course: Adjudication, answer: str, *, silent: bool = False) -> dict[str, FactValue]:
    """Russia goes to war with Germany for the country, or backs down; returns the facts of war."""
    stand = next(one for one in course.state.stands if one.support)
    course.change(stands=tuple(one for one in course.state.stands if one is not stand))
    war, costs = answer == "war", course.tables.prewar.costs
    course.tell(
        e.SupportAnswered(
            country=stand.country,
            war=war,
            forfeit=0 if war else costs.minor,
            silent=silent,
            rule=ON_MINORS,
        )
    )
    if war:
        return declare(course, "russia", "germany")
    _back_down(course, stand)
    return {}


def _back_down(course: Adjudication, stand: Stand) -> None:
    """The war on the minor is none any more; that it was declared stays remembered (Ruling 107)."""
    country = stand.country
    course.change(withdrawn=(*course.state.withdrawn, Stand(country=country, turn=stand.turn)))
    for key in areas_on(country):
        association.give_up(course, key, "russia", ON_MINORS)
    course.set_fact(f"declared.russia.{country}", False, ON_MINORS)
    border = country == "rumania" and course.state.yes("fighting.bessarabia")
    if f"war.russia.{country}" in FACTS.present and not border:
        course.set_fact(f"war.russia.{country}", False, ON_MINORS)


def close(course: Adjudication) -> None:
    """As the turn ends, silence is an answer: Germany does not support, Russia backs down."""
    while any(stand.support is None for stand in course.state.stands):
        support(course, "abandon", silent=True)
    while course.state.stands:
        press(course, "back_down", silent=True)
