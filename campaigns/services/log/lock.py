"""Getting hold of a campaign: one lock, taken first, by whoever changes anything in it."""

from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from msgspec import UNSET

from campaigns.domain.entries.entry import Maybe
from campaigns.errors import (
    CampaignError,
    NoSuchCampaign,
    NotNow,
    NotOnTheMenu,
    NotYours,
    SignInFirst,
    StalePhase,
)
from campaigns.models import Campaign, Phase, Seat, Status
from campaigns.proofs.dice_links import PROMPT
from campaigns.selectors.reader import deputies
from campaigns.selectors.reader.deputies import ActingPlayer
from core.sql.statements import Select

_TO_WRITE = Select(
    Campaign,
    "slug = %s FOR UPDATE",
    without=(
        "variants",
        "tables",
        "dice_seed",
        "dice_head",
        "dice_root",
        "autopilot_secret",
        "beacon",
        "created_at",
    ),
)


def locked(slug: str) -> Campaign:
    """The campaign with its row locked until the transaction ends.

    Everything that hangs on it is to be read after this, not joined to it: what another
    transaction wrote while we waited is only seen by a new query.
    """
    campaign = Campaign.objects.select_for_update().filter(slug=slug).first()
    if campaign is None:
        raise no_such(slug)
    return campaign


def locked_for_moderator(slug: str, by: Any) -> Campaign:
    """As :func:`locked`, for one of the campaign's moderators."""
    campaign = locked(slug)
    require_moderator(campaign, by)
    return campaign


def locked_for_reader(slug: str, by: Any) -> Campaign:
    """As :func:`locked`, for somebody who is signed in and may know of the campaign."""
    require_person(by)
    campaign = locked(slug)
    require_reader(campaign, by)
    return campaign


def locked_for_player(slug: str, by: Any, power: str) -> Campaign:
    """As :func:`locked`, for the player of a power; no deputy."""
    campaign = locked(slug)
    require_seat(campaign, by, power)
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
        _("There is no campaign %(slug)r.") % {"slug": slug},
        remedy=_("Check the address, or look for it in the lobby."),
    )


def require_person(by: Any) -> Any:
    """Only people who are signed in change anything."""
    if by is None or not getattr(by, "is_authenticated", False):
        raise SignInFirst(_("Nobody is signed in."), remedy=_("Sign in and try again."))
    return by


def require_account(by: Any) -> Any:
    """A guest, who plays a first game without an account, changes nothing outside it."""
    person = require_person(by)
    if person.is_guest:
        raise SignInFirst(
            _("Guests play their first game and nothing else."),
            remedy=_("Sign up; your game stays yours."),
        )
    return person


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
            _("Only a moderator of this campaign may do this."), remedy=_("Ask its moderator.")
        )
    return by


def require_staff(by: Any) -> Any:
    """Only those who run the site do this."""
    person = require_person(by)
    if not (person.is_active and person.is_staff):
        raise NotYours(_("Only the staff of this site do this."))
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
    seat = campaign.seats.filter(power=power, person=require_person(by)).first()
    if seat is None:
        raise not_yours(campaign, by, power)
    return seat


def require_acting_player(campaign: Campaign, by: Any, power: str, level: str) -> ActingPlayer:
    """The player of a power acts for it, or a deputy whose rights go as far as ``level``. Gives the
    hand of the player; what a deputy writes after this bears their number in the log.
    """
    person = require_person(by)
    if campaign.seats.filter(power=power, person=person).exists():
        return ActingPlayer(person.pk)
    rows = deputies.of(campaign, person.pk, timezone.now(), power)
    if not rows:
        raise not_yours(campaign, by, power)
    if not rows[0].may(level):
        raise NotYours(
            _("You stand in here to %(right)s, not to %(level)s.")
            % {"right": rows[0].get_level_display(), "level": level},
            field="power",
            remedy=_("The player of the seat can name you for more."),
        )
    campaign.acting = rows[0]
    return ActingPlayer(rows[0].principal_id)


def not_yours(campaign: Campaign, by: Any, power: str) -> CampaignError:
    """The refusal for one who does not play this power, or may not even know of the campaign."""
    require_reader(campaign, by)
    if deputies.of(campaign, by.pk, timezone.now(), power):
        return NotYours(
            _("Only the player of this seat does this."),
            field="power",
            remedy=_("You look after the seat; ask its player."),
        )
    if not campaign.seats.filter(person=by).exists():
        return NotYours(
            _("You have no seat in this campaign."),
            field="power",
            remedy=_("Ask its moderator for an invitation."),
        )
    return NotYours(
        _("You do not play %(power)r in this campaign.") % {"power": power},
        field="power",
        remedy=_("Choose one of your own powers."),
    )


LONGEST_REASON: Final = 300
"""So many letters has a reason in the log."""


