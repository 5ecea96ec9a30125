"""What forces in minor countries ask of powers: set them up, and keep foreign ones within limits."""

from collections.abc import Iterator

from rules.world_at_war.forces.deployment import deployment
from rules.world_at_war.forces.limits import Limit, counting, limit, trespassers
from rules.world_at_war.forces.strength import named, without_forces
from rules.world_at_war.ledger.control import place_name
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.names import counted, country_name
from rules.world_at_war.model.obligation import Obligation
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.tables.campaign import Tables
from rules.world_at_war.status.status import SENIOR


def of_forces(state: WarState, tables: Tables) -> Iterator[Obligation]:
    """Setting up a country attacked this turn (82.52, 82.54), taking out what is too much (82.321B)
    and what a neutral country does not let in (82.31).
    """
    for key, record in state.areas.items():
        if record.attacker and record.attacked == state.turn and not without_forces(state, key):
            yield from _set_up(state, key, record.attacker)
    for country in tables.minors:
        if not counting(state, country):
            continue
        for side, factors in trespassers(state, country).items():
            yield _withdraw(state, country, side, factors)
        found = limit(state, country)
        if found is not None and (found.over or found.armor_over):
            yield _take_out(state, found)


def _set_up(state: WarState, key: str, attacker: str) -> Iterator[Obligation]:
    told = deployment(state, key, attacker)
    if told.occasion not in ("attack", "redeployed"):
        return
    where = f", at least one ground unit in {place_name(told.capital)}" if told.capital else ""
    text = f"Set up the forces of {named(state, key)} on the map{where}."
    yield Obligation(f"set-up-{key}", told.by[0], text, told.rule, state.turn, state.turn)


def _withdraw(state: WarState, country: str, side: str, factors: int) -> Obligation:
    """Units in a neutral country that no result lets in (82.31)."""
    key, turn = f"trespass-{country}-{side}", state.turn
    text = f"Take {counted(factors, 'factor')} out of {country_name(country)}, which is neutral, or declare war on it first."
    return Obligation(key, SENIOR[side], text, R("82.31"), turn, turn)


def _take_out(state: WarState, found: Limit) -> Obligation:
    parts = [counted(found.over, "factor")] if found.over else []
    parts += [counted(found.armor_over, "armor unit")] if found.armor_over else []
    name = named(state, found.country) if found.country != "belux" else "Belgium and Luxembourg"
    key, turn = f"excess-{found.country}", state.turn
    text = f"Take {' and '.join(parts)} out of {name} before the phase ends, or lose them."
    return Obligation(key, SENIOR[found.side], text, found.rule, turn, turn)
