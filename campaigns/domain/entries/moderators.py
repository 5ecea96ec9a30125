"""Entries about moderators, and what they see to."""

from typing import ClassVar, Literal

from msgspec import UNSET

from campaigns.domain.entries.entry import Entry, Maybe, Says, Telling, also
from core.gettext import gettext as _
from core.gettext import gettext_lazy as _lazy
from core.gettext import pgettext
from rules.kernel.events import Line


class ModeratorAdded(Entry, frozen=True, kw_only=True):
    """Somebody moderates from now on."""

    tag: ClassVar[str] = "moderator.added"
    says: ClassVar[Says] = Says(_lazy("%(person)s is now a moderator"), sort="moderator")
    reason: Maybe = UNSET


class ModeratorLeft(Entry, frozen=True, kw_only=True):
    """Somebody moderates no more."""

    tag: ClassVar[str] = "moderator.left"
    reason: Maybe = UNSET

    def words(self, t: Telling) -> Line:
        """Who, if they still have an account."""
        head = (
            _("%(person)s moderates no more") % {"person": t.person}
            if t.known
            else _("A moderator has left")
        )
        return t.line(head, self.because, "moderator")


class SuccessorNamed(Entry, frozen=True, kw_only=True):
    """A moderator names who follows, or nobody any more."""

    tag: ClassVar[str] = "desk.successor"
    named: bool
    reason: Maybe = UNSET

    def words(self, t: Telling) -> Line:
        """Who follows, and when."""
        if not self.named:
            return t.line(_("No successor is named any more"), self.because, "moderator")
        head = _("%(person)s follows at the desk") % {"person": t.person}
        return t.line(head, also(_("When the last moderator leaves."), self), "moderator")


class DeskOffered(Entry, frozen=True, kw_only=True):
    """A player would take the desk, or would not after all."""

    tag: ClassVar[str] = "desk.offered"
    willing: bool

    def words(self, t: Telling) -> Line:
        """Whether they would."""
        head = (
            _("%(person)s would take the desk")
            if self.willing
            else _("%(person)s would not take the desk after all")
        )
        return t.line(head % {"person": t.person}, "", "moderator")


PASSED = {
    "successor": _lazy("Named as the successor."),
    "player": _lazy("A player who offered to take the desk."),
    "staff": _lazy("For the staff of this site: nobody else could."),
}
"""Why the desk passed to somebody."""


class DeskPassed(Entry, frozen=True, kw_only=True):
    """The desk passes to somebody because the last moderator went."""

    tag: ClassVar[str] = "desk.passed"
    to: str

    def words(self, t: Telling) -> Line:
        """To whom, and why to them."""
        head = _("%(person)s is now the moderator") % {"person": t.person}
        return t.line(head, str(PASSED[self.to]), "moderator", 20)


class DeskEmpty(Entry, frozen=True, kw_only=True):
    """Nobody moderates."""

    tag: ClassVar[str] = "desk.empty"
    says: ClassVar[Says] = Says(
        _lazy("This campaign has no moderator"),
        _lazy("The players decide by agreement until one of them takes the desk."),
        "moderator",
        20,
    )


class Nudged(Entry, frozen=True, kw_only=True):
    """A moderator reminds who is late."""

    tag: ClassVar[str] = "desk.nudged"
    phase: int
    powers: tuple[str, ...]
    reason: str

    def words(self, t: Telling) -> Line:
        """Who is reminded."""
        said = {"person": t.person, "powers": t.names(self.powers)}
        return t.line(_("%(person)s reminds %(powers)s") % said, self.because, "moderator")


class PressChanged(Entry, frozen=True, kw_only=True):
    """What press a campaign allows from now on."""

    tag: ClassVar[str] = "moderator.press"
    allowed: Literal["full", "public", "none"]
    anonymous: bool
    opens: bool
    reason: str

    def words(self, t: Telling) -> Line:
        """What is allowed."""
        said = {"what": self._allows(), "person": t.person}
        return t.line(_("Press changed by %(person)s: %(what)s") % said, self.because, "moderator")

    def _allows(self) -> str:
        said = {
            "full": _("private and public"),
            "public": _("public only"),
            "none": pgettext("press", "none"),
        }[self.allowed]
        if self.allowed != "none" and self.anonymous:
            said = _("%(said)s, also without a name") % {"said": said}
        if self.allowed == "full" and self.opens:
            said = _("%(said)s, private threads may open after the end") % {"said": said}
        return said


class MappingChanged(Entry, frozen=True, kw_only=True):
    """How saved games of a VASSAL module are read; ``text`` is empty where they are not any more."""

    tag: ClassVar[str] = "moderator.mapping"
    module: str
    was: str
    text: str
    reason: str

    def words(self, t: Telling) -> Line:
        """For which module."""
        head = (
            _("Reading of VASSAL saves changed by %(person)s")
            if self.text
            else _("Reading of VASSAL saves taken away by %(person)s")
        )
        return t.line(head % {"person": t.person}, f"{self.module}: {self.because}", "moderator")
