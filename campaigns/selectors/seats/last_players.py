"""Who has had which seat."""

from campaigns.models import Campaign, Tenure


def all_are_gone(campaign: Campaign) -> bool:
    """Whether nobody has a seat any more. Not so where nobody ever had one: there autopilots were meant to
    play.
    """
    if campaign.seats.filter(person__isnull=False).exists():
        return False
    return Tenure.objects.filter(seat__campaign=campaign).exists()


def last_players(campaign: Campaign) -> dict[str, int]:
    """Who had each seat last, where their account is still there."""
    rows = Tenure.objects.filter(seat__campaign=campaign).order_by("joined_at", "pk")
    last = {
        power: (person, is_there)
        for power, person, is_there in rows.values_list(
            "seat__power", "person_id", "person__is_active"
        )
    }
    return {power: person for power, (person, is_there) in last.items() if is_there}
