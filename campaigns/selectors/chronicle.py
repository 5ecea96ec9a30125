"""The log in words: its entries, and the events that they brought."""

from django.db.models import Q, QuerySet

from campaigns.kept import Kept, Later
from campaigns.models import EventRow, LogEntry, Phase
from campaigns.sealing import unseal
from campaigns.selectors.access import Reading, people
from campaigns.selectors.records import LogLine
from campaigns.selectors.words import entry_line
from rules.kernel.events import Event

LOG_LIMIT = 60
# The phase comes along for its name only; its states are large.
EVENT_COLUMNS = ("seq", "kind", "public", "powers", "body", "entry", "phase__line", "phase__number")

_people = Kept(100_000)


def since(at: Reading) -> int:
    """How many public lines the log has gained since the reader's last look."""
    return max(0, at.campaign.log_lines - at.look.lines) if at.look else 0


def log_lines(
    at: Reading, *, before: int | None = None, limit: int = LOG_LIMIT
) -> tuple[LogLine, ...]:
    """The log from its end, entries newest first, the events of one entry in their order."""
    entries = LogEntry.objects.filter(campaign=at.campaign).select_related("person")
    if before is not None:
        entries = entries.filter(seq__lt=before)
    page = list(entries.order_by("-seq")[:limit])
    numbers = dict(
        Phase.objects.filter(log__in=[entry.pk for entry in page]).values_list("pk", "number")
    )
    events = events_of(at, EventRow.objects.filter(entry__in=page))
    seen = at.look.seq if at.look else None
    lines: list[LogLine] = []
    for entry in page:
        own = entry_line(entry, at)
        told = [at.book.tell(event) for row, event in events if row.entry_id == entry.pk]
        lines.extend(
            LogLine(
                seq=entry.seq,
                at=entry.at,
                kind=line.sort,
                actor=at.badge(line.actor),
                line=line,
                new=seen is not None and entry.seq > seen,
                phase_number=numbers.get(entry.phase_id) if entry.phase_id else None,
            )
            for line in ([own] if own else []) + told
        )
    return tuple(lines)


def shared_log(at: Reading, *, limit: int = LOG_LIMIT) -> Later:
    """The log from its end, under a key that those share who read the same.

    It stays the same until the log grows or somebody in it is called otherwise. A power's player has
    lines that only he may read, and some may be new to a reader: both are in the key.
    """
    page = (at.campaign.pk, at.campaign.log_seq, limit)
    involved = _people.get(page, lambda: _people_in_log(at, limit))
    names = tuple(sorted(people(involved).items()))
    rules = (at.campaign.rulebook, at.campaign.revision)
    seen = at.look.seq if at.look and at.look.seq < at.campaign.log_seq else None
    key = (*page, *rules, names, frozenset(at.powers), seen)
    return Later(key, lambda: log_lines(at, limit=limit))


def _people_in_log(at: Reading, limit: int) -> tuple[int, ...]:
    entries = LogEntry.objects.filter(campaign=at.campaign).order_by("-seq")[:limit]
    found = set(entries.values_list("person", flat=True))
    return tuple(sorted(found.difference({None})))


def events_of(at: Reading, rows: QuerySet[EventRow]) -> list[tuple[EventRow, Event]]:
    """Those of the events that the reader may see, in order; secret ones are opened for him."""
    visible = rows.filter(Q(public=True) | Q(powers__overlap=list(at.powers)))
    visible = visible.select_related("phase").only(*EVENT_COLUMNS)
    found = []
    for row in visible.order_by("phase__line", "phase__number", "seq"):
        row.phase.campaign = at.campaign
        body = bytes(row.body) if row.public else unseal(row.body, bound_to=row.place)
        event = at.book.read_event(body)
        if event.seen_by(at.viewer):
            found.append((row, event))
    return found
