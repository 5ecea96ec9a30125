"""Who sits where: invitations, joining, leaving, and the moderator's seating."""

import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils import timezone

from campaigns import push, states
from campaigns.errors import NotOnTheMenu, NotYours, SeatTaken
from campaigns.models import Campaign, Seat, Sheet, Status, Tenure
from campaigns.models.campaign import new_token
from campaigns.services import journal, opening
from campaigns.services.locking import (
    locked,
    phase_in_play,
    require_moderator,
    require_person,
    require_reader,
    require_seat,
    require_status,
)
from campaigns.services.pacing import paced

PLAYABLE = (Status.GATHERING, Status.RUNNING, Status.PAUSED, Status.WAITING)


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
    seat's secrets helps himself to another's. Raises ``SeatTaken`` or ``NotYours``.
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
    known = Tenure.objects.filter(seat__campaign=campaign, person=by)
    held = set(known.values_list("seat__power", flat=True))
    for power in powers:
        seat = _seat(campaign, power)
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
                f"{_name(campaign, power)} is taken.", field="powers", remedy="Choose another seat."
            )
        _sit(campaign, seat, by, now, actor="person", person=by)
    _settled(campaign, now)


@paced("seat")
@transaction.atomic(durable=True)
def leave(slug: str, *, by: Any, power: str) -> None:
    """Give one's seat up. It is free again while gathering, else the autopilot keeps it."""
    campaign = locked(slug)
    seat = require_seat(campaign, by, power)
    require_status(campaign, *PLAYABLE)
    _rise(campaign, seat, "seat.left", timezone.now(), actor="person", person=by)
    _settled(campaign, timezone.now())


@paced("desk")
@transaction.atomic(durable=True)
def assign_seat(slug: str, *, by: Any, power: str, username: str, reason: str = "") -> None:
    """Moderator: give a seat to a person, who knows from then on what the seat knew.

    The seat's former player, if any, no longer does.
    """
    campaign = locked(slug)
    require_moderator(campaign, by)
    require_status(campaign, *PLAYABLE)
    seat = _seat(campaign, power)
    person = get_user_model().objects.filter(username__iexact=username, is_active=True).first()
    if person is None:
        raise NotOnTheMenu(
            f"Nobody is called {username!r} here.",
            field="username",
            remedy="Use the name for signing in.",
        )
    if seat.person_id != person.pk:
        now = timezone.now()
        _end_tenure(seat, now)
        _sit(campaign, seat, person, now, actor="moderator", person=by, reason=reason)
        _settled(campaign, now)


@paced("desk")
@transaction.atomic(durable=True)
def free_seat(slug: str, *, by: Any, power: str, reason: str = "") -> None:
    """Moderator: take a seat from its player or bot.

    Anybody with the invitation may take it; until then it is silent (while gathering: free).
    """
    campaign = locked(slug)
    require_moderator(campaign, by)
    require_status(campaign, *PLAYABLE)
    seat = _seat(campaign, power)
    if seat.person_id or seat.bot:
        now = timezone.now()
        _rise(
            campaign,
            seat,
            "seat.freed",
            now,
            actor="moderator",
            person=by,
            reason=reason,
            bot=False,
        )
        _settled(campaign, now)


@paced("desk")
@transaction.atomic(durable=True)
def seat_bot(slug: str, *, by: Any, power: str, reason: str = "") -> None:
    """Moderator: let the autopilot play a seat."""
    campaign = locked(slug)
    require_moderator(campaign, by)
    require_status(campaign, *PLAYABLE)
    seat = _seat(campaign, power)
    if not seat.bot:
        now = timezone.now()
        _rise(
            campaign, seat, "seat.bot", now, actor="moderator", person=by, reason=reason, bot=True
        )
        _settled(campaign, now)


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
            _rise(campaign, seat, "seat.left", now, actor="person")
        _settled(campaign, now)


def _seat(campaign: Campaign, power: str) -> Seat:
    seat = Seat.objects.filter(campaign=campaign, power=power).first()
    if seat is None:
        raise NotOnTheMenu(f"{power!r} is no seat of this campaign.", field="power")
    return seat


def _name(campaign: Campaign, power: str) -> str:
    return states.book_of(campaign).powers[power].name


def _sit(
    campaign: Campaign,
    seat: Seat,
    player: Any,
    now: datetime,
    *,
    actor: str,
    person: Any,
    reason: str = "",
) -> None:
    seat.person, seat.bot = player, False
    seat.save(update_fields=["person", "bot"])
    _hand_over(campaign, seat)
    Tenure.objects.create(seat=seat, person=player, joined_at=now)
    kind = "seat.taken" if actor == "person" else "seat.assigned"
    journal.append(
        campaign, kind, _because(reason), at=now, actor=actor, person=player, power=seat.power
    )


def _rise(
    campaign: Campaign,
    seat: Seat,
    kind: str,
    now: datetime,
    *,
    actor: str,
    person: Any = None,
    reason: str = "",
    bot: bool | None = None,
) -> None:
    _end_tenure(seat, now)
    seat.person = None
    seat.bot = campaign.status != Status.GATHERING if bot is None else bot
    seat.save(update_fields=["person", "bot"])
    _hand_over(campaign, seat)
    journal.append(
        campaign, kind, _because(reason), at=now, actor=actor, person=person, power=seat.power
    )


def _hand_over(campaign: Campaign, seat: Seat) -> None:
    """What the last one wrote for the open phase: drafts go, a seal stands, to be read by nobody.

    An autopilot has nothing to wait for. Whoever sits down here has: the phase does not end early
    before they have agreed.
    """
    written = Sheet.objects.filter(phase=campaign.phase_id, power=seat.power)
    written.filter(state=Sheet.State.DRAFT).delete()
    written.filter(state=Sheet.State.SEALED).update(ready=seat.bot)


def _end_tenure(seat: Seat, now: datetime) -> None:
    Tenure.objects.filter(seat=seat, left_at__isnull=True).update(left_at=now)


def _because(reason: str) -> dict[str, str]:
    return {"reason": reason.strip()[:300]} if reason.strip() else {}


def _settled(campaign: Campaign, now: datetime) -> None:
    """After a change of seats: the autopilots seal what is asked of them now; save and tell."""
    if campaign.phase_id and campaign.status != Status.FINISHED:
        phase = phase_in_play(campaign)
        state = states.now(phase)
        opening.seal_bots(campaign, phase, state, at=now)
        opening.reckon(campaign, phase, opening.awaited(state, phase), at=now)
    campaign.save()
    push.changed(campaign.slug, ("seats", "readiness", "strip", "orders", "log"))
