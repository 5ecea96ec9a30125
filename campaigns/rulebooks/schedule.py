"""Which phases a game has in its first turns, by its own rules: how long a campaign lasts hangs on them."""

from functools import lru_cache

import structlog
from msgspec import Struct

from campaigns import rulebooks
from campaigns.errors import CampaignError
from campaigns.rulebooks.simulation import MOST_PHASES, Game
from rules.kernel.dice import SealedDice

_say = structlog.get_logger(__name__)

TURNS = 2
"""So many turns are played to know; those that follow are like the last of them."""


class ScheduledPhase(Struct, frozen=True):
    """A phase that asks something: the number of its turn, its kind for the clock, its title."""

    turn: int
    family: str
    title: str


class Schedule(Struct, frozen=True):
    """The phases of a game: those of its first ``phases`` as they come, and in ``turns`` how many turns it has
    at most. ``fails`` says that the rules failed after these.
    """

    phases: tuple[ScheduledPhase, ...]
    turns: int
    fails: bool = False

    @property
    def a_turn(self) -> tuple[ScheduledPhase, ...]:
        """The phases of a turn, once the first is over."""
        last = self.phases[-1].turn if self.phases else 0
        return tuple(phase for phase in self.phases if phase.turn == last)

    @property
    def families(self) -> tuple[str, ...]:
        """The kinds of all phases to the end, as far as can be told before: each turn is like the last that was played."""
        last = self.phases[-1].turn if self.phases else 0
        turn = tuple(phase.family for phase in self.a_turn)
        known = tuple(phase.family for phase in self.phases if phase.turn <= self.turns)
        return known + turn * max(0, self.turns - last)


@lru_cache(maxsize=64)
def schedule_of(
    key: str, revision: str, scenario: str, variants: tuple[tuple[str, str], ...] = ()
) -> Schedule:
    """The phases of a scenario where nobody sends anything; answers and the like, which come only of what is
    played, are not among them. None where the rules are not here. A fault of the rules is told to the site's log and as
    ``fails``: whoever moderates reaches the desk in spite of it.
    """
    try:
        book = rulebooks.load(key, revision)
    except CampaignError:
        return Schedule((), 0)
    game, phases = Game(book, "schedule", scenario, dict(variants), {}), list[ScheduledPhase]()
    fails = False
    try:
        while len(phases) < MOST_PHASES:
            phase = book.phase(game.state)
            if not phase.asked or phase.turn > TURNS:
                break
            phases.append(ScheduledPhase(phase.turn, phase.family, phase.title))
            game.resolve({}, {}, SealedDice(game.next_key()))
    except Exception:  # noqa: BLE001 - whatever breaks in a book
        fails = True
        _say.exception("rules fail where nobody plays", rulebook=key, revision=book.revision)
    return Schedule(tuple(phases), book.scenarios[scenario].turns, fails)
