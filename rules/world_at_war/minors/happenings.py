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


class BrpsPosted(Event, frozen=True, kw_only=True, tag="brps_posted"):
    """A line was added to a power's ledger: ``amount`` is ``percent`` of ``full``, ``total`` the sum of
    this year's lines after it, ``reason`` a phrase, ``area`` an area or country ("" for none).
    """

    power: str
    area: str
    full: int
    percent: int
    amount: int
    total: int
    reason: str
    audience: Audience = PUBLIC


class ExcessLost(Event, frozen=True, kw_only=True, tag="excess_lost"):
    """More foreign units than allowed were in a country, or supplied through it, as a player turn
    ended: so many factors over ``limit``, and armor units over their own, are eliminated.
    """

    country: str
    factors: int
    armor: int
    limit: int
    audience: Audience = PUBLIC


MinorHappening = ClockStarted | ClockEnded | BrpsPosted | ExcessLost
