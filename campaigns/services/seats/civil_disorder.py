"""Civil disorder: a seat whose player has missed as many deadlines as the policy says.

The autopilot plays it from then on and it is open for a successor; who had it may be invited back. To be
called with the campaign locked, after the entry that tells who was silent; the caller saves it.
"""

from collections.abc import Collection
from datetime import datetime

from campaigns import messages
from campaigns.domain.entries.seats import SeatInDisorder
from campaigns.models import Campaign
from campaigns.selectors.seats.missed_deadlines import missed_deadlines
from campaigns.services.log import push
from campaigns.services.seats.seat_changes import seat_of, vacate_seat
from campaigns.services.votes import vote_record


def vacate_silent_seats(campaign: Campaign, silent: Collection[str], *, at: datetime) -> list[str]:
    """Let the seats among the silent whose time has come fall into civil disorder; which."""
    after = campaign.policy.silence.disorder_after
    if not after:
        return []
    fallen = []
    for power in silent:
        seat = seat_of(campaign, power)
        if seat.person_id is None:
            continue
        missed = missed_deadlines(campaign, seat)
        if missed >= after:
            person, entry = seat.person, SeatInDisorder(missed=missed)
            vacate_seat(campaign, seat, entry, bot=True, actor="clock", at=at, person=person)
            fallen.append(power)
    if fallen:
        vote_record.lapse(campaign, at=at, why=messages.SEATS_CHANGED)
        push.changed(campaign.slug, ("seats",))
    return fallen
