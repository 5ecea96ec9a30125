"""Drawing what lists of campaigns show of each at a glance (:mod:`campaigns.models.glimpse`).

A glimpse follows from what a visitor sees of phases that are over. Once a campaign is over it also holds the
headline and the lede of its chronicle, in every language of the site. One that is missing or behind is found by
looking, whatever led to that (a resolution, an import, a roll-back, a campaign that was made public), so
nothing has to be remembered; it is behind by half a minute at most.
"""

import time
from itertools import islice
from typing import Any

import structlog
from django.conf import settings
from django.core.cache import cache
from django.db.models import F, OuterRef, Q, Subquery
from django.utils import translation

from campaigns.chronicles import sampling
from campaigns.chronicles.spec import told_of
from campaigns.errors import RulesMissing
from campaigns.models import Campaign, Glimpse, Phase, Status
from campaigns.models.glimpse import DRAWN
from campaigns.rulebooks import states
from campaigns.selectors.campaign.spectator_column import minutes_to_read
from campaigns.selectors.history import chronicle
from campaigns.selectors.history.chronicle_parts.lists import GROUPS
from campaigns.selectors.history.chronicle_parts.phases import year_of
from campaigns.selectors.reader.access import Reading, reading
from campaigns.services.advance.isolation import ENDED

BATCH = 20
CHARTS = ("tracks", "beside")
"""Under which names values are kept: those of the large chart, and of the one after it."""
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
    """Campaigns that everybody may follow as they stand, and of which less is drawn than was told; and those that
    are over and have no chronicle there yet.
    """
    told = Phase.objects.filter(
        campaign=OuterRef("pk"), resolved_at__isnull=False, undone_at__isnull=True
    )
    rows = (
        Campaign.objects.filter(private=False, listed=True, lacks_rules=False)
        .filter(Q(delay=0) | Q(status=Status.FINISHED))
        .annotate(fresh=Q(glimpse__seen__contains={"drawn": DRAWN}))
        .annotate(last=Subquery(told.order_by("-pk").values("pk")[:1]))
        .annotate(whole=Q(glimpse__seen__has_key="told"))
        .filter(last__isnull=False)
        .exclude(
            Q(glimpse__phase=F("last"), fresh=True) & (~Q(status=Status.FINISHED) | Q(whole=True))
        )
    )
    found = rows.order_by("-pk").values_list("slug", flat=True).iterator()
    return list(islice((one for one in found if not cache.get(f"{BROKEN}{one}")), BATCH))


def draw(slug: str, *, until: float | None = None) -> Glimpse | None:
    """Draw one as far as its last phase, or as far as there is time; ``None`` where nothing was told."""
    at = reading(slug)
    kept = Glimpse.objects.filter(campaign=at.campaign).select_related("phase").first()
    older = kept is not None and kept.seen.get("drawn") != DRAWN
    if kept is not None and (older or kept.phase.undone_at is not None):
        kept.delete()
        kept = None
    rows = at.campaign.phases.filter(resolved_at__isnull=False, undone_at__isnull=True).order_by(
        "pk"
    )
    seen = _Seen(at, kept)
    for phase in (
        rows.filter(pk__gt=kept.phase_id if kept else 0).defer("rolls", "about").iterator(10)
    ):
        seen.take(phase)
        if until is not None and time.monotonic() > until:
            break
    else:
        if at.campaign.status == Status.FINISHED and seen.last is not None:
            seen.tell()
    if seen.last is None:
        return None
    found, _ = Glimpse.objects.update_or_create(
        campaign=at.campaign,
        defaults={"phase": seen.last, "seen": seen.written(), "board": seen.small()},
    )
    return found


