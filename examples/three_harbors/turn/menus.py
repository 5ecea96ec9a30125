"""The sheets of the two steps, made from the view of the harbor that is asked."""

from examples.three_harbors.model.citations import R
from examples.three_harbors.model.state import HarborState
from examples.three_harbors.model.tables import tables_of
from rules.kernel.menus import Allot, Barred, Choice, Menu, Pick

EMPTY = Barred("You placed no points there.", R("1.2"), "Opens when you place some.")


def menu(state: HarborState, power: str) -> Menu:
    """What a harbor may hand in now."""
    return _place(state, power) if state.step == "place" else _name(state, power)


def _place(state: HarborState, power: str) -> Menu:
    tables = tables_of(state)
    points = Allot(
        key="points",
        label="Points",
        rule=R("1.1"),
        choices=tuple(Choice(value=key, label=name) for key, name in tables.valleys.items()),
        total=tables.points if state.facts["bridge"] else tables.fewer,
    )
    return Menu(power=power, order="place", title="Place", fields=(points,))


def _name(state: HarborState, power: str) -> Menu:
    """One that placed nothing may name any valley."""
    placed = {valley for valley, points in state.placed(power).items() if points}
    valleys = tables_of(state).valleys
    choices = tuple(
        Choice(value=key, label=name, barred=EMPTY if placed and key not in placed else None)
        for key, name in valleys.items()
    )
    valley = Pick(key="valley", label="Valley", rule=R("1.2"), choices=choices)
    return Menu(power=power, order="name", title="Name", fields=(valley,))
