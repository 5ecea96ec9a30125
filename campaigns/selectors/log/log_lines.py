"""The log in words: its entries, and the events that they brought.

What was done in secret stands, for those whom it concerns alone, after the entry after which it
was done.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

import msgspec
from django.utils.translation import gettext as _

from campaigns.cache import Cache, LazyPart
from campaigns.crypto import secret_log
from campaigns.domain.entries import KINDS, Entry
from campaigns.domain.entries.facts import ActCarriedOut
from campaigns.errors import RulesMissing
from campaigns.models import Campaign, EventRow, LogEntry, Phase, SecretEntry
from campaigns.models.secret_entry import SecretContent
from campaigns.rulebooks import Book
from campaigns.sealed.sealing import unseal
from campaigns.selectors.log.entry_text import entry_line, secret_line, written_in
from campaigns.selectors.log.fact_weights import of_a_line
from campaigns.selectors.phase.records import LogLine
from campaigns.selectors.reader.access import Reading
from core.sql.columns import Columns
from core.sql.statements import Select
from rules.kernel.audience import NOBODY, Audience
from rules.kernel.events import Event, Line
from rules.kernel.serial import load

LOG_LIMIT = 60
_HASHES = ("held", "signature", "scheme", "prev_hash", "hash")
_ENTRIES = Select(
    LogEntry,
    "campaign_id = %s AND seq <= %s AND (%s::bigint IS NULL OR seq < %s) ORDER BY seq DESC LIMIT %s",
    without=_HASHES,
)
_BETWEEN = Select(
    LogEntry, "campaign_id = %s AND seq BETWEEN %s AND %s ORDER BY seq", without=_HASHES
)
_NUMBERED = Select(
    LogEntry, "campaign_id = %s AND seq <= %s AND seq = ANY(%s::bigint[])", without=_HASHES
)
_AUTHORS = Columns(LogEntry, ("person",), "campaign_id = %s AND seq BETWEEN %s AND %s")
_RESOLUTION = Columns(
    LogEntry,
    ("seq",),
    "campaign_id = %s AND seq <= %s AND (kind = 'line.rolled_back' OR kind = 'phase.resolved' AND phase_id IN"
    " (SELECT id FROM campaigns_phase WHERE campaign_id = %s AND headline <> ''))"
    " ORDER BY seq DESC LIMIT 1",
)
_HAPPENED = ("phase", "seq", "public", "body", "entry", "secret")
_FOR_HIM = "(public OR audience && %s::bigint[])"
_OF_ENTRIES = Columns(EventRow, _HAPPENED, f"entry_id = ANY(%s) AND {_FOR_HIM}")
_OF_PHASE = Columns(
    EventRow, _HAPPENED, f"phase_id = %s AND phase_id <= %s AND {_FOR_HIM} ORDER BY seq"
)
_SECRETLY = Columns(
    LogEntry,
    ("seq",),
    "id IN (SELECT entry_id FROM campaigns_eventrow WHERE phase_id = %s AND NOT public)",
)
_SECRETS = Select(
    SecretEntry, "campaign_id = %s AND after = ANY(%s) AND audience && %s::bigint[] ORDER BY number"
)
_OF_SECRETS = Columns(EventRow, _HAPPENED, "secret_id = ANY(%s) AND audience && %s::bigint[]")
_SINCE = Columns(
    LogEntry,
    ("seq",),
    "campaign_id = %s AND seq <= %s AND seq >= COALESCE((SELECT MAX(seq) FROM campaigns_logentry"
    " WHERE campaign_id = %s AND at <= %s), 1) ORDER BY seq",
)
_PHASES = Columns(Phase, ("id", "line", "number", "revision", "undone_at"), "id = ANY(%s)")

_people = Cache(100_000)


def since(at: Reading) -> int:
    """How many public lines the log has gained since the reader's last look, but for their own doing."""
    return at.new_lines


def log_lines(
    at: Reading, *, before: int | None = None, limit: int = LOG_LIMIT
) -> tuple[LogLine, ...]:
    """The log from its end, entries newest first, the events of one entry in their order."""
    page = _ENTRIES.all(at.campaign.pk, at.campaign.log_seq, before, before, limit)
    lines: list[LogLine] = []
    for said in _in_words(at, page):
        for secretly in reversed(said.secretly):
            lines += secretly
        lines += said.openly
    return tuple(lines)


def lines_between(
    at: Reading, first: int, last: int, *, since: int | None = None
) -> tuple[LogLine, ...]:
    """The entries with these numbers in words, oldest first. ``since`` is the entry up to which the
    reader has read, where that is not what is remembered of him.
    """
    lines: list[LogLine] = []
    for said in _in_words(
        at, _BETWEEN.all(at.campaign.pk, first, min(last, at.campaign.log_seq)), since
    ):
        lines += said.openly
        for secretly in said.secretly:
            lines += secretly
    return tuple(lines)


