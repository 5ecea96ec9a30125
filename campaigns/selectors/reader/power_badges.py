"""The small records that many answers share: a power's badge and who sits where."""

from datetime import datetime

from msgspec import Struct


class Badge(Struct, frozen=True, kw_only=True):
    """How a power (or a faction, or nobody) is shown beside a line.

    ``mark`` is its shape (square, disc, triangle, diamond, ring), ``code`` two letters,
    ``faction`` the key of its side, ``hue`` the one that the side has (axis, western, russia, japan,
    neutral). For a side itself ``code`` is empty.
    """

    key: str
    name: str
    code: str = ""
    mark: str = "ring"
    faction: str = ""
    adjective: str = ""
    hue: str = "neutral"


class SeatLine(Struct, frozen=True, kw_only=True):
    """One seat of a campaign: its power and who has it.

    ``taken_by`` is the display name of its player, ``"autopilot"`` for a bot, and empty when
    the seat is free. ``person_id`` is there on the moderator's desk and on the page of the seats, where
    their own page shows it.
    """

    badge: Badge
    taken_by: str
    bot: bool
    mine: bool
    since: datetime | None = None
    person_id: int | None = None
    username: str = ""

    @property
    def free(self) -> bool:
        """Whether somebody may still sit down here."""
        return not self.taken_by
