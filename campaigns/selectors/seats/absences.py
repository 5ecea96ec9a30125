"""Who is away, and when."""

from collections.abc import Collection, Sequence
from datetime import datetime

from campaigns.models import Absence, Campaign, Deputy
from campaigns.selectors.reader import deputies


def at(campaign: Campaign, moment: datetime) -> dict[int, Absence]:
    """The people who have said that they are away at a moment, each with what they said."""
    rows = campaign.absences.filter(begins_at__lte=moment, ends_at__gt=moment)
    return {row.person_id: row for row in rows}


def to_come(campaign: Campaign, now: datetime) -> Sequence[Absence]:
    """Absences that have not ended."""
    return list(campaign.absences.filter(ends_at__gt=now))


def unattended(campaign: Campaign, powers: Collection[str], moment: datetime) -> dict[str, Absence]:
    """Of these powers those whose player is away at a moment and has no deputy who may seal."""
    away = at(campaign, moment)
    if not away:
        return {}
    sealing = deputies.in_force(campaign, moment).filter(level=Deputy.Level.SEAL)
    stood_in = set(sealing.values_list("power", flat=True))
    seats = campaign.seats.filter(power__in=powers, person__in=list(away))
    return {
        power: away[person]
        for power, person in seats.order_by("order").values_list("power", "person_id")
        if power not in stood_in
    }


def excused(campaign: Campaign, powers: Collection[str], moment: datetime) -> set[str]:
    """The powers for which a phase does not wait, because their player is away and the policy says
    so. Where everybody is away nobody is excused: else a campaign would run on with nobody there.
    """
    if campaign.policy.absence.does != "standing":
        return set()
    result = unattended(campaign, powers, moment)
    seated = campaign.seats.filter(person__isnull=False)
    if not result or not seated.exclude(person__in=list(at(campaign, moment))).exists():
        return set()
    return set(result)


def next_change(campaign: Campaign, now: datetime) -> datetime | None:
    """When an absence or a deputyship begins or ends next, where the policy lets a phase go on without who is away:
    it may then be for nobody that it waits.
    """
    if campaign.policy.absence.does != "standing":
        return None
    away = campaign.absences.filter(ends_at__gt=now)
    helping = campaign.deputies.filter(
        accepted_at__isnull=False, ended_at=None, level=Deputy.Level.SEAL
    )
    moments = [
        *away.values_list("begins_at", "ends_at"),
        *helping.values_list("begins_at", "until"),
    ]
    return min(
        (one for each in moments for one in each if one is not None and one > now), default=None
    )
