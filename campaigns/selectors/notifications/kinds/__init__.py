"""The kinds of notifications, a class each in the modules of this package; what they share, and their register."""

import pkgutil
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from datetime import datetime
from enum import StrEnum
from importlib import import_module
from typing import Any, ClassVar

from django.conf import settings
from msgspec import Struct

from campaigns.domain.entries import Entry, tags
from campaigns.domain.wording import with_its_turn
from campaigns.models import Campaign, LogEntry, Notification, Phase, PressMessage, Webhook
from campaigns.selectors.notifications import audience
from core.gettext import LazyText
from core.gettext import gettext_lazy as _


class How(StrEnum):
    """How somebody hears of something by mail."""

    OFF = "off"
    ONCE = "once"
    DIGEST = "digest"


class Preference(Struct, frozen=True, kw_only=True):
    """What people can choose of a kind, or of several together: ``key`` is stored, ``how`` holds unless they
    chose.
    """

    key: str
    title: str | LazyText
    about: str | LazyText
    how: How


class Cause(Struct, frozen=True):
    """Why notifications are written now, and what they are about. ``doer`` need not be told. ``powers`` are those of
    which orders are wanted, if not all of which the phase asks some. ``moment`` is a deadline, or when it happened if no
    entry says so, and ``nth`` which of several about the same.
    """

    phase: Phase
    at: datetime
    entry: LogEntry | None = None
    message: PressMessage | None = None
    webhook: Webhook | None = None
    moment: datetime | None = None
    nth: int = 0
    powers: Iterable[str] | None = None
    doer: int | None = None

    @property
    def campaign(self) -> Campaign:
        """The campaign that it is about."""
        return self.phase.campaign

    @property
    def doers(self) -> set[int]:
        """Who did it, and whom the entry names: they know."""
        named = self.entry.person_id if self.entry is not None else None
        return {one for one in (named, self.doer) if one is not None}

    @property
    def about(self) -> dict[str, Any]:
        """What a row keeps of it."""
        moment = self.moment.replace(microsecond=0) if self.moment is not None else None
        return {
            "phase": self.phase,
            "entry": self.entry,
            "message": self.message,
            "webhook": self.webhook,
            "moment": moment,
            "nth": self.nth,
        }


