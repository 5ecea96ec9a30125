"""With how much delay those follow a campaign who have no seat in it and do not moderate.

It is settled at the founding. Later a moderator may lengthen it alone: what was shown stays shown. To
shorten it shows sooner what the players counted on being hidden, so all of them must agree.
"""

from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import UNSET, UnsetType

from campaigns.domain.entries.campaign import SpectatorsDelayed
from campaigns.errors import NotOnTheMenu
from campaigns.models import Campaign, Consent, Status
from campaigns.services.log import entries, push
from campaigns.services.log.lock import locked_for_moderator, require_reason, require_status
from campaigns.services.log.service import service
from campaigns.services.phases import turn_starts
from campaigns.services.seats.seat_changes import PLAYABLE
from campaigns.services.votes import proposals, vote_record
from campaigns.services.votes.proposals import Question

KIND = "delay"
"""The kind of question by which the people agree to a shorter delay."""
LONGEST = 40
"""So many turns a delay may have."""


def require_turns(turns: int) -> int:
    """A delay within bounds."""
    if not 0 <= turns <= LONGEST:
        raise NotOnTheMenu(
            _("Spectators follow from 0 to %(longest)s turns behind, not %(turns)s.")
            % {"longest": LONGEST, "turns": turns},
            field="delay",
        )
    return turns


@service("desk")
def set_delay(slug: str, *, by: Any, turns: int, reason: str) -> int | None:
    """Change the delay; the number of the question if the people are asked first.

    Raises ``NotYours``, ``NotOnTheMenu``, ``NotNow``.
    """
    campaign = locked_for_moderator(slug, by)
    reason, turns = require_reason(reason), require_turns(turns)
    require_status(campaign, *PLAYABLE)
    if turns == campaign.delay:
        return None
    now = timezone.now()
    people = vote_record.seated(campaign)
    if turns > campaign.delay or campaign.status == Status.GATHERING or not people:
        _change(campaign, turns, reason, by=by, actor="moderator", at=now)
        return None
    question = Question(kind=KIND, about={"turns": turns}, voters=people, unanimous=True)
    return proposals.ask_or_do(
        campaign, question, carry, by=by, reason=reason, at=now, actor="moderator"
    )


def carry(campaign: Campaign, consent: Consent, at: datetime) -> None:
    """Shorten the delay, as the people agreed. The campaign is locked."""
    _change(
        campaign,
        consent.about["turns"],
        consent.reason,
        by=consent.asked_by,
        actor="people",
        at=at,
        consent=consent.number,
    )


def _change(
    campaign: Campaign,
    delay: int,
    reason: str,
    *,
    by: Any,
    actor: str,
    at: datetime,
    consent: int | UnsetType = UNSET,
) -> None:
    said = SpectatorsDelayed(before=campaign.delay, turns=delay, reason=reason, consent=consent)
    entries.append(campaign, said, at=at, actor=actor, person=by)
    campaign.delay = delay
    if delay:
        turn_starts.hide(campaign)
        if campaign.phase is not None:
            turn_starts.disclose(campaign, campaign.phase.turn)
    else:
        turn_starts.show(campaign)
    campaign.save()
    push.changed(campaign.slug, ("strip", "seats", "log"))
