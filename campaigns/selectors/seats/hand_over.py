"""The hand-over packet: what somebody who takes a seat over needs, from what the seat may know."""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from msgspec import Struct

from campaigns.errors import NotYours, SignInFirst
from campaigns.models.advice import AdviceContent
from campaigns.selectors.orders.agreements import Between, in_force_of
from campaigns.selectors.orders.obligations import owed_by
from campaigns.selectors.orders.own_orders import in_words, orders_of, standing_of
from campaigns.selectors.phase.phase_strip import head_of, phase_line, reader_of, sheets_of
from campaigns.selectors.phase.records import BasePage, Owing, PhaseLine
from campaigns.selectors.press.press_records import ThreadLine
from campaigns.selectors.press.threads import threads_of_seat
from campaigns.selectors.reader.access import Reading, power_badge, reading
from campaigns.selectors.reader.power_badges import Badge
from campaigns.selectors.seats import advice as seat_advice
from campaigns.selectors.seats.tenures import TenureLine, tenures_of


class AdviceLine(Struct, frozen=True, kw_only=True):
    """What somebody who had the seat before wrote for whoever follows."""

    name: str
    text: str
    at: datetime


class HandOver(BasePage, frozen=True, kw_only=True):
    """The packet of one seat. ``standing`` is in words, and ``unread_standing`` says that there are
    standing orders of before which open with the end of the phase; ``unread_seal`` likewise of what is
    sealed. ``came`` are the threads that were handed over with the seat. ``written`` and ``to_hand`` are what the reader leaves themselves, ``handing`` the keys of the
    threads that go with it.
    """

    phase: PhaseLine | None
    badge: Badge
    tenures: tuple[TenureLine, ...]
    advice: tuple[AdviceLine, ...]
    standing: str
    unread_standing: bool
    unread_seal: bool
    agreements: tuple[Between, ...]
    owed: tuple[Owing, ...]
    threads: tuple[ThreadLine, ...]
    came: tuple[ThreadLine, ...]
    written: str
    handing: frozenset[str]
    longest: int


def hand_over(slug: str, person: Any, power: str | None = None) -> HandOver:
    """The packet of a seat, for the one who sits there. Raises ``SignInFirst``, ``NotYours``."""
    at = reading(slug, person, power)
    if at.person is None:
        raise SignInFirst(_("Seats are handed over to players."), remedy=_("Sign in first."))
    acting = at.acting
    if acting is None or acting not in at.own_powers:
        raise NotYours(
            _("This is for the one who sits in the seat."), remedy=_("Ask its moderator.")
        )
    mine = orders_of(at, acting, sheets_of(at), standing_of(at))
    own = seat_advice.own(at.campaign, acting, at.person)
    threads, came = threads_of_seat(at, acting)
    kept = own.content if own is not None else AdviceContent()
    return HandOver(
        head=head_of(at),
        reader=reader_of(at),
        phase=phase_line(at),
        badge=power_badge(at.book, acting),
        tenures=tenures_of(at, acting),
        advice=_advice(at, acting),
        standing=in_words(at, mine.standing) if mine.standing else "",
        unread_standing=mine.unread_standing,
        unread_seal=mine.unread_seal,
        agreements=in_force_of(at, acting),
        owed=owed_by(at, acting),
        threads=threads,
        came=came,
        written=kept.text,
        handing=frozenset(kept.threads),
        longest=seat_advice.LONGEST,
    )


def _advice(at: Reading, power: str) -> tuple[AdviceLine, ...]:
    rows = seat_advice.inherited(at.campaign, power, at.person)
    known = at.people(row.by_id for row in rows)
    return tuple(
        AdviceLine(name=known.of_seat(row.by_id, power), text=text, at=row.at)
        for row in rows
        if (text := row.content.text)
    )
