"""What a nation's own orders leave unsaid, or say where it never counts."""

from collections.abc import Iterator

from rules.kernel.orders import Order, Problem
from rules.war_game_1939.france import fall_of_france
from rules.war_game_1939.model.citations import R
from rules.war_game_1939.model.orders import Plan, Standing, Turn
from rules.war_game_1939.model.state import WarGameState
from rules.war_game_1939.model.tables import tables_of

SILENCE = {"leave": "you leave", "stay": "you stay, and win it for the Free French"}
"""What silence means in a Vichy conflict, for the nation that is silent."""


def build(
    state: WarGameState, nation: str, order: Order, standing: Order | None = None
) -> Iterator[Problem]:
    """What a nation should know before it hands this in."""
    if isinstance(order, Turn):
        yield from _undecided(state, nation, order)
    elif isinstance(order, Plan):
        yield from _rerolls(order)
    elif isinstance(order, Standing):
        yield from _rerolls(order)
        if order.guard and not order.counter:
            yield Problem(
                "guard",
                "You name neutrals to guard but no dollars against an attempt, so nothing is paid.",
                R("Patterns: money"),
            )


def _undecided(state: WarGameState, nation: str, order: Turn) -> Iterator[Problem]:
    """Vichy conflicts about which the sheet says nothing."""
    tables = tables_of(state)
    for conflict in state.conflicts:
        if nation in conflict.waiting and conflict.place not in order.vichy:
            where = tables.sea.zones if conflict.sea else tables.land.territories
            means = SILENCE[fall_of_france.choices(conflict)[0]]
            yield Problem(
                f"vichy.{conflict.place}",
                f"You say nothing about {where[conflict.place].name}: {means}.",
                R("Resolving Vichy Conflicts"),
            )


def _rerolls(order: Plan | Standing) -> Iterator[Problem]:
    """Re-rolls that belong to a policy that was not chosen."""
    if (order.first or order.second) and order.policy != "roll":
        yield Problem(
            "first",
            "Re-rolls are made only with the policy of rolling every die, so these never are.",
            R("Renegotiation Roll"),
        )
