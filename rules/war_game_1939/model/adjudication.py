"""A resolution of this game under way (:class:`rules.kernel.adjudication.Adjudication`)."""

from collections.abc import Mapping
from typing import Any

import msgspec

from rules.kernel import adjudication
from rules.kernel.dice import Dice
from rules.kernel.facts import Claim, FactValue
from rules.kernel.orders import Order
from rules.war_game_1939.model.facts import FACTS
from rules.war_game_1939.model.orders import Standing
from rules.war_game_1939.model.state import Nation, WarGameState
from rules.war_game_1939.model.tables import Tables, tables_of


class Adjudication(adjudication.Adjudication[WarGameState]):
    """One resolution under way, with its nations and the facts of the map."""

    registry = FACTS

    def __init__(
        self,
        state: WarGameState,
        dice: Dice | None = None,
        standing: Mapping[str, Order] | None = None,
    ) -> None:
        super().__init__(state, dice, standing)
        self.tables: Tables = tables_of(state)

    def nation(self, key: str, **parts: Any) -> Nation:
        """Replace parts of a nation's record; gives what it is now."""
        nation = msgspec.structs.replace(self.state.nation(key), **parts)
        self.change(nations={**self.state.nations, key: nation})
        return nation

    def standing(self, nation: str) -> Standing | None:
        """What a nation left as standing orders, if anything."""
        return self.left_by(nation, Standing)

    def fact(self, key: str, value: FactValue, by: str, rule: str) -> None:
        """Enter a fact that follows from a report or a roll, in the name of the nation it is of."""
        if self.enter(key, value, rule, by):
            claims = {**self.state.claims, key: Claim(by=by, turn=self.state.turn)}
            self.change(claims={name: claims[name] for name in sorted(claims)})
