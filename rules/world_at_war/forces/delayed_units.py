"""Units that come with a country: what Germany adds to its force pool, and from when on it builds it.

Austria and Czechoslovakia bring them as they join the Reich, Poland as it becomes a German ally (row
10). Each sort may be built after the delay of a mobilization; a later conquest of the country
reverses nothing.
"""

from collections.abc import Iterator

from rules.world_at_war.model.adjudication import Adjudication
from rules.world_at_war.model.calendar import turn_title
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.events.ledger import BuildsAdded, BuildsOpen
from rules.world_at_war.model.obligation import Obligation
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.state.areas import Delayed
from rules.world_at_war.model.tables.campaign import Tables
from rules.world_at_war.model.tables.countries import Minor, ResultRow

RULE = R("Ruling 104")
TWELVE = "germany.twelve_armor"
"""Whether Germany has produced its twelfth 3-6 or 4-6 armor unit, and adds infantry instead."""


def add(course: Adjudication, minor: Minor, row: ResultRow, power: str) -> None:
    """Write down what a row adds to the power's force pool, each sort with its turn; once a country."""
    builds = row.builds
    if builds is None or any(one.country == minor.key for one in course.state.delayed):
        return
    instead = bool(builds.armor) and course.state.yes(TWELVE)
    sorts = {
        "infantry": ("infantry", builds.infantry),
        "air": ("air", builds.air),
        "armor": ("infantry", builds.instead) if instead else ("armor", builds.armor),
    }
    delays, now = course.tables.prewar.delays, course.state.turn
    found = [
        Delayed(
            country=minor.key, power=power, sort=sort, units=units, since=now,
            due=now + delays[kind], base=builds.base,
        )
        for sort, (kind, units) in sorts.items()
        if units
    ]  # fmt: skip
    course.change(delayed=(*course.state.delayed, *found))
    when = {one.units: turn_title(course.state.scenario, one.due) for one in found}
    course.tell(
        BuildsAdded(country=minor.key, power=power, base=builds.base, when=when, rule=row.rule)
    )


def arrive(course: Adjudication) -> None:
    """As a turn opens, the units that may be built from now on."""
    for one in course.state.delayed:
        if one.due == course.state.turn:
            course.tell(
                BuildsOpen(country=one.country, power=one.power, units=one.units, rule=RULE)
            )


def of_delayed(state: WarState, tables: Tables) -> Iterator[Obligation]:
    """In the turn of the row the base, in that of each date the force pool (Ruling 104)."""
    told = set()
    for one in state.delayed:
        name = tables.minors[one.country].name
        if one.since == state.turn and one.country not in told:
            told.add(one.country)
            text = f"Add {one.base} BRPs to the German BRP base, for {name}."
            yield Obligation(f"base-{one.country}", one.power, text, RULE, one.since, state.turn)
        if one.due == state.turn:
            text = f"Add {one.units} to the German force pool, for {name}: they may be built now."
            key = f"builds-{one.country}-{one.sort}"
            yield Obligation(key, one.power, text, RULE, one.since, state.turn)


def of_coming(state: WarState, tables: Tables) -> Iterator[Obligation]:
    """What may be built only later, with its date."""
    for one in state.delayed:
        if one.due > state.turn:
            when = turn_title(state.scenario, one.due)
            text = f"Build {one.units}, for {tables.minors[one.country].name}, from {when} on."
            key = f"coming-{one.country}-{one.sort}"
            yield Obligation(key, one.power, text, RULE, one.since, force="may")
