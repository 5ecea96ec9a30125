"""What becomes of campaigns when one of their people deletes the account."""

from django.db.models import Q

from accounts.signals import Consequence
from campaigns import rulebooks
from campaigns.heirs import Heirs, heirs
from campaigns.models import Campaign, Seat, Status


def consequences(user_id: int) -> list[Consequence]:
    """One for each campaign that is not over and in which this person plays or moderates."""
    concerned = Campaign.objects.filter(Q(seats__person=user_id) | Q(moderators=user_id))
    return [
        _consequence(campaign, user_id)
        for campaign in concerned.exclude(status=Status.FINISHED).distinct().order_by("pk")
    ]


def _consequence(campaign: Campaign, user_id: int) -> Consequence:
    said = []
    mine = Seat.objects.filter(campaign=campaign, person=user_id).order_by("order")
    played_by = (campaign.rulebook, campaign.revision)
    if names := [rulebooks.power_name(*played_by, seat.power) for seat in mine]:
        free = campaign.status == Status.GATHERING
        what = "is free again" if free else "is played by the autopilot"
        said.append(f"Your seat ({', '.join(names)}) {what}.")
    where = "seats"
    if campaign.moderators.filter(pk=user_id).exists():
        where = "desk"
        said.append(_of_the_desk(heirs(campaign, user_id)))
    return Consequence(campaign.title, f"/c/{campaign.slug}/{where}/", " ".join(said))


def _of_the_desk(found: Heirs) -> str:
    names = " and ".join(person.name for person in found.people)
    match found.how:
        case "shared":
            return f"{names} moderate{'s' if len(found.people) == 1 else ''} it without you."
        case "successor":
            return f"{names} becomes its moderator, as you have named them."
        case "player":
            return f"{names}, who plays there and offered it, becomes its moderator."
        case "staff":
            return (
                "The staff of this site take over as moderators. "
                "You can name a successor on the desk instead."
            )
    return (
        "It will have no moderator: the players decide by agreement until one of them takes the "
        "desk. You can name a successor on the desk instead."
    )
