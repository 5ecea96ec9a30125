"""Phases: whom the game waits for, what for, and what silence means."""

from typing import Literal

import msgspec

Manner = Literal["sealed", "reply", "at_once"]
"""``sealed``: all together at the reveal. ``reply``: an answer of one power to another.
``at_once``: each act takes effect as it is given; the sheet only says that one is done."""


class AskedPower(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked of one power in a phase, in words.

    ``silence`` finishes the sentence "If you send nothing, ..." for the hold policy.
    """

    power: str
    manner: Manner = "sealed"
    what: str
    silence: str


class PhaseStep(msgspec.Struct, frozen=True):
    """A step as the phase strip lists it."""

    key: str
    title: str


class Phase(msgspec.Struct, frozen=True, kw_only=True):
    """The phase in play, as the rulebook describes it.

    ``key`` names the step of the sequence, ``title`` is the heading of the page, ``turn_title``
    the turn in words. ``steps`` are the steps of this part of the turn with the current one
    among them. ``release`` says when the sealed orders of this phase become public:
    ``resolution``, ``later`` (nothing of them shows before the book emits
    :class:`~rules.kernel.events.OrdersReleased`) or ``in_turn`` (parts of them show one after
    another in events, the whole once the book emits it).
    ``family`` is the kind of phase that a clock policy may give its own hours. ``then`` says in a
    sentence or two what happens when it is over, for people who do not know the rules.
    """

    key: str
    title: str
    turn: int
    turn_title: str
    asked: tuple[AskedPower, ...]
    steps: tuple[PhaseStep, ...] = ()
    release: Literal["resolution", "later", "in_turn"] = "resolution"
    family: str = "orders"
    rule: str = ""
    then: str = ""

    def awaits(self, power: str) -> bool:
        """Whether this power is to hand something in."""
        return any(asked.power == power for asked in self.asked)

    def of(self, power: str) -> AskedPower | None:
        """What is asked of this power, if anything."""
        return next((asked for asked in self.asked if asked.power == power), None)
