"""Pending rolls as a player sees them before they are made: tally, exact odds, assumptions.

What the viewer does not know is not guessed: each panel says what it assumes about the other
side's points, and lists the same roll under the next few assumptions.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from rules.kernel.grammar import capital
from rules.kernel.orders import Order
from rules.kernel.pages import Assumed, Chance, Panel
from rules.kernel.tally import Tally
from rules.world_at_war.diplomacy.eligibility import FREE, naming_bar
from rules.world_at_war.diplomacy.modifiers import Attempt, tally_of
from rules.world_at_war.diplomacy.operations import shifts
from rules.world_at_war.diplomacy.roll_outcomes import attempt_for, chances
from rules.world_at_war.model.orders import Place, Targets
from rules.world_at_war.model.powers import faction_of, members
from rules.world_at_war.model.state import USAT, Named, WarState
from rules.world_at_war.model.tables.campaign import tables_of
from rules.world_at_war.tensions.forecast import what_if

GUESSES = ((0, "none"), (1, "one"), (2, "two"), (3, "three"), (4, "four"))
ROLL_OF = {"axis": "Axis", "western": "Western Allied", "russia": "Russian"}
"""Whose roll it is, by faction: a modifier is for the roll of one side, and is told with its name."""


def known_points(state: WarState, power: str, country: str) -> dict[str, int]:
    """The points of a power's own faction in a country, as far as the view holds them."""
    return state.lying(country, members(faction_of(power)))


def panel(
    state: WarState,
    power: str,
    country: str,
    manner: str = "ordinary",
    points: Mapping[str, int] | None = None,
    *,
    bound: bool = False,
) -> Panel:
    """The roll that a power would make in a country, if it named it now.

    ``points`` are its own side's (those it can see by default); the other side's are assumed.
    """
    tables = tables_of(state)
    minor, faction = tables.minors[country], faction_of(power)
    mine = known_points(state, power, country) if points is None else dict(points)
    attempt = Attempt(
        country=country,
        faction=faction,
        manner=manner,
        points=mine,
        operations=shifts(state, country),
        bound=bound,
    )
    foe = "allied" if faction == "axis" else "axis"
    word = "Allied" if foe == "allied" else "Axis"
    told = tally_of(state, tables, attempt)
    others = tuple(
        Assumed(
            label=f"{label} {word} {'point' if count == 1 else 'points'}",
            chances=chances(state, attempt, _with(state, attempt, foe, count)),
        )
        for count, label in GUESSES[1:]
    )
    return Panel(
        key=country,
        title=roll_title(minor.name, faction),
        tally=told,
        net_label=f"Net, added to the die of the {ROLL_OF[faction]} roll",
        chances=chances(state, attempt, told),
        assumption=_assumption(state, faction, word),
        others=others,
        facts=told.reads(),
    )


def _assumption(state: WarState, faction: str, word: str) -> str:
    """What the panel supposes about points that the viewer cannot see."""
    if faction != "axis" and state.yes("war.germany.russia"):
        friend = "Western Allied" if faction == "russia" else "Russian"
        return f"if no {word} points and no {friend} ones lie there"
    return f"if no {word} points lie there"


def _with(state: WarState, attempt: Attempt, foe: str, count: int) -> Tally:
    assumed = {foe: count} if count else {}
    return tally_of(state, tables_of(state), replace(attempt, assumed=assumed))


def roll_title(name: str, faction: str) -> str:
    """A country, and whose roll for it."""
    return f"{capital(name)}, {ROLL_OF[faction]} roll"


def named_panel(state: WarState, named: Named) -> Panel:
    """A target that is named: its points are public, nothing is assumed about them."""
    attempt = attempt_for(state, named)
    minor = tables_of(state).minors[named.country]
    told = tally_of(state, tables_of(state), attempt)
    return Panel(
        key=named.country,
        title=roll_title(minor.name, named.faction),
        tally=told,
        net_label=f"Net, added to the die of the {ROLL_OF[named.faction]} roll",
        chances=chances(state, attempt, told),
        facts=told.reads(),
    )


def build(state: WarState, power: str, order: Order | None) -> tuple[Panel, ...]:
    """The rolls that a draft leads to: each placed target, each named one; and what is named
    already, while a reply is pending.
    """
    if isinstance(order, Place):
        minors = tables_of(state).minors
        placed = [
            target for target, count in order.points.items() if count > 0 and target in minors
        ]
        rolls = tuple(
            panel(state, power, target, points={power: order.points[target]}) for target in placed
        )
        return (*rolls, *_on_tension(state, power, order.points.get(USAT, 0)))
    if isinstance(order, Targets):
        rolls = tuple(
            panel(state, power, country, manner, bound=order.bind_war)
            for country, manner in _wanted(state, power, order)
        )
        return (*rolls, *_on_tension(state, power, order.usat))
    if state.step.rpartition(".")[2] in ("subversion", "covert", "check", "rolls"):
        waiting = {roll.country for roll in state.rolls if roll.die}
        return tuple(
            named_panel(state, named) for named in state.named if named.country not in waiting
        )
    return ()


def _on_tension(state: WarState, power: str, count: int) -> tuple[Panel, ...]:
    """U.S.-Axis tension if so many of the power's points are spent on it, with its die."""
    if count <= 0:
        return ()
    sign = -1 if faction_of(power) == "axis" else 1
    told = what_if(state, USAT, sign * count)
    if not told.levels:
        return ()
    steps = tables_of(state).scales[USAT].steps
    meant = {
        level: next(
            (s.effect for s in reversed(steps) if s.level <= level and not state.reached(USAT, s.level)),
            "Nothing new",
        )
        for level in told.levels
    }  # fmt: skip
    return (
        Panel(
            key=USAT,
            title=told.now.title,
            tally=told.now,
            chances=tuple(
                Chance(row=str(level), meaning=meant[level], parts=faces, whole=6)
                for level, faces in told.levels.items()
            ),
            assumption="the effective level of the Allied player turn, if nothing else changes",
        ),
    )


def _wanted(state: WarState, power: str, order: Targets) -> Iterable[tuple[str, str]]:
    known = tables_of(state).minors
    wanted = [(country, "reaction") for country in order.reactions]
    wanted += [("rumania", "demand")] if "rumania" in order.demands else []
    wanted += [(order.country, "ordinary")] if order.country else []
    wanted += [(country, "free") for country in order.free]
    seen: dict[str, str] = {}
    for country, manner in wanted:
        if country in known:
            seen.setdefault(country, manner)
    return seen.items()


def may_name(state: WarState, power: str, country: str) -> str:
    """The manner in which a power may name a country now (``ordinary`` or ``free``), or nothing."""
    minor = tables_of(state).minors[country]
    if faction_of(power) not in minor.lists:
        return ""
    for manner in ("ordinary", "free"):
        if manner == "free" and not (faction_of(power) == "axis" and country in FREE):
            continue
        if naming_bar(state, power, country, manner) is None:
            return manner
    return ""
