"""Sitting down and getting up: the steps of which every change of a seat is made.

To be called with the campaign locked. After the last step :func:`settled` saves the campaign.
"""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from campaigns import messages, rulebooks
from campaigns.crypto import dice_chain, signing
from campaigns.domain.entries import Entry
from campaigns.domain.entries.seats import SeatLeft
from campaigns.errors import NotNow, NotOnTheMenu
from campaigns.models import Campaign, Plan, Seat, Sheet, Status, Tenure
from campaigns.rulebooks import fork_origin, states
from campaigns.selectors.reader import names
from campaigns.services.clock import empty_table, successor_time
from campaigns.services.log import entries, push
from campaigns.services.log.lock import phase_in_play
from campaigns.services.notifications import enqueue
from campaigns.services.phases import phase_opening
from campaigns.services.seats import deputies, hand_over
from campaigns.services.votes import vote_record


def seat_of(campaign: Campaign, power: str) -> Seat:
    """The seat of a power, freshly read."""
    seat = campaign.seats.filter(power=power).first()
    if seat is None:
        raise NotOnTheMenu(
            _("%(power)r is no seat of this campaign.") % {"power": power}, field="power"
        )
    return seat


def name_of(campaign: Campaign, power: str) -> str:
    """What a power is called."""
    return rulebooks.power_name(campaign.rulebook, campaign.revision, power)


def take_seat(
    campaign: Campaign,
    seat: Seat,
    player: Any,
    entry: Entry,
    *,
    actor: str,
    at: datetime,
    by: Any = None,
) -> None:
    """Give a seat to a person; whoever had it before has it no more, and both are told but for who did it
    (``by``; else the player). Raises ``NotNow`` for one who would learn by it what is secret elsewhere.
    """
    require_no_stranger(campaign, seat, player)
    before, doer = seat.person_id, by if by is not None else player
    end_tenure(seat, at)
    seat.person, seat.bot = player, False
    seat.save(update_fields=["person", "bot"])
    _hand_over(campaign, seat, at)
    deputies.end_of(campaign, player.pk, at=at)
    Tenure.objects.create(seat=seat, person=player, joined_at=at)
    logged = entries.append(
        campaign, entry, at=at, actor=actor, person=player, power=seat.power, doer=doer
    )
    enqueue.of_own_seat(campaign, logged, before, doer=doer)
    hand_over.hand_threads_over(campaign, seat, player)
    successor_time.give(campaign, seat.power, at=at)


def vacate_seat(
    campaign: Campaign,
    seat: Seat,
    entry: Entry,
    *,
    bot: bool,
    actor: str,
    at: datetime,
    person: Any = None,
) -> None:
    """Take a seat from whoever has it, for the autopilot or for nobody. They are told, unless they did it
    (``person``; for the clock it is they whom it names).
    """
    before, doer = seat.person_id, person if actor != "clock" else None
    end_tenure(seat, at)
    seat.person, seat.bot = None, bot
    seat.save(update_fields=["person", "bot"])
    _hand_over(campaign, seat, at)
    logged = entries.append(campaign, entry, at=at, actor=actor, person=person, power=seat.power)
    if not isinstance(entry, SeatLeft):
        enqueue.of_own_seat(campaign, logged, before, doer=doer)


def require_no_stranger(campaign: Campaign, seat: Seat, player: Any) -> None:
    """Refuse one who would learn by a seat what is secret elsewhere: what a power knows in a fork it knows in
    the campaign that the fork comes from too. Until that is over nobody sits here but who sits there.
    """
    others = vote_record.seated(campaign, but={player.pk})
    if others and names.has_seen_the_people(campaign, player.pk):
        raise NotNow(
            _("The players of this campaign are anonymous, and you have seen who they are."),
            field="powers",
            remedy=_(
                "A moderator takes a seat when the campaign is created, or before anybody else has one."
            ),
        )
    origin = fork_origin.of(campaign)
    if origin is None or origin.parent is None or fork_origin.is_open(origin.parent):
        return
    if not Seat.objects.filter(campaign=origin.parent, power=seat.power, person=player).exists():
        raise NotNow(
            _(
                "The campaign that this one was forked from still runs: only who plays "
                "%(power)s there can play it here."
            )
            % {"power": name_of(campaign, seat.power)},
            remedy=_("Wait for its end, or leave the seat to the autopilot."),
        )


def end_tenure(seat: Seat, at: datetime) -> None:
    """Note that its player's time in a seat is over."""
    Tenure.objects.filter(seat=seat, left_at__isnull=True).update(left_at=at)


def _hand_over(campaign: Campaign, seat: Seat, at: datetime) -> None:
    """What the last one wrote for the open phase: drafts, plans and what-ifs go, a seal stands, to be read by nobody.

    An autopilot has nothing to wait for. Whoever sits down here has: the phase does not end early
    before they have agreed. Its deputies were those of the last one, and are so no more; nor does the last
    one's key sign for the seat any more.
    """
    deputies.end_where(campaign, how=messages.CHANGED_HANDS, at=at, power=seat.power)
    written = Sheet.objects.filter(phase=campaign.phase_id, power=seat.power)
    written.filter(state=Sheet.State.DRAFT).delete()
    written.filter(state=Sheet.State.SEALED).update(ready=seat.bot, ready_signature="")
    signing.end_key(campaign, seat.power)
    dice_chain.end_kept_chain(campaign, seat.power)
    campaign.seat_keys.filter(power=seat.power, ended_at__isnull=True).update(ended_at=at, kept="")
    Plan.objects.filter(phase=campaign.phase_id, power=seat.power).delete()
    campaign.dispatches.filter(power=seat.power).delete()
    campaign.what_ifs.filter(power=seat.power).delete()


def settled(campaign: Campaign, at: datetime) -> None:
    """After a change of seats: what was asked of those who sat here lapses, the autopilots seal what
    is asked of them now. Saves and tells. Where the rules are missing, the autopilots seal when play
    resumes.
    """
    vote_record.lapse(campaign, at=at, why=messages.SEATS_CHANGED)
    playable = rulebooks.is_here(campaign.rulebook, campaign.revision)
    if campaign.phase_id and campaign.status != Status.FINISHED and playable:
        phase = phase_in_play(campaign)
        empty_table.go_on(campaign, phase, at=at)
        phase_opening.seal_and_wake(campaign, phase, states.now(phase), at=at)
    push.save_and_tell(campaign, ("seats", "readiness", "strip", "orders", "log"))