def lines_of(at: Reading, numbers: Collection[int]) -> dict[int, tuple[LogLine, ...]]:
    """The entries with these numbers in words, each by its number; none for one that there is not."""
    if not numbers:
        return {}
    page = _NUMBERED.all(at.campaign.pk, at.campaign.log_seq, sorted(numbers))
    return {
        entry.seq: (*said.openly, *(line for some in said.secretly for line in some))
        for entry, said in zip(page, _in_words(at, page), strict=True)
    }


class ToldEntry(NamedTuple):
    """An entry in words: what everybody who may read it is told, and after it each thing done in
    secret that concerns the reader, in its order.
    """

    openly: list[LogLine]
    secretly: list[list[LogLine]]


def _in_words(at: Reading, page: list[LogEntry], since: int | None = None) -> Iterator[ToldEntry]:
    """Entries in words, in the order in which they are given."""
    who = at.people(entry.person_id for entry in page)
    phases = {entry.phase_id for entry in page if entry.phase_id is not None}
    mine = secret_log.tokens(at.campaign, (entry.seq for entry in page), at.powers)
    rows = [Happened(*row) for row in _OF_ENTRIES.all([entry.pk for entry in page], mine)]
    places = _places(phases | {row.phase for row in rows})
    rows.sort(key=lambda row: (*places[row.phase][:2], row.seq))
    told_of: dict[tuple[int, int | None], list[Line]] = {}
    public: set[int] = set()
    for row, line in _lines(at, rows, places):
        told_of.setdefault((row.entry, row.secret), []).append(line)
        if row.public:
            public.add(id(line))
    seen = since if since is not None else at.look.seq if at.look else None
    secrets = _secrets(at, [entry.seq for entry in page], mine)
    undone = {place.number for place in places.values() if at.undone(place.undone_at)}
    for entry in page:
        secretly = [
            list(
                _secret_lines(
                    at,
                    entry,
                    secret,
                    told_of.get((entry.pk, key), ()),
                    new=at.look is not None and number > at.look.secrets,
                    undone=secret.held.kind == ActCarriedOut.tag and secret.held.phase in undone,
                )
            )
            for number, key, secret in secrets.get(entry.seq, ())
        ]
        own = entry_line(entry, at, who)
        told = told_of.get((entry.pk, None), [])
        number = places[entry.phase_id].number if entry.phase_id else None
        openly = [
            LogLine(
                seq=entry.seq,
                at=entry.at,
                kind=line.sort,
                actor=at.badge(line.actor),
                line=line,
                new=seen is not None and entry.seq > seen and not _is_own(at, entry),
                phase_number=number,
                public=id(line) in public,
                undone=number in undone and (line is not own or _kind(entry).of_its_phase),
                weight=_weight(at, line),
                written=written_in(line, entry, who) if line is own else (),
            )
            for line in ([own] if own else []) + told
        ]
        yield ToldEntry(openly, secretly)


def _weight(at: Reading, line: Line) -> int:
    """Where a line stands among facts that are told together."""
    if line.sort != "fact":
        return 0
    return of_a_line(line.head, at.campaign.rulebook, at.campaign.revision)


def _is_own(at: Reading, entry: LogEntry) -> bool:
    """Whether an entry is what the reader did themselves, which is no news to them."""
    return at.person is not None and entry.person_id == at.person.pk


def _kind(entry: LogEntry) -> type[Entry]:
    """The kind of an entry; of one that only a later release knows, what they all share."""
    return KINDS.get(entry.kind, Entry)


def _secrets(
    at: Reading, seqs: list[int], mine: list[int]
) -> dict[int, list[tuple[int, int, SecretContent]]]:
    """What was done in secret after these entries and concerns the reader, oldest first: by the
    entry's number the number, key and content of each.
    """
    found: dict[int, list[tuple[int, int, SecretContent]]] = {}
    if mine and at.campaign.secrets:
        for row in _SECRETS.all(at.campaign.pk, seqs, mine):
            row.campaign = at.campaign
            found.setdefault(row.after, []).append((row.number, row.pk, row.content))
    return found


