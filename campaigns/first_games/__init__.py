"""First games: campaigns for one person against autopilots, with one sentence at a time that says what to
do next on the real pages.

Each is a file beside this one. A step is meant for one kind of phase; it stands until it is read, or until
what it asks for is done. Which step it is follows from the campaign and from what was read, so it is right
whatever the dice bring and whichever page one is on. Pure.
"""

from collections.abc import Collection
from functools import cache
from importlib import resources
from typing import Final, Literal

import msgspec
import yaml

from rules.kernel.serial import shaped

Until = Literal["read", "drafted", "sealed"]

FILES: Final = ("diplomacy", "options", "commerce")
"""The games in the order in which they are offered."""


class Step(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One sentence, for phases of the kind ``phase``; with a ``turn`` (2: the second) for that of this turn, though its reader
    knows the kind by then.

    It is done when its reader says so (``read``), or when their orders are ``drafted`` or ``sealed``.
    ``show`` is the place of the campaign page that it speaks of (an id), ``page`` another page of the
    campaign, asked for with ``query``, ``rule`` one of the rulebook.
    """

    key: str
    phase: str
    say: str
    until: Until
    turn: int = 0
    show: str = ""
    page: str = ""
    query: str = ""
    rule: str = ""


class FirstGame(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One game: on which scenario, as which power, in about how many ``minutes``. After its last turn or
    phase, if there is one before the scenario ends (0: none), ``end`` is said.
    """

    key: str
    title: str
    summary: str
    rulebook: str
    scenario: str
    power: str
    minutes: int
    end: str
    steps: tuple[Step, ...]
    last_turn: int = 0
    last_phase: int = 0

    def is_over(self, *, turn: int, phase: int) -> bool:
        """Whether the guide has come to its end, in the phase of that number in that turn."""
        return turn > (self.last_turn or turn) or phase > (self.last_phase or phase)

    def step(
        self,
        phase: str,
        turn: int,
        read: Collection[str],
        *,
        drafted: bool,
        sealed: bool,
        again: bool,
    ) -> int | None:
        """Which step is next, in a phase that asks something of the player (its index); ``None`` where
        nothing is left to say. ``again``: they have played a phase of this kind, so they know what to do.
        """
        for index, step in enumerate(self.steps):
            if step.phase != phase or step.turn not in (0, turn):
                continue
            knows = again and not step.turn
            done = {
                "read": step.key in read,
                "drafted": drafted or sealed or knows,
                "sealed": sealed or knows,
            }
            if not done[step.until]:
                return index
        return None


@cache
def every() -> tuple[FirstGame, ...]:
    """All first games."""
    return tuple(_read(name) for name in FILES)


def game(key: str) -> FirstGame | None:
    """The first game of that key."""
    return next((one for one in every() if one.key == key), None)


def _read(name: str) -> FirstGame:
    text = resources.files(__name__).joinpath(f"{name}.yaml").read_text("utf-8")
    found = shaped({"key": name, **yaml.safe_load(text)}, FirstGame)
    keys = [step.key for step in found.steps]
    if twice := sorted({key for key in keys if keys.count(key) > 1}):
        raise ValueError(f"{name}.yaml has these steps twice: {', '.join(twice)}.")
    return found
