"""A submission: what a power's player hands in, with the campaign locked.

All that it has to know is read by one statement behind the lock: who sits there, the phase, what
the power has written already, and who is ready.
"""

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns import rulebooks
from campaigns.domain.clock import ClosedReason
from campaigns.domain.wording import within
from campaigns.errors import OrdersClosed
from campaigns.models import Campaign, Phase, Sheet, Status
from campaigns.rulebooks import menus, states
from campaigns.selectors.phase.clocks import closed_to
from campaigns.selectors.reader.deputies import ActingPlayer
from campaigns.services.log import lock
from core.sql.statements import Joined, Part
from rules.kernel.phases import AskedPower

_READY = """(
    SELECT jsonb_object_agg(other.power, other.ready)::text FROM campaigns_sheet AS other
    WHERE other.phase_id = phase.id AND other.state = 'sealed'
)"""
_KNOWN = Joined(
    (
        Part(Phase, "phase", without=("opening", "rolls", "about", "asked")),
        Part(Sheet, "sealed"),
        Part(Sheet, "draft"),
        Part(Sheet, "before"),
    ),
    """
    FROM campaigns_campaign AS campaign
    LEFT JOIN campaigns_phase AS phase ON phase.id = campaign.phase_id
    LEFT JOIN campaigns_seat AS seat
        ON seat.campaign_id = campaign.id AND seat.power = %s AND seat.person_id = %s
    LEFT JOIN campaigns_sheet AS sealed
        ON sealed.phase_id = phase.id AND sealed.power = seat.power AND sealed.state = 'sealed'
    LEFT JOIN campaigns_sheet AS draft
        ON draft.phase_id = phase.id AND draft.power = seat.power AND draft.state = 'draft'
    LEFT JOIN campaigns_sheet AS before
        ON before.phase_id = phase.id AND before.power = seat.power
        AND before.key <> '' AND before.key = %s
    WHERE campaign.id = %s
    """,
    more=("seat.id", _READY),
)


@dataclass(slots=True)
class Submission:
    """What is there when a player hands something in: the phase, what it asks, the power's sheets.

    ``before`` is what this very request has sealed already. ``ready`` says who has sealed and
    whether they are ready; it is kept in step with what is written.
    """

    campaign: Campaign
    phase: Phase
    book: rulebooks.Book
    asked: AskedPower
    sealed: Sheet | None
    draft: Sheet | None
    before: Sheet | None
    ready: dict[str, bool]
    now: datetime
    #: In whose name it is written, and the deputy who writes it, if it is one.
    player: ActingPlayer
    via: int | None

    def require_open(self) -> None:
        """Seals may be given and changed until the deadline; after it only by the silent, unless the
        policy leaves them open while somebody is waited for. While the clock stands still it shows the time at which
        it was stopped.
        """
        sealed, power = self.sealed is not None, self.asked.power
        closed = closed_to(self.campaign, self.phase, power, self.now, sealed=sealed)
        if closed == ClosedReason.LOCKED:
            raise OrdersClosed(
                _("The deadline has passed; seals given before it stay as they are."),
                remedy=_("Only those who have sealed nothing can still seal."),
            )
        if closed is not None:
            raise OrdersClosed(_("The deadline has passed."), remedy=self._then(closed))

    def _then(self, closed: ClosedReason) -> str:
        """What comes after the deadline that has passed."""
        if closed == ClosedReason.OTHERS:
            return _("The phase waits only for the power that was given more time.")
        if self.campaign.status == Status.PAUSED:
            return _("The phase is resolved when the clock runs again.")
        return _("Look again in a moment: the phase is being resolved.")


def begin(
    slug: str, by: Any, power: str, number: int, *, key: str = "", level: str = ""
) -> Submission:
    """Lock the campaign and begin; ``number`` is the phase that the player means, ``key`` the name
    of the request's key, if it seals and has one. ``level`` is how far a deputy must go to do this; no
    deputy does it where it is empty.

    Raises what :mod:`campaigns.services.log.lock` requires, and ``OrdersClosed`` if nothing is
    asked of the power.
    """
    person = lock.require_person(by)
    campaign = lock.locked_to_write(slug)
    player = ActingPlayer(person.pk)
    found = _KNOWN.first(power, player.pk, key, campaign.pk)
    if found is not None and found[4] is None and level:
        player = lock.require_acting_player(campaign, by, power, level)
        found = _KNOWN.first(power, player.pk, key, campaign.pk)
    if found is None:
        raise lock.no_such(slug)
    phase, sealed, draft, before, seat, ready = found
    if seat is None:
        raise lock.not_yours(campaign, by, power)
    lock.require_play(campaign)
    lock.require_meant(lock.of_campaign(phase, campaign), number)
    if phase.closed_at is not None:
        raise OrdersClosed(
            _("The phase is closed and waits for its dice."),
            remedy=_("Look again in a moment; the page says how long it waits at most."),
        )
    book, asked = states.book_of(campaign), menus.asked(phase, power)
    if asked is None:
        raise OrdersClosed(
            _("Nothing is asked of %(name)s now.") % {"name": within(book.powers[power].name)},
            field="power",
        )
    for sheet in (sealed, draft, before):
        if sheet is not None:
            sheet.phase = phase
    return Submission(
        campaign,
        phase,
        book,
        asked,
        sealed,
        draft,
        before,
        json.loads(ready) if ready else {},
        timezone.now(),
        player,
        person.pk if campaign.acting is not None else None,
    )
