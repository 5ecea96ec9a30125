"""Results: what a row, once taken, does to earlier policies, to the country and to BRPs.

Earlier policies are ended first; then the new one begins, BRPs are posted, and what the row
does on the map is told as an obligation. Results of one phase are carried out together, after
its last die (49.51).
"""

import re

from rules.world_at_war.diplomacy.roll_outcomes import DEGREE, spoken_of
from rules.world_at_war.forces import delayed_units
from rules.world_at_war.ledger.income import give_back, pay
from rules.world_at_war.ledger.transfers import hand_over
from rules.world_at_war.model.adjudication import Adjudication
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.conditions import attacked_half, is_side, status_of
from rules.world_at_war.model.events import diplomacy as e
from rules.world_at_war.model.facts import FACTS
from rules.world_at_war.model.powers import faction_of
from rules.world_at_war.model.state import Rolled, WarState
from rules.world_at_war.model.tables.campaign import tables_of
from rules.world_at_war.model.tables.countries import Minor, ResultRow
from rules.world_at_war.sides import surrender
from rules.world_at_war.sides.ties import end
from rules.world_at_war.status.status import (
    FREE_FRENCH,
    area_of,
    areas_of,
    conqueror_of,
    vichy_colonies,
)

_SUM = re.compile(r"\b(\d+|all) BRPs")
"""Where a row's meaning names what it pays."""


def carry_out(course: Adjudication, rolled: Rolled) -> None:
    """Carry one roll's row out."""
    minor = course.tables.minors[rolled.country]
    row = minor.row(rolled.taken)
    if rolled.kind == "reaction" and rolled.country == "spain" and row.key != "10":
        return  # the automatic association stands
    end_earlier(course, minor, row, rolled)
    if row.stays and _outranked(course, minor, row, rolled.favours):
        _tell_kept(course, minor, row)
    elif row.stays:
        begin(course, minor, row, rolled)
    elif row.effects:
        _tell_effects(course, minor, row, rolled)
    if row.lingers or (row.favours and course.state.country(minor.key).lingering):
        course.set_country(minor.key, lingering=row.key if row.lingers else "")
    if rolled.kind == "demand":
        answer_demand(course, rolled)
    if row.favours == "allied" and row.most <= 0:
        forget_border_war(course, minor)
    if row.permanent:
        close(course, minor, row)


def end_earlier(course: Adjudication, minor: Minor, row: ResultRow, rolled: Rolled) -> None:
    """End the policy that the row cancels, or that the other side's new policy replaces."""
    status, holder = spoken_of(course.state, minor.key)
    if not status:
        return
    opposed = row.favours and not is_side(row.favours, holder)
    cancelled = bool(row.cancels) and is_side(row.cancels, holder)
    rival = (
        row.stays
        and row.favours == "allied"
        and holder in ("western", "russia")
        and holder != rolled.favours
    )
    if not (cancelled or (opposed and row.stays) or rival):
        return
    how = "negated"
    if status in ("ally", "associate"):
        how = "switched" if row.status in ("ally", "associate") else "surrendered"
    elif row.stays:
        how = "replaced"
    before = surrender.friends(course.state, minor.key)
    end(course, minor, how)
    if how == "switched":
        surrender.switch(course, before, row, rolled.power)
        hand_over(course, minor.key, before, rolled.power, switched=True, to=rolled.power)
    elif how == "surrendered":
        surrender.surrender(course, before, row, rolled.power)
        to = rolled.power if row.status == "hexes" else ""
        hand_over(course, minor.key, before, rolled.power, switched=False, to=to)


def _outranked(course: Adjudication, minor: Minor, row: ResultRow, faction: str) -> bool:
    """Whether the side's own present standing is not to be lowered by its own row: an ally or
    associate stays one (ruling 16), and a mere 5-6 leaves a greater policy alone.
    """
    status, holder = spoken_of(course.state, minor.key)
    record = course.state.country(minor.key)
    if not status or holder != faction:
        return False
    if status in ("ally", "associate") or record.pending:
        standing = minor.row(record.result).status if record.pending else status
        return DEGREE[row.status] <= DEGREE[standing]
    return row.key == "5-6"


