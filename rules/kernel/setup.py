"""What a campaign is set up from: seats, variant switches, starting positions."""

from collections.abc import Iterable, Mapping

import msgspec

from rules.kernel.errors import NotUnderstood, TableError
from rules.kernel.grammar import within


class Power(msgspec.Struct, frozen=True, kw_only=True):
    """A seat of the game. ``faction`` groups allies, ``mark`` is the shape shown beside the name
    (square, disc, triangle, diamond, ring), ``code`` two letters.
    """

    key: str
    name: str
    code: str
    faction: str
    mark: str
    adjective: str = ""


CALLED_THE = frozenset(
    {
        "Allies",
        "Axis",
        "Commonwealth",
        "European Axis",
        "Soviet Union",
        "USSR",
        "United States",
        "Western Allies",
    }
)
"""Names of powers and sides that take an article within a sentence."""


def named_within(name: str) -> str:
    """A power's or side's name within a sentence, with its article: *the USSR*, *the Axis*."""
    return f"the {name}" if name in CALLED_THE else within(name)


def in_sentence(powers: Mapping[str, Power], key: str) -> str:
    """A power's name within a sentence: *the USSR*. A key that is no power's stays as it is."""
    return named_within(powers[key].name) if key in powers else key


class Faction(msgspec.Struct, frozen=True, kw_only=True):
    """A side of the game: what it is called, and in which of the five hues it is shown (axis, western,
    russia, japan, neutral).
    """

    name: str
    hue: str


class Switch(msgspec.Struct, frozen=True, kw_only=True):
    """A variant switch of a campaign, with its choices (value to label) and the house default.

    ``help`` tells in one sentence what it changes, where its label and choices do not. ``bots`` is the choice for a game that autopilots play among themselves, where it differs.
    """

    key: str
    label: str
    choices: dict[str, str]
    default: str
    rule: str = ""
    help: str = ""
    bots: str = ""


def explained(switches: Iterable[Switch], said: Mapping[str, str]) -> dict[str, Switch]:
    """Switches by their keys, each with the sentence of ``said`` that tells what it changes. Raises
    :class:`TableError` for a switch without one, and for one of a switch that there is not.
    """
    found = {switch.key: switch for switch in switches}
    if apart := found.keys() ^ said.keys():
        raise TableError(
            f"Switches and their sentences differ: {', '.join(sorted(apart))}.",
            remedy="Give each switch one sentence in data/switches.yaml.",
        )
    return {key: msgspec.structs.replace(one, help=said[key]) for key, one in found.items()}


class Scenario(msgspec.Struct, frozen=True, kw_only=True):
    """A starting position: title, what it is for, and which powers are seats in it."""

    key: str
    title: str
    summary: str
    seats: tuple[str, ...]
    turns: int


def choices(
    scenarios: Mapping[str, Scenario],
    switches: Mapping[str, Switch],
    scenario: str,
    variants: Mapping[str, str],
) -> dict[str, str]:
    """A choice for every switch: the one in ``variants``, or its default. Raises
    :class:`NotUnderstood` for a scenario, a switch or a choice that there is not.
    """
    if scenario not in scenarios:
        raise NotUnderstood(
            f"There is no scenario {scenario!r}.", remedy=f"There are {', '.join(scenarios)}."
        )
    for key, choice in variants.items():
        if key not in switches:
            raise NotUnderstood(
                f"There is no variant {key!r}.", remedy=f"Variants are {', '.join(switches)}."
            )
        if choice not in switches[key].choices:
            raise NotUnderstood(
                f"The variant {key!r} cannot be {choice!r}.",
                remedy=f"Choose one of {', '.join(switches[key].choices)}.",
            )
    return {key: variants.get(key, switch.default) for key, switch in switches.items()}
