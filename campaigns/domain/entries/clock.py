"""Entries about the clock: what gives time, what stops it, what lets it run."""

from collections.abc import Sequence
from typing import ClassVar

from msgspec import UNSET, UnsetType, field

from campaigns.domain.clock_policy import ClockPolicy, changes
from campaigns.domain.entries.entry import Entry, Maybe, Says, Telling, also, day, length
from campaigns.domain.wording import within
from core.gettext import gettext as _
from core.gettext import gettext_lazy as _lazy
from rules.kernel.events import Line


class Grace(Entry, frozen=True, kw_only=True):
    """The deadline has passed; who is missing has a little more. ``alone`` is true of one whose own deadline
    was later than that of all.
    """

    tag: ClassVar[str] = "clock.grace"
    phase: int
    until: str
    missing: Sequence[str]
    alone: bool | UnsetType = UNSET

    def words(self, t: Telling) -> Line:
        """Who is missing."""
        rest = _("Grace for %(missing)s.") % {"missing": t.names(self.missing)}
        return t.line(_("The deadline has passed"), rest)


class ModeratorAwaited(Entry, frozen=True, kw_only=True):
    """The campaign waits for its moderator."""

    tag: ClassVar[str] = "clock.waiting"
    phase: int
    missing: Sequence[str]

    def words(self, t: Telling) -> Line:
        """Who is missing."""
        rest = _("Nothing came from %(missing)s.") % {"missing": t.names(self.missing)}
        return t.line(_("The campaign waits for its moderator"), rest)


class Stretched(Entry, frozen=True, kw_only=True):
    """The deadline moves because a player is away."""

    tag: ClassVar[str] = "clock.stretched"
    phase: int
    absence: int
    seconds: int
    due: str

    def words(self, t: Telling) -> Line:
        """How far, and whose player is away."""
        head = _("The deadline moves by %(length)s") % {"length": length(self.seconds)}
        return t.line(head, _("The player of %(power)s is away.") % {"power": within(t.power)})


class TakeoverTime(Entry, frozen=True, kw_only=True):
    """The deadline moves because a seat has a new player."""

    tag: ClassVar[str] = "clock.takeover"
    says: ClassVar[Says] = Says(
        _lazy("The deadline moves by %(length)s"),
        _lazy("%(power)s has a new player, who has fair time."),
    )
    phase: int
    seconds: int
    due: str


class GivenBack(Entry, frozen=True, kw_only=True):
    """The deadline moves because the service was away."""

    tag: ClassVar[str] = "clock.given_back"
    says: ClassVar[Says] = Says(
        _lazy("The deadline moves by %(length)s"), _lazy("The service was away that long.")
    )
    phase: int
    seconds: int


class LongerAlone(Entry, frozen=True, kw_only=True):
    """More time for one power alone: from a moderator, or to seal again what was made void."""

    tag: ClassVar[str] = "clock.longer"
    phase: int
    seconds: int
    due: str
    reason: str

    def words(self, t: Telling) -> Line:
        """How much, for whom and from whom."""
        said = {"length": length(self.seconds), "power": within(t.power), "doer": t.doer}
        if t.actor == "clock":
            head = _("%(length)s more for %(power)s alone, to seal again") % said
            return t.line(head, self.because, "clock")
        head = _("%(length)s more for %(power)s alone, from %(doer)s") % said
        return t.line(head, self.because, "moderator")


class TimeAdded(Entry, frozen=True, kw_only=True):
    """More time for every campaign, from the site's staff."""

    tag: ClassVar[str] = "clock.added"
    says: ClassVar[Says] = Says(_lazy("%(length)s more, from the site's staff"), sort="moderator")
    phase: int
    seconds: int
    due: str
    reason: str