def begin(course: Adjudication, minor: Minor, row: ResultRow, rolled: Rolled) -> None:
    """A policy takes effect for the benefit of one power (49.51)."""
    before = course.state.country(minor.key)
    pending = row.defers and not finland_has_chosen(course)
    if row.incorporates:
        _tell_effects(course, minor, row, rolled)
        delayed_units.add(course, minor, row, rolled.power)
        return
    if before.power and before.power != rolled.power:
        give_back(course, before.power, minor.key)
    course.set_country(
        minor.key,
        result=row.key,
        faction=rolled.favours,
        power=rolled.power,
        turn=course.state.turn,
        pending=pending,
    )
    if row.status == "ally" and not attacked_half(course.state, minor.key):
        course.set_fact(f"joined.{minor.key}", "none", row.rule)
    if minor.key == "vichy" and row.status in ("ally", "associate") and rolled.favours != "axis":
        free_colonies(course, row)
    place, unpaid = len(course.events), ""
    if row.brps or row.status in ("ally", "associate"):
        reason = pay(course, rolled.power, minor, row, pending=pending)
        unpaid = reason if row.brps else ""
    else:
        give_back(course, rolled.power, minor.key)
    meaning = _SUM.sub("no BRPs", row.meaning) if unpaid else row.meaning
    began = e.PolicyBegan(
        country=minor.key, faction=rolled.favours, power=rolled.power, before=before.result, row=row.key,
        meaning=meaning, effects=effects_of(row, minor), pending=pending, unpaid=unpaid, rule=row.rule,
    )  # fmt: skip
    course.events.insert(place, began)
    if row.danzig:
        course.set_fact("danzig_corridor.control", "axis", row.rule)
        course.set_fact("danzig_corridor.how", "poland_joined", row.rule)
    delayed_units.add(course, minor, row, rolled.power)


def free_colonies(course: Adjudication, row: ResultRow) -> None:
    """The colonies of a Vichy France that joins the Allies become Free French, those that others have
    taken left out, so that it is worth as much less (85.493).
    """
    known = int(FACTS.value(course.state.facts, FREE_FRENCH))
    course.set_fact(FREE_FRENCH, max(known, vichy_colonies(course.state)), row.rule)


def effects_of(row: ResultRow, minor: Minor) -> tuple[str, ...]:
    """What the row means on the map, in sentences."""
    told = list(row.effects)
    if row.volunteers:
        units = (
            "one infantry unit"
            if row.volunteers == 1
            else f"{('two', 'three')[row.volunteers - 2]} infantry units"
        )
        told.append(
            f"{minor.adjective} volunteers: {units} (2-3) may fight on the eastern front while Germany and Russia are at war; "
            "rebuilt when lost, but sent again only after another roll."
        )
    if row.status == "hexes":
        told.append(
            "Hexes with units of another faction are excepted; all others count as controlled from the start of this player turn."
        )
        told.append(
            f"At most {minor.limit} foreign factors may be in {minor.name} or supplied through it."
        )
    return tuple(told)


def _tell_effects(course: Adjudication, minor: Minor, row: ResultRow, rolled: Rolled) -> None:
    record = course.state.country(minor.key)
    course.tell(
        e.PolicyBegan(
            country=minor.key, faction=rolled.favours, power=rolled.power, before=record.result, row=row.key,
            meaning=row.meaning, effects=effects_of(row, minor), rule=row.rule,
        )
    )  # fmt: skip


