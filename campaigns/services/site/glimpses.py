"""Drawing what lists of campaigns show of each at a glance (:mod:`campaigns.models.glimpse`).

A glimpse follows from what a visitor sees of phases that are over. One that is missing or behind is found by
looking, whatever led to that (a resolution, an import, a roll-back, a campaign that was made public), so
nothing has to be remembered; it is behind by half a minute at most.
"""

import time
from itertools import islice
from typing import Any

import structlog
from django.core.cache import cache
from django.db.models import F, OuterRef, Q, Subquery

from campaigns.chronicles import sampling
from campaigns.chronicles.spec import told_of
from campaigns.errors import RulesMissing
from campaigns.models import Campaign, Glimpse, Phase, Status
from campaigns.rulebooks import states
from campaigns.selectors.history.chronicle_phases import year_of
from campaigns.selectors.reader.access import Reading, reading
from campaigns.services.advance.isolation import ENDED

BATCH = 20
LONGEST = 20.0
"""Seconds; the next look goes on."""
REST = 3600
"""So many seconds one that could not be drawn is left alone."""
BROKEN = "glimpse-broken-"

_say = structlog.get_logger(__name__)


def draw_due() -> int:
    """Draw what is missing or behind, for some seconds; how many campaigns that were."""
    started, drawn = time.monotonic(), 0
    for slug in _due():
        if time.monotonic() - started > LONGEST:
            break
        try:
            draw(slug, until=started + LONGEST)
        except RulesMissing:
            continue
        except ENDED:
            raise
        except Exception:  # noqa: BLE001 - what one campaign holds keeps no other from being drawn
            _say.exception("glimpse cannot be drawn", campaign=slug)
            cache.set(f"{BROKEN}{slug}", True, timeout=REST)
            continue
        drawn += 1
    return drawn


def _due() -> list[str]:
    """Campaigns that everybody may follow as they stand, and of which less is drawn than was told."""
    told = Phase.objects.filter(
        campaign=OuterRef("pk"), resolved_at__isnull=False, undone_at__isnull=True
    )
    rows = (
        Campaign.objects.filter(private=False, listed=True, lacks_rules=False)
        .filter(Q(delay=0) | Q(status=Status.FINISHED))
        .annotate(last=Subquery(told.order_by("-pk").values("pk")[:1]))
        .filter(last__isnull=False)
        .exclude(glimpse__phase=F("last"))
    )
    found = rows.order_by("-pk").values_list("slug", flat=True).iterator()
    return list(islice((one for one in found if not cache.get(f"{BROKEN}{one}")), BATCH))


def draw(slug: str, *, until: float | None = None) -> Glimpse | None:
    """Draw one as far as its last phase, or as far as there is time; ``None`` where nothing was told."""
    at = reading(slug)
    kept = Glimpse.objects.filter(campaign=at.campaign).select_related("phase").first()
    if kept is not None and kept.phase.undone_at is not None:
        kept.delete()
        kept = None
    rows = Phase.objects.filter(
        campaign=at.campaign, resolved_at__isnull=False, undone_at__isnull=True
    ).order_by("pk")
    seen = _Seen(at, kept.seen if kept else None)
    last: Phase | None = None
    for phase in (
        rows.filter(pk__gt=kept.phase_id if kept else 0).defer("rolls", "about").iterator(10)
    ):
        phase.campaign = at.campaign
        seen.take(phase)
        last = phase
        if until is not None and time.monotonic() > until:
            break
    if last is None:
        return kept
    found, _ = Glimpse.objects.update_or_create(
        campaign=at.campaign,
        defaults={"phase": last, "seen": seen.written(), "board": seen.small()},
    )
    return found


class _Seen:
    """Values over time: those that were kept, and those of further phases."""

    def __init__(self, at: Reading, kept: Any) -> None:
        """As far as it was kept."""
        self.at, self.told = at, told_of(at.campaign.rulebook)
        self.charts = self.told.charts[:1]
        self.first = kept["first"] if kept else 0
        self.steps: dict[tuple[str, str], list[list[int]]] = {
            (who, name): steps for who, name, steps in (kept["tracks"] if kept else ())
        }
        self.years: list[list[Any]] = kept["years"] if kept else []
        self.board: Any = None
        self.last = 0

    def take(self, phase: Phase) -> None:
        """The values that a phase ended with; of the first also those with which it began."""
        then = self.at.as_of(phase)
        if not self.first:
            self.first = phase.number
            self._sample(then, phase.number, states.at_opening(phase))
        self._sample(then, phase.number, states.now(phase))
        self.last = phase.number
        year = year_of(phase.turn_title)
        if not self.years or self.years[-1][1] != year:
            self.years.append([phase.number, year])

    def _sample(self, then: Reading, at: int, state: Any) -> None:
        self.board = then.book.board(then.book.view(state, then.viewer), then.acting)
        for (_, who, name), value in sampling.sample(self.board, self.charts).items():
            steps = self.steps.setdefault((who, name), [])
            if steps and steps[-1][0] == at:
                steps[-1][1] = value
            elif not steps or steps[-1][1] != value:
                steps.append([at, value])

    def written(self) -> dict[str, Any]:
        """As it is kept."""
        measure = self.told.measure
        powers = {*self.at.book.powers, *self.at.book.factions}
        stood = sampling.stood(self.board, measure, dict.fromkeys(powers, "")) if measure else ()
        return {
            "first": self.first,
            "last": self.last,
            "years": self.years,
            "tracks": [[who, name, steps] for (who, name), steps in self.steps.items()],
            "stood": [[row.key, row.value, row.whole, row.share] for row in stood],
        }

    def small(self) -> Any:
        """What the face of the book draws small of the board."""
        return self.told.small(self.board) if self.told.small else None
