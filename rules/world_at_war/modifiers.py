"""The modifiers of a diplomatic roll, and the tally they add up to."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import msgspec

from rules.kernel import tables
from rules.kernel.conditions import Asked, Grammar, Quantity
from rules.kernel.tally import Modifier, Row, Tally, tally, weigh
from rules.world_at_war.citations import PACKAGE, R
from rules.world_at_war.countries import Minor
from rules.world_at_war.facts import FACTS
from rules.world_at_war.scenarios import FACTIONS, POWERS, faction_of
from rules.world_at_war.situation import Situation
from rules.world_at_war.state import WarState

if TYPE_CHECKING:
    from rules.world_at_war.tables import Tables


class _Line(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    amount: int
    reason: str
    when: Any = None
    times: Any = 1
    most: int | None = None
    instead: str = ""
    rule: str = ""
    source: str = "seed"


def _rule(minor: Minor, block: str) -> str:
    if block in ("general", "vichy-general", "ukraine-general"):
        return R(f"{minor.heading}: general modifiers")
    if block == "balkan":
        return R("Balkans: Balkan modifiers")
    if block == "everywhere":
        return R("Modifiers")
    if block == "ireland":
        return R("Ireland: modifiers")
    return R(
        f"{minor.own_rows if minor.heading == 'Balkans' else minor.heading}: additional modifiers"
    )


def _fill(tree: Any, words: Mapping[str, str]) -> Any:
    if isinstance(tree, str):
        return tree.replace("{country}", words["country"])
    if isinstance(tree, list):
        return [_fill(part, words) for part in tree]
    if isinstance(tree, dict):
        return {key: _fill(part, words) for key, part in tree.items()}
    return tree


def _with_border_war(times: Quantity, country: str) -> Quantity:
    """Unbuilt units hang on a border war too, where the country can have one: it aligns it."""
    fact = f"border_war.{country}"
    if isinstance(times, Asked) and times.name == "unbuilt" and fact in FACTS:
        return replace(times, facts=(*times.facts, fact))
    return times


def read_blocks(minor: Minor, raw: Mapping[str, Any], grammar: Grammar) -> tuple[Modifier, ...]:
    """The modifiers of a country, block after block, with its names filled in."""
    words = {"country": minor.key, "name": minor.name[:1].upper() + minor.name[1:], "adjective": minor.adjective,
             "kinds": ", ".join(minor.unbuilt)}  # fmt: skip
    found = []
    for block in (*minor.blocks, "everywhere"):
        where = f"{PACKAGE}/data/modifiers.yaml: {block}"
        for key, row in tables.typed(raw[block], dict[str, _Line], where).items():
            found.append(
                Modifier(
                    key=key,
                    amount=row.amount,
                    reason=row.reason.format_map(words),
                    rule=R(row.rule) if row.rule else _rule(minor, block),
                    when=grammar.condition(_fill(row.when, words), f"{where}.{key}"),
                    times=_with_border_war(
                        grammar.quantity(_fill(row.times, words), f"{where}.{key}"), minor.key
                    ),
                    most=row.most,
                    instead=row.instead,
                    source=row.source,
                )
            )
    return tuple(found)


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


def _sign(faction: str) -> int:
    return 1 if faction == "axis" else -1


def tally_of(state: WarState, tables: "Tables", attempt: Attempt) -> Tally:
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
        reason = f"{POWERS[power].adjective} points"
        rows.append(
            Row(
                key=f"points-{power}",
                amount=_sign(faction_of(power)) * count,
                reason=reason,
                rule=R("Ruling 5"),
                reads=() if faction_of(power) == "axis" else ("war.germany.russia",),
            )
        )
    for faction, count in attempt.assumed.items():
        reason = "Axis points, assumed" if faction == "axis" else "Allied points, assumed"
        rows.append(
            Row(
                key=f"assumed-{faction}",
                amount=_sign(faction) * count,
                reason=reason,
                rule=R("Ruling 5"),
            )
        )
    for faction, count in attempt.operations.items():
        reason = (
            f"Covert operation of the {FACTIONS[faction]}"
            if faction != "russia"
            else "Russian covert operation"
        )
        rows.append(
            Row(
                key=f"operation-{faction}",
                amount=_sign(faction) * count,
                reason=reason,
                rule=R("47.22"),
            )
        )
    if attempt.subverted:
        rows.append(
            Row(key="subverted", amount=-2, reason="Russian subversion", rule=R("Ruling 13"))
        )
    if minor.inertia:
        net = minor.base + sum(row.amount for row in rows)
        rule = R(f"{minor.heading}: inertial modifiers")
        if net:
            word = "negative" if net < 0 else "positive"
            rows.append(
                Row(
                    key="inertia",
                    amount=-1 if net > 0 else 1,
                    reason=f"Inertia: the net is {word}",
                    rule=rule,
                )
            )
    return tally(
        minor.name[:1].upper() + minor.name[1:],
        rows,
        base=minor.base,
        base_reason="Basic alignment",
        base_rule=R("Basic Alignments"),
        passed=passed,
    )
