"""The log in words: its entries, and the events that they brought.

What was done in secret stands, for those whom it concerns alone, after the entry after which it
was done.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

import msgspec

from campaigns import holding
from campaigns.cache import Cache, Later
from campaigns.errors import RulesMissing
from campaigns.holding import Secret
from campaigns.models import Campaign, EventRow, LogEntry, Phase, SecretEntry
from campaigns.rulebooks import Book
from campaigns.sealing import unseal
from campaigns.selectors.access import Reading, people
from campaigns.selectors.records import LogLine
from campaigns.selectors.words import entry_line, secret_line
from config.data.columns import Columns
from config.data.statements import Select
from rules.kernel.audience import NOBODY, Audience
from rules.kernel.events import Event, Line
from rules.kernel.serial import load

LOG_LIMIT = 60

_ENTRIES = Select(
    LogEntry,
    "campaign_id = %s AND (%s::bigint IS NULL OR seq < %s) ORDER BY seq DESC LIMIT %s",
    without=("held", "signature", "scheme", "prev_hash", "hash"),
)
_AUTHORS = Columns(LogEntry, ("person",), "campaign_id = %s ORDER BY seq DESC LIMIT %s")
_HAPPENED = ("phase", "seq", "public", "body", "entry", "secret")
_FOR_HIM = "(public OR audience && %s::bigint[])"
_OF_ENTRIES = Columns(EventRow, _HAPPENED, f"entry_id = ANY(%s) AND {_FOR_HIM}")
_OF_PHASE = Columns(EventRow, _HAPPENED, f"phase_id = %s AND {_FOR_HIM} ORDER BY seq")
_SECRETLY = Columns(
    LogEntry,
    ("seq",),
    "id IN (SELECT entry_id FROM campaigns_eventrow WHERE phase_id = %s AND NOT public)",
)
_SECRETS = Select(
    SecretEntry, "campaign_id = %s AND after = ANY(%s) AND audience && %s::bigint[] ORDER BY number"
)
_PHASES = Columns(Phase, ("id", "line", "number", "revision"), "id = ANY(%s)")

_people = Cache(100_000)


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
    mine = holding.tokens(at.campaign, (entry.seq for entry in page), at.powers)
    rows = [Happened(*row) for row in _OF_ENTRIES.all([entry.pk for entry in page], mine)]
    places = _places(phases | {row.phase for row in rows})
    rows.sort(key=lambda row: (*places[row.phase][:2], row.seq))
    told_of: dict[tuple[int, int | None], list[Line]] = {}
    for row, line in _lines(at, rows, places):
        told_of.setdefault((row.entry, row.secret), []).append(line)
    seen = at.look.seq if at.look else None
    secrets = _secrets(at, [entry.seq for entry in page], mine)
    lines: list[LogLine] = []
    for entry in page:
        for number, key, secret in secrets.get(entry.seq, ()):
            new = at.look is not None and number > at.look.secrets
            lines += _secret_lines(at, entry, secret, told_of.get((entry.pk, key), ()), new=new)
        own = entry_line(entry, at, who)
        told = told_of.get((entry.pk, None), [])
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


def _secrets(
    at: Reading, seqs: list[int], mine: list[int]
) -> dict[int, list[tuple[int, int, Secret]]]:
    """What was done in secret after these entries and concerns the reader, newest first: by the
    entry's number the number, key and content of each.
    """
    found: dict[int, list[tuple[int, int, Secret]]] = {}
    if mine and at.campaign.secrets:
        for row in reversed(_SECRETS.all(at.campaign.pk, seqs, mine)):
            row.campaign = at.campaign
            found.setdefault(row.after, []).append((row.number, row.pk, holding.read(row)))
    return found


def _secret_lines(
    at: Reading, entry: LogEntry, secret: Secret, told: Iterable[Line], *, new: bool
) -> Iterator[LogLine]:
    """The lines of one thing done in secret after an entry."""
    own = secret_line(secret.held, at)
    for line in (*([own] if own else []), *told):
        yield LogLine(
            seq=entry.seq,
            at=datetime.fromisoformat(secret.held.at),
            kind=line.sort,
            actor=at.badge(line.actor),
            line=line,
            new=new,
            phase_number=secret.held.phase,
        )


def seen_by(at: Reading) -> str:
    """How far the log has come for this reader: its newest entry and, where there is any, how much
    was done in secret since that concerns him.
    """
    return seen(at.campaign, at.powers)


def seen(campaign: Campaign, powers: Collection[str]) -> str:
    """As :func:`seen_by`, for one who plays these powers."""
    newest, since = campaign.log_seq, 0
    if powers and campaign.unheld:
        mine = holding.tokens(campaign, [newest], powers)
        since = len(_SECRETS.all(campaign.pk, [newest], mine))
    return f"{newest}-{since}" if since else str(newest)


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
    own: tuple[int | None, ...] = ()
    if at.powers:
        own = (at.campaign.secrets, at.look.secrets if at.look else None)
    key = (*page, *rules, names, frozenset(at.powers), seen, own)
    return Later(key, lambda: log_lines(at, limit=limit))


def _people_in_log(at: Reading, limit: int) -> tuple[int, ...]:
    entries = _AUTHORS.all(at.campaign.pk, limit)
    return tuple(sorted({key for (key,) in entries if key is not None}))


def happened(at: Reading, phase: Phase) -> list[tuple["Happened", Event]]:
    """What happened in a phase, as far as the reader may know it, in order; each event with its row."""
    return list(_told(at.as_of(phase), _rows_of(at, phase), _place_of(phase)))


def stored(at: Reading, phase: Phase) -> list[tuple["Happened", bytes]]:
    """As :func:`happened`, each event as the JSON that was written then. No rules are asked."""
    return [
        (row, body)
        for row, body in _opened(at, _rows_of(at, phase), _place_of(phase))
        if load(body, _Heard).audience.admits(at.viewer)
    ]


class _Heard(msgspec.Struct, frozen=True):
    """Who may know of an event, by its JSON."""

    audience: Audience = NOBODY


def _rows_of(at: Reading, phase: Phase) -> list["Happened"]:
    seqs = [seq for (seq,) in _SECRETLY.all(phase.pk)] if at.powers else []
    mine = holding.tokens(at.campaign, seqs, at.powers) if seqs else []
    return [Happened(*row) for row in _OF_PHASE.all(phase.pk, mine)]


class Happened(NamedTuple):
    """The row of an event: its phase's key, its number there, the key of its entry, and that of what
    was done in secret after it, if the event came of that.
    """

    phase: int
    seq: int
    public: bool
    body: bytes
    entry: int
    secret: int | None


class Place(NamedTuple):
    """Where a phase stands, and by which revision of the rules it was played."""

    line: int
    number: int
    revision: str


def _lines(
    at: Reading, rows: Iterable[Happened], places: Mapping[int, Place]
) -> Iterator[tuple[Happened, Line]]:
    """The events in words, each by the rules of its phase. Where an older phase's rules are missing, one
    line for each entry says so.
    """
    for revision, some in groupby(rows, key=lambda row: places[row.phase].revision):
        try:
            book = at.book_in(revision)
        except RulesMissing:
            if revision in ("", at.campaign.revision):
                raise
            for _, (row, *_) in groupby(some, key=lambda row: (row.entry, row.secret)):
                yield row, Line(head="What happened then cannot be shown", rest=_missing(revision))
            continue
        for row, event in _told(at, some, places, book):
            yield row, book.tell(event)


def _missing(revision: str) -> str:
    return f"This site does not have revision {revision} of the rules."


def _told(
    at: Reading, rows: Iterable[Happened], places: Mapping[int, Place], book: Book | None = None
) -> Iterator[tuple[Happened, Event]]:
    """Those of the events that the reader may see."""
    for row, body in _opened(at, rows, places):
        event = (book or at.book).read_event(body)
        if event.seen_by(at.viewer):
            yield row, event


def _opened(
    at: Reading, rows: Iterable[Happened], places: Mapping[int, Place]
) -> Iterator[tuple[Happened, bytes]]:
    """Rows of events with their JSON; secret ones are opened. Whom they concern is still to be asked."""
    for row in rows:
        body = bytes(row.body)
        if not row.public:
            place = places[row.phase]
            bound_to = at.campaign.place("event", place.line, place.number, row.seq)
            body = unseal(body, bound_to=bound_to)
        yield row, body


def _place_of(phase: Phase) -> dict[int, Place]:
    return {phase.pk: Place(phase.line, phase.number, phase.revision)}


def _places(phases: set[int]) -> dict[int, Place]:
    """The places of phases by their keys."""
    found = _PHASES.all(sorted(phases)) if phases else []
    return {key: Place(*place) for key, *place in found}
