"""Submissions accepted and durable, in 200 campaigns, as the database grows.

Each is one HTTP request by a signed-in player: session and CSRF check, the seat, the menu of the
phase, encryption, commitment, the log. It is answered after the commit. An order is never the one
that lies there sealed already, so every request writes. At the end the log is counted.
"""

import json
from collections.abc import Sequence

from benchmarks import seeding
from benchmarks.figures import Figure
from benchmarks.site import LOOPBACK, Site, asked
from campaigns.models import LogEntry, Phase

TABLES = 200
CONNECTIONS = 32
SIZES = (1, 10, 100)
QUICK = (1, 10)
LEAST_PER_SECOND = 165.0
MOST_P95_MS = 260.0


def measure(site: Site, *, quick: bool = False) -> list[Figure]:
    """Accepted submissions per second, and the 95th percentile, at each size."""
    sizes, runs, seconds = (QUICK, 2, 4.0) if quick else (SIZES, 3, 6.0)
    chairs = seeding.tables(TABLES)
    slugs = sorted({chair.slug for chair in chairs})
    figures = []
    for size in sizes:
        seeding.grow(slugs, campaigns=TABLES * size, phases=size)
        answers = [submit(site, chairs, seconds=seconds, run=run) for run in range(runs)]
        figures += [
            accepted(
                answers, "Orders", f"{size}x", what="accepted a second", target=LEAST_PER_SECOND
            ),
            Figure(
                group="Orders",
                what="95th percentile",
                unit="ms",
                runs=tuple(one["p95"] for one in answers),
                size=f"{size}x",
                target=MOST_P95_MS,
            ),
        ]
    return sorted(figures, key=lambda one: one.what == "95th percentile")


def accepted(
    answers: Sequence[dict[str, float]],
    group: str,
    size: str,
    *,
    what: str = "submissions accepted a second",
    target: float | None = None,
    note: str = "",
) -> Figure:
    """How many submissions were accepted a second in these runs."""
    runs = tuple(one["accepted"] / one["seconds"] for one in answers)
    return Figure(
        group=group,
        what=what,
        unit="/s",
        runs=runs,
        size=size,
        target=target,
        at_most=False,
        note=note,
    )


def submit(
    site: Site,
    chairs: list[seeding.Chair],
    *,
    seconds: float,
    run: int = 0,
) -> dict[str, float]:
    """Submit for so long; raises if anything was refused, lost or written twice.

    Each ``run`` has orders of its own, so that it never begins with what is sealed already.
    """
    by_power = {
        power: seeding.orders_of(next(c for c in chairs if c.power == power), 3 * run + 3)[-3:]
        for power in {chair.power for chair in chairs}
    }
    phase = Phase.objects.values_list("number", flat=True).get(
        campaign__slug=chairs[0].slug, resolved_at=None
    )
    # Of these campaigns alone: in a new folder the site plays its demonstrations meanwhile.
    slugs = {chair.slug for chair in chairs}
    sealed = LogEntry.objects.filter(kind="order.sealed", campaign__slug__in=slugs)
    before = sealed.count()
    answer = asked(
        {
            "ports": site.ports,
            "connections": CONNECTIONS,
            "seconds": seconds,
            "requests": [
                [
                    request(chair, {"phase": phase, "order": order, "seal": True, "ready": False})
                    for order in by_power[chair.power]
                ]
                for chair in chairs
            ],
        }
    )
    written = sealed.count() - before
    if answer["refused"] or answer["unanswered"]:
        raise RuntimeError(f"Submissions were not accepted: {answer}")
    if written != answer["accepted"]:
        raise RuntimeError(f"{answer['accepted']} were accepted and {written} written.")
    return answer


def request(chair: seeding.Chair, body: dict[str, object]) -> str:
    """The whole HTTP request by which a chair hands something in."""
    content = json.dumps(body)
    return "\r\n".join(
        [
            f"POST /api/campaigns/{chair.slug}/orders/{chair.power}/ HTTP/1.1",
            f"Host: {LOOPBACK}",
            f"Cookie: sessionid={chair.cookie}; csrftoken={chair.csrf}",
            f"X-CSRFToken: {chair.csrf}",
            "Prefer: return=minimal",
            "Content-Type: application/json",
            f"Content-Length: {len(content)}",
            "",
            content,
        ]
    )
