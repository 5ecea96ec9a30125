"""What is true in a campaign now."""

from typing import ClassVar

import msgspec

from rules.kernel.facts import Claim, FactValue


class Ending(msgspec.Struct, frozen=True, kw_only=True):
    """That a game is over, and why: an ending is a value with a reason."""

    key: str
    text: str


class State(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """The base of every rulebook's state.

    Derived classes list in ``shown`` the fields that anybody may see (records inside them that
    carry an audience are still left out for others). A field that is not listed is seen by
    nobody; ``hidden`` lists those that are meant so, and a test asks that each field stands in
    one of the two. Every field has a default, because a view starts from nothing.

    ``by_key`` lists the tables of which a record is called by its key alone (a power, a country, a
    track), ``remembered`` the fields of records in which the rules keep what was done, and which
    tell nobody who holds what.
    """

    hidden: ClassVar[frozenset[str]] = frozenset()
    by_key: ClassVar[frozenset[str]] = frozenset()
    remembered: ClassVar[frozenset[str]] = frozenset()

    shown: ClassVar[frozenset[str]] = frozenset(
        {"scenario", "variants", "turn", "step", "facts", "claims", "ending"}
    )

    scenario: str = ""
    variants: dict[str, str] = msgspec.field(default_factory=dict)
    turn: int = 1
    step: str = ""
    facts: dict[str, FactValue] = msgspec.field(default_factory=dict)
    claims: dict[str, Claim] = msgspec.field(default_factory=dict)
    ending: Ending | None = None
