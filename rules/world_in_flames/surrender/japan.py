"""Japan: when, with what modifiers and with what chance it surrenders early."""

from fractions import Fraction

import msgspec

from rules.kernel.dice import Dice
from rules.kernel.errors import NotUnderstood
from rules.kernel.pages import Chance
from rules.kernel.tally import Tally, tally, weigh
from rules.world_in_flames.model.conditions import At
from rules.world_in_flames.model.tables import Tables, build
from rules.world_in_flames.surrender.outcomes import outcomes


class Rolled(msgspec.Struct, frozen=True, kw_only=True):
    """A roll that was made: the die, what was added, the total, what came of it."""

    die: int
    tally: Tally
    total: int
    surrendered: bool


def factories_lost(at: At) -> Tally:
    """Original factories of the home nation that are lost, and what does not count."""
    return at.lost()


def must_roll(at: At) -> bool:
    """Whether the roll is due in this Conquest Phase; where it is, it is no choice (F-15)."""
    needed = at.tables.japan.factories
    return factories_lost(at).net >= needed


def modifiers(at: At) -> Tally:
    """What is added to the die."""
    rows, passed = weigh(at.tables.modifiers, at)
    return tally("Added to the die", rows, passed=passed)


def needed(at: At) -> int:
    """The least face that brings surrender; more than the die has when none does."""
    japan = at.tables.japan
    return max(1, japan.surrender - modifiers(at).net)


def chance(at: At) -> Fraction:
    """The exact chance of surrender on the roll, whether or not it is due."""
    faces = at.tables.japan.die
    least = needed(at)
    return Fraction(max(0, faces - least + 1), faces)


def chances(at: At) -> tuple[Chance, ...]:
    """The two outcomes with their exact chances, as a panel shows them."""
    faces = at.tables.japan.die
    good = int(chance(at) * faces)
    return outcomes(
        faces,
        (faces - good + 1, faces, "Japan surrenders", "allied"),
        (1, faces - good, "Japan fights on", "axis"),
    )


def roll(at: At, dice: Dice) -> Rolled:
    """Throw the die of the early surrender (Japanese Surrender: roll)."""
    japan = at.tables.japan
    told = modifiers(at)
    die = dice.roll("japanese surrender", japan.die)
    total = die + told.net
    return Rolled(die=die, tally=told, total=total, surrendered=total >= japan.surrender)


def city(name: str, tables: Tables | None = None) -> str:
    """The key of one of the four cities, however it is spelt. Raises :class:`NotUnderstood`."""
    cities = (tables or build({})).japan.cities
    for key, spellings in cities.items():
        if name.strip().lower() in spellings:
            return key
    raise NotUnderstood(
        f"{name!r} is none of the cities that count.",
        remedy=f"They are {', '.join(sorted(cities))}.",
        rule="Japanese Surrender: cities",
    )
