"""Entries about what takes effect at once, and about dispatches that wait."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from msgspec import UNSET, UnsetType

from campaigns.domain.entries.dice import DiceAwaited, DiceThrown
from campaigns.domain.entries.entry import Entry, Maybe, Says, Telling
from campaigns.domain.wording import within
from core.gettext import gettext as _
from core.gettext import gettext_lazy as _lazy
from rules.kernel.events import Line
from rules.kernel.facts import FactValue


class ActCarriedOut(DiceThrown, frozen=True, kw_only=True):
    """An act took effect. Its order is here where all that it did is public; ``dispatch`` is the one that
    waited and is in effect now, ``asked`` the act that waited for its dice.
    """

    tag: ClassVar[str] = "act"
    signed: ClassVar[tuple[str, ...]] = ("phase",)
    of_its_phase: ClassVar[bool] = True
    phase: int
    act: int
    told: str
    order: Any = UNSET
    nonce: Maybe = UNSET
    rolls: Sequence[Any] | UnsetType = UNSET
    dispatch: int | UnsetType = UNSET
    facts: Sequence[str] | UnsetType = UNSET
    over: bool | UnsetType = UNSET
    asked: int | UnsetType = UNSET
    happened: Sequence[str] | UnsetType = UNSET

    @property
    def own_lines(self) -> int:
        """One where a player said what has happened; else its events tell it."""
        return int(bool(self.happened))

    def words(self, t: Telling) -> Line | None:
        """What has happened, as a player said it."""
        if self.happened is UNSET:
            return None
        by = _("Declared by %(power)s.") % {"power": within(t.power)}
        return t.line(". ".join(self.happened), by, "fact", 10)


class RollAsked(DiceAwaited, frozen=True, kw_only=True):
    """An act waits for its dice."""

    tag: ClassVar[str] = "act.asked"
    signed: ClassVar[tuple[str, ...]] = ("phase",)
    of_its_phase: ClassVar[bool] = True
    phase: int
    asked: int

    @property
    def own_lines(self) -> int:
        """None: it is only told while it waits."""
        return 0

    def words(self, t: Telling) -> Line:
        """What its dice wait for."""
        return t.line(_("%(power)s asks for a roll") % {"power": t.power}, self.waits_for)


class FactsCorrected(Entry, frozen=True, kw_only=True):
    """A moderator corrects declared facts."""

    tag: ClassVar[str] = "moderator.facts"
    of_its_phase: ClassVar[bool] = True
    says: ClassVar[Says] = Says(_lazy("Facts corrected by %(person)s"), sort="moderator", weight=20)
    phase: int
    facts: Mapping[str, FactValue]
    reason: str
    told: str


class DispatchStep(Entry, frozen=True, kw_only=True):
    """What becomes of a dispatch that waits, or of lines of one, by their facts."""

    phase: int
    dispatch: int


class DispatchProposed(DispatchStep, frozen=True, kw_only=True):
    """A dispatch is declared and waits."""

    tag: ClassVar[str] = "dispatch.proposed"
    signed: ClassVar[tuple[str, ...]] = ("phase", "facts", "happened")
    of_its_phase: ClassVar[bool] = True
    facts: Mapping[str, FactValue]
    until: str
    concerns: Sequence[str]
    happened: Sequence[str] | UnsetType = UNSET

    def words(self, t: Telling) -> Line:
        """What it declares, and for whom it waits."""
        lines = t.facts(self.facts)
        happened = t.book(". ".join(self.happened or ()))
        if self.until == "deadline":
            until = _("Waits for the deadline.")
        elif self.concerns:
            until = _("Waits for %(powers)s.") % {"powers": t.names(self.concerns)}
        else:
            until = ""
        head = _("%(power)s declares: %(what)s") % {"power": t.power, "what": happened or lines}
        rest = f"{lines}. {until}" if happened else until
        return t.line(head, rest.strip(), "fact", 10)


class DispatchConfirmed(DispatchStep, frozen=True, kw_only=True):
    """A power agrees to lines."""

    tag: ClassVar[str] = "dispatch.looked"
    signed: ClassVar[tuple[str, ...]] = ("phase", "dispatch", "facts")
    of_its_phase: ClassVar[bool] = True
    facts: Sequence[str]

    def words(self, t: Telling) -> Line:
        """To which."""
        said = {"power": t.power, "dispatch": self.dispatch}
        head = _("%(power)s agrees to dispatch %(dispatch)s") % said
        return t.line(head, f"{t.facts(self.facts)}.", "fact")


class DispatchDisputed(DispatchStep, frozen=True, kw_only=True):
    """A power says that lines are not so: what each is instead, or why."""

    tag: ClassVar[str] = "dispatch.disputed"
    signed: ClassVar[tuple[str, ...]] = ("phase", "dispatch", "facts", "reason")
    of_its_phase: ClassVar[bool] = True
    facts: Mapping[str, FactValue | None]
    reason: str

    def words(self, t: Telling) -> Line:
        """Which, and why."""
        said = {"power": t.power, "dispatch": self.dispatch, "lines": t.facts(self.facts)}
        head = _("%(power)s disputes a line of dispatch %(dispatch)s: %(lines)s") % said
        return t.line(head, self.because, "fact", 8)


class DispatchWithdrawn(DispatchStep, frozen=True, kw_only=True):
    """The power that declared lines takes them back."""

    tag: ClassVar[str] = "dispatch.withdrawn"
    signed: ClassVar[tuple[str, ...]] = ("phase", "dispatch", "facts")
    of_its_phase: ClassVar[bool] = True
    facts: Sequence[str]

    def words(self, t: Telling) -> Line:
        """Which."""
        said = {"power": t.power, "dispatch": self.dispatch, "lines": t.facts(self.facts)}
        head = _("%(power)s withdraws of dispatch %(dispatch)s: %(lines)s") % said
        return t.line(head, "", "fact")


class DispatchSettled(DispatchStep, frozen=True, kw_only=True):
    """A moderator lets disputed lines stand, or strikes them out."""

    tag: ClassVar[str] = "dispatch.settled"
    of_its_phase: ClassVar[bool] = True
    facts: Sequence[str]
    stands: bool
    reason: str

    def words(self, t: Telling) -> Line:
        """Whether they stand."""
        head = (
            _("%(person)s lets stand: %(lines)s")
            if self.stands
            else _("%(person)s strikes out: %(lines)s")
        )
        said = {"person": t.person, "lines": t.facts(self.facts)}
        return t.line(head % said, self.because, "moderator", 20)


class DispatchLapsed(DispatchStep, frozen=True, kw_only=True):
    """Lines cannot take effect any more."""

    tag: ClassVar[str] = "dispatch.lapsed"
    of_its_phase: ClassVar[bool] = True
    facts: Sequence[str]
    why: str

    def words(self, t: Telling) -> Line:
        """Which, and why."""
        head = _("Not in effect: %(lines)s") % {"lines": t.facts(self.facts)}
        return t.line(head, f"{t.stored(self.why).capitalize()}.", "fact")
