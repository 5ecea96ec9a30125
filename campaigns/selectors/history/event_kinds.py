"""What kinds of events everybody was told of, phase by phase, and which phases were revealed last."""

from typing import Any

from django.db.models import QuerySet

from campaigns.domain.entries.phases import PhaseResolved
from campaigns.models import EventRow
from campaigns.selectors.reader.access import Reading, reading

LATELY = 4
"""Of so many phases, the last, one is chosen to be watched."""


def newest_reveals(
    slug: str, person: Any = None, *, since: int = 0, had: int = 0
) -> tuple[int, ...]:
    """The numbers of the last phases that were resolved after entry ``since`` of the log and come after phase
    ``had``, as far as this reader may read: those of the newest turn, the weightiest first, the newest of equals. So
    cards are watched, and not the map that is declared after them.
    """
    at = reading(slug, person)
    over = at.campaign.log.filter(
        kind=PhaseResolved.tag, seq__gt=since, seq__lte=at.campaign.log_seq
    )
    rows = at.resolved.exclude(headline="").filter(number__gt=had, pk__in=over.values("phase"))
    found = list(rows.order_by("-number").values_list("number", "turn", "weight")[:LATELY])
    newest = [row for row in found if row[1] == found[0][1]]
    return tuple(row[0] for row in sorted(newest, key=lambda row: (-row[2], -row[0])))


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
