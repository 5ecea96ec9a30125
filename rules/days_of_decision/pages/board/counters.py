"""The political status display as data: hexes, zones, counters, stacks and this turn's arrows."""

import msgspec

from rules.days_of_decision.minors.minors_at_war import host_of
from rules.days_of_decision.model.geometry import controller, hexes, ideology, ring, zone
from rules.days_of_decision.model.hex_grid import distance
from rules.days_of_decision.model.names import country_name
from rules.days_of_decision.model.powers import FACTIONS, MARKS, POWERS
from rules.days_of_decision.model.state import DecisionState, Hex
from rules.days_of_decision.model.table_rows import Tables
from rules.days_of_decision.pages.board.in_sentences import told_of
from rules.days_of_decision.pages.previews.movements import by_values
from rules.kernel.pages import Movement
from rules.kernel.serial import gathered


class Cell(msgspec.Struct, frozen=True):
    """One hex: axial coordinates, its zone, and its ring from the zone's center (``None``)."""

    q: int
    r: int
    zone: str
    ring: int | None


class Zone(msgspec.Struct, frozen=True, kw_only=True):
    """An ideology on the display: its name and mark, its center, and who stands in it."""

    key: str
    title: str
    mark: str
    center: Hex
    reach: int
    powers: int
    minors: int


class Marker(msgspec.Struct, frozen=True, kw_only=True):
    """A power's counter. ``before`` is where it stood when the turn began."""

    power: str
    code: str
    name: str
    ideology: str
    mark: str
    hex: Hex
    before: Hex
    mine: bool


class Value(msgspec.Struct, frozen=True, kw_only=True):
    """The value that a power holds in a minor."""

    power: str
    code: str
    amount: int


class MinorCounter(msgspec.Struct, frozen=True, kw_only=True):
    """A minor's counter with all that its line in the list says. ``now`` is where it would go by the
    values of now if somebody activated it. A conquered one has a ``conqueror`` where that is known;
    ``host`` is the power whose units stand in it, as was declared. What holds for it is ``told`` in
    sentences.
    """

    key: str
    name: str
    hex: Hex
    before: Hex
    zone: str
    controller: str
    joined: str
    guaranteed: tuple[str, ...]
    ceded: tuple[str, ...] = ()
    conquered: bool = False
    conqueror: str = ""
    host: str = ""
    values: tuple[Value, ...]
    distances: dict[str, int]
    at_war: tuple[str, ...]
    told: tuple[str, ...] = ()
    now: tuple[Movement, ...] = ()


class Stack(msgspec.Struct, frozen=True, kw_only=True):
    """All that stands in one hex, with the sentence for those who do not see the picture."""

    hex: Hex
    minors: tuple[str, ...]
    powers: tuple[str, ...]
    text: str


class Arrow(msgspec.Struct, frozen=True, kw_only=True):
    """A counter's way in this turn."""

    counter: str
    name: str
    by: str
    ideology: str
    path: tuple[Hex, ...]
    value: int
    spent: int
    lost: int
    text: str


def cells(tables: Tables) -> tuple[Cell, ...]:
    """Every hex of the display."""
    display = tables.display
    return tuple(
        Cell(q, r, zone((q, r), display), ring((q, r), display)) for q, r in hexes(display)
    )


def zone_of(state: DecisionState, tables: Tables, side: str) -> Zone:
    """An ideology and who stands in it."""
    display = tables.display
    return Zone(
        key=side,
        title=FACTIONS[side].name,
        mark=MARKS[side],
        center=display.centers[side],
        reach=display.reach,
        powers=sum(zone(n.marker, display) == side for n in state.nations.values()),
        minors=sum(
            zone(minor.hex, display) == side
            for key, minor in state.minors.items()
            if key not in state.fates
        ),
    )


def _before(state: DecisionState, counter: str, now: Hex) -> Hex:
    """Where a counter stood when the turn began."""
    first = next((move for move in state.moves if move.counter == counter), None)
    return first.path[0] if first else now


def marker_of(state: DecisionState, tables: Tables, power: str, mine: str | None) -> Marker:
    """A power's counter."""
    spot = state.nation(power).marker
    side = ideology(state, power, tables)
    return gathered(
        Marker,
        POWERS[power],
        power=power,
        ideology=side,
        mark=MARKS.get(side, "ring"),
        hex=spot,
        before=_before(state, power, spot),
        mine=power == mine,
    )


def minor_of(state: DecisionState, tables: Tables, key: str) -> MinorCounter:
    """A minor's counter."""
    record = state.minor(key)
    values = tuple(
        Value(power=power, code=POWERS[power].code, amount=record.values[power])
        for power in POWERS
        if record.values.get(power)
    )
    return gathered(
        MinorCounter,
        record,
        key=key,
        name=country_name(tables, key),
        before=_before(state, key, record.hex),
        zone=zone(record.hex, tables.display),
        controller=controller(state, key, tables),
        values=values,
        distances={s: distance(record.hex, c) for s, c in tables.display.centers.items()},
        conquered=key in state.fates,
        conqueror=state.fates.get(key, ""),
        host=host_of(state, key),
        at_war=state.enemies(key),
        told=told_of(state, tables, key),
        now=by_values(state, key) if values else (),
    )


def stacks(state: DecisionState, tables: Tables) -> tuple[Stack, ...]:
    """All occupied hexes, row by row."""
    found: dict[Hex, tuple[list[str], list[str]]] = {}
    for key, minor in sorted(state.minors.items()):
        found.setdefault(minor.hex, ([], []))[0].append(key)
    for power in state.powers:
        found.setdefault(state.nation(power).marker, ([], []))[1].append(power)
    return tuple(
        Stack(
            hex=spot,
            minors=tuple(minors),
            powers=tuple(powers),
            text=_stack_text(state, tables, spot, minors, powers),
        )
        for spot, (minors, powers) in sorted(found.items(), key=lambda item: item[0][::-1])
    )


def _stack_text(
    state: DecisionState, tables: Tables, spot: Hex, minors: list[str], powers: list[str]
) -> str:
    names = [POWERS[power].name for power in powers]
    for key in minors:
        called = country_name(tables, key)
        names.append(f"{called} (conquered)" if key in state.fates else called)
    inside = zone(spot, tables.display)
    side, steps = min(
        ((s, distance(spot, c)) for s, c in tables.display.centers.items()), key=lambda p: p[1]
    )
    return (
        f"Hex q {spot[0]}, r {spot[1]}: {', '.join(names)}; {inside}; "
        f"{steps} from the {side} center"
    ).replace("-", "−")


def arrows(state: DecisionState, tables: Tables) -> list[Arrow]:
    """What moved in this turn."""
    found = []
    for move in state.moves:
        is_power = move.counter in POWERS
        label = POWERS[move.counter].name if is_power else country_name(tables, move.counter)
        steps = len(move.path) - 1
        price = "" if is_power or not move.value else f", {move.spent} of {abs(move.value)}"
        found.append(
            gathered(
                Arrow,
                move,
                name=label,
                ideology=ideology(state, move.by, tables),
                text=f"{label} {steps} {'hex' if steps == 1 else 'hexes'}{price}",
            )
        )
    return found
