"""Points of the year: how many, at most how many on one target, where they lie, how they go."""

from collections.abc import Callable

import msgspec

from rules.kernel.audience import Audience, only
from rules.kernel.menus import Allot, Choice, Menu
from rules.kernel.tally import Tally
from rules.world_at_war.diplomacy import allotments
from rules.world_at_war.diplomacy.eligibility import placing_bar, placing_targets
from rules.world_at_war.model.adjudication import Adjudication
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.events.diplomacy import PointsRevealed
from rules.world_at_war.model.powers import faction_of, members
from rules.world_at_war.model.state import INTEL, USAT, Points, WarState, revealed
from rules.world_at_war.model.tables.campaign import tables_of

NAMES = {USAT: "U.S.-Axis tension", INTEL: "Intelligence", "italy": "Italy", "france": "France"}


def share(state: WarState, power: str) -> Tally:
    """The power's allotment now."""
    return allotments.allotment(state, tables_of(state).allotments[power], power)


def allotted(state: WarState, power: str) -> Tally:
    """The allotment of the year: while points are placed what it is now, afterwards what it was then."""
    placed = None if state.step == "place" else state.allotted.get(power)
    return placed or share(state, power)


def cap(state: WarState, power: str, of: Callable[[WarState, str], Tally] = share) -> int | None:
    """The most points of one power on one target: a third of its faction's, rounded up (49.31).

    It is taken from the allotments, which are public, and so tells nothing (ruling 3); by default from
    those of now.
    """
    if state.variant("dp_cap") == "none":
        return None
    together = sum(of(state, ally).net for ally in members(faction_of(power)))
    return max(1, -(-together // 3))


def secrecy(state: WarState, power: str) -> Audience:
    """Who may see where a power's points lie before they are revealed."""
    if state.variant("faction_sees_dps") == "false":
        return only(power)
    return only(*members(faction_of(power)))


def target_name(state: WarState, target: str) -> str:
    """What a target of points is called."""
    return NAMES[target] if target in NAMES else tables_of(state).minors[target].name


def placement_menu(state: WarState, power: str) -> Menu:
    """The sheet of a placement, with the allotment and every target that is on the power's list."""
    allotment, limit = allotted(state, power), cap(state, power, allotted)
    choices = tuple(
        Choice(
            value=target,
            label=target_name(state, target),
            barred=placing_bar(state, power, target),
            group="Countries" if target not in NAMES else "Elsewhere",
        )
        for target in placing_targets(state, power)
    )
    open_targets = [choice.value for choice in choices if choice.barred is None]
    room = (
        allotment.net
        if limit is None or INTEL in open_targets
        else min(allotment.net, limit * len(open_targets))
    )
    field = Allot(
        key="points",
        label="Diplomatic points",
        rule=R("49.3"),
        choices=choices,
        total=room,
        cap=limit,
        cap_rule=R("49.31"),
        whole=True,
        uncapped=(INTEL,),
        help="Points help on every roll for their target, whoever makes it, and are spent by it.",
    )
    return Menu(
        power=power,
        order="place",
        title="Place the points of the year",
        fields=(field,),
        tallies=(allotment,),
    )


def fitted(
    state: WarState, power: str, wanted: dict[str, int], spread: dict[str, int]
) -> dict[str, int]:
    """As much of a wanted placement as is legal, in its order, the rest filled from ``spread``."""
    field = placement_menu(state, power).field("points")
    assert isinstance(field, Allot)
    legal = {choice.value for choice in field.choices if choice.barred is None}
    left, placed = field.total, dict[str, int]()
    listed = [choice.value for choice in field.choices]
    passes = [wanted, spread, dict.fromkeys(listed, field.total)]
    for wish in passes:
        for target, count in wish.items():
            roof = field.total if field.cap is None or target in field.uncapped else field.cap
            take = min(left, count, roof - placed.get(target, 0)) if target in legal else 0
            if take > 0:
                placed[target] = placed.get(target, 0) + take
                left -= take
    return placed


def lay_open(
    course: Adjudication, target: str, powers: tuple[str, ...], counted: dict[str, int]
) -> None:
    """Points of these powers in a target become public."""
    lying = course.state.lying(target, powers)
    course.change(
        points=tuple(
            revealed(record) if record.target == target and record.power in powers else record
            for record in course.state.points
        )
    )
    course.tell(PointsRevealed(target=target, points=lying, counted=counted, rule=R("Ruling 5")))


def spend(course: Adjudication, target: str, counts: dict[str, int]) -> None:
    """Use up so many points of each power in a target; what is spent is public."""
    records: list[Points] = []
    left = dict(counts)
    for record in course.state.points:
        take = (
            min(left.get(record.power, 0), record.amount)
            if record.target == target and not record.spent
            else 0
        )
        if take:
            left[record.power] -= take
            records.append(msgspec.structs.replace(revealed(record), amount=take, spent=True))
        if record.amount > take:
            records.append(msgspec.structs.replace(record, amount=record.amount - take))
    course.change(points=tuple(records))
