"""Entries about a phase: opened, sealed for, closed, resolved, its orders published."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from msgspec import UNSET, UnsetType

from campaigns.domain.entries.dice import DiceAwaited, DiceThrown
from campaigns.domain.entries.entry import Entry, Maybe, Says, Telling
from core.gettext import gettext as _
from core.gettext import gettext_lazy as _lazy
from core.gettext import ngettext
from rules.kernel.events import Line
from rules.kernel.grammar import capital

HOW = {
    "ready": _lazy("Resolved as soon as everybody was ready"),
    "deadline": _lazy("Resolved at the deadline"),
    "grace": _lazy("Resolved when the last seal had come in grace"),
    "forced": _lazy("Resolved by the moderator"),
    "agreed": _lazy("Resolved by agreement of the players"),
}
"""By what a phase was resolved."""


class PhaseOpened(Entry, frozen=True, kw_only=True):
    """A phase asks for orders; ``again`` counts how often one of its number has opened before."""

    tag: ClassVar[str] = "phase.opened"
    of_its_phase: ClassVar[bool] = True
    phase: int
    key: str
    title: str
    turn: str
    turn_number: int
    release: str
    due: str
    steps: Any
    revision: str
    rules: str
    autopilots: Mapping[str, str] | UnsetType = UNSET
    again: int | UnsetType = UNSET

    def words(self, t: Telling) -> Line:
        """Which phase of which turn."""
        return t.line(t.phase(self.turn, self.title), _("Open for orders."))


class OrderSealed(Entry, frozen=True, kw_only=True):
    """The commitment to a power's orders; ``how`` says who sealed: ``sealed`` is its player."""

    tag: ClassVar[str] = "order.sealed"
    signed: ClassVar[tuple[str, ...]] = ("phase",)
    of_its_phase: ClassVar[bool] = True
    says: ClassVar[Says] = Says(_lazy("%(power)s sealed"), "%(seal)s", "seal")
    phase: int
    how: str


class OrderWithdrawn(Entry, frozen=True, kw_only=True):
    """A player takes a seal back."""

    tag: ClassVar[str] = "order.withdrawn"
    signed: ClassVar[tuple[str, ...]] = ("phase",)
    of_its_phase: ClassVar[bool] = True
    says: ClassVar[Says] = Says(_lazy("%(power)s took its seal back"), "%(seal)s", "seal")
    phase: int


class OrderVoided(Entry, frozen=True, kw_only=True):
    """A seal does not count any more."""

    tag: ClassVar[str] = "order.voided"
    of_its_phase: ClassVar[bool] = True
    phase: int
    reason: str

    def words(self, t: Telling) -> Line:
        """The commitment, and why."""
        rest = f"{t.seal}. {t.stored(self.because)}"
        return t.line(_("%(power)s: the seal is void") % {"power": t.power}, rest, "seal", 20)


class PhaseClosed(DiceAwaited, frozen=True, kw_only=True):
    """Nothing is taken any more; the dice are thrown later."""

    tag: ClassVar[str] = "phase.closed"
    of_its_phase: ClassVar[bool] = True
    phase: int
    how: str
    seals: Mapping[str, str]

    @property
    def own_lines(self) -> int:
        """None: it is only told while the dice are awaited."""
        return 0

    def words(self, t: Telling) -> Line:
        """What the dice wait for."""
        return t.line(_("The phase is closed"), self.waits_for)


class PhaseForced(Entry, frozen=True, kw_only=True):
    """A moderator resolves the phase early."""

    tag: ClassVar[str] = "moderator.forced"
    says: ClassVar[Says] = Says(_lazy("Resolved early by %(person)s"), sort="moderator", weight=20)
    phase: int
    reason: str
    silent: str


class PhaseResolved(DiceThrown, frozen=True, kw_only=True):
    """A phase was resolved. ``told`` is the fingerprint of what everybody is told that it brought."""

    tag: ClassVar[str] = "phase.resolved"
    of_its_phase: ClassVar[bool] = True
    phase: int
    how: str
    silent: Sequence[str]
    ready: Mapping[str, str]
    told: str

    def words(self, t: Telling) -> Line:
        """By what, and who was silent."""
        silent = t.names(self.silent)
        rest = _("Silent: %(powers)s.") % {"powers": silent} if silent else ""
        return t.line(str(HOW.get(self.how, _("Resolved"))), rest)


class OrdersPublished(Entry, frozen=True, kw_only=True):
    """The orders of a phase with their nonces, its rolls, and the seed of its autopilots."""

    tag: ClassVar[str] = "orders.released"
    of_its_phase: ClassVar[bool] = True
    phase: int
    orders: Sequence[Mapping[str, Any]]
    rolls: Sequence[Any]
    autopilots: Maybe = UNSET

    @property
    def void(self) -> list[str]:
        """The powers whose orders were void, which nobody is told before."""
        return [one["power"] for one in self.orders if one["how"] == "void"]

    @property
    def own_lines(self) -> int:
        """One where some of the orders were void."""
        return int(bool(self.void))

    def words(self, t: Telling) -> Line | None:
        """Whose orders were void."""
        if not self.void:
            return None
        head = ngettext(
            "%(powers)s: what was sealed was no longer allowed",
            "%(powers)s: what they sealed was no longer allowed",
            len(self.void),
        )
        said = {"powers": capital(t.names(self.void))}
        return t.line(head % said, _("It is void and did nothing."), weight=20)


class StandingPublished(Entry, frozen=True, kw_only=True):
    """At the end: every version of all standing orders."""

    tag: ClassVar[str] = "standing.released"
    wordless: ClassVar[bool] = True
    standing: Sequence[Mapping[str, Any]]
