"""Entries about putting something right: going back, values, rulings, other rules."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from msgspec import UNSET, UnsetType

from campaigns.domain.entries.entry import Entry, Says, Telling
from core.gettext import gettext as _
from core.gettext import gettext_lazy as _lazy
from rules.kernel.events import Line

GRADES = {
    "same": _lazy("What everybody knows of the past comes out the same by both."),
    "words": _lazy("Only words change."),
    "different": _lazy("Played by both, the past would not come out the same."),
}
"""How another revision differs."""


class RulesChanged(Entry, frozen=True, kw_only=True):
    """A phase opens by other rules than the one before: their revision was repaired meanwhile."""

    tag: ClassVar[str] = "rules.changed"
    phase: int
    before: Mapping[str, str]
    after: Mapping[str, str]

    def words(self, t: Telling) -> Line:
        """By which revision."""
        rest = _("Revision %(revision)s instead of %(before)s.") % {
            "revision": self.after["revision"],
            "before": self.before["revision"],
        }
        digest = _("Digest %(digest)s.") % {"digest": t.digits(self.after["rules"])}
        return t.line(_("From here on other rules hold"), f"{rest} {digest}", "moderator", 20)


class RulesMoved(Entry, frozen=True, kw_only=True):
    """The open phase goes on by another revision; a line begins."""

    tag: ClassVar[str] = "rules.moved"
    by_vote: ClassVar[str] = "rules"
    phase: int
    line: int
    before: Mapping[str, str]
    after: Mapping[str, str]
    autopilots: Mapping[str, str] | UnsetType = UNSET
    reason: str
    grade: str
    consent: int | UnsetType = UNSET

    def words(self, t: Telling) -> Line:
        """To which revision, by whom, and how it differs."""
        head = (
            _("Moved on to revision %(revision)s of the rules by agreement of the players")
            if t.actor == "people"
            else _("Moved on to revision %(revision)s of the rules by %(person)s")
        )
        said = {"revision": self.after["revision"], "person": t.person}
        begins = _("Line %(line)s begins.") % {"line": self.line}
        rest = f"{begins} {GRADES[self.grade]} {self.because}"
        return t.line(head % said, rest, "moderator", 20)


class RolledBack(Entry, frozen=True, kw_only=True):
    """An earlier phase is played again; a line begins."""

    tag: ClassVar[str] = "line.rolled_back"
    by_vote: ClassVar[str] = "rollback"
    phase: int
    to: int
    title: str
    turn: str
    line: int
    reason: str
    consent: int | UnsetType = UNSET

    def words(self, t: Telling) -> Line:
        """To which phase, and by whom."""
        head = (
            _("Back to %(turn)s: %(title)s, by agreement of the players")
            if t.actor == "people"
            else _("Back to %(turn)s: %(title)s, by %(person)s")
        )
        said = {"turn": t.book(self.turn), "title": t.book(self.title), "person": t.person}
        rest = _(
            "Phase %(to)s is played again; line %(line)s begins. What was revealed stays known."
        ) % {"to": self.to, "line": self.line}
        return t.line(head % said, f"{rest} {self.because}", "moderator", 60)


class StateOverridden(Entry, frozen=True, kw_only=True):
    """Values are put right by hand; ``undoes`` is the override that is taken back."""

    tag: ClassVar[str] = "state.overridden"
    of_its_phase: ClassVar[bool] = True
    by_vote: ClassVar[str] = "override"
    phase: int
    override: int
    changes: Any
    rule: str
    undoes: int | UnsetType = UNSET
    reason: str
    consent: int | UnsetType = UNSET

    def words(self, t: Telling) -> Line:
        """Which values, and by which rule."""
        agreed = t.actor == "people"
        if self.undoes is not UNSET:
            head = (
                _(
                    "Override %(number)s undoes override %(undone)s, by agreement of the players: %(changes)s"
                )
                if agreed
                else _("Override %(number)s undoes override %(undone)s, by %(person)s: %(changes)s")
            )
        elif agreed:
            head = _("Override %(number)s, by agreement of the players: %(changes)s")
        else:
            head = _("Override %(number)s, by %(person)s: %(changes)s")
        said = {
            "number": self.override,
            "undone": self.undoes,
            "person": t.person,
            "changes": t.changes(self.changes),
        }
        rule = _("Rule %(rule)s.") % {"rule": self.rule}
        return t.line(head % said, f"{rule} {self.because}", "moderator", 60)


class OverrideAnswered(Entry, frozen=True, kw_only=True):
    """A player acknowledges or disputes an override."""

    tag: ClassVar[str] = "override.answered"
    phase: int
    override: int
    answer: str
    reason: str

    def words(self, t: Telling) -> Line:
        """What they say to it."""
        head = (
            _("%(power)s: %(person)s has disputed override %(number)s")
            if self.answer == "disputed"
            else _("%(power)s: %(person)s has acknowledged override %(number)s")
        )
        said = {"power": t.power, "person": t.person, "number": self.override}
        return t.line(head % said, self.because, "moderator", 20)


class RulingMade(Entry, frozen=True, kw_only=True):
    """How a rule is read, and the phases and rolls that it is about."""

    tag: ClassVar[str] = "ruling.made"
    by_vote: ClassVar[str] = "ruling"
    ruling: int
    text: str
    rule: str
    phases: Sequence[int]
    rolls: Sequence[str] | UnsetType = UNSET
    consent: int | UnsetType = UNSET

    def words(self, t: Telling) -> Line:
        """The ruling."""
        head = (
            _("Ruling %(number)s on %(rule)s, by agreement of the players")
            if t.actor == "people"
            else _("Ruling %(number)s on %(rule)s, by %(person)s")
        )
        said = {"number": self.ruling, "rule": self.rule, "person": t.person}
        return t.line(head % said, self.text, "moderator", 40)


class RulingWithdrawn(Entry, frozen=True, kw_only=True):
    """A ruling does not hold any more."""

    tag: ClassVar[str] = "ruling.withdrawn"
    says: ClassVar[Says] = Says(
        _lazy("Ruling %(ruling)s is withdrawn by %(person)s"), sort="moderator", weight=20
    )
    ruling: int
    reason: str
