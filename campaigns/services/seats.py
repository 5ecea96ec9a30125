"""Who sits where: invitations, joining and leaving."""

import secrets
from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from campaigns.errors import NotOnTheMenu, NotYours, SeatTaken
from campaigns.models import Campaign, Seat, Status, Tenure
from campaigns.models.campaign import new_token
from campaigns.services import consents
from campaigns.services.locking import (
    locked,
    require_moderator,
    require_person,
    require_reader,
    require_seat,
    require_status,
)
from campaigns.services.pacing import paced
from campaigns.services.reseating import assign_seat, free_seat, seat_bot
from campaigns.services.seating import PLAYABLE, name_of, rise, seat_of, settled, sit

__all__ = [
    "assign_seat",
    "free_seat",
    "give_up_all",
    "join",
    "leave",
    "rotate_invite",
    "seat_bot",
]


@paced("desk")
@transaction.atomic(durable=True)
def rotate_invite(slug: str, *, by: Any) -> str:
    """Make a new invitation link, so that the old one is dead; returns the new token."""
    campaign = locked(slug)
    require_moderator(campaign, by)
    campaign.invite_token = new_token()
    campaign.save(update_fields=["invite_token"])
    return campaign.invite_token


@paced("seat")
@transaction.atomic(durable=True)
def join(slug: str, *, by: Any, powers: Sequence[str], token: str = "") -> None:
    """Sit down at free seats.

    While seats are gathered anybody may join a public campaign; a private one, or one that
    already runs, asks for its invitation ``token``. Once play has begun nobody who knows one
    seat's secrets helps themself to another's, and no moderator to any. Raises ``SeatTaken`` or ``NotYours``.
    """
    require_person(by)
    campaign = locked(slug)
    invited = bool(token) and secrets.compare_digest(token.encode(), campaign.invite_token.encode())
    if not invited:
        require_reader(campaign, by)
    require_status(campaign, *PLAYABLE)
    if not invited and (campaign.private or campaign.status != Status.GATHERING):
        raise NotYours(
            "This campaign is joined by invitation.", remedy="Ask its moderator for the link."
        )
    if not powers:
        raise NotOnTheMenu(
            "No power was chosen.", field="powers", remedy="Choose at least one free seat."
        )
    now = timezone.now()
    others = consents.seated(campaign, but={by.pk})
    if campaign.status != Status.GATHERING and others and _moderates(campaign, by):
        raise NotYours(
            "You moderate this campaign, so the other players must agree to your taking a seat.",
            field="powers",
            remedy="Give yourself the seat on the desk; they are asked then.",
        )
    known = Tenure.objects.filter(seat__campaign=campaign, person=by)
    held = set(known.values_list("seat__power", flat=True))
    taken = False
    for power in powers:
        seat = seat_of(campaign, power)
        if seat.person_id == by.pk:
            continue
        if campaign.status != Status.GATHERING and held - {power}:
            raise NotYours(
                "You have already held a seat in this campaign.",
                field="powers",
                remedy="Ask its moderator to give it to you.",
            )
        if seat.person_id or (seat.bot and campaign.status == Status.GATHERING):
            raise SeatTaken(
                f"{name_of(campaign, power)} is taken.",
                field="powers",
                remedy="Choose another seat.",
            )
        sit(campaign, seat, by, "seat.taken", {}, actor="person", at=now)
        taken = True
    if taken:
        settled(campaign, now)


@paced("seat")
@transaction.atomic(durable=True)
def leave(slug: str, *, by: Any, power: str) -> None:
    """Give one's seat up. It is free again while gathering, else the autopilot keeps it."""
    campaign = locked(slug)
    seat = require_seat(campaign, by, power)
    require_status(campaign, *PLAYABLE)
    now, bot = timezone.now(), campaign.status != Status.GATHERING
    rise(campaign, seat, "seat.left", {}, bot=bot, actor="person", at=now, person=by)
    settled(campaign, now)


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
        for seat in Seat.objects.filter(campaign=campaign, person_id=user_id):
            bot = campaign.status != Status.GATHERING
            rise(campaign, seat, "seat.left", {}, bot=bot, actor="person", at=now)
        settled(campaign, now)
