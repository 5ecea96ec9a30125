"""What a power's own orders would let lapse: reaction rolls that were earned, and what is owed; and
a BRP total of another year that its points hang on.
"""

from collections.abc import Iterator

from rules.kernel.orders import Order, Problem
from rules.world_at_war.diplomacy.eligibility import naming_bar
from rules.world_at_war.model.calendar import turn_title
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.orders import Done, Place, Targets
from rules.world_at_war.model.powers import faction_of, members
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.tables.campaign import tables_of
from rules.world_at_war.obligations import obligations


def build(
    state: WarState, power: str, order: Order, standing: Order | None = None
) -> Iterator[Problem]:
    """What a power should know before it seals this order."""
    if isinstance(order, Place):
        yield from _old_total(state, power)
    elif isinstance(order, Targets):
        yield from _reactions(state, power, order)
    elif isinstance(order, Done):
        for one in obligations(state):
            if one.power == power and one.force == "must" and 0 < one.due <= state.turn:
                text = one.text[:1].lower() + one.text[1:]
                yield Problem("", f"You still owe this in this turn: {text}", one.rule)


def _old_total(state: WarState, power: str) -> Iterator[Problem]:
    """A total of BRPs that nobody has declared for this year (Ruling 98)."""
    key = f"brps.{power}.yss"
    claim = state.claims.get(key)
    if state.turn == 1 or (claim is not None and claim.turn >= state.turn - 1):
        return
    of = turn_title(state.scenario, claim.turn if claim is not None else 1)
    yield Problem(
        "points",
        f"Your points count the {state.facts.get(key, 0)} BRPs of {of}. Declare this year's total first.",
        R("Ruling 98"),
    )


def _reactions(state: WarState, power: str, order: Targets) -> Iterator[Problem]:
    """Earned reaction rolls that are neither named nor kept for another turn."""
    faction, tables = faction_of(power), tables_of(state)
    shared = len(members(faction)) > 1
    for country in dict.fromkeys(r.country for r in state.reactions if r.faction == faction):
        if country in order.reactions or naming_bar(state, power, country, "reaction") is not None:
            continue
        unless = " Unless an ally names it, it is lost." if shared else " It is lost then."
        yield Problem(
            "reactions",
            f"You earned a reaction roll for {tables.minors[country].name} and do not make it."
            f"{unless}",
            R("Ruling 11"),
        )
