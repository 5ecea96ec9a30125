"""What powers do at once about minor countries: menus of the moment, and carrying them out."""

from collections.abc import Callable
from typing import Any

from rules.kernel.grammar import capital
from rules.kernel.menus import Choice, Menu, Pick
from rules.kernel.orders import Order
from rules.world_at_war.conquest import cooperation
from rules.world_at_war.model.adjudication import Adjudication
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.orders import China, Credit, Refuse, Undertake
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.tables.campaign import tables_of
from rules.world_at_war.sides import association
from rules.world_at_war.turn.acts import regions as regional


def refusing(state: WarState, power: str) -> tuple[Menu, ...]:
    """Declining a country that would become the power's associate, while there is one (82.81D)."""
    areas = tables_of(state).areas
    choices = tuple(
        Choice(value=key, label=capital(areas[key].name))
        for key in association.refusable(state, power)
    )
    if not choices:
        return ()
    field = Pick(
        key="area",
        label="Refuse as an associate",
        rule=R("82.81D"),
        choices=choices,
        help="For good: it fights alone from then on.",
    )
    return (Menu(power=power, order="refuse", title="Refuse an associate", fields=(field,)),)


def _refuse(course: Adjudication, power: str, act: Refuse) -> None:
    if act.area:
        association.refuse(course, power, act.area)


MENUS: tuple[Callable[[WarState, str], tuple[Menu, ...]], ...] = (
    refusing,
    cooperation.menus,
    regional.menus,
)
"""What a power may do now, by the parts of these rules."""
DEEDS: dict[type[Order], Callable[[Adjudication, str, Any], None]] = {
    Refuse: _refuse,
    Credit: cooperation.credit,
    Undertake: regional.undertake,
    China: regional.answer,
}
"""How each of these acts is carried out."""


def menus(state: WarState, power: str) -> tuple[Menu, ...]:
    """All menus of the moment for a power."""
    return tuple(menu for part in MENUS for menu in part(state, power))
