"""Kinds of what is done in secret: standing orders, and corrections of a value that only some know.

None of it stands in the log before it is opened at the end, so a kind has no fields: what it commits to is an order.
An act that only some may know of is one of :class:`campaigns.domain.entries.facts.ActCarriedOut`, told by its events.
"""

from typing import ClassVar

from core.gettext import LazyText
from core.gettext import gettext_lazy as _lazy

SECRET_KINDS: dict[str, type["SecretKind"]] = {}
"""All kinds by their tags."""


class SecretKind:
    """One kind of secret entry. A new one is a subclass with a ``tag`` and a ``text``; nothing else need know it."""

    #: What a secret entry calls the kind. It is hashed, and never changes.
    tag: ClassVar[str]
    #: What the key of a seat signs of it, where its player causes it.
    signed: ClassVar[tuple[str, ...]] = ("phase",)
    #: What a power did.
    text: ClassVar[LazyText]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if cls.tag in SECRET_KINDS:
            raise TypeError(f"two kinds of secret entries are called {cls.tag}")
        SECRET_KINDS[cls.tag] = cls

    @classmethod
    def words(cls, power: str) -> str:
        """What a power of this name did."""
        return cls.text % {"power": power}


class StandingSet(SecretKind):
    """A player leaves standing orders."""

    tag = "standing.set"
    text = _lazy("%(power)s left standing orders")


class StandingWithdrawn(SecretKind):
    """A player takes them back, or they have come to their end."""

    tag = "standing.withdrawn"
    text = _lazy("%(power)s took its standing orders back")


class ValueProposed(SecretKind):
    """One who knows a secret value proposes to correct it."""

    tag = "value.proposed"
    text = _lazy("%(power)s proposed to correct a secret value")


class ValueAgreed(SecretKind):
    """Another power that knows the value agrees."""

    tag = "value.agreed"
    text = _lazy("%(power)s agreed to the correction of a secret value")


class ValueRefused(SecretKind):
    """Another who knows it, or the desk, refuses the correction."""

    tag = "value.refused"
    text = _lazy("%(power)s refused the correction of a secret value")


class ValueWithdrawn(SecretKind):
    """Who proposed a correction withdraws it."""

    tag = "value.withdrawn"
    text = _lazy("%(power)s withdrew the correction of a secret value")


class ValueAccepted(SecretKind):
    """The desk accepts a correction: then the value is changed. No seat signs it."""

    tag = "value.accepted"
    signed = ()
    text = _lazy("%(power)s accepted the correction of a secret value")
