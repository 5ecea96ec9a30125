"""The sweep: everything the clock has to do, found again in the database each time.

Nothing here depends on an earlier sweep, on a queue or on a task that was sent: whatever is due
stands in ``Campaign.wakes_at``, under a partial index that holds only campaigns with a clock.
Any number of sweeps may run at once.

No campaign is late because of another. A claim is counted in ``Campaign.tries``, and the count is
committed before anything is tried. So whatever ended a worker in the middle of its work comes last
next time, by itself, after everybody else's.
"""

import time
from datetime import datetime, timedelta
from functools import partial

from django.db import connection, transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from campaigns.models import AddedTime, Campaign, Heartbeat, Outage, Status
from campaigns.selectors.phase.clocks import LONGEST_SILENCE, time_of_database
from campaigns.services.advance import missing_revisions, phase_advance
from campaigns.services.advance.isolation import isolated
from campaigns.services.clock import outages
from campaigns.services.deadlines import emergency_pauses
from campaigns.services.facts import perform_act
from campaigns.services.log.lock import phase_in_play
from campaigns.services.seats import deputies
from core import after_commit

BATCH = 50
#: Longer than the pause between two sweeps, so that each deadline is announced at least once.
PROMPT_AHEAD = timedelta(seconds=8)
#: A sweep ends in good time before the worker's limit; the next one goes on.
LONGEST_SWEEP = 40.0
#: So much of it at most goes into giving lost time back, before what is due has its turn.
LONGEST_GIVING = 10.0
#: A campaign over which so many workers died is stopped. It was alone in their hands each time.
MOST_TRIES = 10


class WorkersDied(RuntimeError):
    """Whoever began to resolve this phase did not live to end it."""


def sweep() -> int:
    """Give back lost time, resolve what is due, prompt what is nearly due; how many were resolved."""
    started = time.monotonic()
    now = timezone.now()
    beat()
    for campaign_id, see_to in missing_revisions.to_do():
        isolated(campaign_id, partial(see_to, campaign_id))
    give_back(now, until=started + LONGEST_GIVING)
    for campaign_id, slug in deputies.due(now).items():
        isolated(campaign_id, partial(deputies.end_due, slug, now))
    for act, campaign_id in perform_act.due(now).items():
        isolated(campaign_id, partial(perform_act.carry_out_asked, act))
    perform_act.ask_for_rounds()
    for campaign_id, slug in emergency_pauses.due(now).items():
        isolated(campaign_id, partial(emergency_pauses.resume_due, slug, now))
    resolved = 0
    if coming(timezone.now()).exists():
        resolved = _resolve_due(until=started + LONGEST_SWEEP)
        _prompt(timezone.now())
    return resolved


def _resolve_due(*, until: float) -> int:
    """Resolve what is due, till that moment of the monotonic clock; how many."""
    resolved = 0
    stuck: set[int] = set()
    while time.monotonic() < until and _is_anything_due(timezone.now()):
        claimed = _claim(timezone.now(), stuck)
        if not claimed:
            break
        for campaign_id, phase_id, tries in claimed:
            outcome = try_to_advance(campaign_id, phase_id, tries=tries)
            if outcome == phase_advance.Outcome.RESOLVED:
                resolved += 1
            else:
                stuck.add(phase_id)
    return resolved


