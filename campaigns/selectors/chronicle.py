"""The log in words: its entries, and the events that they brought."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from campaigns.kept import Kept, Later
from campaigns.models import EventRow, LogEntry, Phase
from campaigns.sealing import unseal
from campaigns.selectors.access import Reading, people
from campaigns.selectors.records import LogLine
from campaigns.selectors.words import entry_line
from config.rows import Select
from config.tuples import Columns
from rules.kernel.events import Event

LOG_LIMIT = 60

_ENTRIES = Select(
    LogEntry,
    "campaign_id = %s AND (%s::bigint IS NULL OR seq < %s) ORDER BY seq DESC LIMIT %s",
    without=("secret", "prev_hash", "hash"),
)
_AUTHORS = Columns(LogEntry, ("person",), "campaign_id = %s ORDER BY seq DESC LIMIT %s")
_HAPPENED = ("phase", "seq", "public", "body", "entry")
_FOR_HIM = "(public OR powers && %s::varchar[])"
_OF_ENTRIES = Columns(EventRow, _HAPPENED, f"entry_id = ANY(%s) AND {_FOR_HIM}")
_OF_PHASE = Columns(EventRow, _HAPPENED, f"phase_id = %s AND {_FOR_HIM} ORDER BY seq")
_PHASES = Columns(Phase, ("id", "line", "number"), "id = ANY(%s)")

_people = Kept(100_000)


def since(at: Reading) -> int:
    """How many public lines the log has gained since the reader's last look."""
    return max(0, at.campaign.log_lines - at.look.lines) if at.look else 0


def log_lines(
    at: Reading, *, before: int | None = None, limit: int = LOG_LIMIT
) -> tuple[LogLine, ...]:
    """The log from its end, entries newest first, the events of one entry in their order."""
    page = _ENTRIES.all(at.campaign.pk, before, before, limit)
    who = people(entry.person_id for entry in page)
    phases = {entry.phase_id for entry in page if entry.phase_id is not None}
    found = list(_told(at, _OF_ENTRIES.all([entry.pk for entry in page], list(at.powers))))
    places = _places(phases | {row.phase for row, _ in found})
    found.sort(key=lambda one: (places[one[0].phase], one[0].seq))
    events: dict[int, list[Event]] = {}
    for row, event in found:
        events.setdefault(row.entry, []).append(event)
    seen = at.look.seq if at.look else None
    lines: list[LogLine] = []
    for entry in page:
        own = entry_line(entry, at, who)
        told = [at.book.tell(event) for event in events.get(entry.pk, ())]
        lines.extend(
            LogLine(
                seq=entry.seq,
                at=entry.at,
                kind=line.sort,
                actor=at.badge(line.actor),
                line=line,
                new=seen is not None and entry.seq > seen,
                phase_number=places[entry.phase_id][1] if entry.phase_id else None,
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
    entries = _AUTHORS.all(at.campaign.pk, limit)
    return tuple(sorted({key for (key,) in entries if key is not None}))


def happened(at: Reading, phase: Phase) -> list[tuple[int, Event]]:
    """What happened in a phase, as far as the reader may know it, in order; each event with the key
    of its entry.
    """
    found = _told(at, _OF_PHASE.all(phase.pk, list(at.powers)))
    return [(row.entry, event) for row, event in found]


class Happened(NamedTuple):
    """The row of an event: its phase's key, its number there, and the key of its entry."""

    phase: int
    seq: int
    public: bool
    body: bytes
    entry: int


def _told(at: Reading, rows: Iterable[tuple[Any, ...]]) -> Iterator[tuple[Happened, Event]]:
    """Those of the events that the reader may see; secret ones are opened for him."""
    found = [Happened(*row) for row in rows]
    places = _places({row.phase for row in found if not row.public})
    for row in found:
        body = bytes(row.body)
        if not row.public:
            bound_to = at.campaign.place("event", *places[row.phase], row.seq)
            body = unseal(body, bound_to=bound_to)
        event = at.book.read_event(body)
        if event.seen_by(at.viewer):
            yield row, event


def _places(phases: set[int]) -> dict[int, tuple[int, int]]:
    """Line and number of phases by their keys."""
    found = _PHASES.all(sorted(phases)) if phases else []
    return {key: (line, number) for key, line, number in found}
