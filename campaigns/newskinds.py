"""What is told to whom: the one table of all kinds of news.

A row says which entries of the log tell of it, who hears of it, and how as long as they have not chosen
otherwise. Whoever adds something that people are to hear of adds a row, or its entry to one.
Pure: what a message says is made when it is sent (:mod:`campaigns.services.letters`).
"""

from dataclasses import dataclass
from enum import StrEnum


class How(StrEnum):
    """How somebody hears of something by mail."""

    OFF = "off"
    ONCE = "once"
    DIGEST = "digest"


class Whom(StrEnum):
    """Who hears of something: the players of whom the phase asks orders, all who have a seat, or these
    and the moderators.
    """

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
    title: str
    about: str
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
            title="Your orders are due",
            about="a phase opened and asks orders of you",
            whom=Whom.ASKED,
            how=How.ONCE,
        ),
        NewsKind(
            key="reminder",
            title="Reminder",
            about="a day and three hours before the deadline, if you have sealed nothing",
            whom=Whom.ASKED,
            how=How.ONCE,
        ),
        NewsKind(
            key="revealed",
            title="Results",
            about="a phase was resolved",
            whom=Whom.MEMBERS,
            how=How.DIGEST,
            entries=frozenset({"phase.resolved"}),
            public=True,
        ),
        NewsKind(
            key="waits",
            title="Something waits for you",
            about="a proposal, or a dispatch to look at",
            whom=Whom.SEATED,
            how=How.ONCE,
            entries=frozenset({"act", "dispatch.proposed"}),
            secret=True,
        ),
        NewsKind(
            key="vote",
            title="Questions to the players",
            about="you are asked to agree to something",
            whom=Whom.SEATED,
            how=How.ONCE,
            entries=frozenset({"consent.asked"}),
        ),
        NewsKind(
            key="press",
            title="Messages to you",
            about="how many messages other powers wrote to yours, in threads that you have not muted",
            whom=Whom.MEMBERS,
            how=How.ONCE,
            thread="private",
        ),
        NewsKind(
            key="announced",
            title="Announcements",
            about="what the moderators announce",
            whom=Whom.MEMBERS,
            how=How.ONCE,
            thread="announced",
            public=True,
        ),
        NewsKind(
            key="public",
            title="Public press",
            about="how many messages were written in the public press",
            whom=Whom.MEMBERS,
            how=How.DIGEST,
            thread="public",
            public=True,
        ),
        NewsKind(
            key="seats",
            title="Seats",
            about="someone took, left or lost a seat",
            whom=Whom.MEMBERS,
            how=How.DIGEST,
            entries=frozenset(
                {"seat.taken", "seat.assigned", "seat.left", "seat.freed", "seat.disorder"}
            ),
            public=True,
        ),
        NewsKind(
            key="ended",
            title="The end",
            about="the campaign is over",
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

POSTED = frozenset({"phase.opened", "phase.resolved", "campaign.finished"})
"""Entries of the log that webhooks are told of, as everybody who may read the campaign may know them."""
