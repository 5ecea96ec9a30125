"""Sensible orders for a power that nobody plays, from what it may know.

It puts its points where a favourable row is likeliest and worth most, names the best country,
and rolls in the Balkans and Finland where the odds lean its way. With dice it takes one of the best where
they are near.
"""

from collections.abc import Sequence
from fractions import Fraction

from rules.kernel.autopilot import leaned, leaning
from rules.kernel.dice import Dice
from rules.kernel.menus import Menu, Pick
from rules.kernel.odds import distribution
from rules.kernel.orders import Order
from rules.world_at_war.diplomacy.eligibility import (
    FREE,
    naming_bar,
    placing_bar,
    placing_targets,
    senior,
)
from rules.world_at_war.diplomacy.modifiers import Attempt, tally_of
from rules.world_at_war.diplomacy.points import allotted, cap, fitted
from rules.world_at_war.model import orders as o
from rules.world_at_war.model.conditions import status_of
from rules.world_at_war.model.powers import faction_of, members
from rules.world_at_war.model.state import USAT, WarState
from rules.world_at_war.model.tables.campaign import tables_of
from rules.world_at_war.turn import subversion

WORTH = {"policy": 1, "income": 2, "hexes": 4, "associate": 6, "ally": 8}


def value(state: WarState, power: str, country: str, points: int) -> Fraction:
    """How much a roll with so many points of one's own is worth, losses counted against it."""
    tables = tables_of(state)
    minor, faction = tables.minors[country], faction_of(power)
    attempt = Attempt(country=country, faction=faction, points={power: points} if points else {})
    net = tally_of(state, tables, attempt).net
    mine = "axis" if faction == "axis" else "allied"
    found = Fraction(0)
    for key, chance in distribution(lambda die: minor.row_for(die + net).key, 6).items():
        row = minor.row(key)
        kind = row.status or ("income" if row.brps else "policy" if row.stays else "")
        if row.favours:
            found += chance * WORTH.get(kind, 0) * (1 if row.favours == mine else -1)
    return found


def settled(state: WarState, power: str, country: str) -> bool:
    """Whether a country is already as close to the power's side as it can get."""
    status, holder = status_of(state, country)
    return holder == faction_of(power) and status in ("ally", "associate")


def hopeless(state: WarState, power: str, country: str) -> bool:
    """Whether the country's own table bars it for now."""
    bar = naming_bar(state, power, country, "free")
    return bar is not None and country in ("spain", "ukraine", "vichy", "norway", "belux")


def near(ranked: Sequence[tuple[Fraction, str]], part: int) -> list[str]:
    """Of countries with their values, the best first, those worth at least one ``part`` in so many of its."""
    least = ranked[0][0] / part if ranked else Fraction(0)
    return [country for worth, country in ranked if worth >= least and worth > 0]


def spread(state: WarState, power: str, dice: Dice | None = None) -> dict[str, int]:
    """A placement: a third of the points on the best countries in turn, by value, then by key; with dice,
    those that are near the best in another order.

    The United States put their first third on tension.
    """
    left = allotted(state, power).net
    portion = cap(state, power, allotted) or max(1, -(-left // 3))
    minors, faction = tables_of(state).minors, faction_of(power)
    legal = [t for t in placing_targets(state, power) if placing_bar(state, power, t) is None]
    judged = sorted(
        (settled(state, power, t), hopeless(state, power, t), -value(state, power, t, portion), t)
        for t in legal
        if t in minors and faction in minors[t].lists
    )
    good = near([(-worth, t) for done, vain, worth, t in judged if not done and not vain], 3)
    ranked = [*leaned(good, dice, "placement"), *(t for *_, t in judged if t not in good)]
    first = [USAT] if power == "united_states" and USAT in legal else []
    placed: dict[str, int] = {}
    for target in (*first, *ranked, *legal):
        room = min(left, portion - placed.get(target, 0))
        if room > 0:
            placed[target] = placed.get(target, 0) + room
            left -= room
    return placed


def best_target(state: WarState, power: str, dice: Dice | None = None) -> str:
    """The country to name: the best value among those that may be named, if worth a roll; with dice, one
    that is near.
    """
    faction = faction_of(power)
    alone = state.variant("faction_sees_dps") == "false"
    mates = (power,) if alone else members(faction)
    if not alone and power != senior(state, faction)[0]:
        return ""
    ranked = sorted(
        (-value(state, power, country, sum(state.lying(country, mates).values())), country)
        for country, minor in tables_of(state).minors.items()
        if faction in minor.lists
        and naming_bar(state, power, country) is None
        and not settled(state, power, country)
        and not (faction == "axis" and country in FREE)
    )
    good = near([(-worth, country) for worth, country in ranked], 2)
    return leaning(good, dice, "target") if good else ""


def free_targets(state: WarState, power: str) -> tuple[str, ...]:
    """Axis rolls beside the ordinary one, wherever the odds lean to the Axis."""
    if power != senior(state, "axis")[0]:
        return ()
    return tuple(
        country
        for country in FREE
        if naming_bar(state, power, country, "free") is None
        and not settled(state, power, country)
        and value(state, power, country, sum(state.lying(country, members("axis")).values())) > 1
    )


def order(state: WarState, power: str, menu: Menu, dice: Dice | None = None) -> Order | None:
    """The order of a power in the stage in play; ``None`` when there is nothing to choose."""
    match state.step.rpartition(".")[2]:
        case "place":
            return o.Place(points=fitted(state, power, {}, spread(state, power, dice)))
        case "targets":
            return _targets(state, power, dice)
        case "subversion":
            return _subvert(state, dice)
        case "covert":
            return o.Covert()
        case "check":
            return o.Check()
        case "rolls" if state.awaited is not None:
            if state.awaited.kind == "resist":
                return o.Resist(answer="resist")
            return o.Lesser(row=state.awaited.options[0])
        case "facts":
            return o.Done()
    return None


def _targets(state: WarState, power: str, dice: Dice | None) -> o.Targets:
    faction = faction_of(power)
    first = power == senior(state, faction)[0]
    earned = dict.fromkeys(r.country for r in state.reactions if r.faction == faction and first)
    reactions = tuple(c for c in earned if naming_bar(state, power, c, "reaction") is None)
    return o.Targets(
        country=best_target(state, power, dice),
        free=tuple(c for c in free_targets(state, power) if c not in reactions),
        reactions=reactions,
        usat=sum(state.lying(USAT, (power,)).values()),
    )


def _subvert(state: WarState, dice: Dice | None) -> Order:
    """Subvert the first Axis roll that can be subverted; with dice, one of the first."""
    field = subversion.menu(state, "russia").field("target")
    assert isinstance(field, Pick)
    axis = [target.country for target in state.named if target.faction == "axis"]
    found = [c.value for c in field.choices if c.barred is None and c.value in axis]
    return o.Subvert(target=leaning(found, dice, "subversion") if found else "")
