"""The case format, version 1, as types. ``docs/conformance.md`` explains it to everybody."""

from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType, field

FORMAT = 1


class _Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A mapping of a case file: known keys only."""


class Change(_Part, frozen=True, kw_only=True):
    """What the case lays down without asking the rules: facts and values of the state."""

    facts: dict[str, bool | int | str] = field(default_factory=dict)
    state: dict[str, Any] = field(default_factory=dict)
    turn: int | None = None
    step: str | None = None


class Given(Change, frozen=True, kw_only=True):
    """Where the case begins: a scenario, and what differs from its opening position."""

    scenario: str = ""
    variants: dict[str, str] = field(default_factory=dict)
    tables: dict[str, Any] = field(default_factory=dict)


class StepGiven(Given, frozen=True, kw_only=True):
    """What a later step lays down. With ``anew`` it begins again from what the case is given, with
    nothing of the steps before; other switches, tables or another scenario need that.
    """

    anew: bool = False


class To(_Part, frozen=True, kw_only=True):
    """Advance until a phase with this key stands open (in this turn, where one is named)."""

    to: str
    turn: int | None = None


class Do(_Part, frozen=True, kw_only=True):
    """Something that is done, in this order: standing orders, acts, orders, phases advanced.

    ``orders`` resolve the phase in play unless ``advance`` says otherwise; powers without an
    order are silent, or given to the autopilot. ``roll`` says what a roll comes to instead of what
    its die shows: what the event of that roll must say.
    """

    standing: dict[str, dict[str, Any]] = field(default_factory=dict)
    acts: list[dict[str, dict[str, Any]]] = field(default_factory=list)
    orders: dict[str, dict[str, Any]] = field(default_factory=dict)
    advance: int | To | None = None
    roll: dict[str, Any] | list[dict[str, Any]] = field(default_factory=list)
    silent: Literal["hold", "autopilot"] = "hold"
    dice: list[int | Literal["any"]] | Literal["any"] = field(default_factory=list)


Amount = int | dict[str, Any]
"""A number of a tally, or a question word about it."""


class RowExpected(_Part, frozen=True, kw_only=True):
    """One row of a tally, known by its key."""

    key: str
    amount: Amount | None = None
    rule: str | None = None


class TallyExpected(_Part, frozen=True, kw_only=True):
    """A number with its reasons.

    ``base``, ``net`` and amounts are numbers or ask by a question word (``{at_least: 2}``).
    ``rows`` is the whole set in any order; ``rows_include`` a part of it; ``passed`` rows that
    were tried in vain; ``without`` keys that must not apply.
    """

    base: Amount | None = None
    rows: list[RowExpected] | None = None
    rows_include: list[RowExpected] = field(default_factory=list)
    passed: list[RowExpected] = field(default_factory=list)
    without: list[str] = field(default_factory=list)
    net: Amount | None = None


class ProblemExpected(_Part, frozen=True, kw_only=True):
    """One thing that must be found wrong: where, by which rule, and words the message holds."""

    power: str | None = None
    field: str | None = None
    rule: str | None = None
    words: str | list[str] = ""


class MenuExpected(_Part, frozen=True, kw_only=True):
    """What a menu offers and bars, by field.

    ``offered`` names some, ``only_offered`` all open choices; ``barred`` maps a choice to its
    rule (``true``: whichever); ``absent`` is not even listed. ``fields`` matches any other
    property of a field (``most``, ``total``, ``cap``).
    """

    order: str | None = None
    offered: dict[str, list[str]] = field(default_factory=dict)
    only_offered: dict[str, list[str]] = field(default_factory=dict)
    barred: dict[str, dict[str, str | bool]] = field(default_factory=dict)
    absent: dict[str, list[str]] = field(default_factory=dict)
    fields: dict[str, dict[str, Any]] = field(default_factory=dict)


class Sight(_Part, frozen=True, kw_only=True):
    """A thing and those who look: powers by key, or ``spectator``."""

    who: str | list[str]
    event: dict[str, Any] | None = None
    state: str | None = None


class Refusal(_Part, frozen=True, kw_only=True):
    """That the rules refuse outright (an unknown scenario, an override that does not fit)."""

    rule: str | None = None
    words: str | list[str] = ""


class Expect(_Part, frozen=True, kw_only=True):
    """What must be true after the step.

    Only what is named is checked, except that dice left over, problems and refusals nobody
    expected always fail.
    """

    state: dict[str, Any] = field(default_factory=dict)
    events: list[dict[str, Any]] = field(default_factory=list)
    events_in_order: list[dict[str, Any]] = field(default_factory=list)
    no_events: list[dict[str, Any]] = field(default_factory=list)
    tally: TallyExpected | None = None
    answer: Any = UNSET
    odds: dict[str, str | int] | None = None
    odds_include: dict[str, str | int] = field(default_factory=dict)
    dice: int | list[Any] | None = None
    problems: list[ProblemExpected] | None = None
    refused: Refusal | None = None
    menu: MenuExpected | Literal["none"] | None = None
    seen_by: list[Sight] = field(default_factory=list)
    unseen_by: list[Sight] = field(default_factory=list)
    ending: str | UnsetType | None = UNSET
    phase: str | None = None


class Step(_Part, frozen=True, kw_only=True):
    """Lay down, do, ask, expect: any of the four, in this order.

    ``as_seen_by`` asks from what one power (or ``spectator``) may know, not from everything.
    """

    given: StepGiven = StepGiven()
    do: list[Do] = field(default_factory=list)
    ask: dict[str, Any] = field(default_factory=dict)
    as_seen_by: str = ""
    expect: Expect = Expect()


class Case(_Part, frozen=True, kw_only=True):
    """One ruling: what is given, what is done or asked, and what must come of it."""

    case: str
    rule: list[str]
    title: str
    given: Given = Given()
    steps: list[Step]
    rulebook: str = ""
    file: str = ""
