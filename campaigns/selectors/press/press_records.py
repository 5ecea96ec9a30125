"""What the pages of press are made of: plain frozen records, already redacted."""

from datetime import datetime

from msgspec import Struct

from campaigns.models.press import MessageWording
from campaigns.selectors.orders.agreements import Between
from campaigns.selectors.phase.records import BasePage, LogLine, PhaseLine
from campaigns.selectors.reader import press_access
from campaigns.selectors.reader.power_badges import Badge
from rules.kernel.agreements import Agreement, Clause, Paper, Past
from rules.kernel.orders import Problem

SHOWN = ("", "unread", "waiting", "public")
"""Which threads a list shows: all, those with unread messages, those with a proposal to answer, the common ones."""


ROOM = 76
"""So many lines of a phone a thread takes there without being asked: two and a half screens."""
LETTERS = 44
"""So many letters of a message stand in a line of a phone."""
FOLDED_AFTER = 40
"""So many lines of one message a phone shows without being asked."""


class Quote(Struct, frozen=True, kw_only=True):
    """A log entry that a message quotes, as everybody is told it."""

    number: int
    lines: tuple[LogLine, ...]
    more: bool


class MessageLine(Struct, frozen=True, kw_only=True):
    """A message. ``badge`` is ``None`` for a moderator and for a power without its name (``masked``).

    ``edited`` is when it was last given other words, ``earlier`` what it said before, oldest first.
    ``phase`` is the number of the phase in which it was sent, 0 before the first.
    """

    key: str
    badge: Badge | None
    masked: bool
    mine: bool
    text: str
    at: datetime
    edited: datetime | None
    earlier: tuple[MessageWording, ...]
    phase: int
    quotes: tuple[Quote, ...] = ()
    new: bool = False
    may_edit: bool = False

    @property
    def lines(self) -> int:
        """About how many lines of a phone its words are."""
        return sum(1 + len(line) // LETTERS for line in self.text.splitlines() if line)


class PhaseMark(Struct, frozen=True, kw_only=True):
    """Where a phase ends between two messages, and what came of it, were it undone later; or where one begins."""

    number: int
    title: str
    turn_title: str
    headline: str
    at: datetime
    began: datetime
    undone: bool = False


class Term(Struct, frozen=True, kw_only=True):
    """A clause of a text in a thread. ``changed``: the version before did not say it; ``words_only``: no
    rule knows it.
    """

    clause: Clause
    changed: bool
    words_only: bool


class Draft(Struct, frozen=True, kw_only=True):
    """A text on the table between the parties of a thread, as an object in it: which ``version`` it is of its
    author's (0 where that is not known), since when, its terms, and what the version before said that it
    does not say any more.
    """

    row: Between
    version: int
    at: datetime | None
    terms: tuple[Term, ...]
    gone: tuple[str, ...] = ()


class Doing(Struct, frozen=True, kw_only=True):
    """What a party did about a text, or what became of an agreement, at its time in a thread.

    ``by`` is ``None`` for what nobody did alone; ``breach`` marks what went against an agreement. ``when`` is a
    turn, of what is known only by its turn.
    """

    at: datetime
    by: Badge | None
    head: str
    rest: str = ""
    rule: str = ""
    breach: bool = False
    when: str = ""


class ReadTo(Struct, frozen=True, kw_only=True):
    """Whether another party has read a thread to its ``end``."""

    badge: Badge
    end: bool


class Item(Struct, frozen=True, kw_only=True):
    """What stands in a thread, in its order: a message, a phase that was resolved, something done, a text on
    the table. ``unread`` stands on the first message that the reader has not read: how many those are.
    """

    message: MessageLine | None = None
    unread: int = 0
    resolved: PhaseMark | None = None
    begins: PhaseMark | None = None
    doing: Doing | None = None
    draft: Draft | None = None

    def room(self, *, folded: bool) -> int:
        """About how many lines of a phone it takes, with its margins; a long message ``folded``, or whole."""
        if self.message is not None:
            lines = min(self.message.lines, FOLDED_AFTER) if folded else self.message.lines
            return 3 + lines + 4 * len(self.message.quotes)
        if self.draft is not None:
            return (16 if folded else 24) + 2 * len(self.draft.terms)
        return 4


class ThreadLine(Struct, frozen=True, kw_only=True):
    """A thread in the list. ``others`` are the parties but the reader's own power.

    ``masked``: the other power does not give its name; ``my_mask``: the reader's own does not.
    ``last`` is the newest message, ``None`` in a common thread without any. ``waits`` says that a proposal
    in it waits for the reader's answer; ``written`` is how many messages of it they may read, ``since`` the
    turn of the first, empty before the start.
    """

    key: str
    kind: str
    title: str
    parties: tuple[Badge, ...]
    others: tuple[Badge, ...]
    masked: bool
    my_mask: bool
    last: MessageLine | None
    unread: int
    muted: bool
    power: str = ""
    waits: bool = False
    written: int = 0
    since: str = ""


class PhaseBeside(Struct, frozen=True, kw_only=True):
    """The phase in play beside press: how many of those whose orders are asked have sealed, and whether the
    acting power is one of them.
    """

    phase: PhaseLine
    sealed: int
    awaited: int
    sealed_mine: bool


class PressPage(BasePage, frozen=True, kw_only=True):
    """The list of threads; what was found, for a search. ``to`` are the powers one may write to.

    ``show`` is which threads are listed (one of :data:`SHOWN`), ``all_threads``, ``waits`` and ``unread_threads``
    how many there are whatever is listed. ``quoted`` are the entries of the log that a message about to be
    written is to quote, ``recent`` the last ones that it could.
    """

    policy: press_access.Policy
    private: tuple[ThreadLine, ...]
    groups: tuple[ThreadLine, ...]
    common: tuple[ThreadLine, ...]
    unread: int
    to: tuple[Badge, ...]
    closed: str
    words: str = ""
    found: tuple[tuple[ThreadLine, MessageLine], ...] | None = None
    show: str = ""
    all_threads: int = 0
    unread_threads: int = 0
    waits: int = 0
    beside: PhaseBeside | None = None
    quoted: tuple[Quote, ...] = ()
    recent: tuple[Quote, ...] = ()

    @property
    def open(self) -> tuple[ThreadLine, ...]:
        """The threads in which the reader could write: their own, and the public one."""
        mine = [line for line in (*self.private, *self.groups) if line.power]
        return (*mine, *(line for line in self.common if line.kind == "public"))


class ThreadPage(BasePage, frozen=True, kw_only=True):
    """A thread with its messages, oldest first. ``closed`` says why nobody writes there, or is empty.

    ``power`` is for whom the reader writes. ``agreed`` are the parties that agree to open it after
    the end, ``opens`` whether anything in it could be opened. ``earlier`` is the key of the message
    before which there are more, ``later`` that of the one after which there are. ``reads`` is the message to which
    whoever sees this page has read the thread: empty where none of these waits, or one that is not among them does
    before them; ``waiting`` is how many more wait after those shown. ``binds`` is what is in force between just these powers; texts on the table
    stand among the ``items``, the ``loose`` ones, of which no time is known, after them; ``warnings`` are what the
    reader's own orders would spoil of them. ``read`` is how far others have read, where both say so
    (``shows_reading``: whether the reader does).
    """

    policy: press_access.Policy
    phase: PhaseLine | None
    threads: PressPage
    thread: ThreadLine
    items: tuple[Item, ...]
    earlier: str
    later: str
    reads: str
    waiting: int
    closed: str
    power: str
    may_mask: bool
    agreed: tuple[Badge, ...]
    i_agree: bool
    opens: bool
    between: tuple[Between, ...]
    binds: tuple[Between, ...] = ()
    loose: tuple[Draft, ...] = ()
    warnings: tuple[Problem, ...] = ()
    read: tuple[ReadTo, ...] = ()
    shows_reading: bool = False

    def older(self, since: str = "") -> int:
        """How many of the ``items`` a phone folds: all before the message with the key ``since``, else all before the
        last that it has room for, but nothing from the first on that is unread.
        """
        room, fits = 0, max(0, len(self.items) - 1)
        for number in range(len(self.items) - 1, -1, -1):
            one = self.items[number]
            if since and one.message is not None and one.message.key == since:
                return number
            room += one.room(folded=True)
            if room <= ROOM or one.unread:
                fits = number
        return fits


class ThreadAnswer(Struct, frozen=True, kw_only=True):
    """A thread for programs, as :class:`ThreadPage` says it. ``papers`` lie on the table between just its
    parties, ``signed`` are their agreements in force, ``past`` is what became of earlier ones.
    """

    thread: ThreadLine
    policy: press_access.Policy
    messages: tuple[MessageLine, ...]
    earlier: str
    later: str
    closed: str
    agreed: tuple[Badge, ...]
    i_agree: bool
    opens: bool
    papers: tuple[Paper, ...]
    signed: tuple[Agreement, ...]
    past: tuple[Past, ...] = ()
    read: tuple[ReadTo, ...] = ()
    shows_reading: bool = False
