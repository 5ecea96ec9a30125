"""What powers owe, may still do, and are bound by: everything with a date or a condition.

Obligations follow from the state, so they settle and lapse by themselves; ``tell`` compares two
states and says which arose and which ended. A later part of the rulebook adds a source of its
own to ``SOURCES``, or to ``OFFERS`` when none of it must be done, so that no change need be told.
"""

from collections.abc import Iterator

import msgspec

from rules.kernel.grammar import capital
from rules.kernel.serial import gathered
from rules.world_at_war.forces.delayed_units import of_coming, of_delayed
from rules.world_at_war.forces.volunteers import of_sending, of_volunteers
from rules.world_at_war.model.adjudication import Adjudication
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.events.tensions import ObligationArose, ObligationEnded
from rules.world_at_war.model.obligation import Obligation, Source
from rules.world_at_war.model.powers import members
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.tables.campaign import Tables, tables_of
from rules.world_at_war.obligations.forces import of_forces
from rules.world_at_war.obligations.ledger import of_ledger
from rules.world_at_war.obligations.regions import of_china, of_regions
from rules.world_at_war.obligations.sides import missed, of_sides
from rules.world_at_war.status.belligerents import at_war
from rules.world_at_war.tensions.mobilization import room, title


def of_tensions(state: WarState, tables: Tables) -> Iterator[Obligation]:
    """What the tension tracks and the wars around them ask for."""
    fleet = tables.prewar.fleet
    if (
        state.reached("usjt", fleet.level)
        and not state.yes(fleet.fact)
        and not state.yes(fleet.war)
    ):
        since = state.tracks["usjt"].reached[str(fleet.level)]
        yield Obligation("fleet", "united_states", fleet.text, fleet.rule, since, since)
    for record in state.mobilizations:
        if not record.settled:
            plan = tables.prewar.mobilizations[record.theatre]
            needs = f", {_and(plan.required)} among them" if plan.required else ""
            text = f"{title(tables, record)}: choose {room(state, record)} BRPs of units{needs}."
            key = f"units-{record.theatre}-{record.number}-{record.part}"
            otherwise = "You get the required units, and infantry for the rest."
            since, due = record.turn, record.turn + 1
            yield Obligation(key, plan.power, text, plan.rule, since, due, otherwise=otherwise)
    rule = R("RGT: declarations on minors")
    for stand in state.stands:
        name = tables.minors[stand.country].name
        if stand.support is None:
            text = f"Say whether Germany supports {name} against Russia."
            otherwise = f"Germany does not support {name}."
            key, power = f"support-{stand.country}", "germany"
        else:
            text = f"Declare war on Germany as well, or back down from {name}."
            otherwise = "Russia backs down."
            key, power = f"press-{stand.country}", "russia"
        yield Obligation(key, power, text, rule, stand.turn, stand.turn, otherwise=otherwise)


def of_diplomacy(state: WarState, tables: Tables) -> Iterator[Obligation]:
    """What diplomacy leaves owed: the war that Germany bound itself to, and reaction rolls."""
    if 0 < state.bound_turn == state.turn and not state.yes("war.germany.russia"):
        text = "Declare war on Russia, as Germany bound itself to do."
        otherwise = "The history says that the war is owed."
        turn, rule = state.turn, R("Ruling 25")
        yield Obligation("bound", "germany", text, rule, turn, turn, otherwise=otherwise)
    for earned in state.reactions:
        name = tables.minors[earned.country].name
        key, power = f"reaction-{earned.country}-{earned.faction}", members(earned.faction)[0]
        text = f"Make a reaction roll for {name} in the next targets step."
        yield Obligation(key, power, text, R("Ruling 11"), earned.turn, force="may")


def _and(parts: tuple[str, ...]) -> str:
    return " and ".join(f"a unit of {part}" for part in parts)


