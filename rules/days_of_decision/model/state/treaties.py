"""What is written down of treaties: terms, texts on the table, treaties, calls to war, history."""

import msgspec

from rules.kernel.audience import Audience


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """What a treaty says beyond its level.

    ``gives`` holds, by power, what it gives each turn: resources, oil, factories, bp. ``optional``
    names parts (``germany.oil``) that their giver may leave out; all others are mandatory.
    ``carrier`` is ``taker`` or ``giver``: who takes resources to overseas factories. ``extension``
    are further turns before a war, ``passage`` the powers that guarantee theirs, and ``lost`` the
    powers whose lent resources are lost to their debts.
    """

    gives: dict[str, dict[str, int]] = {}
    optional: tuple[str, ...] = ()
    carrier: str = "taker"
    extension: int = 0
    passage: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()


class Text(msgspec.Struct, frozen=True, kw_only=True):
    """Terms that a power put on the table for another; only the two see them until they are signed.

    ``step`` is ``raise`` (a treaty of the next level) or ``vary``; ``agreed`` that the other one
    stands by it too, ``declined`` that it does not (until it does after all), ``default`` that its author would sign on the default terms.
    """

    powers: tuple[str, str]
    by: str
    step: str
    terms: Terms
    turn: int
    agreed: bool = False
    declined: bool = False
    default: bool = False
    audience: Audience


class Treaty(msgspec.Struct, frozen=True, kw_only=True):
    """A treaty between two powers: its kind (``treaty`` or ``pact``), its level, when it began.

    Of a pact, ``extension`` are agreed further turns of waiting, ``border`` the turn since which
    the two share a border (0: they do not), ``odds`` the garrison ratio that breaks it if it is
    not the usual one. ``failed`` are the powers that did not deliver last turn.
    """

    powers: tuple[str, str]
    kind: str
    level: int = 1
    since: int = 1
    terms: Terms | None = None
    extension: int = 0
    border: int = 0
    odds: str = ""
    failed: tuple[str, ...] = ()


class Call(msgspec.Struct, frozen=True, kw_only=True):
    """That a power may join its full ally's war on an aggressor, in the turn of the attack."""

    power: str
    ally: str
    aggressor: str
    turn: int


class Recorded(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the history of treaties; everybody may read it."""

    turn: int
    what: str
    powers: tuple[str, ...]
    note: str = ""
    rule: str = ""
