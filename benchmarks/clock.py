"""The clock: an idle sweep among many campaigns, and a thousand that fall due in the same second.

The campaigns that fall due are real ones, played by the site's own workers; one of them is broken
on purpose and must make none of the others late. The rest are there to be passed over.
"""

import statistics
import time
from datetime import timedelta

from django.db import connection, transaction
from django.utils import timezone

from benchmarks import seeding
from benchmarks.figures import Figure, repeated
from benchmarks.site import Site
from campaigns.models import Campaign, LogEntry, Phase, Status
from campaigns.sealed.field import Sealed
from campaigns.services.advance import sweep
from campaigns.services.lifecycle import campaigns

SIZES = (1_000, 10_000, 100_000)
DUE = 1_000
TARGET_SECONDS = 60.0
TARGET_IDLE_MS = 7.0
#: How long before the second in which they fall due it is written down.
AHEAD = timedelta(seconds=15)


def measure(
    site: Site, *, quick: bool = False, sizes: tuple[int, ...] = SIZES, due: int = DUE
) -> list[Figure]:
    """An idle sweep at each number of campaigns; at the last of them, so many due at once.

    Raises ``RuntimeError`` if the clock reads through the whole table, or if a campaign was
    resolved twice or not at all.
    """
    if quick:
        sizes, due = sizes[:2], due // 5
    template = seeding.tables(1)[0].slug
    slugs = [_campaign(number) for number in range(min(due, sizes[0] - 2))]
    figures = []
    for size in sizes:
        seeding.grow([template], campaigns=size, phases=1, light=True)
        _look_at_the_plans()
        sweep.sweep()
        figures.append(
            Figure(
                group="Clock",
                what="idle sweep",
                unit="ms",
                runs=repeated(20 if quick else 60, _idle_sweep),
                size=f"{size:,} campaigns",
                target=TARGET_IDLE_MS,
            )
        )
    slugs += [_campaign(number) for number in range(len(slugs), due)]
    late, claims = _fall_due(slugs)
    struck = f"{due:,} of {sizes[-1]:,} due"
    figures += [
        Figure(
            group="Clock",
            what="all resolved after their second",
            unit="s",
            runs=(max(late),),
            size=struck,
            target=TARGET_SECONDS,
            note="each once, by two worker processes; one more was broken on purpose",
        ),
        Figure(
            group="Clock",
            what="half resolved after their second",
            unit="s",
            runs=(statistics.median(late),),
            size=struck,
        ),
        Figure(group="Clock", what="claiming a batch of 50", unit="ms", runs=claims, size=struck),
    ]
    return figures


def _campaign(number: int) -> str:
    """A running campaign of autopilots that waits for its deadline."""
    slug = seeding.found(f"Due {number}")
    campaigns.start(slug, by=seeding.moderator())
    return slug


def _idle_sweep() -> float:
    began = time.perf_counter()
    sweep.sweep()
    return (time.perf_counter() - began) * 1000


def _claiming() -> float:
    """The time to find and lock a batch, which is then let go."""
    began = time.perf_counter()
    with transaction.atomic():
        if not list(sweep.fresh(timezone.now() + AHEAD, set())[: sweep.BATCH]):
            raise RuntimeError("Nothing was found to claim.")
    return (time.perf_counter() - began) * 1000


def _look_at_the_plans() -> None:
    """Have PostgreSQL explain every look of the clock; none may read through all campaigns."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE campaigns_campaign")
    now = timezone.now()
    for looks in (
        sweep.fresh(now, set())[: sweep.BATCH],
        sweep.tried_before(now, set())[:1],
        sweep.nearly_due(now),
        sweep.behind_outages(0)[: sweep.BATCH],
    ):
        with transaction.atomic():
            plan = looks.explain()
        if "Seq Scan on campaigns_campaign" in plan:
            raise RuntimeError(f"The clock reads through all campaigns:\n{plan}")


def _fall_due(slugs: list[str]) -> tuple[list[float], tuple[float, ...]]:
    """Let them fall due in one second; how late each was resolved, and what a claim took."""
    ours = Campaign.objects.filter(slug__in=slugs)
    broken = _campaign(len(slugs))
    Phase.objects.filter(campaign__slug=broken).update(state=Sealed(b"no seal opens this"))
    second = (timezone.now() + AHEAD).replace(microsecond=0)
    with transaction.atomic():
        for some in (ours, Campaign.objects.filter(slug=broken)):
            Phase.objects.filter(campaign__in=some, resolved_at=None).update(due_at=second)
            some.update(wakes_at=second)
    claims = repeated(20, _claiming)
    phases = Phase.objects.filter(campaign__in=ours, number=1)
    until = time.monotonic() + AHEAD.total_seconds() + 3 * TARGET_SECONDS
    running = Campaign.objects.filter(slug=broken).exclude(status=Status.PAUSED)
    # The broken one may come after all others.
    while time.monotonic() < until:
        open_ones, is_running = phases.filter(resolved_at=None).count(), running.exists()
        if not open_ones and not is_running:
            break
        time.sleep(0.5)
    told = LogEntry.objects.filter(campaign__in=ours, kind="phase.resolved").count()
    opened = Phase.objects.filter(campaign__in=ours, number=2).count()
    if open_ones or told != len(slugs) or opened != len(slugs):
        raise RuntimeError(
            f"Of {len(slugs)} due campaigns {open_ones} were not resolved; {told} resolutions and "
            f"{opened} second phases stand in the books."
        )
    if is_running:
        raise RuntimeError("The broken campaign was not stopped.")
    resolved = phases.values_list("resolved_at", flat=True)
    return [(at - second).total_seconds() for at in resolved if at is not None], claims
