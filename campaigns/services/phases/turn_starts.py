"""Where turns begin, and how far those who follow with a delay may read.

A reader who follows N turns behind sees a turn once N turns have begun after it: with one turn of
delay, a turn is shown when the next one begins. What was disclosed once stays so. To be called with
the campaign locked; the caller saves it.
"""

from typing import Any

from django.db.models import QuerySet

from campaigns.models import Campaign, Phase, Tenure, TurnStart
from campaigns.services.log import push

KEPT = (
    *("status", "line", "revision", "variants", "switched", "tables", "clock"),
    *("unattended", "successor_id"),
)
"""The fields of a campaign that a turn's start remembers."""


def begin(campaign: Campaign, turn: int) -> None:
    """Remember how the campaign stands if a turn begins with the phase that is about to open."""
    before = _last(Phase.objects.filter(pk=campaign.phase_id or 0))
    if before is not None and before.turn == turn:
        return
    if before is not None and before.resolved_at is None:
        # The campaign goes back: what is played again begins with what the last phase left that counts.
        left = campaign.phases.filter(resolved_at__isnull=False)
        before = _last(left.filter(undone_at__isnull=True))
    _remember(campaign, turn, before)
    disclose(campaign, turn)


def _last(phases: QuerySet[Phase]) -> Phase | None:
    return phases.order_by("-pk").only("campaign", "turn", "turn_title", "resolved_at").first()


def _remember(campaign: Campaign, turn: int, before: Phase | None) -> TurnStart:
    """The campaign as it stands now, after its newest log entry."""
    newest = campaign.log.get(seq=campaign.log_seq)
    start, _ = campaign.turn_starts.get_or_create(
        seq=newest.seq,
        defaults={
            "turn": turn,
            "hash": newest.hash,
            "lines": campaign.log_lines,
            "at": newest.at,
            "phase": before,
            "ended": before.turn_title if before is not None else "",
            "stood": _stood(campaign, campaign.phase_id or 0),
        },
    )
    return start


def _stood(campaign: Campaign, last: int) -> dict[str, Any]:
    seats = campaign.seats.order_by("order")
    tenures = Tenure.objects.filter(seat__campaign=campaign, left_at__isnull=True)
    since = {seat: at.isoformat() for seat, at in tenures.values_list("seat", "joined_at")}
    return {
        **{name: getattr(campaign, name) for name in KEPT},
        "last": last,
        "seats": [[seat.power, seat.person_id, seat.bot, since.get(seat.pk, "")] for seat in seats],
        "moderators": sorted(campaign.moderators.values_list("pk", flat=True)),
        "standbys": sorted(campaign.standbys.values_list("pk", flat=True)),
    }


def disclose(campaign: Campaign, turn: int) -> None:
    """Let those who follow with a delay read on, as far as the turn in play allows.

    A roll-back begins a turn anew: then turns are counted once, so that nothing is shown sooner.
    """
    if not campaign.delay:
        return
    starts = campaign.turn_starts.all()
    last = starts.filter(turn__lte=turn - campaign.delay + 1).order_by("-seq").first()
    found = last or starts.order_by("seq").first()
    shown = campaign.disclosed
    if found is not None and (shown is None or found.seq > shown.seq):
        campaign.disclosed = found
        push.spectators_may_read_on(campaign.slug)


def hide(campaign: Campaign) -> None:
    """Begin to show a campaign with a delay that had none, or go on with a longer one.

    What was disclosed stays so; of a campaign that had no delay, all up to the turn in play.
    """
    if campaign.disclosed_id is None:
        campaign.disclosed = campaign.turn_starts.order_by("-seq").first()


def show(campaign: Campaign) -> None:
    """Show everything at once, from now on."""
    if campaign.disclosed_id is not None:
        campaign.disclosed = None
        push.spectators_may_read_on(campaign.slug)
