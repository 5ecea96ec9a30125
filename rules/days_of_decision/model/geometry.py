"""The political status display: hexes, zones and distances."""

from functools import lru_cache
from typing import TYPE_CHECKING

from rules.days_of_decision.model.opening import WAR_OVER
from rules.days_of_decision.model.powers import POWERS, name
from rules.days_of_decision.model.state import DecisionState, Hex
from rules.kernel.menus import Barred

if TYPE_CHECKING:
    from rules.days_of_decision.model.tables import DisplayTable, Tables

CENTER: Hex = (0, 0)
STEPS: tuple[Hex, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""The six directions, clockwise from the east."""

HEADINGS = ("east", "southeast", "southwest", "west", "northwest", "northeast")


def distance(one: Hex, other: Hex) -> int:
    """How many hexes lie from one to the other."""
    q, r = one[0] - other[0], one[1] - other[1]
    return (abs(q) + abs(r) + abs(q + r)) // 2


def neighbours(spot: Hex, display: "DisplayTable") -> tuple[Hex, ...]:
    """The hexes around a hex that lie on the display, clockwise from the east."""
    return _around(spot, display.radius)


@lru_cache(maxsize=2048)
def _around(spot: Hex, radius: int) -> tuple[Hex, ...]:
    """The hexes around a hex that are so far from the center at most; always the same ones."""
    around = ((spot[0] + q, spot[1] + r) for q, r in STEPS)
    return tuple(each for each in around if distance(each, CENTER) <= radius)


@lru_cache(maxsize=4096)
def steps(here: Hex, target: Hex, radius: int, *, toward: bool) -> tuple[tuple[int, Hex], ...]:
    """The steps from a hex that lead one hex nearer to another, or one farther away: their number in
    :data:`STEPS` and where they end. Geometry alone, so that it is always the same.
    """
    wanted = distance(here, target) + (-1 if toward else 1)
    return tuple(
        (STEPS.index((there[0] - here[0], there[1] - here[1])), there)
        for there in _around(here, radius)
        if distance(there, target) == wanted
    )


def zone(spot: Hex, display: "DisplayTable") -> str:
    """The ideology that a hex lies in, or ``neutral``."""
    return display.zones.get(spot, "neutral")


def ring(spot: Hex, display: "DisplayTable") -> int | None:
    """How far a hex of an ideology is from its center (``None`` outside)."""
    ideology = zone(spot, display)
    return None if ideology == "neutral" else distance(spot, display.centers[ideology])


@lru_cache(maxsize=8)
def within(radius: int) -> tuple[Hex, ...]:
    """Every hex so far from the center at most, row by row."""
    span = range(-radius, radius + 1)
    return tuple((q, r) for r in span for q in span if distance((q, r), CENTER) <= radius)


def hexes(display: "DisplayTable") -> tuple[Hex, ...]:
    """Every hex of the display, row by row."""
    return within(display.radius)


def ideology(state: DecisionState, power: str, tables: "Tables") -> str:
    """The ideology that a power's marker stands in, or ``neutral``."""
    return zone(state.nation(power).marker, tables.display)


def together(state: DecisionState, one: str, other: str, tables: "Tables") -> bool:
    """Whether two powers stand in one ideology; neutral ground is none (Ruling 4)."""
    side = ideology(state, one, tables)
    return side != "neutral" and side == ideology(state, other, tables)


def democracies(state: DecisionState, tables: "Tables") -> tuple[str, ...]:
    """The powers whose markers stand in the democratic ideology now."""
    return tuple(p for p in state.playing if ideology(state, p, tables) == "democratic")


def controller(state: DecisionState, minor: str, tables: "Tables") -> str:
    """Who controls a minor: whom it joined, who holds it by an option, else the nearest power of
    the ideology it is in.

    Of powers equally near, the one with the better position controls it.
    """
    record = state.minor(minor)
    if record.joined or record.held:
        return record.joined or record.held
    inside = zone(record.hex, tables.display)
    if inside == "neutral":
        return ""
    near = [
        (distance(record.hex, state.nation(power).marker), state.nation(power).position, power)
        for power in state.playing
        if ideology(state, power, tables) == inside
    ]
    return min(near)[2] if near else ""


def control_bar(state: DecisionState, power: str, minor: str, tables: "Tables") -> Barred | None:
    """Why a power cannot control (and so not activate) a minor (8.5)."""
    record = state.minor(minor)
    if state.at_war(power, minor):
        return Barred("It is at war with you.", opens=WAR_OVER)
    if record.joined and record.joined != power:
        who = name(record.joined)
        opens = f"Opens if it is no longer on the side of {who}."
        return Barred(f"It has joined {who}.", opens=opens)
    if record.held:
        if record.held == power:
            return None
        who = POWERS[record.held].name
        return Barred(
            f"{who} controls it.", opens=f"Opens when {name(record.held)} no longer controls it."
        )
    return ideology_bar(state, power, minor, tables)


def ideology_bar(state: DecisionState, power: str, minor: str, tables: "Tables") -> Barred | None:
    """Why a minor stands too far inside another ideology for a power."""
    inside, own = zone(state.minor(minor).hex, tables.display), ideology(state, power, tables)
    if inside in ("neutral", own):
        return None
    where = (
        "the neutral area" if own == "neutral" else f"the neutral area or into the {own} ideology"
    )
    opens = f"Opens when its counter is moved into {where}."
    return Barred(f"It stands inside the {inside} ideology.", opens=opens)


def minors_near(state: DecisionState, spot: Hex, within: int) -> tuple[str, ...]:
    """Minors that joined nobody, within so many hexes of a hex, nearest first."""
    found = [
        (far, key)
        for key, record in state.minors.items()
        if not record.joined and (far := distance(record.hex, spot)) <= within
    ]
    return tuple(key for _, key in sorted(found))
