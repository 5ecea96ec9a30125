"""Entries about what the players ask each other."""

from typing import Any, ClassVar

from campaigns.domain.entries.entry import Entry, Says, Telling
from core.gettext import gettext as _
from core.gettext import gettext_lazy as _lazy
from rules.kernel.events import Line


class VoteAsked(Entry, frozen=True, kw_only=True):
    """A question: of what kind and about what, who is asked, and how many must agree."""

    tag: ClassVar[str] = "consent.asked"
    consent: int
    kind: str
    about: dict[str, Any]
    reason: str
    asked: list[list[str]]
    alone: list[list[str]]
    needed: int
    threshold: str

    def words(self, t: Telling) -> Line:
        """The question, and who must agree."""
        said = {"consent": self.consent, "question": t.question(self.kind, self.about)}
        head = _("Question %(consent)s: %(question)s") % said
        return t.line(head, f"{self._must_agree()} {self.reason}", "moderator", 20)

    def _must_agree(self) -> str:
        if not self.needed:
            return _("The one whose seat it is must agree.")
        said = {"count": self.needed}
        if self.alone:
            return _("%(count)s must agree, or the one whose seat it is.") % said
        return _("%(count)s must agree.") % said


class Voted(Entry, frozen=True, kw_only=True):
    """One who is asked answers. ``question`` is a digest of what was asked, since it is signed."""

    consent: int
    question: str


class VoteGiven(Voted, frozen=True, kw_only=True):
    """They agree."""

    tag: ClassVar[str] = "consent.given"
    signed: ClassVar[tuple[str, ...]] = ("consent", "question")
    says: ClassVar[Says] = Says(
        _lazy("%(power)s: %(person)s agrees"), _lazy("Question %(consent)s."), "moderator"
    )


class VoteTakenBack(Voted, frozen=True, kw_only=True):
    """They agree no more."""

    tag: ClassVar[str] = "consent.taken_back"
    signed: ClassVar[tuple[str, ...]] = ("consent", "question")
    says: ClassVar[Says] = Says(
        _lazy("%(power)s: %(person)s agrees no more"), _lazy("Question %(consent)s."), "moderator"
    )


class VoteLapsed(Entry, frozen=True, kw_only=True):
    """A question is closed, and nothing is done."""

    tag: ClassVar[str] = "consent.lapsed"
    consent: int
    why: str

    def words(self, t: Telling) -> Line:
        """Why nothing is done."""
        head = _("Question %(consent)s is closed") % {"consent": self.consent}
        rest = _("Nothing is done: %(why)s.") % {"why": t.stored(self.why)}
        return t.line(head, rest, "moderator")


class ResolvedByVote(Entry, frozen=True, kw_only=True):
    """The players resolve the phase early."""

    tag: ClassVar[str] = "consent.resolved"
    by_vote: ClassVar[str] = "resolve"
    says: ClassVar[Says] = Says(
        _lazy("Resolved early by agreement of the players"), sort="moderator", weight=20
    )
    phase: int
    silent: str
    reason: str
    consent: int


class EndedByVote(Entry, frozen=True, kw_only=True):
    """The players end the campaign."""

    tag: ClassVar[str] = "consent.ended"
    by_vote: ClassVar[str] = "end"
    says: ClassVar[Says] = Says(
        _lazy("The players have agreed to end the campaign"), sort="moderator", weight=20
    )
    phase: int
    reason: str
    consent: int
