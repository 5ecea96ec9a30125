"""When a message may go out: quiet hours and the hour of the digest, in the reader's own zone. Pure."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from msgspec import Struct

DIGEST_AT = 18
"""The hour of the digest of one who has chosen none."""


class Hours(Struct, frozen=True, kw_only=True):
    """Somebody's hours, each from 0 to 23; no quiet hours where both are the same.

    Quiet hours may pass midnight.
    """

    zone: ZoneInfo
    quiet_from: int = 0
    quiet_until: int = 0
    digest_at: int = DIGEST_AT

    def is_quiet(self, now: datetime) -> bool:
        """Whether it is quiet now."""
        hour = now.astimezone(self.zone).hour
        if self.quiet_from <= self.quiet_until:
            return self.quiet_from <= hour < self.quiet_until
        return hour >= self.quiet_from or hour < self.quiet_until

    def after_quiet(self, now: datetime) -> datetime:
        """When the quiet hours end; ``now`` if it is not quiet."""
        return self._next(now, self.quiet_until) if self.is_quiet(now) else now

    def digest_after(self, moment: datetime) -> datetime:
        """When the next digest after a moment goes out."""
        return self.after_quiet(self._next(moment, self.digest_at))

    def _next(self, moment: datetime, hour: int) -> datetime:
        """The next time after a moment that it is this hour there.

        An hour that the clocks skip is taken an hour later, one that comes twice the first time.
        """
        day = moment.astimezone(self.zone).date()
        for days in range(3):
            there = datetime.combine(day + timedelta(days=days), time(hour), tzinfo=self.zone)
            found = there.astimezone(UTC)
            if found > moment:
                return found
        raise AssertionError("the hour comes every day")