def beat() -> Outage | None:
    """Note that the sweep runs, and if it had not for long: that the service was away.

    By the clock of the database, which is one for all workers. Where that clock was set back, the
    pulse goes back with it; else an outage could hide in the hours that come twice.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_BEAT)
        if (pulse := cursor.fetchone()) is None:
            Heartbeat.objects.get_or_create(name="sweep", defaults={"beat_at": time_of_database()})
            return None
        before, now = pulse
        if now - before > LONGEST_SILENCE:
            return Outage.objects.create(began_at=before, ended_at=now)
    return None


# Nothing is lost with a beat that a crash of the database takes back: the one before it stands, and with it an
# outage is found again. So none of them waits for the disk.
_BEAT = """
WITH before AS (SELECT name, beat_at FROM campaigns_heartbeat WHERE name = 'sweep' FOR UPDATE),
quick AS (SELECT set_config('synchronous_commit', 'off', true))
UPDATE campaigns_heartbeat AS pulse SET beat_at = statement_timestamp() FROM before, quick
WHERE pulse.name = before.name RETURNING before.beat_at, pulse.beat_at
"""


def give_back(now: datetime, *, until: float | None = None) -> int:
    """Give every campaign with a clock the time back that outages took from it, and what was added.

    ``until`` (on the monotonic clock) is when to leave the rest to the next sweep. Nothing is
    resolved on the strength of an outage meanwhile: whoever advances a campaign gives back first.
    """
    return sum(
        _give_to(behind(last), now, until)
        for model, behind in ((Outage, behind_outages), (AddedTime, behind_added))
        if (last := model.objects.order_by("-pk").values_list("pk", flat=True).first()) is not None
    )


def _give_to(late: QuerySet[Campaign, int], now: datetime, until: float | None) -> int:
    count = 0
    while batch := list(late[:BATCH]):
        for campaign_id in batch:
            count += bool(isolated(campaign_id, partial(_give_to_one, campaign_id, now)))
            if until is not None and time.monotonic() > until:
                return count
        if len(batch) < BATCH:
            break
    return count


@transaction.atomic(durable=True)
def _give_to_one(campaign_id: int, now: datetime) -> bool:
    """Give one campaign its time back, unless somebody else has it in hand; whether it was done."""
    rows = Campaign.objects.select_for_update(skip_locked=True)
    campaign = rows.filter(pk=campaign_id).first()
    if campaign is None or not campaign.phase_id:
        return False
    outages.give_back(campaign, phase_in_play(campaign), now)
    return True


def try_to_advance(
    campaign_id: int, phase_id: int, *, tries: int = 0
) -> phase_advance.Outcome | None:
    """Advance one campaign so that its troubles stay its own; ``None`` where they kept it from that.
    ``tries`` is how often it was begun already.
    """

    def advance() -> phase_advance.Outcome:
        if tries >= MOST_TRIES:
            raise WorkersDied(f"{tries} workers began to resolve this phase and ended over it.")
        return phase_advance.advance(campaign_id, phase_id=phase_id, skip_if_busy=True)

    return isolated(campaign_id, advance, phase_id=phase_id)


def _is_anything_due(now: datetime) -> bool:
    return Campaign.objects.filter(wakes_at__lte=now).exists()


@transaction.atomic
def _claim(now: datetime, stuck: set[int]) -> list[tuple[int, int, int]]:
    """The next due campaigns that nobody else has in hand: campaign, phase, earlier tries.

    The most overdue come first, many at once. What was tried before and is still due comes after
    them, least tried first and one at a time; ``stuck`` are phases that this sweep has tried.
    """
    found = list(fresh(now, stuck)[:BATCH]) or list(tried_before(now, stuck)[:1])
    if found:
        Campaign.objects.filter(pk__in=[pk for pk, _, _ in found]).update(tries=F("tries") + 1)
    return found


def fresh(now: datetime, stuck: set[int]) -> QuerySet[Campaign, tuple[int, int, int]]:
    """Due campaigns that nobody has tried yet, the most overdue first."""
    return (
        Campaign.objects.select_for_update(skip_locked=True)
        .filter(wakes_at__lte=now, tries=0)
        .exclude(phase_id__in=stuck)
        .order_by("wakes_at", "pk")
        .values_list("pk", "phase_id", "tries")
    )


def tried_before(now: datetime, stuck: set[int]) -> QuerySet[Campaign, tuple[int, int, int]]:
    """Due campaigns that were tried before, the least tried first.

    Of those that were claimed together the oldest is the one over which the worker ended: it had
    done the ones before it. So it comes last.
    """
    return (
        Campaign.objects.select_for_update(skip_locked=True)
        .filter(tries__gt=0, wakes_at__lte=now)
        .exclude(phase_id__in=stuck)
        .order_by("tries", "-wakes_at", "-pk")
        .values_list("pk", "phase_id", "tries")
    )


def behind_outages(last: int) -> QuerySet[Campaign, int]:
    """Campaigns whose clock runs that have not had back what they lost up to this outage."""
    return _that_run().filter(outage_seen__lt=last).values_list("pk", flat=True)


def behind_added(last: int) -> QuerySet[Campaign, int]:
    """Campaigns whose clock runs that have not taken what the site's staff added up to this time."""
    return _that_run().filter(added_seen__lt=last).values_list("pk", flat=True)


def _that_run() -> QuerySet[Campaign]:
    return Campaign.objects.filter(wakes_at__isnull=False, status=Status.RUNNING)


def _prompt(now: datetime) -> None:
    """Ask for a task at the very second of each deadline that comes before the next sweep."""
    for campaign_id, phase_id, wakes_at in nearly_due(now):
        after_commit.do("advance_phase", campaign_id, phase_id, at=wakes_at)


def coming(now: datetime) -> QuerySet[Campaign]:
    """Campaigns that are due, or will be before the next sweep."""
    return Campaign.objects.filter(wakes_at__lte=now + PROMPT_AHEAD)


def nearly_due(now: datetime) -> QuerySet[Campaign, tuple[int, int, datetime | None]]:
    """Campaigns that will be due before the next sweep."""
    return coming(now).filter(wakes_at__gt=now).values_list("pk", "phase_id", "wakes_at")
