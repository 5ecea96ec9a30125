"""What founding a campaign and beginning its play have in common, whether it begins with its scenario or
is forked from another one.

To be called with the campaign locked, or not saved yet.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts.names import require_readable
from campaigns import dicechain, exportfile, holding, origins, seeds, sitekeys
from campaigns.errors import NotOnTheMenu
from campaigns.models import Campaign, Seat, Status, Tenure
from campaigns.services import invitations, log, opening

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
        dicechain.without(campaign)
        chain: Mapping[str, Any] = exportfile.GIVEN
    else:
        chain = dicechain.first(campaign)
    seed = seeds.first(campaign)
    holding.give_keys(campaign)
    key = sitekeys.newest()
    campaign.site_key = key.public if key is not None else ""
    campaign.save()
    campaign.moderators.set(moderators)
    log.append(
        campaign,
        "campaign.founded",
        {
            "title": campaign.title,
            "rulebook": campaign.rulebook,
            "revision": campaign.revision,
            "scenario": campaign.scenario,
            "variants": campaign.variants,
            "tables": campaign.tables,
            "policy": campaign.policy,
            "dice": chain,
            **seed,
            "seats": list(seating),
            "bots": [power for power, who in seating.items() if who == AUTOPILOT],
            **({"site_key": campaign.site_key} if campaign.site_key else {}),
            **({"delay": campaign.delay} if campaign.delay else {}),
            **({"anonymous": True} if campaign.anonymous else {}),
            **({"language": campaign.language} if campaign.language else {}),
            **({"forked": dict(forked)} if forked else {}),
        },
        at=at,
        actor=actor,
        person=by,
        commitment=commitment,
    )
    invitations.first(campaign, at=at)
    for order, (power, who) in enumerate(seating.items()):
        person = None if who == AUTOPILOT else who
        seat = Seat.objects.create(
            campaign=campaign, power=power, order=order, person=person, bot=who == AUTOPILOT
        )
        if person is not None:
            Tenure.objects.create(seat=seat, person=person, joined_at=at)
            log.append(campaign, "seat.taken", at=at, actor="person", person=person, power=power)
    campaign.save()


def begin(
    campaign: Campaign,
    *,
    by: Any,
    actor: str,
    at: datetime,
    why: Mapping[str, str] | None = None,
) -> None:
    """Let play begin: invitations lapse, and the first phase opens. ``why`` goes into the entry."""
    invitations.lapse(campaign, at=at)
    state, events = origins.beginning(campaign)
    campaign.status, campaign.stumbled_at = Status.RUNNING, None
    entry = log.append(
        campaign,
        "campaign.started",
        {**log.told(events), **(why or {})},
        at=at,
        actor=actor,
        person=by,
        lines=1 + log.public_count(events),
    )
    phase = opening.open_phase(campaign, state, number=1, at=at)
    log.record_events(phase, entry, events)
    log.record_claims(campaign, phase, events, at=at)
