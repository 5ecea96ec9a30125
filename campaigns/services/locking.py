"""Getting hold of a campaign: one lock, taken first, by whoever changes anything in it."""

from typing import Any

from django.utils import timezone

from campaigns import deputies
from campaigns.deputies import Hand
from campaigns.errors import (
    CampaignError,
    NoSuchCampaign,
    NotNow,
    NotYours,
    SignInFirst,
    StalePhase,
)
from campaigns.models import Campaign, Phase, Seat, Status
from config.data.statements import Select

_LOCKED = Select(Campaign, "slug = %s FOR UPDATE")
_TO_WRITE = Select(
    Campaign,
    "slug = %s FOR UPDATE",
    without=("variants", "tables", "dice_seed", "dice_head", "created_at"),
)
_OWN_SEAT = Select(Seat, "campaign_id = %s AND power = %s AND person_id = %s")
_IN_PLAY = Select(Phase, "id = %s AND campaign_id = %s", without=("opening", "rolls"))


def locked(slug: str) -> Campaign:
    """The campaign with its row locked until the transaction ends.

    Everything that hangs on it is to be read after this, not joined to it: what another
    transaction wrote while we waited is only seen by a new query.
    """
    campaign = _LOCKED.first(slug)
    if campaign is None:
        raise no_such(slug)
    return campaign


def locked_to_write(slug: str) -> Campaign:
    """As :func:`locked`, without what a submission does not look at."""
    campaign = _TO_WRITE.first(slug)
    if campaign is None:
        raise no_such(slug)
    return campaign


def no_such(slug: str) -> NoSuchCampaign:
    """The refusal for an unknown (or hidden) campaign."""
    return NoSuchCampaign(
        f"There is no campaign {slug!r}.", remedy="Check the address, or look for it in the lobby."
    )


def require_person(by: Any) -> Any:
    """Only people who are signed in change anything."""
    if by is None or not getattr(by, "is_authenticated", False):
        raise SignInFirst("Nobody is signed in.", remedy="Sign in and try again.")
    return by


def require_reader(campaign: Campaign, by: Any) -> None:
    """A private campaign is none at all for those who have nothing to do with it."""
    if campaign.private and not at_the_table(campaign, by):
        raise no_such(campaign.slug)


def at_the_table(campaign: Campaign, by: Any) -> bool:
    """Whether somebody plays or moderates a campaign, or stands in for a player."""
    return (
        campaign.seats.filter(person=by).exists()
        or campaign.moderators.filter(pk=by.pk).exists()
        or bool(deputies.of(campaign, by.pk, timezone.now()))
    )


def require_moderator(campaign: Campaign, by: Any) -> Any:
    """Only this campaign's moderators may do it."""
    require_reader(campaign, require_person(by))
    if not campaign.moderators.filter(pk=require_person(by).pk).exists():
        raise NotYours(
            "Only a moderator of this campaign may do this.", remedy="Ask its moderator."
        )
    return by


def require_staff(by: Any) -> Any:
    """Only those who run the site do this."""
    person = require_person(by)
    if not (person.is_active and person.is_staff):
        raise NotYours("Only the staff of this site do this.")
    return person


def require_desk(campaign: Campaign, by: Any) -> str:
    """A moderator; or, where there is none, anybody who has a seat. Returns the role they act in."""
    require_reader(campaign, require_person(by))
    if campaign.unattended and campaign.seats.filter(person=by).exists():
        return "person"
    require_moderator(campaign, by)
    return "moderator"


def require_seat(campaign: Campaign, by: Any, power: str) -> Seat:
    """Only the player of a power does this; no deputy. Who is no player of it learns nothing else."""
    seat = _OWN_SEAT.first(campaign.pk, power, require_person(by).pk)
    if seat is None:
        raise not_yours(campaign, by, power)
    return seat


def require_hand(campaign: Campaign, by: Any, power: str, level: str) -> Hand:
    """The player of a power acts for it, or a deputy whose rights go as far as ``level``. Gives the
    hand of the player; what a deputy writes after this bears their number in the log.
    """
    person = require_person(by)
    if _OWN_SEAT.first(campaign.pk, power, person.pk) is not None:
        return Hand(person.pk)
    rows = deputies.of(campaign, person.pk, timezone.now(), power)
    if not rows:
        raise not_yours(campaign, by, power)
    if not rows[0].may(level):
        raise NotYours(
            f"You stand in here to {rows[0].get_level_display()}, not to {level}.",
            field="power",
            remedy="The player of the seat can name you for more.",
        )
    campaign.acting = rows[0]
    return Hand(rows[0].principal_id)


def not_yours(campaign: Campaign, by: Any, power: str) -> CampaignError:
    """The refusal for one who does not play this power, or may not even know of the campaign."""
    require_reader(campaign, by)
    return NotYours(
        f"You do not play {power!r} in this campaign.",
        field="power",
        remedy="Choose one of your own powers.",
    )


def require_reason(reason: str) -> str:
    """What a moderator does, everybody is told why."""
    if not (reason := reason.strip()):
        raise NotNow(
            "A reason is needed; it stands in the log for everybody.",
            field="reason",
            remedy="Write one.",
        )
    return reason[:300]


def require_status(campaign: Campaign, *statuses: str) -> None:
    """The campaign must be in one of these states of its life."""
    if campaign.status not in statuses:
        label = Status(campaign.status).label
        raise NotNow(f"This campaign is {label}.", remedy=_REMEDY[Status(campaign.status)])


def require_phase(campaign: Campaign, number: int | None) -> Phase:
    """The phase in play, which must be the one that was meant."""
    return require_meant(open_phase(campaign), number)


def require_meant(phase: Phase, number: int | None) -> Phase:
    """As :func:`require_phase`, for a caller who has the phase in play already."""
    if number is not None and phase.number != number:
        raise StalePhase(
            f"This was meant for phase {number}, but the campaign is in phase {phase.number}.",
            field="phase",
            remedy="Reload the page: this phase has already been resolved.",
        )
    return phase


def phase_in_play(campaign: Campaign) -> Phase:
    """The phase that a locked campaign stands in, freshly read."""
    return of_campaign(_IN_PLAY.first(campaign.phase_id or 0, campaign.pk), campaign)


def of_campaign(phase: Phase | None, campaign: Campaign) -> Phase:
    """The phase with its campaign, the one that is locked, at hand."""
    if phase is None:
        raise Phase.DoesNotExist(f"Campaign {campaign.slug} is in no phase.")
    phase.campaign = campaign
    return phase


def open_phase(campaign: Campaign) -> Phase:
    """The phase in play. To be called with the campaign locked."""
    require_play(campaign)
    return phase_in_play(campaign)


def require_play(campaign: Campaign) -> None:
    """The campaign must have begun and not be over."""
    require_status(campaign, Status.RUNNING, Status.PAUSED, Status.WAITING)


_REMEDY = {
    Status.GATHERING: "It begins when its moderator starts it.",
    Status.FINISHED: "It can only be read.",
    Status.PAUSED: "Its moderator can let it go on.",
    Status.WAITING: "Its moderator can extend the deadline or resolve the phase.",
    Status.RUNNING: "Pause it first.",
}
