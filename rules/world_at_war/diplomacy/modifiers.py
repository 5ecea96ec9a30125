"""The modifiers of a diplomatic roll, and the tally they add up to."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.kernel.grammar import capital
from rules.kernel.tally import Row, Tally, tally, weigh
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.conditions import Situation
from rules.world_at_war.model.powers import FACTIONS, POWERS, faction_of
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.tables.campaign import Tables


@dataclass(frozen=True)
class Attempt:
    """A roll about to be made: where, by which faction, how, and what each side adds.

    ``points`` are those that count, by power; ``assumed`` those of an unknown foe, by side;
    ``operations`` the covert shifts by faction after countering.
    """

    country: str
    faction: str
    manner: str = "ordinary"
    points: Mapping[str, int] = field(default_factory=dict)
    assumed: Mapping[str, int] = field(default_factory=dict)
    operations: Mapping[str, int] = field(default_factory=dict)
    subverted: bool = False
    bound: bool = False


def _row(
    key: str, side: str, count: int, reason: str, rule: str, reads: tuple[str, ...] = ()
) -> Row:
    """A row that moves the net toward a side: up to the Axis, down to any other."""
    amount = count if side == "axis" else -count
    return Row(key, amount, reason, rule, reads=reads)


def tally_of(state: WarState, tables: Tables, attempt: Attempt) -> Tally:
    """Everything that is added to the die, in the order of the rulebook: base, standing modifiers,
    points, covert operations, subversion, and inertia last on the net of all others.
    """
    minor = tables.minors[attempt.country]
    here = Situation(
        state,
        country=attempt.country,
        faction=attempt.faction,
        manner=attempt.manner,
        bound=attempt.bound or (state.bound_turn == state.turn and state.bound_turn > 0),
        subverted=attempt.subverted,
        subject={"country": attempt.country},
    )
    rows, passed = weigh(tables.blocks[attempt.country], here)
    for power, count in attempt.points.items():
        side = faction_of(power)
        reads = () if side == "axis" else ("war.germany.russia",)
        reason = f"{POWERS[power].adjective} points"
        rows.append(_row(f"points-{power}", side, count, reason, R("Ruling 5"), reads))
    for faction, count in attempt.assumed.items():
        reason = "Axis points, assumed" if faction == "axis" else "Allied points, assumed"
        rows.append(_row(f"assumed-{faction}", faction, count, reason, R("Ruling 5")))
    for faction, count in attempt.operations.items():
        reason = (
            f"Covert operation of the {FACTIONS[faction].name}"
            if faction != "russia"
            else "Russian covert operation"
        )
        rows.append(_row(f"operation-{faction}", faction, count, reason, R("47.22")))
    if attempt.subverted:
        rows.append(_row("subverted", "russia", 2, "Russian subversion", R("Ruling 13")))
    if minor.inertia:
        net = minor.base + sum(row.amount for row in rows)
        rule = R(f"{minor.heading}: inertial modifiers")
        if net:
            reason = f"Inertia: the net is {'negative' if net < 0 else 'positive'}"
            rows.append(_row("inertia", "allied" if net > 0 else "axis", 1, reason, rule))
    return tally(
        capital(minor.name),
        rows,
        base=minor.base,
        base_reason="Basic alignment",
        base_rule=R("Basic Alignments"),
        passed=passed,
    )
