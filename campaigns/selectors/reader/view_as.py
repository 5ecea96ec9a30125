"""A campaign that is over, as one of its powers knew it then.

Everybody who may read it may choose: it has no secrets left, and its file holds all of this already
(``docs/export.md``). Before the end nobody looks through another's eyes, whoever they are.
"""

from django.utils.translation import gettext as _

from campaigns.domain.entries.phases import PhaseOpened
from campaigns.errors import NotNow, NotOnTheMenu
from campaigns.models import LogEntry, Phase, Status
from campaigns.rulebooks import fork_origin
from campaigns.selectors.reader.access import Reading, power_badge
from campaigns.selectors.reader.power_badges import Badge


def choices(at: Reading) -> tuple[Badge, ...]:
    """The powers through whose eyes the reader may look; none before the end."""
    if not fork_origin.is_open(at.campaign):
        return ()
    return tuple(power_badge(at.book, seat.power) for seat in at.seats)


def through(at: Reading, power: str) -> Reading:
    """Somebody who knows what this power knew, and nothing else. Raises ``NotNow`` before the end, and
    ``NotOnTheMenu`` for what is no power of the campaign.
    """
    if at.campaign.status != Status.FINISHED:
        raise NotNow(
            _("This campaign is not over: nobody looks through another power's eyes yet."),
            remedy=_("Read it as you may see it."),
        )
    if not fork_origin.is_open(at.campaign):
        raise NotNow(
            _("The campaign that this one was forked from is not over."),
            remedy=_("Read it as you may see it."),
        )
    if power not in {seat.power for seat in at.seats}:
        raise NotOnTheMenu(
            _("%(power)r is no power of this campaign.") % {"power": power}, field="as"
        )
    return Reading(at.campaign, None, at.seats, is_moderator=False, power=None, eyes=power)


def end_of(phase: Phase) -> int:
    """The number of the last log entry of before the next phase: what was public when this one was over."""
    entries = LogEntry.objects.filter(campaign=phase.campaign_id).order_by("seq")
    opened = entries.filter(kind=PhaseOpened.tag, phase=phase).values_list("seq", flat=True)[0]
    later = entries.filter(kind=PhaseOpened.tag, seq__gt=opened).values_list("seq", flat=True)
    following = later.first()
    return following - 1 if following is not None else phase.campaign.log_seq
