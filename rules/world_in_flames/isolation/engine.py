"""Which sets change hands, to whom, and in which order.

A set is isolated when every hex around it is land of an enemy, no city lies in it and no unit of
its own side stands in it. It goes to the major power with the most hexes around it; equal powers
draw (F-08). Sets are judged one after another on what the map says by then, until a pass changes
nothing (F-05). With two sides the first pass always does it.

A set that has changed hands joins its new friends around it. Sets are therefore kept as a forest:
each knows its root, and a root knows its rim (the hexes around it, by the set that they are in).
Nothing is walked over twice, and the whole takes time in proportion to the hexes.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from rules.kernel.errors import NotUnderstood
from rules.world_in_flames.isolation.hexmap import CITY, EDGE, FIRST, LAKE, NEUTRAL, SEA, HexMap
from rules.world_in_flames.isolation.regions import Regions

Draw = Callable[[tuple[str, ...], str], str | None]
"""Asked with the tied powers and the name of the first hex; ``None`` leaves the draw open."""

CHOICES: Mapping[str, tuple[str, ...]] = {
    "lakes": ("block", "enclosed"),
    "sets": ("side", "power"),
    "nested": ("outside_first", "inside_first", "at_once"),
    "tie": ("set", "hex"),
}
"""The switches of the rule with their choices, the house default first (F-01, F-06, F-05, F-08)."""


def open_draw(tied: tuple[str, ...], where: str) -> str | None:
    """No die is at hand: every draw stays open."""
    return None


def settled(switches: Mapping[str, str]) -> dict[str, str]:
    """All switches with their defaults filled in. Raises :class:`NotUnderstood`."""
    for key, choice in switches.items():
        if choice not in CHOICES.get(key, ()):
            known = "; ".join(f"{name}: {', '.join(every)}" for name, every in CHOICES.items())
            raise NotUnderstood(
                f"There is no switch {key!r} with the choice {choice!r}.",
                remedy=f"There are {known}.",
            )
    return {key: switches.get(key, choices[0]) for key, choices in CHOICES.items()}


@dataclass(frozen=True, slots=True)
class Flip:
    """A set that changed hands: what it was made of, whose it was, whose it is, and why.

    ``counts`` are the distinct hexes around it by major power, ``tied`` the powers that drew
    (empty without a tie), ``open`` that no die decided yet. ``spread`` has the new holder hex by
    hex where each hex drew for itself. Holders are codes of the map.
    """

    sets: tuple[int, ...]
    group: int
    power: int
    counts: Mapping[int, int]
    tied: tuple[int, ...] = ()
    open: bool = False
    spread: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a judgement found around a set that nothing inside protects.

    ``counts`` are empty when it is not isolated; then ``bystander`` is a hex beside it whose
    holder is no enemy, or ``lake`` one that somebody else reaches.
    """

    counts: Mapping[int, int] = field(default_factory=dict)
    bystander: int = 0
    lake: int = 0


