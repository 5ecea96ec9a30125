"""With how much delay those follow a campaign who have no seat in it and do not moderate.

It is settled at the founding. Later a moderator may lengthen it alone: what was shown stays shown. To
shorten it shows sooner what the players counted on being hidden, so all of them must agree.
"""

from typing import Any

from django.utils.translation import gettext as _

from campaigns.domain.entries.campaign import SpectatorsDelayed
from campaigns.errors import NotOnTheMenu
from campaigns.models import Campaign, Status
from campaigns.services.log import push
from campaigns.services.log.lock import locked_for_moderator, require_not_over, require_reason
from campaigns.services.log.service import service
from campaigns.services.phases import turn_starts
from campaigns.services.votes import proposals, vote_record
from campaigns.services.votes.proposals import Decision, Question

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
    require_not_over(campaign)
    if turns == campaign.delay:
        return None
    people = vote_record.seated(campaign)
    return proposals.decide_or_ask(
        campaign,
        Question(kind=KIND, about={"turns": turns}, voters=people, unanimous=True),
        carry,
        by=by,
        reason=reason,
        actor="moderator",
        alone=turns > campaign.delay or campaign.status == Status.GATHERING or not people,
    )


def carry(campaign: Campaign, decision: Decision) -> None:
    """Change the delay, as was decided. The campaign is locked."""
    turns = decision.about["turns"]
    decision.log(
        campaign,
        SpectatorsDelayed(before=campaign.delay, turns=turns, **decision.why),
    )
    campaign.delay = turns
    if turns:
        turn_starts.hide(campaign)
        if campaign.phase is not None:
            turn_starts.disclose(campaign, campaign.phase.turn)
    else:
        turn_starts.show(campaign)
    push.save_and_tell(campaign, ("strip", "seats", "log"))
