"""Pending rolls as a player sees them before they are made: tally, exact odds, assumptions.

What the viewer does not know is not guessed: each panel says what it assumes about the other
side's points, and lists the same roll under the next few assumptions.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import groupby

from rules.kernel.grammar import capital
from rules.kernel.pages import Assumed, Chance, Panel
from rules.kernel.tally import Tally
from rules.world_at_war.diplomacy.eligibility import FREE, naming_bar
from rules.world_at_war.diplomacy.modifiers import Attempt, tally_of
from rules.world_at_war.diplomacy.operations import shifts
from rules.world_at_war.diplomacy.roll_outcomes import attempt_for, chances
from rules.world_at_war.model.powers import faction_of, members
from rules.world_at_war.model.state import Named, WarState
from rules.world_at_war.model.tables.campaign import tables_of

GUESSES = ((0, "none"), (1, "one"), (2, "two"), (3, "three"), (4, "four"))
NO_GAIN = "no gain"
"""Of a roll that brings nobody anything, whatever the die."""
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

    ``points`` are its own side's (those it can see by default); the other side's are assumed. Where it can
    never win the country, its points count on the roll of those who can.
    """
    tables = tables_of(state)
    minor, faction = tables.minors[country], faction_of(power)
    roller = faction if faction in minor.lists else next(iter(minor.lists))
    mine = known_points(state, power, country) if points is None else dict(points)
    attempt = Attempt(
        country=country,
        faction=roller,
        manner=manner,
        points=mine,
        operations=shifts(state, country),
        bound=bound,
    )
    foe = "allied" if faction == "axis" else "axis"
    word = "Allied" if foe == "allied" else "Axis"
    told = tally_of(state, tables, attempt)
    found = chances(state, attempt, told)
    others = tuple(
        Assumed(label=f"{label} {word} {'point' if label == 'one' else 'points'}", chances=same)
        for label, same in _runs(
            (count, chances(state, attempt, _with(state, attempt, foe, number)))
            for number, count in GUESSES[1:]
        )
    )
    return Panel(
        key=country,
        title=roll_title(minor.name, roller),
        tally=told,
        net_label=f"Net, added to the die of the {ROLL_OF[roller]} roll",
        chances=found,
        brief="" if any(chance.side for chance in found) else NO_GAIN,
        assumption=_assumption(state, faction, word),
        others=others,
        facts=told.reads(),
    )


def _runs(
    guesses: Iterable[tuple[str, tuple[Chance, ...]]],
) -> Iterator[tuple[str, tuple[Chance, ...]]]:
    """The same with one row for numbers in a row that come to the same: *two to four*."""
    for found, same in groupby(guesses, key=lambda each: each[1]):
        first, *more = [count for count, _found in same]
        if len(more) > 1:
            yield f"{first} to {more[-1]}", found
        else:
            yield f"{first} or {more[0]}" if more else first, found


def _assumption(state: WarState, faction: str, word: str) -> str:
    """What the panel supposes about points that the viewer cannot see."""
    if faction != "axis" and state.yes("war.germany.russia"):
        friend = "Western Allied" if faction == "russia" else "Russian"
        return f"The chances hold if no {word} points and no {friend} ones lie there."
    return f"The chances hold if no {word} points lie there."


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