class Judge:
    """One judgement of one map. Read ``flips`` and :meth:`result` afterwards.

    ``verdicts`` are the latest about sets that nothing fixes, by number; ``passes`` how often the
    map was gone through.
    """

    def __init__(self, world: HexMap, switches: Mapping[str, str], draw: Draw = open_draw) -> None:
        self.world = world
        self.switches = settled(switches)
        self.draw = draw
        self.flips: list[Flip] = []
        self.passes = 0
        self.verdicts: dict[int, Verdict] = {}
        self._relations()
        self.sets = Regions(world, bytes(world.cells).translate(self._groups))
        count = len(self.sets) + 1
        self._root = list(range(count))
        self._up = [0] * count
        self._joined = [0] * count
        self._turned: dict[int, tuple[int, int]] = {}
        self._members: dict[int, list[int]] = {}
        self._rims: dict[int, dict[int, list[int]]] = {}
        self._spread: dict[int, int] = {}
        self._stamp = [0] * len(world.cells)
        self._turn = 0
        self._bodies: dict[int, tuple[int, ...]] = {}
        self._judge()

    # -- who is who ------------------------------------------------------------------------

    def _relations(self) -> None:
        nations = self.world.nations
        sides, powers = list(nations.sides), list(nations.powers)
        by_power = self.switches["sets"] == "power"
        self.code_of = {power: FIRST + index for index, power in enumerate(powers)}
        table = list(range(FIRST))
        self._counts_for = list(range(256))
        for index, holder in enumerate(nations.holders):
            power = nations.power_of(holder)
            self._counts_for[FIRST + index] = self.code_of[power]
            key = powers.index(power) if by_power else sides.index(nations.side_of(power))
            table.append(FIRST + key)
        self._groups = bytes(table + [0] * (256 - len(table)))
        group_sides = [nations.side_of(power) for power in powers] if by_power else sides
        self.side_of_group = dict(enumerate(group_sides, start=FIRST))
        self._own_unit = {
            group: CITY << (1 + sides.index(side)) for group, side in self.side_of_group.items()
        }
        self._enemies = {
            group: frozenset(
                other for other, foe in self.side_of_group.items() if nations.at_war(side, foe)
            )
            for group, side in self.side_of_group.items()
        }
        self._fixing = 1 << EDGE | 1 << SEA | 1 << NEUTRAL
        if self.switches["lakes"] == "block":
            self._fixing |= 1 << LAKE

    def fixed(self, root: int) -> bool:
        """Whether a set can never change hands, whatever happens around it."""
        sets = self.sets
        held = CITY | self._own_unit[sets.group[root]]
        return bool(sets.touch[root] & self._fixing or sets.marks[root] & held)

    # -- the forest ------------------------------------------------------------------------

    def root(self, number: int) -> int:
        """The set that this one belongs to by now."""
        roots, at = self._root, number
        while roots[at] != at:
            roots[at] = roots[roots[at]]
            at = roots[at]
        return at

    def members(self, root: int) -> list[int]:
        """The original sets that a set is made of by now."""
        return self._members.get(root, [root])

    def _held(self, number: int) -> int:
        """The power to which an original set has gone (0: never; see ``_spread`` for -1)."""
        when, power = self._turned.get(number, (0, 0))
        at = number
        while above := self._up[at]:
            later = self._turned.get(above, (0, 0))
            if later[0] > max(self._joined[at], when):
                when, power = later
            at = above
        return power

    def _rim(self, root: int) -> dict[int, list[int]]:
        """The hexes around a set, each once, by the original set that they are in."""
        known = self._rims.get(root)
        if known is not None:
            return known
        rim: dict[int, list[int]] = {}
        label, stamp, stride = self.sets.label, self._stamp, self.world.stride
        around = self.world.around()
        self._turn += 1
        turn = self._turn
        for here in self.sets.hexes(root):
            for step in around[here // stride & 1]:
                there = here + step
                number = label[there]
                if number and number != root and stamp[there] != turn:
                    stamp[there] = turn
                    rim.setdefault(number, []).append(there)
        self._rims[root] = rim
        return rim

    # -- judging ---------------------------------------------------------------------------

    def _judge(self) -> None:
        numbers = [n for n in range(1, len(self.sets) + 1) if not self.fixed(n)]
        if self.switches["nested"] == "at_once":
            self.verdicts = {number: self.verdict(number) for number in numbers}
            self.passes = 1
            for number, verdict in self.verdicts.items():
                if verdict.counts:
                    self._turn_over(number, verdict, join=False)
            return
        if self.switches["nested"] == "inside_first":
            numbers.reverse()
        changed = True
        while changed:
            changed = False
            self.passes += 1
            for number in numbers:
                if self._root[number] != number or self.fixed(number):
                    continue
                verdict = self.verdict(number)
                if verdict.counts:
                    self._turn_over(number, verdict, join=True)
                    changed = True
                else:
                    self.verdicts[number] = verdict

    def verdict(self, root: int) -> Verdict:
        """What lies around a set that nothing fixes."""
        foes, rim = self._enemies[self.sets.group[root]], self._rim(root)
        cells, stamp, counts_for = self.world.cells, self._stamp, self._counts_for
        counts: dict[int, int] = {}
        self._turn += 1
        turn = self._turn
        for key in list(rim):
            other = self.root(key)
            if other == root:
                del rim[key]
                continue
            if self.sets.group[other] not in foes:
                return Verdict(bystander=rim[key][0])
            held = self._held(key)
            for there in rim[key]:
                if stamp[there] == turn:
                    continue
                stamp[there] = turn
                power = held or counts_for[cells[there]]
                if power < 0:
                    power = self._spread[there]
                counts[power] = counts.get(power, 0) + 1
        if self.sets.touch[root] & 1 << LAKE and (lake := self._open_lake(root)):
            return Verdict(lake=lake)
        return Verdict(counts=counts)

    def _turn_over(self, root: int, verdict: Verdict, *, join: bool) -> None:
        most = max(verdict.counts.values())
        tied = tuple(sorted(code for code, count in verdict.counts.items() if count == most))
        group, members = self.sets.group[root], tuple(sorted(self.members(root)))
        power, is_open, spread = tied[0], False, dict[int, int]()
        if len(tied) > 1:
            power, is_open, spread = self._drawn(tied, members)
        self.flips.append(
            Flip(
                sets=members,
                group=group,
                power=power,
                counts=verdict.counts,
                tied=tied if len(tied) > 1 else (),
                open=is_open,
                spread=spread,
            )
        )
        self._spread.update(spread)
        self._turned[root] = (len(self.flips), -1 if spread else power)
        self.sets.group[root] = self._groups[power]
        if join:
            self._join(root)

    def _drawn(
        self, tied: tuple[int, ...], members: tuple[int, ...]
    ) -> tuple[int, bool, dict[int, int]]:
        names = tuple(self.world.holder(code) for code in tied)
        one_group = len({self._groups[code] for code in tied}) == 1
        if self.switches["tie"] == "hex" and one_group:
            hexes = sorted(here for number in members for here in self.sets.hexes(number))
            won = {here: self.draw(names, self.world.label(here)) for here in hexes}
            spread = {here: self.code_of[name or names[0]] for here, name in won.items()}
            return tied[0], None in won.values(), spread
        winner = self.draw(names, self.world.label(self.sets.order[self.sets.start[members[0]]]))
        return self.code_of[winner or names[0]], winner is None, {}

    def _join(self, root: int) -> None:
        """A set that changed hands becomes one with its new friends around it."""
        sets, now = self.sets, len(self.flips)
        friends = {self.root(key) for key in self._rim(root)}
        friends = {other for other in friends if sets.group[other] == sets.group[root]}
        whole = sorted({root, *friends})
        chief = whole[0]
        for other in whole[1:]:
            self._root[other] = self._up[other] = chief
            self._up[other] = chief
            self._joined[other] = now
            sets.touch[chief] |= sets.touch[other]
            sets.marks[chief] |= sets.marks[other]
        if self.fixed(chief):
            for other in whole:
                self._rims.pop(other, None)
                self._members.pop(other, None)
            return
        self._members[chief] = _united([self.members(other) for other in whole])
        rims = sorted((self._rim(other) for other in whole), key=len)
        widest = rims.pop()
        for rim in rims:
            for key, hexes in rim.items():
                widest[key] = widest[key] + hexes if key in widest else hexes
        for other in whole:
            self._rims.pop(other, None)
        self._rims[chief] = widest

    # -- lakes (F-01) ----------------------------------------------------------------------

    def _open_lake(self, root: int) -> int:
        """A lake hex beside a set whose lake reaches the sea, the edge, or land of a third party."""
        foes = self._enemies[self.sets.group[root]]
        for number in self.members(root):
            for here in self.sets.hexes(number):
                for there in self.world.neighbours(here):
                    if self.world.cells[there] != LAKE:
                        continue
                    shores = self._shores(there)
                    if not all(
                        shore > 0
                        and (self.root(shore) == root or self.sets.group[self.root(shore)] in foes)
                        for shore in shores
                    ):
                        return there
        return 0

    def _shores(self, lake: int) -> tuple[int, ...]:
        """The sets on the shores of a lake; 0 stands for sea, edge and neutral land."""
        if lake not in self._bodies:
            body, found = [lake], dict[int, None]()
            seen = {lake}
            for here in body:
                for there in self.world.neighbours(here):
                    if self.world.cells[there] == LAKE:
                        if there not in seen:
                            seen.add(there)
                            body.append(there)
                    else:
                        found[self.sets.label[there]] = None
            shores = tuple(found)
            self._bodies |= dict.fromkeys(body, shores)
        return self._bodies[lake]

    # -- what came of it -------------------------------------------------------------------

    def result(self) -> bytes:
        """The map afterwards, one byte per hex as in ``HexMap.cells``."""
        cells = bytearray(self.world.cells)
        final: list[tuple[int, int]] = [(0, 0)] * (len(self.sets) + 1)
        for number in range(1, len(self.sets) + 1):
            when, power = self._turned.get(number, (0, 0))
            if above := self._up[number]:
                later = final[above]
                if later[0] > max(self._joined[number], when):
                    when, power = later
            final[number] = (when, power)
            if power:
                for here in self.sets.hexes(number):
                    cells[here] = power if power > 0 else self._spread[here]
        return bytes(cells)


def _united(lists: list[list[int]]) -> list[int]:
    """Several lists as one; the longest is kept and grows."""
    lists.sort(key=len)
    longest = lists.pop()
    for each in lists:
        longest.extend(each)
    return longest