def require_short(reason: str, most: int = LONGEST_REASON) -> str:
    """A reason as it is kept; it may be empty. One that is longer is refused, not cut off."""
    reason = reason.strip()
    if len(reason) > most:
        raise NotOnTheMenu(
            _("A reason has at most %(most)s letters, not %(count)s.")
            % {"most": most, "count": len(reason)},
            field="reason",
            remedy=_("Shorten it."),
        )
    return reason


def require_reason(reason: str) -> str:
    """What a moderator does, everybody is told why."""
    if not (reason := require_short(reason)):
        raise NotNow(
            _("A reason is needed; it stands in the log for everybody."),
            field="reason",
            remedy=_("Write one."),
        )
    return reason


def why_of(reason: str | None) -> Maybe:
    """The reason of an act as it stands in its entry; unset for ``None``: a command or a program may
    give none. An empty one is refused.
    """
    return UNSET if reason is None else require_reason(reason)


def require_status(campaign: Campaign, *statuses: str) -> None:
    """The campaign must be in one of these states of its life."""
    if campaign.status not in statuses:
        label = Status(campaign.status).label
        raise NotNow(
            _("This campaign is %(label)s.") % {"label": label},
            remedy=why_stopped(campaign) or _REMEDY[Status(campaign.status)],
        )


def why_stopped(campaign: Campaign) -> str:
    """What a campaign that stands still waits for, where that is no pause; else empty."""
    if campaign.status != Status.PAUSED:
        return ""
    if campaign.stumbled_at:
        return _("Something broke over it; the site's administrator has to look at it.")
    if campaign.lacks_rules:
        return _("It waits for its rules; the site's administrator has to bring them back.")
    return _("It waits until somebody takes a seat.") if campaign.lacks_players else ""


def require_phase(campaign: Campaign, number: int | None) -> Phase:
    """The phase in play, which must be the one that was meant."""
    return require_meant(open_phase(campaign), number)


def require_meant(phase: Phase, number: int | None) -> Phase:
    """As :func:`require_phase`, for a caller who has the phase in play already."""
    if number is not None and phase.number != number:
        raise StalePhase(
            _("This was meant for phase %(number)s, but the campaign is in phase %(current)s.")
            % {"number": number, "current": phase.number},
            field="phase",
            remedy=_("Reload the page: this phase was undone when the campaign went back.")
            if _is_undone(phase.campaign_id, number)
            else _("Reload the page: this phase has already been resolved."),
        )
    return phase


def _is_undone(campaign: int, number: int) -> bool:
    rows = Phase.objects.filter(campaign=campaign, number=number)
    return rows.filter(undone_at__isnull=False).exists()


def phase_in_play(campaign: Campaign) -> Phase:
    """The phase that a locked campaign stands in, freshly read."""
    rows = Phase.objects.defer("opening", "rolls")
    return of_campaign(rows.filter(pk=campaign.phase_id or 0).first(), campaign)


def of_campaign(phase: Phase | None, campaign: Campaign) -> Phase:
    """The phase with its campaign, the one that is locked, at hand."""
    if phase is None:
        raise Phase.DoesNotExist(f"Campaign {campaign.slug} is in no phase.")
    phase.campaign = campaign
    return phase


def open_phase(campaign: Campaign) -> Phase:
    """The phase in play, in which something is to be done. To be called with the campaign locked.

    Raises ``NotNow`` while its dice are waited for: then nothing changes.
    """
    require_play(campaign)
    phase = phase_in_play(campaign)
    require_no_wait(campaign, phase)
    return phase


def require_no_wait(campaign: Campaign, phase: Phase) -> None:
    """Nothing is done between the close of a phase and its dice, nor between an act and its dice."""
    if campaign.dice_policy == PROMPT:
        return
    if phase.closed_at is not None:
        raise NotNow(
            _("The phase is closed and waits for its dice."),
            remedy=_("Look again in a moment; the page says how long it waits at most."),
        )
    if campaign.pending_acts.filter(done_at__isnull=True).exists():
        raise NotNow(
            _("A roll waits for its dice. Nothing else is done meanwhile."),
            remedy=_("Look again in a moment; the page says how long it waits at most."),
        )


def require_play(campaign: Campaign) -> None:
    """The campaign must have begun and not be over."""
    require_status(campaign, Status.RUNNING, Status.PAUSED, Status.WAITING)


def require_not_over(campaign: Campaign) -> None:
    """The campaign must not be over; it need not have begun."""
    if campaign.status == Status.FINISHED:
        require_play(campaign)


_REMEDY = {
    Status.GATHERING: _lazy("It begins when its moderator starts it."),
    Status.FINISHED: _lazy("It can only be read."),
    Status.PAUSED: _lazy("Its moderator can let it go on."),
    Status.WAITING: _lazy("Its moderator can extend the deadline or resolve the phase."),
    Status.RUNNING: _lazy("Pause it first."),
}
