"""What levels force, allow and forbid before the great wars, as it stands in ``data/prewar.yaml``."""

from typing import Any

import msgspec

from rules.kernel import tables
from rules.world_at_war.model.citations import PACKAGE, R
from rules.world_at_war.model.facts import FACTS


class Plan(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How one power mobilizes in one theatre: ``count`` times ``brps`` BRPs of units.

    The first ones come at these ``levels`` of the ``track`` (or at the latest date of that
    threshold), later ones ``after`` so many turns, or one a turn. ``halved`` first ones take two
    turns in peace. ``war`` is the fact that makes it one a turn.
    """

    power: str
    title: str
    track: str
    count: int
    brps: int | None
    levels: tuple[int, ...]
    war: str
    rule: str
    after: tuple[int, ...] = ()
    halved: int = 0
    required: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    shipbuilding: bool = False


class Costs(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """BRPs that declarations of war cost, as far as the tension rules print them."""

    minor: int
    russia_on_germany: int


class Limit(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that binds a power ``from`` one level ``until`` another, or until a war begins."""

    key: str
    power: str
    rule: str
    war: str
    title: str
    text: str
    since: tuple[str, int] | None = msgspec.field(default=None, name="from")
    until: tuple[str, int] | None = None


class Fleet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The Pacific Fleet: at which level it moves, what says that it has, and what belongs to it."""

    level: int
    fact: str
    war: str
    rule: str
    text: str


class Notice(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that an event on the map sets off, with its rule."""

    rule: str
    text: str


class Prewar(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The whole file. ``unit`` gives the BRPs of one unit of each required kind (``None``: not
    in any source), ``delays`` the turns from a mobilization to its units.
    """

    mobilizations: dict[str, Plan]
    delays: dict[str, int]
    shipbuilding: int
    unit: dict[str, int | None]
    costs: Costs
    alert: int
    limits: tuple[Limit, ...]
    fleet: Fleet
    unprepared: tuple[str, ...]
    handover: Notice
    alone: Notice


def read_prewar(raw: Any) -> Prewar:
    """The tables (overrides already applied); rules and facts that do not exist are refused."""
    read = tables.typed(raw, Prewar, f"{PACKAGE}/data/prewar.yaml")
    told = [read.fleet.rule, read.handover.rule, read.alone.rule]
    told += [plan.rule for plan in read.mobilizations.values()]
    told += [limit.rule for limit in read.limits]
    for rule in told:
        R(rule)
    for fact in (*(p.war for p in read.mobilizations.values()), *(one.war for one in read.limits)):
        FACTS[fact]
    return read
