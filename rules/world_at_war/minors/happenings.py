"""What can happen to minor countries, besides what diplomacy brings about."""

from rules.kernel.audience import PUBLIC, Audience
from rules.kernel.events import Event


class ClockStarted(Event, frozen=True, kw_only=True, tag="clock_started"):
    """A clock began to run for a country; ``due`` is the turn in which it strikes."""

    clock: str
    area: str
    power: str
    due: int
    text: str
    audience: Audience = PUBLIC


class ClockEnded(Event, frozen=True, kw_only=True, tag="clock_ended"):
    """A clock struck (``how``: struck) or was stopped in time (``how``: stopped)."""

    clock: str
    area: str
    power: str
    how: str
    text: str
    audience: Audience = PUBLIC


MinorHappening = ClockStarted | ClockEnded
