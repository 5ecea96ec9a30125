"""Entries about seats: who has them, their keys and dice, deputies, absences, invitations."""

from datetime import datetime
from typing import ClassVar

from msgspec import UNSET, UnsetType, field

from campaigns.domain.entries.entry import Entry, Maybe, Says, Telling, also, day
from core.gettext import gettext as _
from core.gettext import gettext_lazy as _lazy
from core.gettext import ngettext
from core.text.moments import day_and_time
from rules.kernel.events import Line
from rules.kernel.grammar import capital


class SeatEntered(Entry, frozen=True, kw_only=True):
    """Somebody sits down, by an invitation or without one."""

    tag: ClassVar[str] = "seat.taken"
    says: ClassVar[Says] = Says(_lazy("%(power)s: %(person)s takes the seat"), sort="seat")
    invitation: int | UnsetType = UNSET


class SeatLeft(Entry, frozen=True, kw_only=True):
    """A player gives the seat up."""

    tag: ClassVar[str] = "seat.left"
    says: ClassVar[Says] = Says(_lazy("%(power)s: the seat was given up"), sort="seat")


class SeatDecision(Entry, frozen=True, kw_only=True):
    """What moderators, or the players by a vote, decide on a seat."""

    reason: Maybe = UNSET
    consent: int | UnsetType = UNSET

    @property
    def decided(self) -> str:
        """Who decided, and why."""
        by = (
            _("By agreement of the players, question %(number)s.") % {"number": self.consent}
            if self.consent
            else _("By the moderator.")
        )
        return f"{by} {self.because}".strip()


class SeatAssigned(SeatDecision, frozen=True, kw_only=True):
    """The seat goes to somebody."""

    tag: ClassVar[str] = "seat.assigned"
    by_vote: ClassVar[str] = "seat"

    def words(self, t: Telling) -> Line:
        """To whom, and who decided."""
        said = {"power": t.power, "person": t.person}
        return t.line(_("%(power)s goes to %(person)s") % said, self.decided, "moderator")


class SeatFreed(SeatDecision, frozen=True, kw_only=True):
    """The seat is open."""

    tag: ClassVar[str] = "seat.freed"
    by_vote: ClassVar[str] = "seat"

    def words(self, t: Telling) -> Line:
        """That it is free, and who decided."""
        head = _("%(power)s: the seat is free") % {"power": t.power}
        return t.line(head, self.decided, "moderator")


class SeatAutomated(SeatDecision, frozen=True, kw_only=True):
    """The autopilot plays; without a reason where play begins with the seat still free."""

    tag: ClassVar[str] = "seat.bot"
    by_vote: ClassVar[str] = "seat"

    def words(self, t: Telling) -> Line:
        """That it plays, and who decided."""
        head = _("%(power)s is played by the autopilot") % {"power": t.power}
        return t.line(head, self.decided if self.because else "", "seat")


class SeatInDisorder(Entry, frozen=True, kw_only=True):
    """A player was silent too often: the autopilot plays, and the seat is open."""

    tag: ClassVar[str] = "seat.disorder"
    says: ClassVar[Says] = Says(
        _lazy("%(power)s falls into civil disorder"),
        _lazy("%(missed)s deadlines missed in a row. The autopilot plays; the seat is open."),
        "seat",
        20,
    )
    missed: int


class SeatKeyPut(Entry, frozen=True, kw_only=True):
    """The seat has a key, by which its player signs, or has none any more (``public`` is empty)."""

    tag: ClassVar[str] = "seat.key"
    signed: ClassVar[tuple[str, ...]] = ("public",)
    number: int
    public: str
    begins: int
    proof: str

    def words(self, t: Telling) -> Line:
        """The key, as people compare it."""
        said = {"power": t.power}
        if not self.public:
            none = _("The site alone vouches for this seat.")
            return t.line(_("%(power)s has no seat key now") % said, none, "seat", 15)
        rest = _("Fingerprint %(key)s.") % {"key": t.key(self.public)}
        return t.line(
            _("%(power)s has a seat key") % said, rest, "seat", 15 if self.number > 1 else 1
        )


