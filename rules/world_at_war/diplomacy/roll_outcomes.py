"""One roll: which points and cards it counts, its tally, its row, the rows that may be taken
instead, and its exact chances.
"""

from collections.abc import Mapping
from fractions import Fraction

from rules.kernel.odds import distribution
from rules.kernel.pages import Chance
from rules.kernel.tally import Tally
from rules.world_at_war.diplomacy.eligibility import counting
from rules.world_at_war.diplomacy.modifiers import Attempt
from rules.world_at_war.diplomacy.operations import shifts
from rules.world_at_war.model.conditions import (
    ALLIED,
    attacked_half,
    is_side,
    status_by_result,
    status_of,
)
from rules.world_at_war.model.powers import faction_of
from rules.world_at_war.model.state import Named, WarState, Wish
from rules.world_at_war.model.tables.campaign import tables_of
from rules.world_at_war.model.tables.countries import ResultRow

DEGREE = {"": 0, "policy": 1, "income": 1, "hexes": 2, "associate": 3, "ally": 4}


def attempt_for(state: WarState, named: Named) -> Attempt:
    """A named target as an attempt, with everything that is public when the dice are rolled."""
    subverted = state.subversion_worked and state.subverted == named.country
    return Attempt(
        country=named.country,
        faction=named.faction,
        manner=named.kind,
        points=counting(state, named.country, named.faction, named.joint),
        operations=shifts(state, named.country),
        subverted=subverted,
    )


def chances(state: WarState, attempt: Attempt, tally: Tally) -> tuple[Chance, ...]:
    """The exact chance of each row of an attempt with this tally, in the order of the table; rows out of
    reach are left out. A row has a side only where that side gains something by it as things stand.
    """
    minor = tables_of(state).minors[attempt.country]
    found: dict[str, Fraction] = distribution(lambda die: minor.row_for(die + tally.net).key, 6)
    return tuple(
        Chance(
            row=row.key,
            meaning=_meant(state, attempt, row),
            parts=int(found[row.key] * 6),
            whole=6,
            side=_gainer(state, attempt, row),
        )
        for row in minor.rows
        if row.key in found
    )


def _meant(state: WarState, attempt: Attempt, row: ResultRow) -> str:
    """What a row means as things stand: one that ends a policy and does nothing else has to find one."""
    ends_only = row.cancels and not (row.stays or row.permanent or row.lingers)
    status, holder = spoken_of(state, attempt.country)
    if not ends_only or (status and is_side(row.cancels, holder)):
        return row.meaning
    return f"No pro-{'Axis' if row.cancels == 'axis' else 'Allied'} policy to end"


def _gainer(state: WarState, attempt: Attempt, row: ResultRow) -> str:
    """The faction that gains by a row; empty where it changes nothing for the better."""
    faction = attempt.faction
    found = favoured(state, attempt.country, faction, row, attempt.points)
    if found == "tie":
        found = faction if faction in ALLIED else "western"
    return found if found and _gains(state, attempt, row, found) else ""


def _gains(state: WarState, attempt: Attempt, row: ResultRow, faction: str) -> bool:
    """Whether the faction that a row favours has something of it that it has not: a better standing
    than now, an end of the other side's, or what the row does besides.
    """
    minor, record = tables_of(state).minors[attempt.country], state.country(attempt.country)
    if attempt.manner == "reaction" and minor.key == "spain":
        return row.key == "10"
    if attempt.manner == "demand" and row.key in tables_of(state).demand_rows["annexed"]:
        return True
    status, holder = spoken_of(state, minor.key)
    if status and not is_side(row.favours, holder):
        return row.stays or row.permanent or bool(row.cancels)
    if row.permanent or (record.lingering and row.favours == "axis"):
        return True
    if row.lingers:
        return not (status or record.lingering)
    if not row.stays or not status:
        return row.stays
    if holder != faction:
        return True  # of the two Allied factions the other one has it
    if status in ("ally", "associate") or record.pending:
        standing = minor.row(record.result).status if record.pending else status
        return DEGREE[row.status] > DEGREE[standing]
    now = minor.row(record.result)
    return row.least > now.least if faction == "axis" else row.most < now.most


def spoken_of(state: WarState, country: str) -> tuple[str, str]:
    """What stands already in the country that a roll is about: where one of Belgium and Luxembourg
    was attacked alone, that is the other one.
    """
    known = status_by_result if attacked_half(state, country) else status_of
    return known(state, country)


def allowed_lesser(
    state: WarState, country: str, row: ResultRow, faction: str
) -> tuple[ResultRow, ...]:
    """The lesser rows that the favoured faction may take: on its side of 3-4, and none that would
    cost it an ally or associate that it has (49.53); where the row would cost the enemy one, also
    3-4 (85.51A, Ruling 15).
    """
    minor = tables_of(state).minors[country]
    status, holder = status_of(state, country)
    stands = status in ("associate", "ally")
    floor = DEGREE[status] if stands and holder == faction else 0
    found = [lesser for lesser in minor.lesser(row) if DEGREE[lesser.status or ""] >= floor]
    opposed = row.favours and not is_side(row.favours, holder)
    if stands and opposed and state.variant("enemy_ally") != "end":
        found += [other for other in minor.rows if other.changes_nothing]
    return tuple(found)


def wished(state: WarState, country: str, row: ResultRow, faction: str, wish: str) -> ResultRow:
    """The row that a wish (``open``, a row's label, or nothing) leads to."""
    options = allowed_lesser(state, country, row, faction)
    if wish == "open":
        return (
            next((lesser for lesser in options if not lesser.permanent), row)
            if row.permanent
            else row
        )
    return next((lesser for lesser in options if lesser.key == wish), row)


def wish_of(
    wishes: tuple[Wish, ...], standing: Mapping[str, str], power: str, country: str
) -> str | None:
    """What a power wants in a country: its order of the phase first, then what stands; ``None``
    when it has said nothing.
    """
    said = next(
        (
            wish.row
            for wish in wishes
            if (wish.power, wish.country) == (power, country) and wish.row
        ),
        None,
    )
    return said or standing.get(country) or None


def favoured(
    state: WarState, country: str, faction: str, row: ResultRow, points: Mapping[str, int]
) -> str:
    """Which faction a favourable row helps; ``tie`` when a die has to tell (49.51)."""
    if row.favours != "allied":
        return row.favours
    minor = tables_of(state).minors[country]
    sums = {side: sum(n for p, n in points.items() if faction_of(p) == side) for side in ALLIED}
    able = [side for side in ALLIED if side in minor.lists]
    if not able:
        return "russia" if country == "ukraine" else "western"
    if len(able) == 1:
        return able[0]
    if sums["western"] != sums["russia"]:
        return max(ALLIED, key=lambda side: sums[side])
    if sums["western"]:
        return "tie"
    if faction in ALLIED:
        return faction
    _, holder = status_of(state, country)
    return holder if holder in ALLIED else "western"


def beneficiary(state: WarState, country: str, faction: str) -> str:
    """The power that a faction's result benefits (49.51): Germany, Russia, or among the Western
    Allies whoever benefits there already, else the senior partner; Vichy Britain, Belgium France.
    """
    if faction == "axis":
        return "germany"
    if faction == "russia":
        return "russia"
    if country == "vichy":
        return "britain"
    if country == "belux":
        return "france"
    record = state.country(country)
    if record.result and record.faction == "western" and record.power:
        return record.power
    return "united_states" if state.yes("war.us.axis") else "britain"
