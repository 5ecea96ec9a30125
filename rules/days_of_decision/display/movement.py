"""How a counter moves on the display by the values that powers hold in it (8.5)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.conditions import enemy_powers
from rules.days_of_decision.model.geometry import ideology, neighbours, ring, zone
from rules.days_of_decision.model.hex_grid import CENTER, HEADINGS, distance, steps
from rules.days_of_decision.model.powers import POWERS
from rules.days_of_decision.model.state import DecisionState, Hex
from rules.days_of_decision.model.table_rows import DisplayTable, Price, Tables
from rules.kernel.memo import by_identity
from rules.kernel.setup import in_sentence
from rules.kernel.tally import Row, Tally, tally


@dataclass(frozen=True)
class Push:
    """One value at work: whose it is, which way, and with how many points.

    ``owner`` holds the value, ``power`` is the one whose marker the counter nears or leaves;
    they differ when an enemy's negative value is used as a positive one (8.5).
    """

    owner: str
    power: str
    points: int
    toward: bool


@dataclass(frozen=True)
class Way:
    """The way that a push drove a counter: hexes passed, the prices, and points that were lost."""

    push: Push
    path: tuple[Hex, ...]
    tally: Tally

    @property
    def lost(self) -> int:
        """Points that could not be used."""
        return self.tally.net

    @property
    def moved(self) -> bool:
        """Whether the counter left its hex."""
        return len(self.path) > 1


def flips(state: DecisionState, minor: str) -> tuple[tuple[str, str], ...]:
    """Enemies of a minor and the powers that may use those enemies' values as their own (8.5)."""
    return tuple(
        (enemy, power)
        for enemy in enemy_powers(state, minor)
        if state.minor(minor).values.get(enemy, 0) < 0
        for power in state.playing
        if power != enemy and state.at_war(power, enemy)
    )


def pushes(
    state: DecisionState, minor: str, order: Sequence[str] = (), used_for: Mapping[str, str] = {}
) -> tuple[Push, ...]:
    """The values of a minor in the order chosen; those not named follow in the order of play."""
    values = state.minor(minor).values
    allowed = set(flips(state, minor))
    listed = [power for power in order if values.get(power)]
    listed += [p for p in state.order_of_play() if values.get(p) and p not in listed]
    found = []
    for owner in listed:
        value = values[owner]
        other = used_for.get(owner, "")
        if other and (owner, other) in allowed:
            found.append(Push(owner, other, -value, toward=True))
        else:
            found.append(Push(owner, owner, abs(value), toward=value > 0))
    return tuple(found)


def price(
    state: DecisionState, tables: Tables, minor: str, push: Push, here: Hex, there: Hex
) -> tuple[Price, int]:
    """What one step costs: the line that applies, and the price with the marker's extra point."""
    return _Ground(state, tables, minor).price(push, here, there)


@by_identity(64)
def _by_key(lines: "tuple[Price, ...]") -> "dict[str, Price]":
    return {line.key: line for line in lines}


class _Ground:
    """All that steps of one minor are priced by, worked out once for all the ways it goes: while it
    moves, nothing else does.
    """

    def __init__(self, state: DecisionState, tables: Tables, minor: str) -> None:
        self.state = state
        self.tables = tables
        self.display = tables.display
        self.minor = minor
        self.markers = {nation.marker for nation in state.nations.values()}
        self.allies = _markers_of_allies(state, minor)
        self._sides: dict[str, str] = {}

    def side(self, power: str) -> str:
        """The ideology of a power."""
        if power not in self._sides:
            self._sides[power] = ideology(self.state, power, self.tables)
        return self._sides[power]

    def price(self, push: Push, here: Hex, there: Hex) -> tuple[Price, int]:
        """As :func:`price`."""
        line = self._line(push, here, there)
        return line, line.cost + (self.display.marker.cost if here in self.markers else 0)

    def _line(self, push: Push, here: Hex, there: Hex) -> Price:
        if any(distance(there, marker) < distance(here, marker) for marker in self.allies):
            return self.display.at_war
        return self._toward(push, here, there) if push.toward else self._away(push, here, there)

    def _toward(self, push: Push, here: Hex, there: Hex) -> Price:
        """The line of the positive list that applies (Ruling 1)."""
        display = self.display
        lines = _by_key(display.positive)
        inside = zone(there, display)
        if here == CENTER:
            return lines["leave-center"]
        if inside not in ("neutral", self.side(push.power)):
            return lines["other-ideology"]
        if inside == "neutral":
            return lines["neutral"]
        if zone(here, display) == "neutral" and ring(there, display) == display.reach:
            return lines["outermost"]
        return lines["inside"]

    def _away(self, push: Push, here: Hex, there: Hex) -> Price:
        """The line of the negative list that applies (Rulings 1 and 5)."""
        display = self.display
        lines = _by_key(display.negative)
        inside = zone(there, display)
        if inside == "neutral" and _nearing(display.centers.values(), display.under, here, there):
            return lines["nearing"]
        if here == CENTER:
            return lines["leave-center"]
        if inside == "neutral":
            left = zone(here, display) != "neutral"
            return lines["leave-ideology" if left else "neutral"]
        at_war = self.state.at_war(push.owner, self.minor)
        return display.at_war_inside if at_war else lines["inside"]

    def holds(self, push: Push, here: Hex) -> bool:
        """Whether the central hex holds a counter against this push (Ruling 2)."""
        return (
            not push.toward
            and here == CENTER
            and self.state.on("central_hold")
            and self.side(push.power) != "neutral"
        )


