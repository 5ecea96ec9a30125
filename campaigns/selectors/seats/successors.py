"""Who gets a campaign's desk when a moderator goes."""

from typing import Any

from django.contrib.auth import get_user_model
from msgspec import Struct

from campaigns.models import Campaign, Tenure


class Successors(Struct, frozen=True):
    """Who gets the desk: ``how`` is ``shared``, ``successor``, ``player``, ``staff`` or ``nobody``."""

    how: str
    people: tuple[Any, ...] = ()


def successors_of(campaign: Campaign, leaver: int) -> Successors:
    """Who moderates when this person goes."""
    shared = campaign.moderators.filter(is_active=True).exclude(pk=leaver)
    if shared.exists():
        return Successors("shared", tuple(shared.order_by("pk")))
    successor = campaign.successor
    if successor is not None and successor.is_active and successor.pk != leaver:
        return Successors("successor", (successor,))
    willing = campaign.standbys.filter(is_active=True).exclude(pk=leaver)
    seated = (
        Tenure.objects.filter(seat__campaign=campaign, left_at__isnull=True, person__in=willing)
        .select_related("person")
        .order_by("joined_at", "pk")
        .first()
    )
    if seated is not None:
        return Successors("player", (seated.person,))
    staff = get_user_model().objects.filter(is_staff=True, is_active=True).exclude(pk=leaver)
    return (
        Successors("staff", tuple(staff.order_by("pk"))) if staff.exists() else Successors("nobody")
    )