class Extended(Entry, frozen=True, kw_only=True):
    """More time for all: from a moderator, by a vote, or taken by a player, who then has ``left`` more."""

    tag: ClassVar[str] = "clock.extended"
    by_vote: ClassVar[str] = "extend"
    phase: int
    seconds: int
    due: str
    reason: Maybe = UNSET
    consent: int | UnsetType = UNSET
    left: int | UnsetType = UNSET

    def words(self, t: Telling) -> Line:
        """How much, and from whom."""
        more = length(self.seconds)
        if t.actor == "power":
            said = {"power": t.power, "person": t.person, "more": more}
            left = _("%(count)s left.") % {"count": self.left}
            head = _("%(power)s: %(person)s takes %(more)s more") % said
            return t.line(head, also(left, self), "clock")
        head = _("%(length)s more, from %(doer)s") % {"length": more, "doer": t.doer}
        return t.line(head, self.because, "moderator")


class Stumbled(Entry, frozen=True, kw_only=True):
    """Something broke over the phase; the clock stands still."""

    tag: ClassVar[str] = "clock.stumbled"
    says: ClassVar[Says] = Says(
        _lazy("This phase could not be resolved"), _lazy("Nothing is lost.")
    )
    phase: int


class NobodyThere(Entry, frozen=True, kw_only=True):
    """Nobody has a seat any more; the clock stands still."""

    tag: ClassVar[str] = "clock.nobody"
    says: ClassVar[Says] = Says(
        _lazy("Paused: nobody has a seat any more"),
        _lazy("Play goes on when somebody takes one."),
        "moderator",
        20,
    )
    phase: int


class PausedWithoutRules(Entry, frozen=True, kw_only=True):
    """The site has not the rules of the campaign; the clock stands still."""

    tag: ClassVar[str] = "clock.rules_missing"
    says: ClassVar[Says] = Says(
        _lazy("Paused: the rules of this campaign are missing"),
        _lazy("This site does not have revision %(revision)s. Nothing is lost."),
        "moderator",
        20,
    )
    phase: int
    rulebook: str
    revision: str


class Paused(Entry, frozen=True, kw_only=True):
    """People stop the clock, until a moment or until somebody lets it run."""

    tag: ClassVar[str] = "clock.paused"
    by_vote: ClassVar[str] = "pause"
    phase: int
    reason: str
    consent: int | UnsetType = UNSET
    until: Maybe = UNSET
    left: int | UnsetType = UNSET

    def words(self, t: Telling) -> Line:
        """Who, until when, and why."""
        rest = self.because
        if self.until:
            said = {"moment": day(self.until), "reason": rest}
            rest = _("Until %(moment)s. %(reason)s") % said
        return t.line(_("Paused by %(doer)s") % {"doer": t.doer}, rest, "moderator", 20)


class Resumed(Entry, frozen=True, kw_only=True):
    """The clock runs again, by somebody's doing or because a pause is over."""

    tag: ClassVar[str] = "clock.resumed"
    by_vote: ClassVar[str] = "resume"
    phase: int
    seconds: int
    reason: Maybe = UNSET
    consent: int | UnsetType = UNSET
    by_itself: bool | UnsetType = UNSET

    def words(self, t: Telling) -> Line:
        """By whom, and how far the deadline moves."""
        head = (
            _("The pause is over")
            if self.by_itself
            else _("Resumed by %(doer)s") % {"doer": t.doer}
        )
        moves = _("The deadline moves by %(length)s.") % {"length": length(self.seconds)}
        return t.line(head, also(moves, self), "moderator")


class PolicyChanged(Entry, frozen=True, kw_only=True):
    """A moderator changes the clock, from a phase on or at once."""

    tag: ClassVar[str] = "moderator.policy"
    policy: ClockPolicy
    before: ClockPolicy
    reason: str
    from_: int | UnsetType = field(default=UNSET, name="from")

    def words(self, t: Telling) -> Line:
        """What changes, old → new."""
        head = _("Clock changed by %(person)s") % {"person": t.person}
        said = "; ".join(changes(self.before, self.policy))
        return t.line(head, f"{said[:1].upper()}{said[1:]}. {self.because}", "moderator")
