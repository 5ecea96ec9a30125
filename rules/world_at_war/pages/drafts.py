"""What an order that is being written would lead to, for its own power: the rolls with their exact odds, what
points in Italy, in France and on U.S.-Axis tension would do, and the board with all of it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

import msgspec

from rules.kernel.odds import said
from rules.kernel.orders import Order
from rules.kernel.pages import Chance, Panel
from rules.world_at_war.diplomacy.allotments import LEVELS, surrender_tally
from rules.world_at_war.diplomacy.modifiers import Attempt, tally_of
from rules.world_at_war.diplomacy.operations import shifts
from rules.world_at_war.diplomacy.points import allotted, secrecy
from rules.world_at_war.diplomacy.roll_outcomes import chances
from rules.world_at_war.model.calendar import year_of
from rules.world_at_war.model.conditions import ALLIED
from rules.world_at_war.model.orders import Place, Targets
from rules.world_at_war.model.powers import faction_of
from rules.world_at_war.model.state import USAT, Points, WarState
from rules.world_at_war.model.tables.campaign import tables_of
from rules.world_at_war.model.tables.countries import Minor
from rules.world_at_war.pages.board.countries import Board
from rules.world_at_war.pages.board.countries import build as board
from rules.world_at_war.pages.previews import ROLL_OF, named_panel, panel
from rules.world_at_war.tensions.forecast import what_if
from rules.world_at_war.tensions.mobilization import by_date

NOTHING = "Nothing new"
"""Of a level that brings no threshold."""
FOES = {"axis": ALLIED, "western": ("axis",), "russia": ("axis",)}


def build(state: WarState, power: str, order: Order | None) -> tuple[Panel, ...]:
    """The rolls that a draft leads to: each placed target, each named one; and what is named
    already, while a reply is pending.
    """
    if isinstance(order, Place):
        return tuple(
            found
            for target, count in order.points.items()
            if count > 0
            for found in _placed(state, power, target, count)
        )
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


def planned(state: WarState, power: str, order: Order) -> Board:
    """The board as its power plans it: points where the draft places them, and what it names. Nobody else may be
    given it.
    """
    if isinstance(order, Place):
        year, seen = year_of(state.scenario, state.turn), secrecy(state, power)
        most = allotted(state, power).net
        placed = tuple(
            Points(power=power, target=target, amount=count, year=year, audience=seen)
            for target, count in order.points.items()
            if 0 < count <= most
        )
        others = tuple(record for record in state.points if record.power != power)
        return board(msgspec.structs.replace(state, points=(*others, *placed)), power)
    drawn = board(state, power)
    if not isinstance(order, Targets):
        return drawn
    drafted = tuple(country for country, _manner in _wanted(state, power, order))
    return msgspec.structs.replace(drawn, drafted=drafted)


# -- points of the year --------------------------------------------------------------------------


def _placed(state: WarState, power: str, target: str, count: int) -> Iterator[Panel]:
    """What so many points on a target would do."""
    minors = tables_of(state).minors
    if target in minors:
        roll = panel(state, power, target, points={power: count})
        yield msgspec.structs.replace(roll, brief=_with_and_without(state, power, minors[target], count))  # fmt: skip
    elif target in LEVELS:
        yield _on_surrender(state, power, target, count)
    elif target == USAT:
        told = what_if(state, USAT, _up_or_down(power) * count).now
        moved = f"level {_minus(told.base)} → {_minus(told.net)}"
        brief = f"{moved}, when you spend {'it' if count == 1 else 'them'}"
        yield Panel(
            key=USAT, title=told.title, tally=told, chances=(), brief=brief, net_label="Level then"
        )


def _on_surrender(state: WarState, power: str, target: str, count: int) -> Panel:
    """What points in Italy or France add to its surrender level, as far as diplomacy makes it."""
    table = tables_of(state).allotments[target]
    before = surrender_tally(state, table, target, {})
    after = surrender_tally(state, table, target, {power: count})
    name = "Italian" if target == "italy" else "French"
    return Panel(
        key=target,
        title=after.title,
        tally=after,
        chances=(),
        brief=f"{name} surrender level {_signed(before.net)} → {_signed(after.net)}",
        net_label="Together",
    )


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else _minus(number)


def _minus(number: int) -> str:
    return str(number).replace("-", "−")


def _with_and_without(state: WarState, power: str, minor: Minor, count: int) -> str:
    """Whose roll for a country would bring what, with so many points of a power and without them."""
    mine = faction_of(power)
    told: dict[str, list[str]] = {}
    for faction in (mine, *FOES[mine]):
        if faction in minor.lists:
            before, after = (
                _chances(state, minor.key, faction, power, points) for points in (0, count)
            )
            words = _changes(minor, mine, before, after)
            told.setdefault(words, []).append(faction)
    return "; ".join(_told(minor, mine, found, words) for words, found in told.items())


def _told(minor: Minor, mine: str, factions: Sequence[str], words: str) -> str:
    """What rolls would bring, and whose they are, as one of a faction tells them apart."""
    if len(factions) == sum(each in minor.lists for each in (mine, *FOES[mine])) > 1:
        return f"each roll: {words}"
    if set(factions) == set(ALLIED):
        return f"Allied rolls: {words}"
    if factions == ["western"] and (mine == "western" or "russia" not in minor.lists):
        return f"Allied roll: {words}"
    return f"{ROLL_OF[factions[0]]} roll: {words}"


def _chances(
    state: WarState, country: str, faction: str, power: str, count: int
) -> tuple[Chance, ...]:
    attempt = Attempt(
        country=country,
        faction=faction,
        points={power: count} if count else {},
        operations=shifts(state, country),
    )
    return chances(state, attempt, tally_of(state, tables_of(state), attempt))


def _changes(minor: Minor, mine: str, before: Sequence[Chance], after: Sequence[Chance]) -> str:
    """What one's own side and the other one would gain by a roll, each with what it was without."""
    told = []
    for own in (True, False):
        was, now = (_share(_gaining(found, mine, own)) for found in (before, after))
        paid = _paid(minor, _gaining(after, mine, own)) if own else 0
        whose = "your" if own else "Allied" if mine == "axis" else "Axis"
        if was == now:
            words = f"{whose} gain {said(now, 6)}, as without you"
        elif not now:
            none = "gain" if own else "Allied gain" if mine == "axis" else "Axis gain"
            words = f"no {none} ({said(was, 6)} without you)"
        elif was:
            words = f"{whose} gain {said(now, 6)} ({said(was, 6)} without you)"
        elif paid:
            words = f"{paid} BRPs {said(now, 6)} (none without you)"
        else:
            words = f"{whose} gain {said(now, 6)} (none without you)"
        if was or now:
            told.append(words)
    return ", ".join(told) or "no gain, with or without you"


