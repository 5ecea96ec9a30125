"""Rulebooks of a page or two for tests, written as one class each and made into the kernel's record."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from rules.kernel.adjudication import Adjudication
from rules.kernel.contract import Model, Pages, Resolution, Turn
from rules.kernel.questions import Questions
from rules.kernel.rulebook import Rulebook


class Course(Adjudication[Any]):
    """A resolution of a game that does a whole phase or act in one go."""

    agrees_at_once = True

    def carry(self, done: Resolution[Any]) -> None:
        """Take over what was done."""
        self.state = done.state
        self.events += done.events


class Asks(Questions):
    """Questions that the game answers as it likes."""

    def __init__(self, game: Any) -> None:
        super().__init__()
        self._game = game

    def ask(self, state: Any, question: str, arguments: Mapping[str, Any]) -> Any:
        return self._game.ask(state, question, arguments)


def record(game: Any) -> Rulebook[Any]:
    """A game with methods of the old kind (``start``, ``resolve``, ``perform``...) as a record."""

    def run(course: Course, orders: Mapping[str, Any]) -> None:
        course.carry(game.resolve(course.state, orders, course.all_standing, course.dice))

    def perform(course: Course, power: str, act: Any) -> None:
        course.carry(game.perform(course.state, power, act, course.dice))

    def corrected(course: Course, before: Any) -> None:
        course.carry(game.corrected(before, course.state))

    return Rulebook(
        key=game.key,
        title=game.title,
        revision=game.revision,
        summary=game.summary,
        model=Model(
            state=game.state_type,
            powers=game.powers,
            factions=game.factions,
            variants=game.switches,
            scenarios=game.scenarios,
            facts=game.facts,
            index=game.index,
            orders=game.orders,
            events=game.event_types,
        ),
        turn=Turn(
            adjudication=Course,
            opening=partial(_opening, game),
            begin=lambda course: None,
            run=run,
            asked=lambda state: game.phase(state).asked,
            phase=game.phase,
            menu=game.menu,
            autopilot=lambda state, power, menu, *dice: (
                game.by_seed(state, power, *dice) if dice else game.autopilot(state, power)
            ),
            seeded=hasattr(game, "by_seed"),
            acts=game.acts,
            perform=perform,
            standing=game.standing_menu,
            corrected=corrected if hasattr(game, "corrected") else None,
        ),
        pages=Pages(
            board=game.board,
            line=game.tell,
            previews=getattr(game, "preview", lambda state, power, order: ()),
            queries=Asks(game),
        ),
    )


def _opening(game: Any, scenario: str, variants: Any, tables: Any, facts: Any) -> Any:
    return game.start(scenario, variants, tables, facts).state
