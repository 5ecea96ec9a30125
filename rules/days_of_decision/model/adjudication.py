"""A resolution of this game under way (:class:`rules.kernel.adjudication.Adjudication`)."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from rules.days_of_decision.model.events.political import (
    EffectivenessChanged,
    TestRolled,
    ValuesChanged,
)
from rules.days_of_decision.model.facts import FACTS
from rules.days_of_decision.model.orders import Standing
from rules.days_of_decision.model.state import DecisionState, Minor, Nation
from rules.days_of_decision.model.table_rows import Tables
from rules.days_of_decision.model.tables import tables_of
from rules.kernel import adjudication
from rules.kernel.dice import Dice
from rules.kernel.orders import Order
from rules.kernel.tally import Tally


class Adjudication(adjudication.Adjudication[DecisionState]):
    """One resolution under way, with its powers, minors and tracks."""

    registry = FACTS

    def __init__(
        self,
        state: DecisionState,
        dice: Dice | None = None,
        standing: Mapping[str, Order] | None = None,
    ) -> None:
        super().__init__(state, dice, standing)
        self.tables: Tables = tables_of(state)

    def nation(self, power: str, **parts: Any) -> Nation:
        """Replace parts of a power's tracks; gives what they are now."""
        nation = replace(self.state.nation(power), **parts)
        self.change(nations={**self.state.nations, power: nation})
        return nation

    def minor(self, key: str, **parts: Any) -> Minor:
        """Replace parts of a minor's record; gives what it is now."""
        minor = replace(self.state.minor(key), **parts)
        self.change(minors={**self.state.minors, key: minor})
        return minor

    def standing(self, power: str) -> Standing:
        """What a power left as standing orders (blank when nothing)."""
        return self.left_by(power, Standing) or Standing()

    def effectiveness(self, power: str, by: int, reason: str, rule: str) -> None:
        """Raise or lower a power's political effectiveness, within the ends of its track."""
        limits = self.tables.limits
        before = self.state.nation(power).pe
        after = max(limits["pe_least"], min(limits["pe_most"], before + by))
        if after != before:
            self.nation(power, pe=after)
            self.tell(
                EffectivenessChanged(
                    power=power, before=before, after=after, reason=reason, rule=rule
                )
            )

    def tested(
        self,
        power: str,
        option: str,
        dice: tuple[int, ...],
        parts: Tally,
        rule: str,
        *,
        passed: bool,
    ) -> None:
        """Tell what the dice of an option's test came to."""
        self.tell(
            TestRolled(power=power, option=option, dice=dice, tally=parts, passed=passed, rule=rule)
        )

    def values(self, power: str, changes: Mapping[str, int], reason: str, rule: str) -> None:
        """Change the values that a power holds in minors, within the ends of the scale."""
        most = self.tables.display.most
        made: dict[str, int] = {}
        minors = dict(self.state.minors)
        for key, amount in changes.items():
            record = self.state.minor(key)
            before = record.values.get(power, 0)
            after = max(-most, min(most, before + amount))
            if after != before:
                made[key] = after - before
                kept = {p: v for p, v in record.values.items() if p != power}
                values = {**kept, power: after} if after else kept
                minors[key] = replace(record, values=values)
        if made:
            self.change(minors=minors)
            self.tell(ValuesChanged(power=power, changes=made, reason=reason, rule=rule))