SOURCES: tuple[Source, ...] = (
    of_tensions, of_diplomacy, of_sides, of_china, of_forces, of_delayed, of_volunteers,
)  # fmt: skip
"""Where obligations come from, in the order they are listed."""
OFFERS: tuple[Source, ...] = (of_ledger, of_regions, of_coming, of_sending)
"""Where what may be done comes from, listed after them."""


def obligations(state: WarState) -> tuple[Obligation, ...]:
    """Everything that is owed or may be done now; the soonest date first."""
    tables = tables_of(state)
    found = [one for source in (*SOURCES, *OFFERS) for one in source(state, tables)]
    return tuple(sorted(found, key=_when))


def tell(course: Adjudication, before: WarState) -> None:
    """Say which obligations arose and which ended since ``before``, once each."""
    if before is course.state:
        return
    old, new = _musts(before), _musts(course.state)
    for key, one in old.items():
        if key not in new:
            undone = _lapsed(course.state, one) or missed(course.events, one)
            how = "lapsed" if undone else "settled"
            course.tell(gathered(ObligationEnded, one, how=how))
    for key, one in new.items():
        if key not in old:
            course.tell(gathered(ObligationArose, one))


def _musts(state: WarState) -> dict[str, Obligation]:
    """What must be done, by key; the soonest date first."""
    tables = tables_of(state)
    found = [one for source in SOURCES for one in source(state, tables) if one.force == "must"]
    return {one.key: one for one in sorted(found, key=_when)}


def _when(obligation: Obligation) -> tuple[bool, int]:
    """The soonest date first, and what has none last."""
    return (obligation.due == 0, obligation.due)


def _lapsed(state: WarState, obligation: Obligation) -> bool:
    """Whether an obligation ended without being done."""
    if obligation.key == "fleet":
        return not state.yes("us.fleet_at_pearl")
    if obligation.key == "bound":
        return not state.yes("war.germany.russia")
    return False


class Bond(msgspec.Struct, frozen=True, kw_only=True):
    """A standing rule that binds a power for now, and until when (in words)."""

    key: str
    power: str
    title: str
    text: str
    rule: str
    until: str


def bonds(state: WarState) -> tuple[Bond, ...]:
    """The limits that hold now: garrisons, production, transfers, the fleet, grants, in the turn of a
    German attack Russian unpreparedness, and what the Axis owe before they help whom they left.
    """
    tables = tables_of(state)
    found = []
    for limit in tables.prewar.limits:
        begun = limit.since is None or state.reached(*limit.since)
        over = state.yes(limit.war) or (limit.until is not None and state.reached(*limit.until))
        if begun and not over:
            words = "war"
            if limit.until is not None:
                words = f"{tables.scales[limit.until[0]].title} {limit.until[1]}, or war"
            found.append(gathered(Bond, limit, until=words))
    if 0 < state.unprepared_turn == state.turn:
        found.append(
            Bond(
                key="unprepared",
                power="russia",
                title="Russian unpreparedness",
                text=" ".join(f"{line}." for line in tables.prewar.unprepared),
                rule=R("RGT: unpreparedness"),
                until="the end of this turn",
            )
        )
    found += [_abandoned(tables, country, power) for country, power in _left(state)]
    return tuple(found)


def _left(state: WarState) -> Iterator[tuple[str, str]]:
    """Countries that Germany left to Russia and that are still at war with it, for each Axis power
    that has not declared war on Russia.
    """
    for country in state.abandoned:
        for power in members("axis"):
            if state.yes(f"declared.russia.{country}") and not at_war(state, power, "russia"):
                yield country, power


def _abandoned(tables: Tables, country: str, power: str) -> Bond:
    name = tables.minors[country].name
    return Bond(
        key=f"abandoned-{country}",
        power=power,
        title=f"Help for {name}",
        text=f"{capital(name)} was left to Russia: helping it takes a declaration of war on Russia.",
        rule=R("RGT: declarations on minors"),
        until="war with Russia",
    )
