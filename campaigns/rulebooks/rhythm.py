"""Which phases a game has in its first turns, by its own rules: how long a campaign lasts hangs on them."""

from functools import lru_cache

from msgspec import Struct

from campaigns import rulebooks
from campaigns.errors import CampaignError
from campaigns.rulebooks.simulation import MOST_PHASES, Game
from rules.kernel.dice import SealedDice

TURNS = 2
"""So many turns are played to know; those that follow are like the last of them."""


class Beat(Struct, frozen=True):
    """A phase that asks something: the number of its turn, its kind for the clock, its title."""

    turn: int
    family: str
    title: str


class Rhythm(Struct, frozen=True):
    """The phases of a game: those of its first ``beats`` as they come, and in ``turns`` how many turns it has
    at most.
    """

    beats: tuple[Beat, ...]
    turns: int

    @property
    def a_turn(self) -> int:
        """How many phases a turn has, once the first is over."""
        last = self.beats[-1].turn if self.beats else 0
        return sum(beat.turn == last for beat in self.beats)

    @property
    def families(self) -> tuple[str, ...]:
        """The kinds of all phases to the end, as far as can be told before: each turn is like the last that was played."""
        last = self.beats[-1].turn if self.beats else 0
        turn = tuple(beat.family for beat in self.beats if beat.turn == last)
        known = tuple(beat.family for beat in self.beats if beat.turn <= self.turns)
        return known + turn * max(0, self.turns - last)


@lru_cache(maxsize=64)
def rhythm_of(
    key: str, revision: str, scenario: str, variants: tuple[tuple[str, str], ...] = ()
) -> Rhythm:
    """The phases of a scenario where nobody sends anything; answers and the like, which come only of what is
    played, are not among them. None where the rules are not here.
    """
    try:
        book = rulebooks.load(key, revision)
    except CampaignError:
        return Rhythm((), 0)
    game, beats = Game(book, "rhythm", scenario, dict(variants), {}), list[Beat]()
    while len(beats) < MOST_PHASES:
        phase = book.phase(game.state)
        if not phase.asked or phase.turn > TURNS:
            break
        beats.append(Beat(phase.turn, phase.family, phase.title))
        game.resolve({}, {}, SealedDice(game.next_key()))
    return Rhythm(tuple(beats), book.scenarios[scenario].turns)
