"""The format of a script, and how it is read.

    slug: history-waw                       # of the campaign; its hashes stand on it
    title: A World at War, as it happened
    rulebook: world_at_war
    revision: 1.0.0                         # the rules that play it, for good
    scenario: fall-1939
    variants: {}                            # switches that are not at their defaults
    seed: 1939                              # of the dice that nobody names
    about: ...                              # a paragraph before the first turn
    end: ...                                # by what words play ends, where the rules name no end
    turns:
      - turn: Fall 1939                     # as the rules call it
        history: ...                        # what happened in the war
        here:                               # what did not happen here as it did, and by which rule
          - {history: ..., here: ..., rule: 49.61}
        phases:
          - at: facts                       # key of the phase
            acts:                           # done at once, in their order; text is a dispatch
              - britain: "Warsaw: European Axis"
              - germany: {kind: declare, facts: {control.paris: axis}}
            orders: {russia: {kind: place, points: {finland: 2}}}
            dice: {Finland: 6}              # by a part of the purpose; a list for several in a row

Whoever has no order plays by autopilot, and the phases that are not named do so altogether.
"""

from pathlib import Path
from typing import Any

import msgspec
import yaml

from campaigns.rulebooks.simulation import ScriptStops
from rules.kernel.serial import shaped

HERE = Path(__file__).parent


class _Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of a script; what it does not know is refused."""


class Otherwise(_Part, frozen=True, kw_only=True):
    """What the rules did not let history do: what happened, what happens here, and the rule."""

    history: str
    here: str
    rule: str


class Moment(_Part, frozen=True, kw_only=True):
    """What the powers do in one phase. ``acts`` have a power and an order, or a power and the text of a
    dispatch; ``dice`` are given by a part of their purpose.
    """

    at: str
    acts: tuple[dict[str, Any], ...] = ()
    orders: dict[str, dict[str, Any]] = {}
    dice: dict[str, int | list[int]] = {}


class Turn(_Part, frozen=True, kw_only=True):
    """One turn: its commentary, and its phases in their order."""

    turn: str
    history: str
    here: tuple[Otherwise, ...] = ()
    phases: tuple[Moment, ...] = ()


class Script(_Part, frozen=True, kw_only=True):
    """A whole script."""

    slug: str
    title: str
    rulebook: str
    revision: str
    scenario: str
    variants: dict[str, str] = {}
    tables: dict[str, Any] = {}
    seed: int
    about: str
    end: str
    turns: tuple[Turn, ...]


def read(text: str) -> Script:
    """A script from its YAML. Raises ``ScriptStops`` saying what cannot be read."""
    try:
        return shaped(yaml.safe_load(text), Script)
    except (yaml.YAMLError, msgspec.ValidationError) as error:
        raise ScriptStops(f"This script cannot be read: {error}.") from error


def of(rulebook: str) -> Script:
    """The script that a rulebook has."""
    return read((HERE / f"{rulebook}.yaml").read_text("utf-8"))


def books() -> tuple[str, ...]:
    """The rulebooks that have a script."""
    return tuple(sorted(file.stem for file in HERE.glob("*.yaml")))
