"""What is told to whom: the one table of all kinds of news.

A row says which entries of the log tell of it, who hears of it, and how as long as they have not chosen
otherwise. Whoever adds something that people are to hear of adds a row, or its entry to one.
Pure: what a message says is made when it is sent (:mod:`campaigns.services.notifications.templates`).
"""

from dataclasses import dataclass
from enum import StrEnum

from campaigns.domain.entries import KINDS as ENTRY_KINDS
from core.gettext import LazyText
from core.gettext import gettext_lazy as _


class How(StrEnum):
    """How somebody hears of something by mail."""

    OFF = "off"
    ONCE = "once"
    DIGEST = "digest"


class Whom(StrEnum):
    """Who hears of something: the players of whom the phase asks orders, all who have a seat, these
    and the moderators, or the moderators (and the others where the policy says so).
    """

    DESK = "desk"
    ASKED = "asked"
    SEATED = "seated"
    MEMBERS = "members"


@dataclass(frozen=True, slots=True, kw_only=True)
class NewsKind:
    """One kind. ``entries`` are the kinds of log entries that bring it: none where the phase, the clock
    or the press does. ``thread`` is the kind of thread whose messages bring it. ``public``: everybody who
    may read the campaign may hear of it, so webhooks and feeds tell it; ``secret``: what is done in
    secret may bring it too.
    """

    key: str
    title: str | LazyText
    about: str | LazyText
    whom: Whom
    how: How
    entries: frozenset[str] = frozenset()
    thread: str = ""
    public: bool = False
    secret: bool = False


KINDS = {
    kind.key: kind
    for kind in (
        NewsKind(
            key="asked",
            title=_("Your orders are due"),
            about=_("a phase opened and asks orders of you"),
            whom=Whom.ASKED,
            how=How.ONCE,
        ),
        NewsKind(
            key="reminder",
            title=_("Reminder"),
            about=_(
                "if you have sealed nothing: at half time, a day and three hours before the deadline, and "
                "when it was missed, as the campaign's policy says"
            ),
            whom=Whom.ASKED,
            how=How.ONCE,
        ),
        NewsKind(
            key="stuck",
            title=_("A campaign stands still"),
            about=_(
                "to moderators: the deadline has passed, and the campaign waits for you; to players where "
                "its policy says so"
            ),
            whom=Whom.DESK,
            how=How.ONCE,
            entries=frozenset({"clock.waiting"}),
        ),
        NewsKind(
            key="revealed",
            title=_("Results"),
            about=_("a phase was resolved"),
            whom=Whom.MEMBERS,
            how=How.DIGEST,
            entries=frozenset({"phase.resolved"}),
            public=True,
        ),
        NewsKind(
            key="waits",
            title=_("Something waits for you"),
            about=_("a proposal, or a dispatch to look at"),
            whom=Whom.SEATED,
            how=How.ONCE,
            entries=frozenset({"act", "dispatch.proposed"}),
            secret=True,
        ),
        NewsKind(
            key="vote",
            title=_("Questions to the players"),
            about=_("you are asked to agree to something"),
            whom=Whom.SEATED,
            how=How.ONCE,
            entries=frozenset({"consent.asked"}),
        ),
        NewsKind(
            key="press",
            title=_("Messages to you"),
            about=_(
                "how many messages other powers wrote to yours, in threads that you have not muted"
            ),
            whom=Whom.MEMBERS,
            how=How.ONCE,
            thread="private",
        ),
        NewsKind(
            key="announced",
            title=_("Announcements"),
            about=_("what the moderators announce"),
            whom=Whom.MEMBERS,
            how=How.ONCE,
            thread="announced",
            public=True,
        ),
        NewsKind(
            key="public",
            title=_("Public press"),
            about=_("how many messages were written in the public press"),
            whom=Whom.MEMBERS,
            how=How.DIGEST,
            thread="public",
            public=True,
        ),
        NewsKind(
            key="seats",
            title=_("Seats"),
            about=_("someone took, left or lost a seat"),
            whom=Whom.MEMBERS,
            how=How.DIGEST,
            entries=frozenset(
                {
                    "seat.taken",
                    "seat.assigned",
                    "seat.left",
                    "seat.freed",
                    "seat.bot",
                    "seat.disorder",
                }
            ),
            public=True,
        ),
        NewsKind(
            key="ended",
            title=_("The end"),
            about=_("the campaign is over"),
            whom=Whom.MEMBERS,
            how=How.ONCE,
            entries=frozenset({"campaign.finished"}),
            public=True,
        ),
    )
}
"""All kinds by their keys, in the order in which a page and a letter tell them."""

BY_ENTRY = {entry: kind for kind in KINDS.values() for entry in kind.entries}
"""Which kind an entry of the log brings."""

BY_THREAD = {kind.thread: kind for kind in KINDS.values() if kind.thread}
"""Which kind a message of press brings, by the kind of its thread."""

SECRETLY = tuple(kind for kind in KINDS.values() if kind.secret)

POSTED = frozenset(tag for tag, kind in ENTRY_KINDS.items() if kind.posted)
"""Entries of the log that webhooks and feeds tell, as everybody who may read the campaign may know them."""
