"""The course of a resolution: the state as it changes, the events so far, the dice."""

from collections.abc import Mapping
from typing import Any

import msgspec

from rules.kernel import audience
from rules.kernel.dice import Dice
from rules.kernel.events import Event, FactDeclared
from rules.kernel.facts import FactValue
from rules.kernel.orders import Order
from rules.world_at_war.model.calendar import (
    SPRING,
    WINTER,
    calendar_of,
    year_of,
)
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.consistency import AGREEMENT
from rules.world_at_war.model.facts import FACTS
from rules.world_at_war.model.orders import Standing
from rules.world_at_war.model.state import Country, WarState
from rules.world_at_war.model.state.areas import Record
from rules.world_at_war.model.tables import Tables, tables_of


class Course:
    """One resolution under way. Phases read ``state`` and change it only through the verbs here."""

    def __init__(self, state: WarState, dice: Dice, standing: Mapping[str, Order]) -> None:
        self.state = state
        self.opening = state
        """The state in which the resolution began."""
        self.settled = state
        """The state as it was when the tension tracks were last brought up to it."""
        self.dice = dice
        self.standing = {
            power: order for power, order in standing.items() if isinstance(order, Standing)
        }
        self.events: list[Event] = []

    @property
    def tables(self) -> Tables:
        """The tables of this campaign."""
        return tables_of(self.state)

    @property
    def year(self) -> int:
        """The year of the turn in play."""
        return year_of(self.state.scenario, self.state.turn)

    @property
    def is_spring(self) -> bool:
        """Whether the turn opens a year."""
        return calendar_of(self.state.scenario).at(self.state.turn).period == SPRING

    @property
    def is_winter(self) -> bool:
        """Whether the turn closes a year."""
        return calendar_of(self.state.scenario).at(self.state.turn).period == WINTER

    def tell(self, event: Event) -> None:
        """Record that something happened."""
        self.events.append(event)

    def change(self, **parts: Any) -> None:
        """Replace parts of the state."""
        self.state = msgspec.structs.replace(self.state, **parts)

    def set_country(self, key: str, **parts: Any) -> None:
        """Replace parts of a country's record."""
        record = msgspec.structs.replace(self.state.country(key), **parts)
        countries = {**self.state.countries, key: record}
        if record == Country():
            del countries[key]
        self.change(countries={name: countries[name] for name in sorted(countries)})

    def set_area(self, key: str, **parts: Any) -> None:
        """Replace parts of an area's record."""
        record = msgspec.structs.replace(self.state.area(key), **parts)
        areas = {**self.state.areas, key: record}
        if record == Record():
            del areas[key]
        self.change(areas={name: areas[name] for name in sorted(areas)})

    def set_fact(self, key: str, value: FactValue, rule: str, by: str = "") -> None:
        """Change a declared fact as a consequence of a rule, when it is not so already; what cannot
        be so beside it is put right at once (Ruling 90).
        """
        if self._enter(key, value, rule, by):
            for other, put, bound in AGREEMENT.agreed(self.state.facts, [key]):
                self._enter(other, put, R(bound.rule or "Ruling 90"))

    def _enter(self, key: str, value: FactValue, rule: str, by: str = "") -> bool:
        """Change a fact and tell it; whether it was not so already."""
        before = self.state.facts.get(key, FACTS[key].default)
        if before == value:
            return False
        self.change(facts={**self.state.facts, key: value})
        self.tell(
            FactDeclared(
                key=key, label=FACTS[key].label, before=before, after=value, by=by, rule=rule
            )
        )
        return True

    def set_default(self, key: str, rule: str) -> None:
        """Put a fact back to what it is when nothing was declared."""
        self.set_fact(key, FACTS[key].default, rule)

    def view(self, power: str) -> WarState:
        """The state as a power knows it."""
        state = audience.still_declared(self.state, self.opening)
        return audience.view(state, audience.viewer(power))
