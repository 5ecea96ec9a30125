"""Whether the people behind the seats are hidden until the end.

It is settled when a campaign is created. Later all who are seated must agree: to be hidden only before the
start, to be named at any time. Who had a seat before and is not asked stays hidden until the end
(:mod:`campaigns.selectors.reader.names`).
"""

from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.domain.entries.campaign import AnonymityChanged
from campaigns.errors import NotNow
from campaigns.models import Campaign, Status
from campaigns.selectors.reader import names
from campaigns.services.log import push
from campaigns.services.log.lock import locked_for_moderator, require_not_over, require_reason
from campaigns.services.log.service import service
from campaigns.services.votes import proposals, vote_record
from campaigns.services.votes.proposals import Decision, Question

KIND: Final = "anonymity"


@service("desk")
def set_anonymous(slug: str, *, by: Any, anonymous: bool, reason: str) -> int | None:
    """Hide the people until the end, or name them; the number of the question if they are asked first.

    Raises ``NotYours``; ``NotNow`` for one who would hide people after the start.
    """
    campaign = locked_for_moderator(slug, by)
    reason = require_reason(reason)
    require_not_over(campaign)
    if anonymous == names.hides_its_players(campaign):
        return None
    if anonymous and campaign.status != Status.GATHERING:
        raise NotNow(
            _("Everybody has read the names of the players since the start."),
            remedy=_("Players can be hidden only before a campaign starts."),
        )
    people = vote_record.seated(campaign)
    return proposals.decide_or_ask(
        campaign,
        Question(kind=KIND, about={"anonymous": anonymous}, voters=people, unanimous=True),
        carry,
        by=by,
        reason=reason,
        actor="moderator",
        alone=not people,
    )


def carry(campaign: Campaign, decision: Decision) -> None:
    """Do what was decided. The campaign is locked."""
    anonymous = decision.about["anonymous"]
    if anonymous and campaign.status != Status.GATHERING:
        raise NotNow(_("The campaign has started meanwhile."), remedy=_("Withdraw the question."))
    decision.log(
        campaign,
        AnonymityChanged(anonymous=anonymous, **decision.why),
    )
    if anonymous:
        campaign.anonymous, campaign.named_at = True, None
    else:
        campaign.named_at = decision.at
    push.save_and_tell(campaign, ("strip", "seats", "log"))


def require_knows_people(campaign: Campaign, by: Any) -> None:
    """Refuse one who names somebody by their account where they may not know who plays: what comes of it
    would tell.
    """
    if not names.hides_its_players(campaign):
        return
    if not names.names_for(campaign, by.pk, timezone.now()).reader_knows_all:
        raise NotNow(
            _(
                "The players of this campaign are anonymous: here only a moderator who does not play gives "
                "something to an account."
            ),
            field="username",
            remedy=_("Free the seat, or let the autopilot play it, and send an invitation."),
        )