def _secret_lines(
    at: Reading,
    entry: LogEntry,
    secret: SecretContent,
    told: Iterable[Line],
    *,
    new: bool,
    undone: bool,
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
            undone=undone,
            weight=_weight(at, line),
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
        mine = secret_log.tokens(campaign, [newest], powers)
        since = len(_SECRETS.all(campaign.pk, [newest], mine))
    return f"{newest}-{since}" if since else str(newest)


def shared_log(at: Reading) -> LazyPart:
    """What the last phase brought and all since, oldest first, under a key that those share who read
    the same.

    It stays the same until the log grows or somebody in it is called otherwise. A power's player has
    lines that only he may read, and some may be new to a reader but for what they did themselves: all that is in
    the key.
    """
    page = (at.campaign.pk, at.campaign.log_seq)
    first, involved = _people.get(page, lambda: _last_part(at))
    names = tuple(sorted(at.people(involved).items()))
    rules = (at.campaign.rulebook, at.campaign.revision)
    seen = at.look.seq if at.look and at.look.seq < at.campaign.log_seq else None
    own: tuple[int | None, ...] = ()
    if at.powers:
        own = (at.campaign.secrets, at.look.secrets if at.look else None)
    me = (
        at.person.pk
        if at.person is not None and seen is not None and at.person.pk in involved
        else None
    )
    key = (*page, *rules, names, frozenset(at.powers), seen, own, me)
    return LazyPart(key, lambda: lines_between(at, first, at.campaign.log_seq))


def _last_part(at: Reading) -> tuple[int, tuple[int, ...]]:
    """With which entry the last part of the log begins, and who is in it: the resolution of the last
    phase that made news, the going back that undid it, or an entry after it where very much was done since.
    """
    resolved = [
        seq for (seq,) in _RESOLUTION.all(at.campaign.pk, at.campaign.log_seq, at.campaign.pk)
    ]
    first = max(1, *resolved, at.campaign.log_seq - LOG_LIMIT + 1)
    who = {
        key
        for (key,) in _AUTHORS.all(at.campaign.pk, first, at.campaign.log_seq)
        if key is not None
    }
    return first, tuple(sorted(who))


class Deed(NamedTuple):
    """Something done in secret between powers: when, by which of them, and in words."""

    at: datetime
    by: str
    line: Line


def deeds_between(at: Reading, parties: Collection[str], since: datetime) -> list[Deed]:
    """What just these powers did between each other since a moment and nobody else knows of, oldest
    first, as far as the reader plays one of them.
    """
    mine = [power for power in at.powers if power in parties]
    if not mine or not at.campaign.secrets:
        return []
    newest = at.campaign.log_seq
    seqs = [seq for (seq,) in _SINCE.all(at.campaign.pk, newest, at.campaign.pk, since)]
    tokens = secret_log.tokens(at.campaign, seqs, mine)
    kept = [one for some in _secrets(at, seqs, tokens).values() for one in some]
    when = {
        key: datetime.fromisoformat(secret.held.at)
        for _number, key, secret in kept
        if secret.held.kind == ActCarriedOut.tag
    }
    rows = [Happened(*row) for row in _OF_SECRETS.all(list(when), tokens)]
    places = _places({row.phase for row in rows})
    rows.sort(key=lambda row: (*places[row.phase][:2], row.seq))
    found = []
    for revision, some in groupby(rows, key=lambda row: places[row.phase].revision):
        try:
            book = at.book_in(revision)
        except RulesMissing:
            continue
        for row, event in _told(at, some, places, book):
            moment = when[row.secret or 0]
            if set(event.audience.powers) == set(parties) and moment >= since:
                line = book.tell(event)
                found.append(Deed(moment, line.actor, line))
    return found


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
    mine = secret_log.tokens(at.campaign, seqs, at.powers) if seqs else []
    return [Happened(*row) for row in _OF_PHASE.all(phase.pk, at.shown.last_phase, mine)]


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
    """Where a phase stands, by which revision of the rules it was played, and when it was undone."""

    line: int
    number: int
    revision: str
    undone_at: datetime | None = None


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
            for _place, (row, *_same) in groupby(some, key=lambda row: (row.entry, row.secret)):
                yield (
                    row,
                    Line(head=_("What happened then cannot be shown"), rest=_missing(revision)),
                )
            continue
        for row, event in _told(at, some, places, book):
            yield row, book.tell(event)


def _missing(revision: str) -> str:
    return _("This site does not have revision %(revision)s of the rules.") % {"revision": revision}


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
            bound_to = f"event/{at.campaign.slug}/{place.line}/{place.number}/{row.seq}"
            body = unseal(body, bound_to=bound_to)
        yield row, body


def _place_of(phase: Phase) -> dict[int, Place]:
    return {phase.pk: Place(phase.line, phase.number, phase.revision)}


def _places(phases: set[int]) -> dict[int, Place]:
    """The places of phases by their keys."""
    found = _PHASES.all(sorted(phases)) if phases else []
    return {key: Place(*place) for key, *place in found}
