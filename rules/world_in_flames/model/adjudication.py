"""A resolution of these rules under way (:class:`rules.kernel.adjudication.Adjudication`)."""

from rules.kernel import adjudication
from rules.world_in_flames.model.facts import FACTS
from rules.world_in_flames.model.orders import Standing
from rules.world_in_flames.model.state import HouseState
from rules.world_in_flames.model.tables import Tables, tables_of


class Adjudication(adjudication.Adjudication[HouseState]):
    """One resolution under way."""

    registry = FACTS

    @property
    def tables(self) -> Tables:
        """The tables of this campaign."""
        return tables_of(self.state)

    def standing(self, power: str) -> Standing:
        """What a side left as standing orders (blank when nothing)."""
        return self.left_by(power, Standing) or Standing()
