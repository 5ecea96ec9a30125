"""The working copy of a phase: the state as it changes, the dice, and what happened so far."""

from collections.abc import Mapping
from typing import Any

import msgspec

from rules.kernel.dice import Dice
from rules.kernel.events import Event, FactDeclared
from rules.kernel.facts import Claim, FactValue
from rules.kernel.orders import Order
from rules.war_game_1939.model.facts import FACTS
from rules.war_game_1939.model.orders import Standing
from rules.war_game_1939.model.state import Nation, WarGameState
from rules.war_game_1939.model.tables import Tables, tables_of


class Desk:
    """Where a phase is carried out. The state itself stays frozen; the desk holds the newest."""

    def __init__(
        self, state: WarGameState, dice: Dice, standing: Mapping[str, Order] | None = None
    ) -> None:
        self.state = state
        self.dice = dice
        self.tables: Tables = tables_of(state)
        self.events: list[Event] = []
        self._standing = dict(standing or {})

    def note(self, event: Event) -> None:
        """Something happened."""
        self.events.append(event)

    def change(self, **parts: Any) -> None:
        """Replace parts of the state."""
        self.state = msgspec.structs.replace(self.state, **parts)

    def nation(self, key: str, **parts: Any) -> Nation:
        """Replace parts of a nation's record; gives what it is now."""
        nation = msgspec.structs.replace(self.state.nation(key), **parts)
        self.change(nations={**self.state.nations, key: nation})
        return nation

    def standing(self, nation: str) -> Standing | None:
        """What a nation left as standing orders, if anything."""
        order = self._standing.get(nation)
        return order if isinstance(order, Standing) else None

    def fact(self, key: str, value: FactValue, by: str, rule: str) -> None:
        """Enter a fact that follows from a report or a roll, and say so."""
        before = self.state.facts.get(key, FACTS[key].default)
        if value == before:
            return
        claims = {**self.state.claims, key: Claim(by=by, turn=self.state.turn)}
        self.change(
            facts={**self.state.facts, key: value},
            claims={name: claims[name] for name in sorted(claims)},
        )
        self.note(
            FactDeclared(
                key=key, label=FACTS[key].label, before=before, after=value, by=by, rule=rule
            )
        )
