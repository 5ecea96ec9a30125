"""A resolution of this game under way (:class:`rules.kernel.adjudication.Adjudication`)."""

from collections.abc import Mapping
from typing import Any

import msgspec

from rules.kernel import adjudication
from rules.kernel.dice import Dice
from rules.kernel.facts import FactValue
from rules.kernel.orders import Order
from rules.world_at_war.model.calendar import WINTER, calendar_of, year_of
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.consistency import FACT_CONSISTENCY
from rules.world_at_war.model.facts import FACTS
from rules.world_at_war.model.orders import Standing
from rules.world_at_war.model.state import Country, WarState
from rules.world_at_war.model.state.areas import Record
from rules.world_at_war.model.tables.campaign import Tables, tables_of


class Adjudication(adjudication.Adjudication[WarState]):
    """One resolution under way, with its countries, areas and facts."""

    registry = FACTS
    agrees_at_once = True

    def __init__(
        self, state: WarState, dice: Dice | None = None, standing: Mapping[str, Order] | None = None
    ) -> None:
        super().__init__(state, dice, standing)
        self.settled = state
        """The state as it was when the tension tracks were last brought up to it."""

    def standing(self, power: str) -> Standing | None:
        """What a power left as standing orders, if anything."""
        return self.left_by(power, Standing)

    @property
    def tables(self) -> Tables:
        """The tables of this campaign."""
        return tables_of(self.state)

    @property
    def year(self) -> int:
        """The year of the turn in play."""
        return year_of(self.state.scenario, self.state.turn)

    @property
    def is_winter(self) -> bool:
        """Whether the turn closes a year."""
        return calendar_of(self.state.scenario).at(self.state.turn).period == WINTER

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
        if self.enter(key, value, rule, by):
            for other, put, bound in FACT_CONSISTENCY.agreed(self.state.facts, [key]):
                self.enter(other, put, R(bound.rule or "Ruling 90"))

    def set_default(self, key: str, rule: str) -> None:
        """Put a fact back to what it is when nothing was declared."""
        self.set_fact(key, FACTS[key].default, rule)