def _nearing(centers: Iterable[Hex], under: int, here: Hex, there: Hex) -> bool:
    return any(
        distance(there, center) < under and distance(there, center) < distance(here, center)
        for center in centers
    )


def _markers_of_allies(state: DecisionState, minor: str) -> frozenset[Hex]:
    """Where those stand who fight an enemy of a minor at war; it pays another price to near them."""
    return frozenset(
        state.nation(power).marker
        for enemy in enemy_powers(state, minor)
        for power in state.playing
        if power != enemy and state.at_war(power, enemy)
    )


def drive(
    state: DecisionState, tables: Tables, minor: str, push: Push, start: Hex, heading: str = ""
) -> Way:
    """Move a counter as far as the points go; what is left over is lost (8.5)."""
    return _driven(_Ground(state, tables, minor), push, start, heading)


def _driven(ground: _Ground, push: Push, start: Hex, heading: str) -> Way:
    display = ground.display
    target = ground.state.nation(push.power).marker
    path, rows, left = [start], list[Row](), push.points
    while left > 0 and not ground.holds(push, path[-1]):
        here = path[-1]
        best: tuple[tuple[bool, int, int], Hex, Price] | None = None
        for turn, there in steps(here, target, display.radius, toward=push.toward):
            line, cost = ground.price(push, here, there)
            if cost > left:
                continue
            rank = (HEADINGS[turn] != heading, cost, turn)
            if best is None or rank < best[0]:
                best = rank, there, line
        if best is None:
            break
        (_, cost, _), there, line = best
        rows.append(_row(len(path), line.text, cost, cost - line.cost, push))
        path.append(there)
        left -= cost
    return Way(push, tuple(path), _tally(push, rows))


def _row(number: int, text: str, cost: int, extra: int, push: Push) -> Row:
    reason = f"{text}, off a power's marker" if extra else text
    rule = R("8.5 Positive") if push.toward else R("8.5 Negative")
    return Row(f"step-{number}", -cost, reason, rule)


def _tally(push: Push, rows: list[Row]) -> Tally:
    whose = POWERS[push.owner].adjective
    manner = "toward" if push.toward else "away from"
    power = in_sentence(POWERS, push.power)
    return tally(
        f"{push.points} point{'' if push.points == 1 else 's'} {manner} {power}",
        rows,
        push.points,
        f"The {whose} value",
        R("8.5 Towards and away"),
    )


def ways(
    state: DecisionState,
    tables: Tables,
    minor: str,
    order: Sequence[str] = (),
    used_for: Mapping[str, str] = {},
    heading: str = "",
) -> tuple[Way, ...]:
    """Everything that happens to a minor when it is activated, value after value."""
    spot = state.minor(minor).hex
    ground = _Ground(state, tables, minor)
    found = []
    for push in pushes(state, minor, order, used_for):
        way = _driven(ground, push, spot, heading)
        spot = way.path[-1]
        found.append(way)
    return tuple(found)


def in_words(display: DisplayTable, path: Sequence[Hex], paid: Tally, lost: int) -> str:
    """A way that a counter goes: ``3 points toward Germany, one hex, 1 point lost``."""
    steps = len(path) - 1
    far = "does not move" if not steps else "one hex" if steps == 1 else f"{steps} hexes"
    before, after = zone(path[0], display), zone(path[-1], display)
    if before != after:
        far += f" into the {after} {'zone' if after == 'neutral' else 'ideology'}"
    said = [f"{paid.title[:1].lower()}{paid.title[1:]}", far]
    if lost:
        said.append(f"{lost} point{'s' if lost > 1 else ''} lost")
    return ", ".join(said)


def if_activated(state: DecisionState, tables: Tables, minor: str) -> tuple[str, ...]:
    """What would happen to a minor with the values of now, in words, value after value."""
    return tuple(
        in_words(tables.display, way.path, way.tally, way.lost)
        for way in ways(state, tables, minor)
    )


def own_steps(state: DecisionState, tables: Tables, power: str) -> dict[str, Hex]:
    """The directions in which a power may move its own marker, with the hex it would reach.

    ``toward:fascist`` nears that ideology's center, ``away:fascist`` leaves it (8.7.1 IPO 1).
    A step out of an ideology or into one needs the optional rule for it (14.3, 14.4).
    """
    display = tables.display
    here = state.nation(power).marker
    found = {}
    for name, center in display.centers.items():
        for word, sign in (("toward", -1), ("away", 1)):
            steps = [
                there
                for there in neighbours(here, display)
                if distance(there, center) - distance(here, center) == sign
                and (state.on("leaving") or zone(there, display) == zone(here, display))
            ]
            if steps:
                found[f"{word}:{name}"] = steps[0]
    return found
