"""What kinds of events everybody was told of, phase by phase, and in which phase cards were turned over last."""

from typing import Any

from django.db.models import QuerySet

from campaigns.models import EventRow
from campaigns.selectors.reader.access import Reading, reading

TURNING = ("card_turned",)
"""The events with which books say that a card was turned over."""


def newest_turned(slug: str, person: Any = None, *, since: int = 0) -> int | None:
    """The number of the newest phase in which this reader may read of cards that were turned over, if it came of
    what stands in the log after entry ``since``.
    """
    at = reading(slug, person)
    rows = _told_to_all(at).filter(
        phase__undone_at__isnull=True, entry__seq__gt=since, kind__in=TURNING
    )
    result = rows.order_by("-phase__number").values_list("phase__number", flat=True)
    return result.first()


def _told_to_all(at: Reading) -> QuerySet[EventRow]:
    """The events that everybody was told of, as far as the reader may read."""
    return EventRow.objects.filter(
        phase__campaign=at.campaign,
        phase__line__lte=at.campaign.line,
        phase__lte=at.shown.last_phase,
        phase__resolved_at__isnull=False,
        entry__seq__lte=at.campaign.log_seq,
        public=True,
    ).order_by()


def kinds_by_phase(at: Reading) -> dict[int, frozenset[str]]:
    """Which kinds of events everybody was told of in each phase, as far as the reader may read."""
    found: dict[int, set[str]] = {}
    for number, kind in _told_to_all(at).values_list("phase__number", "kind").distinct():
        found.setdefault(number, set()).add(kind)
    return {number: frozenset(kinds) for number, kinds in found.items()}


def named_by_phase(at: Reading) -> dict[int, frozenset[tuple[str, frozenset[str]]]]:
    """The same with the powers that each event names."""
    keys = {power: f'"{power}"'.encode() for power in at.book.powers}
    found: dict[int, set[tuple[str, frozenset[str]]]] = {}
    for number, kind, body in _told_to_all(at).values_list("phase__number", "kind", "body"):
        text = bytes(body)
        powers = frozenset(power for power, key in keys.items() if key in text)
        found.setdefault(number, set()).add((kind, powers))
    return {number: frozenset(each) for number, each in found.items()}
