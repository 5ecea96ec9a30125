"""Who sits where: invitations, joining and leaving."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import UNSET

from campaigns.domain.entries.phases import OrderWithdrawn
from campaigns.domain.entries.seats import SeatEntered, SeatLeft
from campaigns.domain.wording import within
from campaigns.errors import NotNow, NotOnTheMenu, NotYours, SeatTaken
from campaigns.models import Campaign, Invitation, Seat, Sheet, Status
from campaigns.selectors.phase.clocks import closed_to
from campaigns.selectors.reader import deputies
from campaigns.selectors.seats import last_players
from campaigns.services.log import entries
from campaigns.services.log.lock import (
    locked,
    phase_in_play,
    require_account,
    require_no_wait,
    require_not_over,
    require_reader,
    require_seat,
)
from campaigns.services.log.service import service
from campaigns.services.seats import invitations
from campaigns.services.seats.reassign_seat import assign_seat, free_seat, seat_bot
from campaigns.services.seats.seat_changes import name_of, seat_of, settled, take_seat, vacate_seat
from campaigns.services.votes import vote_record

__all__ = ["assign_seat", "free_seat", "give_up_all", "join", "leave", "seat_bot"]


@service("seat")
def join(slug: str, *, by: Any, powers: Sequence[str], token: str = "") -> None:
    """Sit down at free seats.

    While seats are gathered anybody may join a public campaign; a private one, or one that
    already runs, asks for its invitation ``token``, unless the lobby shows one to everybody. Where nobody has a seat
    any more, whoever had one of them last comes back without. Once play has begun nobody who knows one
    seat's secrets helps themself to another's, and no moderator to any. Raises ``SeatTaken`` or ``NotYours``.
    """
    require_account(by)
    campaign = locked(slug)
    now = timezone.now()
    invited = invitations.found_by(campaign, token, now=now) or invitations.for_everybody(
        campaign, powers, now=now
    )
    if invited is None:
        require_reader(campaign, by)
    require_not_over(campaign)
    back = _comes_back(campaign, by, powers)
    gathers = campaign.status == Status.GATHERING
    if invited is None and not back and (campaign.private or not gathers):
        raise NotYours(
            _("This campaign is joined by invitation."), remedy=_("Ask its moderator for the link.")
        )
    if not powers:
        raise NotOnTheMenu(
            _("No power was chosen."), field="powers", remedy=_("Choose at least one free seat.")
        )
    _require_may_sit(campaign, by, powers, invited)
    held = deputies.ever(campaign, by.pk)
    taken = False
    for power in powers:
        seat = seat_of(campaign, power)
        if seat.person_id == by.pk:
            continue
        if not gathers and not back and held - {power}:
            raise NotYours(
                _("You have already held a seat in this campaign."),
                field="powers",
                remedy=_("Ask its moderator to give it to you."),
            )
        if seat.person_id or (seat.bot and gathers):
            raise SeatTaken(
                _("%(power)s is taken.") % {"power": name_of(campaign, power)},
                field="powers",
                remedy=_("Choose another seat."),
            )
        entry = SeatEntered(invitation=invited.number if invited is not None else UNSET)
        take_seat(campaign, seat, by, entry, actor="person", at=now)
        _take_back_of_autopilot(campaign, seat, by, at=now)
        held.add(power)
        taken = True
    if taken:
        if invited is not None:
            invitations.note_use(invited)
        settled(campaign, now)


@service("seat")
def leave(slug: str, *, by: Any, power: str) -> None:
    """Give one's seat up. It is free again while gathering, else the autopilot keeps it."""
    campaign = locked(slug)
    seat = require_seat(campaign, by, power)
    require_not_over(campaign)
    now, bot = timezone.now(), campaign.status != Status.GATHERING
    vacate_seat(campaign, seat, SeatLeft(), bot=bot, actor="person", at=now, person=by)
    settled(campaign, now)


def _take_back_of_autopilot(campaign: Campaign, seat: Seat, by: Any, *, at: datetime) -> None:
    """Whoever takes the seat of an autopilot chooses for themself: what it has sealed in the open phase counts no more.
    It stays closed, as it is nobody's draft. Between a close and its dice it counts: then nothing changes.
    """
    if campaign.status == Status.GATHERING:
        return
    phase = phase_in_play(campaign)
    try:
        require_no_wait(campaign, phase)
    except NotNow:
        return
    sealed = phase.sheets.filter(power=seat.power, state=Sheet.State.SEALED)
    sheet = sealed.filter(how=Sheet.How.BOT).first()
    if sheet is None or closed_to(campaign, phase, seat.power, at, sealed=True) is not None:
        return
    sheet.state = Sheet.State.WITHDRAWN
    sheet.save(update_fields=["state"])
    entries.append(
        campaign,
        OrderWithdrawn(phase=phase.number),
        at=at,
        actor="power",
        person=by,
        power=seat.power,
        phase=phase,
        commitment=sheet.commitment,
    )


def _require_may_sit(
    campaign: Campaign, by: Any, powers: Sequence[str], invited: Invitation | None
) -> None:
    """An invitation to one seat leads to no other; and once play has begun no moderator sits down
    without the consent of those who play.
    """
    if invited is not None and invited.power and {*powers} != {invited.power}:
        raise NotYours(
            _("This invitation is for %(power)s only.")
            % {"power": within(name_of(campaign, invited.power))},
            field="powers",
        )
    others = vote_record.seated(campaign, but={by.pk})
    if campaign.status != Status.GATHERING and others and _moderates(campaign, by):
        raise NotYours(
            _("You moderate this campaign, so the other players must agree to your taking a seat."),
            field="powers",
            remedy=_("Give yourself the seat on the desk; they are asked then."),
        )


def _comes_back(campaign: Campaign, by: Any, powers: Sequence[str]) -> bool:
    """Whether at an empty table somebody takes again what they had last."""
    if not campaign.lacks_players or not powers:
        return False
    last = last_players.last_players(campaign)
    return all(last.get(power) == by.pk for power in powers)


def _moderates(campaign: Campaign, person: Any) -> bool:
    return campaign.moderators.filter(pk=person.pk).exists()


@transaction.atomic
def give_up_all(user_id: int) -> None:
    """Leave every seat of a person whose account is being deleted."""
    held = Seat.objects.filter(person_id=user_id).order_by("campaign_id")
    for slug in list(dict.fromkeys(held.values_list("campaign__slug", flat=True))):
        campaign = locked(slug)
        if campaign.status == Status.FINISHED:
            continue
        now = timezone.now()
        for seat in campaign.seats.filter(person_id=user_id):
            bot = campaign.status != Status.GATHERING
            vacate_seat(campaign, seat, SeatLeft(), bot=bot, actor="person", at=now)
        settled(campaign, now)
