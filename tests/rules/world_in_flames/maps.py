"""Maps to test with: drawn at random, and judged by the slowest and plainest of judges."""

from collections.abc import Iterable

from hypothesis import strategies as st

from rules.world_in_flames.isolation.engine import Judge
from rules.world_in_flames.isolation.hexmap import Hex, HexMap
from rules.world_in_flames.isolation.holders import Nations

TWO_SIDES = Nations(
    {"axis": ["germany", "italy"], "allied": ["ussr", "usa"]}, {"hungary": "germany"}
)
THREE_SIDES = Nations(
    {"axis": ["germany", "italy"], "allied": ["usa"], "red": ["ussr"]}, {"hungary": "germany"}
)


@st.composite
def maps(draw, nations=TWO_SIDES, *, water=True, neutral=True, protected=True):
    """A small map: mostly land, of either side more or less often."""
    columns, rows = draw(st.integers(2, 8)), draw(st.integers(2, 8))
    left, top = draw(st.integers(-4, 4)), draw(st.integers(-4, 4))
    holders = draw(st.permutations(nations.holders))
    favour = draw(st.sampled_from([(8, 1), (4, 1), (1, 1), (1, 4)]))
    weighted = [h for h in holders for _ in range(favour[h in ("ussr", "usa")])]
    odd = (["sea", "lake"] if water else []) + ([""] if neutral else [])
    drawn = []
    for row in range(rows):
        for column in range(columns):
            at = (left + column, top + row)
            if odd and draw(st.integers(0, 19)) == 0:
                what = draw(st.sampled_from(odd))
                drawn.append(Hex(*at, terrain=what) if what else Hex(*at))
                continue
            holder = draw(st.sampled_from(weighted))
            city = protected and draw(st.integers(0, 24)) == 0
            unit = protected and draw(st.integers(0, 24)) == 0
            units = (draw(st.sampled_from(holders)),) if unit else ()
            drawn.append(Hex(*at, holder=holder, city=city, units=units))
    return drawn


def judge(hexes: Iterable[Hex], nations: Nations = TWO_SIDES, **switches: str) -> Judge:
    """Judge hexes; ties go to the first of the tied powers."""
    return Judge(HexMap.of(nations, hexes), switches, lambda tied, where: tied[0])


def after(judged: Judge) -> dict[tuple[int, int], str]:
    """Who holds each land hex afterwards."""
    world, cells = judged.world, judged.result()
    return {world.spot(i): world.holder(cells[i]) for i in world.land() if world.holder(cells[i])}


def beside(column: int, row: int) -> list[tuple[int, int]]:
    """The six neighbours of a hex, written out."""
    shift = row & 1
    return [
        (column - 1, row),
        (column + 1, row),
        (column - 1 + shift, row - 1),
        (column + shift, row - 1),
        (column - 1 + shift, row + 1),
        (column + shift, row + 1),
    ]


def plainly(hexes: list[Hex], nations: Nations, order: str) -> dict[tuple[int, int], str]:
    """The rule word for word: find all sets anew, turn the next one over, until none is left."""
    given = {(one.column, one.row): one for one in hexes}
    held = {at: one.holder for at, one in given.items() if one.holder}
    last = None
    changed = False
    while True:
        due = _isolated(given, held, nations)
        if order == "inside_first":
            due.reverse()
        ahead = [each for each in due if last is None or _later(each, last, order)]
        if not ahead:
            if not changed:
                return held
            last, changed = None, False
            continue
        first, hexes_of, rim = ahead[0]
        counts: dict[str, int] = {}
        for at in rim:
            power = nations.power_of(held[at])
            counts[power] = counts.get(power, 0) + 1
        most = max(counts.values())
        winner = next(power for power in nations.powers if counts.get(power) == most)
        held |= dict.fromkeys(hexes_of, winner)
        last, changed = first, True


def _later(each, last, order):
    return each[0] > last if order == "outside_first" else each[0] < last


def _isolated(given, held, nations):
    seen: set[tuple[int, int]] = set()
    found = []
    for start in sorted(held, key=lambda at: (at[1], at[0])):
        if start in seen:
            continue
        side = nations.side_of(held[start])
        group = [start]
        seen.add(start)
        for at in group:
            for near in beside(*at):
                if near in held and near not in seen and nations.side_of(held[near]) == side:
                    seen.add(near)
                    group.append(near)
        rim = {near for at in group for near in beside(*at)} - set(group)
        kept = any(
            given[at].city or any(nations.side_of(unit) == side for unit in given[at].units)
            for at in group
        )
        open_ = any(
            at not in held or not nations.at_war(side, nations.side_of(held[at])) for at in rim
        )
        if rim and not kept and not open_:
            found.append(((start[1], start[0]), group, rim))
    return found
