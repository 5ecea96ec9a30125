"""The political status display: hexes, zones and distances."""

from collections.abc import Iterable

from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.hex_grid import around_of, distance, within
from rules.days_of_decision.model.opening import WAR_OVER
from rules.days_of_decision.model.powers import POWERS, name
from rules.days_of_decision.model.state import DecisionState, Hex
from rules.days_of_decision.model.table_rows import DisplayTable, Tables
from rules.kernel.menus import Barred


def neighbours(spot: Hex, display: DisplayTable) -> tuple[Hex, ...]:
    """The hexes around a hex that lie on the display, clockwise from the east."""
    return around_of(spot, display.radius)


def zone(spot: Hex, display: DisplayTable) -> str:
    """The ideology that a hex lies in, or ``neutral``."""
    return display.zones.get(spot, "neutral")


def ring(spot: Hex, display: DisplayTable) -> int | None:
    """How far a hex of an ideology is from its center (``None`` outside)."""
    ideology = zone(spot, display)
    return None if ideology == "neutral" else distance(spot, display.centers[ideology])


def hexes(display: DisplayTable) -> tuple[Hex, ...]:
    """Every hex of the display, row by row."""
    return within(display.radius)


def ideology(state: DecisionState, power: str, tables: Tables) -> str:
    """The ideology that a power's marker stands in, or ``neutral``."""
    return zone(state.nation(power).marker, tables.display)


def together(state: DecisionState, one: str, other: str, tables: Tables) -> bool:
    """Whether two powers stand in one ideology; neutral ground is none (Ruling 4)."""
    side = ideology(state, one, tables)
    return side != "neutral" and side == ideology(state, other, tables)


def democracies(state: DecisionState, tables: Tables) -> tuple[str, ...]:
    """The powers whose markers stand in the democratic ideology now."""
    return tuple(p for p in state.playing if ideology(state, p, tables) == "democratic")


def controller(state: DecisionState, minor: str, tables: Tables) -> str:
    """Who controls a minor: whom it joined, who holds it by an option, else the nearest power of
    the ideology it is in. One that is conquered is no country that anybody could control.

    Of powers equally near, the one with the better position controls it.
    """
    if minor in state.fates:
        return ""
    record = state.minor(minor)
    if record.joined or record.held:
        return record.joined or record.held
    inside = zone(record.hex, tables.display)
    if inside == "neutral":
        return ""
    mine = (power for power in state.playing if ideology(state, power, tables) == inside)
    return nearest(state, record.hex, mine)


def nearest(state: DecisionState, spot: Hex, powers: Iterable[str]) -> str:
    """Which of these powers stands nearest to a hex, of equally near ones that with the better position."""
    near = (
        (distance(spot, state.nation(power).marker), state.nation(power).position, power)
        for power in powers
    )
    return min(near, default=(0, 0, ""))[2]


CONQUERED = Barred("It is conquered.", R("15.8"), "Opens if it is a country again.")
"""Why nobody can court, move or attack a conquered minor."""


def control_bar(state: DecisionState, power: str, minor: str, tables: Tables) -> Barred | None:
    """Why a power cannot control (and so not activate) a minor (8.5)."""
    record = state.minor(minor)
    if minor in state.fates:
        return CONQUERED
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


def ideology_bar(state: DecisionState, power: str, minor: str, tables: Tables) -> Barred | None:
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
    """Minors that joined nobody and are not conquered, within so many hexes of a hex, nearest first."""
    found = [
        (far, key)
        for key, record in state.minors.items()
        if not record.joined
        and key not in state.fates
        and (far := distance(record.hex, spot)) <= within
    ]
    return tuple(key for _, key in sorted(found))