def _tell_kept(course: Adjudication, minor: Minor, row: ResultRow) -> None:
    """A row of a country's own side that brings less than it has: nothing of it takes place, but
    what a 5-6 says besides its volunteers.
    """
    status, holder = spoken_of(course.state, minor.key)
    course.tell(
        e.StandingKept(
            country=minor.key, faction=holder, status=status, row=row.key,
            effects=row.effects if row.key == "5-6" else (), rule=R("Ruling 16"),
        )
    )  # fmt: skip


def finland_has_chosen(course: Adjudication) -> bool:
    """Finland has joined the Axis or fallen to the Allies, which frees Sweden to join."""
    state = course.state
    status, holder = status_of(state, "finland")
    if holder == "axis" and status in ("ally", "associate"):
        return True
    return state.yes("conquered.finland") and not _axis_took(state, "finland")


def _axis_took(state: WarState, key: str) -> bool:
    """Whether it is the Axis who conquered an area, as far as anybody has said."""
    power = conqueror_of(state, area_of(state, key))
    return bool(power) and faction_of(power) == "axis"


def join_deferred(course: Adjudication) -> None:
    """At the start of a turn a joining that waited takes place, once Finland has chosen (ruling 18)."""
    record = course.state.country("sweden")
    if not record.pending or not finland_has_chosen(course):
        return
    minor = course.tables.minors["sweden"]
    row = minor.row(record.result)
    course.set_country("sweden", pending=False, turn=course.state.turn)
    course.tell(
        e.CountryJoined(
            country="sweden",
            faction=record.faction,
            status=row.status,
            why="Finland has chosen.",
            rule=row.rule,
        )
    )
    pay(course, record.power, minor, row)


def close(course: Adjudication, minor: Minor, row: ResultRow) -> None:
    """A permanent row closes the country to diplomacy for good (49.52)."""
    record = course.state.country(minor.key)
    if row.dissolves and row.status == "hexes" and record.power:
        for key in areas_of(course.state, minor.key):
            course.set_area(key, surrendered=record.power)
    if row.incorporates or row.dissolves or minor.key == "ukraine":
        if record.power:
            give_back(course, record.power, minor.key)
        course.set_country(minor.key, result="", faction="", power="", pending=False)
    course.set_country(minor.key, closed=row.key, turn=course.state.turn)
    course.tell(
        e.CountryClosed(country=minor.key, row=row.key, meaning=row.meaning, rule=R("49.52"))
    )


def forget_border_war(course: Adjudication, minor: Minor) -> None:
    """A pro-Allied row ends the alignment that a border war had brought about, and that of Vichy. That
    the war was fought stays a fact: Finland joins Germany by it all the same (84.23).
    """
    if f"border_war.{minor.key}" in FACTS or minor.key == "vichy":
        course.set_country(minor.key, turned=True)


def demand_answer(state: WarState, row: str) -> str:
    """What a row means for a Russian demand on Rumania: ``annexed``, ``dropped``, ``germany_chooses``,
    or, where a campaign wants it so on a 7, ``resisted`` (ruling 12).
    """
    if row == "7" and state.variant("rumania_seven") == "resists":
        return "resisted"
    rows = tables_of(state).demand_rows
    return next(answer for answer, keys in rows.items() if row in keys)


def answer_demand(course: Adjudication, rolled: Rolled) -> None:
    """What becomes of a Russian demand on Rumania, by the row taken (66.12)."""
    rule = R("66.12")
    answer = demand_answer(course.state, rolled.taken)
    if answer == "germany_chooses":
        answer = "resisted" if rolled.resisted else "ceded"
    course.tell(e.DemandAnswered(answer=answer, rule=rule))
    if answer in ("annexed", "ceded"):
        course.set_fact("russia.entered.bessarabia", True, rule)
        course.set_fact("control.bessarabia", "russia", rule)
    elif answer == "resisted":
        course.set_fact("fighting.bessarabia", True, rule)
        course.set_fact("fought.bessarabia", True, rule)
        course.set_fact("border_war.rumania", True, rule)
        course.set_country("rumania", turned=False)
