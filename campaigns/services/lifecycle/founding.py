"""What founding a campaign and beginning its play have in common, whether it begins with its scenario or
is forked from another one.

To be called with the campaign locked, or not saved yet.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from msgspec import UNSET

from accounts.names import require_readable
from campaigns.crypto import autopilot_seeds, dice_chain, secret_log, site_keys
from campaigns.domain import export_file
from campaigns.domain.entries.campaign import CampaignFounded, CampaignStarted
from campaigns.domain.entries.entry import Maybe
from campaigns.domain.entries.seats import SeatEntered
from campaigns.errors import NotOnTheMenu
from campaigns.models import Campaign, Status, Tenure
from campaigns.rulebooks import fork_origin
from campaigns.services.log import entries
from campaigns.services.phases import phase_opening
from campaigns.services.seats import invitations

AUTOPILOT: Final = "autopilot"
"""Who plays a seat that no person has from the start on."""

Seating = Mapping[str, Any]
"""The powers in the order of their seats, each with its person, :data:`AUTOPILOT`, or ``None`` where it
is free.
"""

LONGEST_TITLE = 120


def require_title(title: str) -> str:
    """A title as it is kept."""
    title = " ".join(title.split())
    if not title or len(title) > LONGEST_TITLE:
        raise NotOnTheMenu(
            _("A campaign needs a title of at most %(longest_title)s letters.")
            % {"longest_title": LONGEST_TITLE},
            field="title",
        )
    try:
        require_readable(title)
    except ValidationError as error:
        raise NotOnTheMenu(" ".join(error.messages), field="title") from error
    return title


def require_seats(seats: Sequence[str], named: Collection[str]) -> None:
    """All powers that are named must be seats of the campaign."""
    for power in named:
        if power not in seats:
            raise NotOnTheMenu(
                _("%(power)r is no seat of this scenario.") % {"power": power},
                field="take",
                remedy=_("Seats: %(seats)s.") % {"seats": ", ".join(seats)},
            )


def seated(
    seats: Sequence[str], by: Any, *, take: Collection[str], bots: Collection[str]
) -> Seating:
    """Who sits where: ``by`` has the powers that are taken, the autopilot those of ``bots`` that are not."""
    found: dict[str, Any] = {power: AUTOPILOT if power in bots else None for power in seats}
    return {power: by if power in take else who for power, who in found.items()}


def found(
    campaign: Campaign,
    seating: Seating,
    *,
    by: Any,
    actor: str,
    moderators: Collection[Any],
    at: datetime,
    forked: Mapping[str, Any] | None = None,
    commitment: str = "",
) -> None:
    """Save a new campaign with its first chain of dice, its seats, and its first log entries.

    ``forked`` says of a fork where it comes from, ``commitment`` publishes the position with which it
    begins.
    """
    if campaign.dice_given:
        dice_chain.drop_chain(campaign)
        chain: Mapping[str, Any] = export_file.GIVEN
    else:
        chain = dice_chain.first(campaign)
    seed = autopilot_seeds.first(campaign)
    secret_log.give_keys(campaign)
    key = site_keys.newest()
    campaign.site_key = key.public if key is not None else ""
    campaign.save()
    campaign.moderators.set(moderators)
    entries.append(
        campaign,
        CampaignFounded(
            title=campaign.title,
            rulebook=campaign.rulebook,
            revision=campaign.revision,
            scenario=campaign.scenario,
            variants=campaign.variants,
            tables=campaign.tables,
            policy=campaign.policy,
            dice=chain,
            seats=list(seating),
            bots=[power for power, who in seating.items() if who == AUTOPILOT],
            site_key=campaign.site_key or UNSET,
            delay=campaign.delay or UNSET,
            anonymous=campaign.anonymous or UNSET,
            language=campaign.language or UNSET,
            forked=forked or UNSET,
            **seed,
        ),
        at=at,
        actor=actor,
        person=by,
        commitment=commitment,
    )
    invitations.first(campaign, at=at)
    for order, (power, who) in enumerate(seating.items()):
        person = None if who == AUTOPILOT else who
        seat = campaign.seats.create(power=power, order=order, person=person, bot=who == AUTOPILOT)
        if person is not None:
            Tenure.objects.create(seat=seat, person=person, joined_at=at)
            entries.append(
                campaign, SeatEntered(), at=at, actor="person", person=person, power=power
            )
    campaign.save()


def begin(
    campaign: Campaign,
    *,
    by: Any,
    actor: str,
    at: datetime,
    why: Maybe = UNSET,
) -> None:
    """Let play begin: invitations lapse, and the first phase opens. ``why`` goes into the entry."""
    invitations.lapse(campaign, at=at)
    state, events = fork_origin.beginning(campaign)
    campaign.status, campaign.stumbled_at = Status.RUNNING, None
    entry = entries.append(
        campaign,
        CampaignStarted(told=entries.told(events), reason=why),
        at=at,
        actor=actor,
        person=by,
        brought=entries.public_count(events),
    )
    phase = phase_opening.open_phase(campaign, state, number=1, at=at)
    entries.record_events(phase, entry, events)
    entries.record_claims(campaign, phase, events, at=at)
