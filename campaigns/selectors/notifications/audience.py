"""Whom of a campaign's people something concerns."""

from collections.abc import Collection
from typing import Any

from django.db.models import Q
from django.utils import timezone

from campaigns.models import Campaign, Deputy, Phase, Seat, Sheet
from campaigns.selectors.reader import deputies
from campaigns.selectors.reader.access import known


def players(campaign: Campaign) -> set[int]:
    """The people who have a seat."""
    seats = campaign.seats.filter(bot=False, person__is_active=True)
    return set(seats.values_list("person_id", flat=True))


def moderators(campaign: Campaign) -> set[int]:
    """The moderators."""
    return set(campaign.moderators.filter(is_active=True).values_list("pk", flat=True))


def members(campaign: Campaign) -> set[int]:
    """The people who have a seat, and the moderators."""
    return players(campaign) | moderators(campaign)


def sealers(phase: Phase, powers: Collection[str]) -> set[int]:
    """The people who play these powers, or may seal for them."""
    if not powers:
        return set()
    seats = Seat.objects.filter(
        campaign_id=phase.campaign_id, power__in=powers, person__is_active=True, bot=False
    )
    helping = deputies.in_force(phase.campaign_id, timezone.now()).filter(
        power__in=powers, level=Deputy.Level.SEAL, person__is_active=True
    )
    return {*seats.values_list("person", flat=True), *helping.values_list("person", flat=True)}


def powers_of(phase: Phase, person: Any) -> list[str]:
    """The powers of which the phase asks something and for which a person may seal."""
    seats = Seat.objects.filter(campaign_id=phase.campaign_id, power__in=phase.asked, person=person)
    helping = deputies.in_force(phase.campaign_id, timezone.now()).filter(
        person=person, power__in=phase.asked, level=Deputy.Level.SEAL
    )
    return [*seats.values_list("power", flat=True), *helping.values_list("power", flat=True)]


def sealed_in(phase: Phase) -> set[str]:
    """The powers that have sealed."""
    sealed = phase.sheets.filter(state=Sheet.State.SEALED)
    return set(sealed.values_list("power", flat=True))


def is_member(person: Any, campaign: Campaign) -> bool:
    """Whether somebody has a seat or the desk there."""
    return known(person) is not None and campaigns_of(person).filter(pk=campaign.pk).exists()


def campaigns_of(person: Any) -> Any:
    """The campaigns in which a person has a seat or the desk."""
    seats = Campaign.objects.filter(seats__person=person).values("pk")
    desks = Campaign.objects.filter(moderators=person).values("pk")
    return Campaign.objects.filter(pk__in=seats.union(desks))


def hears_of(person: Any) -> Any:
    """These, and those in which they may seal for somebody."""
    helped = list(deputies.sealing(person.pk, timezone.now()))
    return Campaign.objects.filter(Q(pk__in=campaigns_of(person).values("pk")) | Q(pk__in=helped))
