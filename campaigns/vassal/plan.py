"""What is to be counted on the table, as plain data: a mapping once a rulebook has read its names.

This, and the file, is all that the process which reads a saved game is given; what it gives back
is a :class:`Count`.
"""

from typing import Literal

import msgspec

Globs = tuple[str, ...]


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """Where something lies: on a map, inside a box or an area, and with certain properties.

    ``corners`` are points of an outline (two of a box: its opposite corners), ``shift`` is taken away
    from where a piece lies first.
    """

    name: str
    map: Globs
    corners: tuple[tuple[int, int], ...] = ()
    shift: tuple[int, int] = (0, 0)
    properties: dict[str, Globs] = {}


class Kind(msgspec.Struct, frozen=True, kw_only=True):
    """Pieces that count alike, by their names and properties. The first row that fits a piece counts.

    ``value_property`` names the property that holds what one of them is worth; else it is ``value``.
    ``skip``: not counted at all.
    """

    name: Globs = ()
    properties: dict[str, Globs] = {}
    side: str = ""
    kind: str = ""
    value: int = 1
    value_property: str = ""
    skip: bool = False


class Rule(msgspec.Struct, frozen=True, kw_only=True):
    """How one fact is found. ``places`` are numbers of places; empty ``kinds`` or ``sides`` stand for all.

    ``holder``: ``values`` are the fact's by the side of the pieces. ``sum`` and ``count``: what the
    pieces are worth together, and how many they are. ``present``: ``values[""]`` if there is one.
    """

    line: int
    fact: str
    sort: Literal["holder", "sum", "count", "present"]
    places: tuple[int, ...]
    kinds: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()
    values: dict[str, str | bool | int] = {}


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """A whole mapping. ``module`` is a glob for the name of the module whose saves it reads."""

    module: str
    places: tuple[Place, ...] = ()
    pieces: tuple[Kind, ...] = ()
    rules: tuple[Rule, ...] = ()


class CountedPieces(msgspec.Struct, frozen=True, kw_only=True):
    """What one rule found. ``value`` is nothing where sides stand against each other (``sides``).

    ``pieces`` are names of pieces with how many there are, the most of them; ``more`` counts those of
    other names.
    """

    rule: int
    value: str | bool | int | None
    pieces: tuple[tuple[str, int], ...]
    more: int = 0
    sides: tuple[str, ...] = ()


class Count(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """What was found in a saved game, by which of the plans (its number).

    ``module`` is the name that it gives its module. ``seen``, ``hidden`` and ``unread`` count pieces;
    ``unknown`` are names of pieces in the mapping's places that no row fits; ``maps`` are the names
    of the maps on which pieces lie, ``empty`` globs of maps on which nothing does.
    """

    plan: int
    module: str
    seen: int
    hidden: int
    unread: int
    found: tuple[CountedPieces, ...]
    unknown: tuple[tuple[str, int], ...]
    maps: tuple[str, ...]
    empty: tuple[str, ...]
    without_value: int = 0


class Refusal(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Why a file is not read."""

    refused: str
    remedy: str
