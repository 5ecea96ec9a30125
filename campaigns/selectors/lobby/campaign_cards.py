"""What the lobby says of a campaign."""

from datetime import datetime

from msgspec import Struct

from campaigns.models import Status
from campaigns.selectors.lobby.glimpses import Seen
from campaigns.selectors.reader.power_badges import Badge, SeatLine

LIVE = (Status.RUNNING, Status.PAUSED, Status.WAITING)
"""The statuses of a campaign that has begun and is not over."""


class CampaignCard(Struct, frozen=True, kw_only=True):
    """One campaign in the lobby.

    ``status`` is ``gathering``, ``running``, ``paused``, ``waiting`` or ``finished``. ``new``
    counts the log entries since this reader last looked (0 for one who never did). Who follows it
    with a ``delay`` (in turns) is ``behind`` and sees the card of then. ``clock`` is the policy in one
    sentence, of campaigns that look for players; in an ``anonymous`` one nobody is named; ``dice`` says when they
    are thrown. Where the reader
    plays or moderates, ``sealed`` of the ``awaited`` powers have handed in, and ``mine`` says how far their own are (``sealed``,
    ``draft``, ``waiting``; empty where nothing is asked of them), ``waits_for`` are those who have not, and ``then`` says what
    comes when they have. ``language`` is the code of the one in which its people write
    (:mod:`campaigns.domain.languages`). ``seen`` shows one that is over at a glance.
    """

    slug: str
    title: str
    book_key: str
    book_title: str
    scenario_title: str
    turn_title: str
    phase_title: str
    status: str
    status_reason: str
    due_at: datetime | None
    seats: tuple[SeatLine, ...]
    my_powers: tuple[Badge, ...]
    asked_of_me: bool
    is_moderator: bool
    new: int
    private: bool
    delay: int = 0
    behind: bool = False
    clock: str = ""
    anonymous: bool = False
    dice: str = "prompt"
    sealed: int = 0
    awaited: int = 0
    mine: str = ""
    waits_for: tuple[Badge, ...] = ()
    then: str = ""
    seen: Seen | None = None
    hues: tuple[tuple[str, str], ...] = ()
    language: str = ""

    @property
    def is_live(self) -> bool:
        """Whether it has begun and is not over."""
        return self.status in LIVE

    @property
    def people(self) -> tuple[SeatLine, ...]:
        """The seats that people have."""
        return tuple(seat for seat in self.seats if not seat.free and not seat.bot)

    @property
    def bots(self) -> int:
        """How many seats the autopilot has."""
        return sum(seat.bot for seat in self.seats)

    @property
    def free_seats(self) -> tuple[SeatLine, ...]:
        """The seats that nobody has taken."""
        return tuple(seat for seat in self.seats if seat.free)


class Wanted(Struct, frozen=True, kw_only=True):
    """A seat of a running campaign whose player has gone. ``bot``: the autopilot plays meanwhile. ``token``
    is that of an invitation for everybody, empty where one has to ask the moderator.
    """

    slug: str
    title: str
    book_title: str
    badge: Badge
    bot: bool
    token: str


class OpenTable(Struct, frozen=True, kw_only=True):
    """A campaign that runs in which the reader may take at once any of the seats that autopilots play, with the
    ``people`` who sit there.
    """

    slug: str
    title: str
    book_title: str
    turn_title: str
    phase_title: str
    due_at: datetime | None
    people: tuple[SeatLine, ...]
    badges: tuple[Badge, ...]