class NotificationKind(ABC):
    """One kind of notification, and as an instance one to somebody: made from its row when it is sent.

    A new kind is a subclass in a module of this package; nothing else need know it. One that lacks something cannot
    be imported. Its texts are public, and say how much waits for its reader; never what, nothing of an order, and of
    a private message neither its words nor whose it is.
    """

    #: What its rows are called in the database, in at most twelve letters. It never changes.
    key: ClassVar[str]
    #: What the list of what was sent calls it.
    label: ClassVar[str | LazyText]
    #: Its place among the kinds: in this order a message tells them, and a page lists what can be chosen.
    rank: ClassVar[int]
    #: What people can choose of it; ``None`` for what always comes.
    preference: ClassVar[Preference | None]
    #: The log entries that bring it; none where somebody else asks for it to be written.
    entries: ClassVar[tuple[type[Entry], ...]] = ()
    #: Those of them that are nothing new in the inbox.
    quiet: ClassVar[tuple[type[Entry], ...]] = ()
    #: The kind of thread whose messages bring it.
    thread: ClassVar[str] = ""
    #: It is written whomever it concerns, so no row stays when it has been looked at.
    traceless: ClassVar[bool] = False
    #: It asks for orders.
    asks_orders: ClassVar[bool] = False
    #: It names a deadline, and waits while the clock stands still.
    waits_for_clock: ClassVar[bool] = False
    #: What its button says.
    verb: ClassVar[str | LazyText] = _("Open the campaign")
    #: Where it is dealt with, below the page of the campaign.
    page: ClassVar[str] = ""

    def __init_subclass__(cls, *, abstract: bool = False, **options: Any) -> None:
        super().__init_subclass__(**options)
        if abstract:
            return
        needed = ("key", "label", "rank", "preference", "audience", "still_true", "text")
        lacking = [
            name
            for name in needed
            if getattr(getattr(cls, name, None), "__isabstractmethod__", not hasattr(cls, name))
        ]
        if lacking:
            raise TypeError(f"the notification {cls.__name__} lacks {', '.join(lacking)}")
        if cls.key in KINDS or len(cls.key) > KEY_LENGTH:
            raise TypeError(f"{cls.key!r} of {cls.__name__} is taken, or too long")
        KINDS[cls.key] = cls

    def __init__(self, row: Notification) -> None:
        self.row = row

    @classmethod
    @abstractmethod
    def audience(cls, cause: Cause) -> AbstractSet[int | None]:
        """To whom it is written, ``None`` for those who run the site. Asked with the campaign locked."""

    @abstractmethod
    def still_true(self) -> bool:
        """Whether it tells its reader something that is so, and that they have not done or seen."""

    @abstractmethod
    def text(self) -> tuple[str, str]:
        """Its subject and its text, in the language of its reader."""

    def button(self) -> str:
        """What the button of a message does."""
        return str(self.verb)

    def waiting(self) -> tuple[str, ...]:
        """Of one that tells how much waits: all that waits now, by names that are noted as told."""
        return ()

    @property
    def is_due(self) -> bool:
        """Whether it is still true, and its reader can be reached by its way."""
        person = self.row.person
        if person is None:
            return self.still_true()
        by_its_way = self.row.device_id is not None or bool(person.email)
        return bool(person.is_active) and by_its_way and self.still_true()

    @property
    def person(self) -> Any:
        """Its reader; ``None`` for those who run the site."""
        return self.row.person

    @property
    def at_desk(self) -> bool:
        """Whether its reader moderates the campaign."""
        return self.row.person_id in audience.moderators(self.campaign)

    @property
    def phase(self) -> Phase:
        """The phase that it is about."""
        return self.row.phase

    @property
    def campaign(self) -> Campaign:
        """The campaign that it is about."""
        return self.row.phase.campaign

    @property
    def entry(self) -> LogEntry:
        """The log entry that it tells of. Raises ``ValueError`` where it has none."""
        if self.row.entry is None:
            raise ValueError(f"a {self.key} without a log entry")
        return self.row.entry

    @property
    def named_phase(self) -> str:
        """The phase by name, with its turn."""
        return with_its_turn(self.phase.turn_title, self.phase.title)

    @property
    def address(self) -> str:
        """The page where it is dealt with."""
        return self.below(self.page)

    def below(self, page: str) -> str:
        """The address of a page below that of the campaign."""
        return f"{settings.SITE_ADDRESS}/c/{self.campaign.slug}/{page}"

    def links(self) -> tuple[tuple[str, str], ...]:
        """The pages where what it tells is dealt with, each with what its button says; the first is its address."""
        return ((self.address, self.button()),)


KEY_LENGTH = 12
KINDS: dict[str, type[NotificationKind]] = {}
"""All kinds by their keys."""


def of(row: Notification) -> NotificationKind:
    """The notification of a row. Raises ``KeyError`` for one of a kind that this release does not know."""
    return KINDS[row.kind](row)


def ranked() -> list[type[NotificationKind]]:
    """All kinds in their order."""
    return sorted(KINDS.values(), key=lambda kind: kind.rank)


def preferences() -> dict[str, Preference]:
    """What people can choose, by key, in the order in which a page lists it."""
    return {kind.preference.key: kind.preference for kind in ranked() if kind.preference}


def preference_key(row: Notification) -> str:
    """The key of what people can choose of a notification; empty for what always comes."""
    preference = KINDS[row.kind].preference
    return preference.key if preference is not None else ""


def brought_by(tag: str) -> Iterator[type[NotificationKind]]:
    """The kinds that a log entry brings, by its tag."""
    return (kind for kind in ranked() if tag in tags(*kind.entries))


def of_thread(thread: str) -> type[NotificationKind]:
    """The kind that a message of press brings, by the kind of its thread."""
    return next(kind for kind in ranked() if kind.thread == thread)


def new_to_inbox() -> list[str]:
    """The tags of the log entries after which the inbox has something new."""
    return [entry.tag for kind in ranked() for entry in kind.entries if entry not in kind.quiet]


def discover() -> None:
    """Import the modules of this package, which register their kinds. Raises ``TypeError`` for an incomplete one."""
    for module in pkgutil.iter_modules(__path__):
        import_module(f"{__name__}.{module.name}")


discover()