class SeatChainBrought(Entry, frozen=True, kw_only=True):
    """A player adds a chain of dice; ``kept`` is ``player`` where they keep it themselves."""

    tag: ClassVar[str] = "dice.seat"
    head: str
    length: int
    kept: Maybe = UNSET

    def words(self, t: Telling) -> Line:
        """The head of the chain."""
        said = _("%(power)s adds a chain of its own to the dice") % {"power": t.power}
        return t.line(said, _("Head %(head)s.") % {"head": t.digits(self.head)})


RIGHTS = {
    "see": _lazy("see"),
    "draft": _lazy("see and draft"),
    "seal": _lazy("see, draft and seal"),
}
"""How far a deputy may go, by the level."""


class DeputyAccepted(Entry, frozen=True, kw_only=True):
    """A deputy stands in from now on, or from a moment to come."""

    tag: ClassVar[str] = "deputy.accepted"
    number: int
    level: str
    press: bool
    until: str
    signature: Maybe = UNSET
    scheme: Maybe = UNSET
    from_: Maybe = field(default=UNSET, name="from")
    absence: int | UnsetType = UNSET

    def words(self, t: Telling) -> Line:
        """What they may do, and how long."""
        since = _(", from %(moment)s") % {"moment": day(self.from_)} if self.from_ else ""
        until = _(", until %(moment)s") % {"moment": day(self.until)} if self.until else ""
        may = (
            _("May %(do)s, letters too%(until)s.") if self.press else _("May %(do)s%(until)s.")
        ) % {"do": RIGHTS[self.level], "until": since + until}
        said = {"power": t.power, "person": t.person}
        return t.line(_("%(power)s: %(person)s stands in for its player") % said, may, "seat")


class DeputyEnded(Entry, frozen=True, kw_only=True):
    """A deputy stands in no more."""

    tag: ClassVar[str] = "deputy.ended"
    number: int
    how: str

    def words(self, t: Telling) -> Line:
        """How it ended."""
        head = _("%(power)s: a deputy stands in no more") % {"power": t.power}
        return t.line(head, f"{t.stored(self.how).capitalize()}.", "seat")


class AbsenceAnnounced(Entry, frozen=True, kw_only=True):
    """Somebody says that they will be away."""

    tag: ClassVar[str] = "absence.announced"
    number: int
    powers: list[str]
    from_: str = field(name="from")
    until: str

    def words(self, t: Telling) -> Line:
        """From when to when."""
        said = {"powers": capital(t.names(self.powers)), "person": t.person}
        rest = _("From %(begins)s to %(until)s.") % {
            "begins": day(self.from_),
            "until": day(self.until),
        }
        return t.line(_("%(powers)s: %(person)s is away") % said, rest, "seat")


class AbsenceEnded(Entry, frozen=True, kw_only=True):
    """They are back sooner, or do not go."""

    tag: ClassVar[str] = "absence.ended"
    says: ClassVar[Says] = Says(_lazy("%(power)s: %(person)s is back"), sort="seat")
    number: int


class InvitationMade(Entry, frozen=True, kw_only=True):
    """A link by which somebody can join; ``until`` is empty and ``uses`` is 0 where there is no limit."""

    tag: ClassVar[str] = "invitation.made"
    invitation: int
    until: str
    uses: int
    reason: Maybe = UNSET

    def words(self, t: Telling) -> Line:
        """For which power, how long and for how many."""
        head = (
            _("%(power)s: an invitation was made") % {"power": t.power}
            if t.power
            else _("An invitation was made")
        )
        return t.line(head, also(self._limits(), self), "moderator")

    def _limits(self) -> str:
        said = {"until": day_and_time(datetime.fromisoformat(self.until))} if self.until else {}
        if not self.uses:
            return _("Valid until %(until)s.") % said if said else ""
        if said:
            both = ngettext(
                "Valid until %(until)s and for %(uses)s person.",
                "Valid until %(until)s and for %(uses)s people.",
                self.uses,
            )
            return both % {**said, "uses": self.uses}
        return ngettext("Valid for %(uses)s person.", "Valid for %(uses)s people.", self.uses) % {
            "uses": self.uses
        }


class InvitationRevoked(Entry, frozen=True, kw_only=True):
    """A link leads nowhere any more."""

    tag: ClassVar[str] = "invitation.revoked"
    says: ClassVar[Says] = Says(_lazy("An invitation was revoked"), sort="moderator")
    invitation: int
    reason: Maybe = UNSET
