"""Forks: a campaign played again from the opening of one of its phases, as a campaign of its own.

The new campaign has an address, dice and seals of its own. It takes over the position, the rules and the
clock, and nothing else: no seal, no draft, no press, no standing order, no link.

While the first campaign runs, its position holds what is secret in it. So the same people play the fork,
in the same seats, once all of them have agreed; nobody else reads it, and what it began with is opened
when both are over (:mod:`campaigns.rulebooks.fork_origin`). Once nothing of the first campaign is secret any more,
whoever may read it may fork it, with whom they like.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.domain.entries.campaign import CampaignForked
from campaigns.domain.entries.phases import PhaseOpened
from campaigns.errors import NotNow
from campaigns.models import Campaign, Phase
from campaigns.rulebooks import fork_origin
from campaigns.selectors.reader import names
from campaigns.services.lifecycle import founding
from campaigns.services.lifecycle.founding import Seating
from campaigns.services.log import push
from campaigns.services.log.lock import (
    locked,
    require_account,
    require_play,
    require_reader,
    require_reason,
)
from campaigns.services.log.service import service
from campaigns.services.phases import branches
from campaigns.services.votes import proposals, vote_record
from campaigns.services.votes.proposals import Decision, Question

KIND: Final = "fork"


@service("found")
def propose(slug: str, *, by: Any, phase: int, reason: str, title: str = "") -> str:
    """Ask the players of a running campaign to fork it from the opening of a phase, in the same seats.

    Returns the slug of the fork if nobody else had to be asked, else nothing.
    """
    require_account(by)
    campaign = locked(slug)
    require_reader(campaign, by)
    people = vote_record.seated(campaign)
    remedy = _("Once the campaign is over, everybody who may read it can fork it.")
    actor = vote_record.require_say(campaign, by, people, remedy=remedy)
    reason = require_reason(reason)
    require_play(campaign)
    _require_people(campaign)
    target = branches.phase_of(campaign, phase, field="phase")
    branches.opening_of(campaign, target, field="phase")
    about = {
        "from": target.number,
        "title": target.title,
        "turn": target.turn_title,
        "name": _title(campaign, target, title),
    }
    question = Question(kind=KIND, about=about, voters=people, unanimous=True)
    made: list[str] = []
    proposals.decide_or_ask(
        campaign,
        question,
        lambda *decided: made.append(carry(*decided)),
        by=by,
        reason=reason,
        actor=actor,
    )
    return "".join(made)


@service("found")
def fork(
    slug: str,
    *,
    by: Any,
    phase: int,
    title: str = "",
    private: bool = False,
    listed: bool = True,
    anonymous: bool = False,
    take: Sequence[str] = (),
    bots: Sequence[str] = (),
) -> str:
    """Fork a campaign that is over from the opening of a phase, with ``by`` as the moderator, who plays the
    powers of ``take``; those of ``bots`` the autopilot plays, the others are free. The fork of a private
    campaign is private; in an ``anonymous`` one the people behind the seats are hidden. Returns the slug
    of the new campaign, which waits for its players.
    """
    require_account(by)
    campaign = locked(slug)
    require_reader(campaign, by)
    if not fork_origin.is_open(campaign):
        raise NotNow(
            _("Something of this campaign, or of the one that it comes from, is still secret."),
            remedy=_(
                "Others can fork it when that is over. Until then its players may agree to do so."
            ),
        )
    target = branches.phase_of(campaign, phase, field="phase")
    seats = list(campaign.seats.order_by("order").values_list("power", flat=True))
    founding.require_seats(seats, (*take, *bots))
    seating = founding.seated(seats, by, take=take, bots=bots)
    made = _fork(
        campaign,
        target,
        seating,
        by=by,
        actor="moderator",
        moderators=(by,),
        title=_title(campaign, target, title),
        # Its position would tell strangers of a campaign that they may not even know of.
        private=private or campaign.private,
        listed=listed,
        anonymous=anonymous,
        at=timezone.now(),
    )
    return made.slug


def carry(campaign: Campaign, decision: Decision) -> str:
    """Do what was agreed to; the slug of the fork. The campaign is locked."""
    about, by, at = decision.about, decision.by, decision.at
    _require_people(campaign)
    target = branches.phase_of(campaign, about["from"], field="phase")
    seats = campaign.seats.order_by("order").select_related("person")
    made = _fork(
        campaign,
        target,
        {seat.power: seat.person for seat in seats},
        by=by,
        actor="people",
        moderators=list(campaign.moderators.order_by("pk")),
        title=about["name"],
        private=True,
        listed=False,
        # The same people play both: named in one, they would be named in the other.
        anonymous=names.hides_its_players(campaign),
        at=at,
    )
    decision.log(
        campaign,
        CampaignForked(
            from_=target.number,
            title=target.title,
            turn=target.turn_title,
            **decision.why,
        ),
    )
    campaign.save()
    made.unattended = campaign.unattended
    founding.begin(made, by=by, actor="people", at=at)
    made.save()
    push.changed(campaign.slug, push.ASKED)
    return made.slug


def _fork(
    campaign: Campaign,
    target: Phase,
    seating: Seating,
    *,
    by: Any,
    actor: str,
    moderators: Sequence[Any],
    title: str,
    private: bool,
    listed: bool,
    anonymous: bool,
    at: datetime,
) -> Campaign:
    state = branches.opening_of(campaign, target, field="phase")
    position = fork_origin.position_of(state)
    opened = campaign.log.get(phase=target, kind=PhaseOpened.tag)
    made = Campaign(
        title=title,
        private=private,
        listed=listed and not private,
        anonymous=anonymous,
        dice_policy=campaign.dice_policy,
        dice_wait=campaign.dice_wait,
        beacon=campaign.beacon,
        language=campaign.language,
        created_at=at,
        rulebook=campaign.rulebook,
        revision=campaign.revision,
        scenario=campaign.scenario,
        variants=dict(state.variants),
        tables=dict(getattr(state, "tables", {})),
    )
    made.policy = campaign.last_policy
    founding.found(
        made,
        seating,
        by=by,
        actor=actor,
        moderators=moderators,
        at=at,
        forked=fork_origin.told(campaign, target, opened.hash),
        commitment=fork_origin.commitment(position),
    )
    fork_origin.keep(made, campaign, target.number, position)
    return made


def unplayed(campaign: Campaign) -> list[str]:
    """The powers of a campaign that no person plays."""
    rows = campaign.seats.filter(person__isnull=True).order_by("order")
    return list(rows.values_list("power", flat=True))


def _require_people(campaign: Campaign) -> None:
    """An autopilot plays the same way in the fork: who plays against it there would learn what it does
    here.
    """
    if left := unplayed(campaign):
        raise NotNow(
            _("No person plays %(left)s, and this campaign still runs.")
            % {"left": ", ".join(left)},
            remedy=_("Fork it when every power has a player, or after its end."),
        )


def _title(campaign: Campaign, target: Phase, title: str) -> str:
    """What the fork is called; where nobody says so, as the first campaign and its turn."""
    if title.strip():
        return founding.require_title(title)
    end = f", from {target.turn_title}"
    return campaign.title[: founding.LONGEST_TITLE - len(end)] + end
