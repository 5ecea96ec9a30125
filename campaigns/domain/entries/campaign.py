"""Entries about a campaign as a whole: its founding, its beginning, its end, who may follow it."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from msgspec import UNSET, UnsetType, field

from campaigns.domain import vote_kinds
from campaigns.domain.clock_policy import ClockPolicy
from campaigns.domain.entries.entry import Entry, Maybe, Says, Telling
from campaigns.domain.languages import tongue_in_words
from core.gettext import gettext as _
from core.gettext import gettext_lazy as _lazy
from rules.kernel.events import Line


class CampaignFounded(Entry, frozen=True, kw_only=True):
    """A campaign with its rules, its clock, its dice and its seats; ``forked`` says of a fork where it
    comes from.
    """

    tag: ClassVar[str] = "campaign.founded"
    title: str
    rulebook: str
    revision: str
    scenario: str
    variants: Any
    tables: Any
    policy: ClockPolicy
    dice: Mapping[str, Any]
    autopilots: Mapping[str, str] | UnsetType = UNSET
    seats: Sequence[str]
    bots: Sequence[str]
    site_key: Maybe = UNSET
    delay: int | UnsetType = UNSET
    anonymous: bool | UnsetType = UNSET
    language: Maybe = UNSET
    forked: Mapping[str, Any] | UnsetType = UNSET

    def words(self, t: Telling) -> Line:
        """By whom, and what the players should know."""
        said = [_("By %(person)s.") % {"person": t.person}]
        if self.forked:
            fork = _("A fork of %(campaign)s, from phase %(phase)s: %(turn)s, %(title)s.")
            names = {key: t.book(self.forked[key]) for key in ("turn", "title")}
            said.append(fork % {**self.forked, **names})
        if self.anonymous:
            said.append(_("The players are anonymous until the end."))
        if self.language:
            name = {"name": tongue_in_words(self.language)}
            said.append(_("The players write in this language: %(name)s.") % name)
        return t.line(_("Campaign created"), " ".join(said), "seat")


class CampaignForked(Entry, frozen=True, kw_only=True):
    """The players begin a fork."""

    tag: ClassVar[str] = "campaign.forked"
    by_vote: ClassVar[str] = "fork"
    from_: int = field(name="from")
    title: str
    turn: str
    reason: str
    consent: int

    def words(self, t: Telling) -> Line:
        """From where."""
        said = {"turn": t.book(self.turn), "title": t.book(self.title)}
        head = _("A fork begins with %(turn)s, %(title)s, by agreement of the players") % said
        rest = _("The same people play it; nobody else reads it.")
        return t.line(head, f"{self.because} {rest}", "moderator", 20)


class CampaignStarted(Entry, frozen=True, kw_only=True):
    """Play begins. ``told`` is the fingerprint of what everybody is told that it brings."""

    tag: ClassVar[str] = "campaign.started"
    says: ClassVar[Says] = Says(_lazy("Play begins"))
    told: str
    reason: Maybe = UNSET


class CampaignFinished(Entry, frozen=True, kw_only=True):
    """Play has ended, by an ending of the book or a vote (``agreed``); what dice came from is opened."""

    tag: ClassVar[str] = "campaign.finished"
    ending: str
    text: str
    agreed: int | UnsetType = UNSET
    dice_root: Maybe = UNSET
    autopilots: Sequence[str] | UnsetType = UNSET

    def words(self, t: Telling) -> Line:
        """By which ending."""
        return t.line(_("Play has ended"), t.stored(self.text), "clock", 90)


class SpectatorsDelayed(Entry, frozen=True, kw_only=True):
    """How far behind spectators follow."""

    tag: ClassVar[str] = "spectators.delayed"
    by_vote: ClassVar[str] = "delay"
    before: int
    turns: int
    reason: str
    consent: int | UnsetType = UNSET

    def words(self, t: Telling) -> Line:
        """How far."""
        said = {"how_far": vote_kinds.turns_behind(self.turns)}
        head = _("Spectators follow %(how_far)s from now on") % said
        return t.line(head, self.because, "moderator", 20)


class AnonymityChanged(Entry, frozen=True, kw_only=True):
    """Whether the players are named."""

    tag: ClassVar[str] = "seats.anonymity"
    by_vote: ClassVar[str] = "anonymity"
    anonymous: bool
    reason: str
    consent: int | UnsetType = UNSET

    def words(self, t: Telling) -> Line:
        """Whether they are."""
        head = (
            _("The players are anonymous until the end")
            if self.anonymous
            else _("The players are named from now on")
        )
        return t.line(head, self.because, "moderator", 20)


class SiteKeyNamed(Entry, frozen=True, kw_only=True):
    """The key by which the site signs receipts; ``by_before`` is its signature by the one before."""

    tag: ClassVar[str] = "site.key"
    key: str
    before: str
    proof: str
    by_before: str

    def words(self, t: Telling) -> Line:
        """The key, and whether the one before vouches for it."""
        head = (
            _("The site signs its receipts with another key")
            if self.before
            else _("The site signs receipts from now on")
        )
        rest = _("Fingerprint %(key)s.") % {"key": t.key(self.key)}
        if not self.before or self.by_before:
            return t.line(head, rest, "", 1)
        unsigned = _("The key before did not sign this; ask whoever runs the site why.")
        return t.line(head, f"{rest} {unsigned}", "", 20)


class SecretsOpened(Entry, frozen=True, kw_only=True):
    """At the end: all that was done in secret, with the key of what the entries committed to."""

    tag: ClassVar[str] = "secrets.opened"
    wordless: ClassVar[bool] = True
    key: str
    secrets: Sequence[Mapping[str, Any]]
