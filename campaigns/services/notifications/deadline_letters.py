"""What letters say once a deadline has passed: to those who are waited for, and of a campaign that waits
for its moderator.
"""

from collections.abc import Callable
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from campaigns import rulebooks
from campaigns.domain.wording import in_readers_words, with_its_turn
from campaigns.models import Notification, Status
from campaigns.selectors.notifications import preferences
from campaigns.services.notifications import enqueue
from campaigns.services.notifications.letter_parts import powers_of
from core.text.lists import listed
from core.text.moments import weekday_and_time, zone_of
from rules.kernel.grammar import within


def _is_stuck(letter: Notification) -> bool:
    """Whether the campaign still waits in that phase."""
    campaign = letter.phase.campaign
    waits = campaign.status == Status.WAITING and campaign.phase_id == letter.phase_id
    return waits and preferences.is_member(letter.person, campaign)


def is_waited_for(letter: Notification) -> bool:
    """Whether they can still seal after the deadline: grace is not over, or the campaign waits."""
    phase = letter.phase
    campaign = phase.campaign
    if campaign.status == Status.WAITING:
        return campaign.phase_id == letter.phase_id
    return _grace(letter) is not None


def _grace(letter: Notification) -> datetime | None:
    """Until when the reader has grace, if they do."""
    clock, now = letter.phase.times, timezone.now()
    ends = [clock.closes_for(power) for power in powers_of(letter) if clock.is_late(power, now)]
    return max((one for one in ends if one is not None and now < one), default=None)


def _missed(letter: Notification) -> tuple[str, str]:
    phase = letter.phase
    until = _grace(letter)
    left = (
        _("You can still seal until %(moment)s.")
        % {"moment": weekday_and_time(until, zone_of(letter.person))}
        if until
        else str(_STILL)
    )
    return (
        _("the deadline has passed: %(phase)s") % {"phase": in_readers_words(phase.title)},
        _told(letter, _("The deadline has passed and nothing has come from you."), left),
    )


_STILL = _lazy("The campaign waits for you; you can still seal, until its moderator goes on.")


def _stuck(letter: Notification) -> tuple[str, str]:
    """From whom nothing has come, which everybody may know, and who can do what about it."""
    phase, campaign = letter.phase, letter.phase.campaign
    names = [
        within(in_readers_words(rulebooks.power_name(campaign.rulebook, campaign.revision, power)))
        for power in enqueue.still_missing(phase)
    ]
    what = _("The deadline has passed, and the campaign stands still.")
    if names:
        what += " " + _("Nothing has come from %(powers)s.") % {"powers": listed(names)}
    desk = letter.person_id in enqueue.moderators(campaign)
    return (
        _("the campaign stands still: %(phase)s") % {"phase": in_readers_words(phase.title)},
        _told(letter, what, str(_AT_THE_DESK if desk else _ITS_MODERATOR)),
    )


def _is_empty(letter: Notification) -> bool:
    """Whether nobody has a seat in that phase, still."""
    campaign = letter.phase.campaign
    return campaign.lacks_players and campaign.phase_id == letter.phase_id


def _nobody(letter: Notification) -> tuple[str, str]:
    """That the campaign stands still, and what its moderators and its last players can do."""
    phase, campaign = letter.phase, letter.phase.campaign
    desk = letter.person_id in enqueue.moderators(campaign)
    return (
        _("nobody has a seat any more: %(phase)s") % {"phase": in_readers_words(phase.title)},
        _told(
            letter,
            _("Nobody has a seat any more, so the campaign stands still."),
            str(_INVITE if desk else _COME_BACK),
        ),
    )


_INVITE = _lazy(
    "At its desk you can invite players, or let the clock's policy say that autopilots play on."
)
_COME_BACK = _lazy(
    "You were the last to have a seat of yours: you can take it again on its page of seats, without an "
    "invitation. If the campaign is private, ask its moderator for one."
)
_AT_THE_DESK = _lazy(
    "It waits for you. At its desk you can remind them, give more time, or resolve the phase."
)
_ITS_MODERATOR = _lazy("It waits for them, or for its moderator to go on.")


def _told(letter: Notification, what: str, then: str) -> str:
    """What a letter says of a phase, and what comes of it."""
    phase = letter.phase
    return f"{with_its_turn(phase.turn_title, phase.title)}.\n\n{what} {then}"


TRUE: dict[str, Callable[[Notification], bool]] = {
    Notification.Kind.STUCK: _is_stuck,
    Notification.Kind.NOBODY: _is_empty,
}
SAID: dict[str, Callable[[Notification], tuple[str, str]]] = {
    Notification.Kind.MISSED: _missed,
    Notification.Kind.STUCK: _stuck,
    Notification.Kind.NOBODY: _nobody,
}