def _gaining(found: Sequence[Chance], mine: str, own: bool) -> list[Chance]:
    return [chance for chance in found if chance.side and (chance.side == mine) is own]


def _share(found: Sequence[Chance]) -> Fraction:
    return sum((Fraction(each.parts, each.whole) for each in found), Fraction(0))


def _paid(minor: Minor, found: Sequence[Chance]) -> int | str:
    """The BRPs of a gain that is nothing else."""
    rows = [minor.row(chance.row) for chance in found]
    return rows[0].brps if len(rows) == 1 and not rows[0].status else 0


# -- tension, and what is named ------------------------------------------------------------------


def _up_or_down(power: str) -> int:
    return -1 if faction_of(power) == "axis" else 1


def _set_off(levels: Mapping[int, int], meant: Mapping[int, str]) -> Iterator[str]:
    """What the effective level could set off, each with its whole chance."""
    for effect in dict.fromkeys(meant.values()):
        if effect != NOTHING:
            faces = sum(count for level, count in levels.items() if meant[level] == effect)
            yield f"{effect} {said(Fraction(faces, 6), 6)}"


def _on_tension(state: WarState, power: str, count: int) -> tuple[Panel, ...]:
    """U.S.-Axis tension if so many of the power's points are spent on it, with its die."""
    if count <= 0:
        return ()
    told = what_if(state, USAT, _up_or_down(power) * count)
    if not told.levels:
        return ()
    tables = tables_of(state)
    ahead = [
        step
        for step in reversed(tables.scales[USAT].steps)
        if not state.reached(USAT, step.level) and not by_date(state, tables, USAT, step)
    ]
    meant = {
        level: next((step.effect for step in ahead if step.level <= level), NOTHING)
        for level in told.levels
    }
    moved = f"level {_minus(told.now.base)} → {_minus(told.now.net)}"
    return (
        Panel(
            key=USAT,
            title=told.now.title,
            tally=told.now,
            chances=tuple(
                Chance(row=str(level), meaning=meant[level], parts=faces, whole=6)
                for level, faces in told.levels.items()
            ),
            assumption="The effective level of the Allied player turn is this, if nothing else changes.",
            brief="; ".join((moved, *_set_off(told.levels, meant))),
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
