"""Kinds of what is done in secret: standing orders, and corrections of a value that only some know.

None of it stands in the log before it is opened at the end, so a kind has no fields: what it commits to is an order.
An act that only some may know of is one of :class:`campaigns.domain.entries.facts.ActCarriedOut`, told by its events.
"""

from typing import ClassVar

from core.gettext import gettext as _

SECRET_KINDS: dict[str, type["SecretKind"]] = {}
"""All kinds by their tags."""


class SecretKind:
    """One kind of secret entry. A new one is a subclass with a ``tag`` and words; nothing else need know it."""

    #: What a secret entry calls the kind. It is hashed, and never changes.
    tag: ClassVar[str]
    #: What the key of a seat signs of it, where its player causes it.
    signed: ClassVar[tuple[str, ...]] = ("phase",)

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if cls.tag in SECRET_KINDS:
            raise TypeError(f"two kinds of secret entries are called {cls.tag}")
        SECRET_KINDS[cls.tag] = cls

    @classmethod
    def words(cls, power: str) -> str:
        """What a power of this name did."""
        raise NotImplementedError(f"{cls.tag} has no words")


class StandingSet(SecretKind):
    """A player leaves standing orders."""

    tag = "standing.set"

    @classmethod
    def words(cls, power: str) -> str:
        """Who left them."""
        return _("%(power)s left standing orders") % {"power": power}


class StandingWithdrawn(SecretKind):
    """A player takes them back, or they have come to their end."""

    tag = "standing.withdrawn"

    @classmethod
    def words(cls, power: str) -> str:
        """Whose they were."""
        return _("%(power)s took its standing orders back") % {"power": power}


class ValueProposed(SecretKind):
    """One who knows a secret value proposes to correct it."""

    tag = "value.proposed"

    @classmethod
    def words(cls, power: str) -> str:
        """Who proposes it."""
        return _("%(power)s proposed to correct a secret value") % {"power": power}


class ValueAgreed(SecretKind):
    """Another power that knows the value agrees."""

    tag = "value.agreed"

    @classmethod
    def words(cls, power: str) -> str:
        """Who agrees."""
        return _("%(power)s agreed to the correction of a secret value") % {"power": power}


class ValueRefused(SecretKind):
    """Another who knows it, or the desk, refuses the correction."""

    tag = "value.refused"

    @classmethod
    def words(cls, power: str) -> str:
        """Who refuses it."""
        return _("%(power)s refused the correction of a secret value") % {"power": power}


class ValueWithdrawn(SecretKind):
    """Who proposed a correction withdraws it."""

    tag = "value.withdrawn"

    @classmethod
    def words(cls, power: str) -> str:
        """Who withdraws it."""
        return _("%(power)s withdrew the correction of a secret value") % {"power": power}


class ValueAccepted(SecretKind):
    """The desk accepts a correction: then the value is changed. No seat signs it."""

    tag = "value.accepted"
    signed = ()

    @classmethod
    def words(cls, power: str) -> str:
        """Who accepts it."""
        return _("%(power)s accepted the correction of a secret value") % {"power": power}