def _told_by(at: Reading) -> dict[str, dict[str, Any]]:
    """What a campaign's chronicle says first, by the code of the language: its headline, its lede, and its wars, if
    its rules know any: what they are called, how many, and the first.
    """
    result = {}
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            story = chronicle.page(at.campaign.slug, None).story
            title = str(GROUPS["wars"])
            wars = next((one for one in story.listed if one.title == title and one.count), None)
        result[code] = {
            "headline": story.headline,
            "lede": story.lede,
            "wars": (title, wars.count, wars.rows[0][1]) if wars else None,
        }
    return result


class _Seen:
    """Values over time: those that were kept, and those of further phases."""

    def __init__(self, at: Reading, kept: Glimpse | None) -> None:
        """As far as it was kept."""
        self.at, self.told = at, told_of(at.campaign.rulebook)
        self.charts = dict(zip(CHARTS, self.told.charts, strict=False))
        before = kept.seen if kept else {}
        self.first: int = before.get("first", 0)
        self.steps: dict[tuple[str, str, str], list[list[int]]] = {
            (chart.key, who, name): steps
            for place, chart in self.charts.items()
            for who, name, steps in before.get(place, ())
        }
        self.years: list[list[Any]] = before.get("years", [])
        self.stood: list[list[Any]] = before.get("stood", [])
        self.chronicle: dict[str, dict[str, Any]] = {}
        self.kept_board = kept.board if kept else None
        self.board: Any = None
        self.last: Phase | None = kept.phase if kept else None

    def take(self, phase: Phase) -> None:
        """The values that a phase ended with; of the first also those with which it began."""
        then = self.at.as_of(phase)
        if not self.first:
            self.first = phase.number
            self._sample(then, phase.number, states.at_opening(phase))
        self._sample(then, phase.number, states.now(phase))
        self.last = phase
        year = year_of(phase.turn_title)
        if not self.years or self.years[-1][1] != year:
            self.years.append([phase.number, year])

    def tell(self) -> None:
        """It is over: what its chronicle says."""
        self.chronicle = _told_by(self.at)

    def _sample(self, then: Reading, at: int, state: Any) -> None:
        view = then.book.view(state, then.viewer)
        board = then.book.board(view, then.acting)
        self.board = sampling.scene(board, then.book.facts, view.facts)
        values = sampling.sample(self.board, self.charts.values())
        for key, value in (
            values | sampling.emptied(self.charts.values(), self.steps, values)
        ).items():
            steps = self.steps.setdefault(key, [])
            if steps and steps[-1][0] == at:
                steps[-1][1] = value
            elif not steps or steps[-1][1] != value:
                steps.append([at, value])

    def written(self) -> dict[str, Any]:
        """As it is kept."""
        assert self.last is not None, "something was told"
        rows = self.steps.items()
        return {
            "drawn": DRAWN,
            "first": self.first,
            "last": self.last.number,
            "years": self.years,
            **{
                place: [
                    [who, name, steps]
                    for (key, who, name), steps in rows
                    if key == chart.key and sampling.is_of(chart, name)
                ]
                for place, chart in self.charts.items()
            },
            "stood": self._stood(),
            "minutes": minutes_to_read(self.at.campaign, self.last.pk),
            "weightiest": self._weightiest(),
            **({"told": self.chronicle} if self.chronicle else {}),
        }

    def _weightiest(self) -> int:
        """The number of the phase in which most happened, the first of equals."""
        told = self.at.campaign.phases.filter(resolved_at__isnull=False, undone_at__isnull=True)
        return told.order_by("-weight", "number").values_list("number", flat=True)[0]

    def _stood(self) -> list[list[Any]]:
        """Who stands where by the measure of the book."""
        if self.board is None:
            return self.stood
        measure = self.told.measure
        powers = {*self.at.book.powers, *self.at.book.factions}
        rows = sampling.stood(self.board, measure, dict.fromkeys(powers, "")) if measure else ()
        return [[row.key, row.value, row.whole, row.share] for row in rows]

    def small(self) -> Any:
        """What the face of the book draws small of the board."""
        if self.board is None:
            return self.kept_board
        return self.told.small(self.board) if self.told.small else None
