"""Italy: its factories, and whether, with what chance and how it surrenders early."""

from collections.abc import Mapping
from fractions import Fraction

import msgspec

from rules.kernel.dice import Dice
from rules.kernel.pages import Chance
from rules.kernel.tally import Row, Tally, tally
from rules.world_in_flames.model.citations import R
from rules.world_in_flames.model.conditions import At
from rules.world_in_flames.model.tables import Printed, Tables, build
from rules.world_in_flames.surrender.outcomes import outcomes

PARTS = {0: "", 1: "¼", 2: "½", 3: "¾"}


class Criterion(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that must hold: in words, whether it is met, and the facts that it reads."""

    key: str
    text: str
    rule: str
    met: bool
    reads: tuple[str, ...] = ()


class Criteria(msgspec.Struct, frozen=True, kw_only=True):
    """What the early surrender needs. ``may_roll`` when ``count`` of the ``criteria`` reaches
    ``needed`` and the ``unit`` stands in the mainland; ``why_not`` says what is missing.
    """

    criteria: tuple[Criterion, ...]
    unit: Criterion
    count: int
    needed: int
    may_roll: bool
    why_not: str = ""


class Rolled(msgspec.Struct, frozen=True, kw_only=True):
    """A roll that was made: the die, the number that it was held against, what came of it."""

    die: int
    tally: Tally
    succeeded: bool


class Factory(msgspec.Struct, frozen=True, kw_only=True):
    """What a hex has under the rule: ``red``, ``blue`` or nothing, and what was printed there."""

    key: str
    name: str
    printed: int
    colour: str
    rule: str
    source: str


# -- surrender -----------------------------------------------------------------------------


def criteria(at: At) -> Criteria:
    """The four criteria and the land unit (Italian Surrender: criteria, unit)."""
    rows = tuple(
        Criterion(
            key=key,
            text=at.tables.italy.criteria[key].text,
            rule=at.tables.italy.criteria[key].rule,
            met=condition.holds(at),
            reads=condition.reads(at),
        )
        for key, condition in at.tables.criteria.items()
    )
    unit, count, needed = _unit(at), sum(row.met for row in rows), at.tables.italy.needed
    missing = []
    if count < needed:
        missing.append(f"{count} of {needed} criteria are met")
    if not unit.met:
        missing.append("no Allied land unit in supply stands in mainland Italy")
    return Criteria(
        criteria=rows,
        unit=unit,
        count=count,
        needed=needed,
        may_roll=not missing,
        why_not="; ".join(missing),
    )


def _unit(at: At) -> Criterion:
    keys = ["italian_surrender.supplied"]
    if at.switch("sardinia") == "mainland":
        keys.append("italian_surrender.sardinia_supplied")
    return Criterion(
        key="unit",
        text="An Allied land unit in supply stands in mainland Italy",
        rule=R("Italian Surrender: unit"),
        met=any(at.fact(key) is True for key in keys),
        reads=tuple(keys),
    )


def _lands(at: At) -> tuple[tuple[str, str], ...]:
    lands = [("garrison", "Mainland Italy")]
    if at.switch("sardinia") == "mainland":
        lands.append(("sardinia", "Sardinia"))
    return tuple(lands)


def exact_garrison(at: At) -> Fraction:
    """The Allied garrison value in mainland Italy, in points (F-11)."""
    return sum((_value(at, key) for key, _ in _lands(at)), Fraction(0))


def _value(at: At, key: str) -> Fraction:
    part = str(at.fact(f"italian_surrender.{key}_part"))
    return at.number(f"italian_surrender.{key}") + Fraction(at.tables.italy.parts[part], 4)


def in_points(value: Fraction) -> str:
    """A garrison value as people write it: ``2½``."""
    whole, part = divmod(int(value * 4), 4)
    return f"{whole or ('' if part else 0)}{PARTS[part]}"


def garrison(at: At) -> Tally:
    """The highest die that succeeds: the garrison value without a part of a point left over.

    A die shows whole numbers, so two and a half let 1 and 2 succeed (F-11). The net may be more
    than the die has faces; then every face succeeds.
    """
    rows, parts = [], Fraction(0)
    for key, name in _lands(at):
        value = _value(at, key)
        whole = int(value)
        parts += value - whole
        reads = (f"italian_surrender.{key}", f"italian_surrender.{key}_part")
        reason = f"{name}: {in_points(value)} points of Allied garrison"
        rule = R("Italian Surrender: garrison") if key == "garrison" else R("F-11")
        rows.append(Row(key, whole, reason, rule, reads=reads))
    rows.append(
        Row("parts", int(parts), f"Parts of points make {in_points(parts)} together", R("F-11"))
    )
    return tally("The die must show this or less", rows)


def chance(at: At) -> Fraction:
    """The exact chance of the roll, whether or not it may be made."""
    faces = at.tables.italy.die
    return Fraction(min(faces, max(0, garrison(at).net)), faces)


def chances(at: At) -> tuple[Chance, ...]:
    """The two outcomes with their exact chances, as a panel shows them."""
    faces = at.tables.italy.die
    good = int(chance(at) * faces)
    return outcomes(
        faces,
        (1, good, "Italy is completely conquered", "allied"),
        (good + 1, faces, "Italy fights on", "axis"),
    )


def roll(at: At, dice: Dice) -> Rolled:
    """Throw the die of the early surrender (Italian Surrender: roll)."""
    told = garrison(at)
    die = dice.roll("italian surrender", at.tables.italy.die)
    return Rolled(die=die, tally=told, succeeded=die <= told.net)


# -- production ----------------------------------------------------------------------------


def factories(printed: Mapping[str, Printed], barren: tuple[str, ...]) -> tuple[Factory, ...]:
    """What each hex has under the rule: one factory, red where a red one is printed, and none in
    the ``barren`` hexes (Naples).
    """
    return tuple(_factory(key, hex_, key in barren) for key, hex_ in printed.items())


def _factory(key: str, hex_: Printed, barren: bool) -> Factory:
    count = hex_.blue + hex_.red
    if barren:
        colour, rule = "", R("Italian Production: Naples")
    elif not count:
        colour, rule = "", R("Italian Production")
    else:
        colour = "red" if hex_.red else "blue"
        rule = R("Italian Production: red") if hex_.red else R("Italian Production")
    return Factory(
        key=key, name=hex_.name, printed=count, colour=colour, rule=rule, source=hex_.source
    )


def production(at: At) -> Tally:
    """How many factories Italy has: those printed, less what the rule takes, plus new ones."""
    italy = at.tables.italy
    found = factories(italy.printed, italy.barren)
    rows = [
        Row(
            each.key,
            (1 if each.colour else 0) - each.printed,
            f"{each.name}: {each.printed} printed, {'one ' + each.colour if each.colour else 'none'} counts",
            each.rule,
        )
        for each in found
    ]
    built = at.number("italian_production.built")
    rows.append(
        Row("built", built, "Built elsewhere since", R("F-10"), reads=("italian_production.built",))
    )
    return tally(
        "Italian factories",
        rows,
        base=sum(each.printed for each in found),
        base_reason="Printed on the map",
        base_rule=R("Italian Production"),
    )


def may_build(key: str, tables: Tables | None = None) -> tuple[bool, str, str]:
    """Whether Italy may build a factory in a hex, the sentence, and the rule (F-10)."""
    italy = (tables or build({})).italy
    if key in italy.barren:
        return False, "Naples never has a factory.", R("Italian Production: Naples")
    row = italy.printed.get(key)
    if row is not None and row.blue + row.red:
        return False, f"{row.name} has its one factory; none can be added.", R("F-10")
    return True, "The ordinary rules of building hold.", R("F-10")
