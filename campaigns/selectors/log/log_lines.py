"""The log in words: its entries, and the events that they brought.

What was done in secret stands, for those whom it concerns alone, after the entry after which it
was done.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

import msgspec
from django.db.models import Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from campaigns.cache import Cache, LazyPart
from campaigns.crypto import secret_log
from campaigns.domain.entries import KINDS, Entry
from campaigns.domain.entries.facts import ActCarriedOut
from campaigns.domain.entries.phases import PhaseResolved
from campaigns.domain.entries.repair import RolledBack
from campaigns.errors import RulesMissing
from campaigns.models import Campaign, EventRow, LogEntry, Phase, SecretEntry
from campaigns.models.secret_entry import SecretContent
from campaigns.rulebooks import Book
from campaigns.sealed.sealing import unseal
from campaigns.selectors.log.entry_text import entry_line, secret_line, written_in
from campaigns.selectors.log.fact_weights import of_a_line
from campaigns.selectors.phase.records import LogLine
from campaigns.selectors.reader.access import Reading
from rules.kernel.audience import NOBODY, Audience
from rules.kernel.dispatch.effects import FACTS
from rules.kernel.events import Event, Line
from rules.kernel.serial import load, tag_of

LOG_LIMIT = 60
_HASHES = ("held", "signature", "scheme", "prev_hash", "hash")
_HAPPENED = ("phase", "seq", "public", "body", "entry", "secret")

_people = Cache(100_000)


def newest_entries(at: Reading, before: int | None, limit: int) -> list[LogEntry]:
    """So many entries from the end of the log, or from before one of them, newest first."""
    rows = at.entries().defer(*_HASHES)
    if before is not None:
        rows = rows.filter(seq__lt=before)
    return list(rows.order_by("-seq")[:limit])


def log_lines(
    at: Reading, *, before: int | None = None, limit: int = LOG_LIMIT
) -> tuple[LogLine, ...]:
    """The log from its end, entries newest first, the events of one entry in their order."""
    page = newest_entries(at, before, limit)
    lines: list[LogLine] = []
    for said in _in_words(at, page):
        for secretly in reversed(said.secretly):
            lines += secretly
        lines += said.openly
    return tuple(lines)


def lines_between(
    at: Reading, first: int, last: int, *, since: int | None = None, own: bool = False
) -> tuple[LogLine, ...]:
    """The entries with these numbers in words, oldest first; ``own``: what the reader did themselves alone.
    ``since`` is the entry up to which the reader has read, where that is not what is remembered of him.
    """
    page = at.campaign.log.filter(seq__range=(first, min(last, at.campaign.log_seq)))
    lines: list[LogLine] = []
    for said in _in_words(at, list(page.defer(*_HASHES).order_by("seq")), since, own=own):
        lines += said.openly
        for secretly in said.secretly:
            lines += secretly
    return tuple(lines)


def told_so_far(at: Reading) -> tuple[int, int]:
    """How far the log tells a reader what they did: its newest entry, and the lines of that and of what was done in
    secret after it, as far as either is their own.
    """
    newest = at.campaign.log_seq
    return newest, len(lines_between(at, newest, newest, own=True))


def told_since(at: Reading, before: tuple[int, int]) -> tuple[LogLine, ...]:
    """What a reader did since (:func:`told_so_far`) and what it brought, oldest first; nothing of what others did
    meanwhile.
    """
    newest, lines = before
    return lines_between(at, newest, at.campaign.log_seq, own=True)[lines:]


def lines_of(at: Reading, numbers: Collection[int]) -> dict[int, tuple[LogLine, ...]]:
    """The entries with these numbers in words, each by its number; none for one that there is not."""
    if not numbers:
        return {}
    page = list(at.entries().filter(seq__in=numbers).defer(*_HASHES))
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


def _in_words(
    at: Reading, page: list[LogEntry], since: int | None = None, *, own: bool = False
) -> Iterator[ToldEntry]:
    """Entries in words, in the order in which they are given; ``own``: of what the reader did themselves alone."""
    who = at.people(entry.person_id for entry in page)
    phases = {entry.phase_id for entry in page if entry.phase_id is not None}
    mine = secret_log.tokens(at.campaign, (entry.seq for entry in page), at.powers)
    rows = _happened(EventRow.objects.filter(_known(mine), entry__in=page).order_by())
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
            if not own or _is_own(at, secret.person)
        ]
        if own and not _is_own(at, entry.person_id):
            yield ToldEntry([], secretly)
            continue
        said = entry_line(entry, at, who)
        told = told_of.get((entry.pk, None), [])
        number = places[entry.phase_id].number if entry.phase_id else None
        openly = [
            LogLine(
                seq=entry.seq,
                at=entry.at,
                kind=line.sort,
                actor=at.badge(line.actor),
                line=line,
                new=seen is not None and entry.seq > seen and not _is_own(at, entry.person_id),
                phase_number=number,
                public=id(line) in public,
                undone=number in undone and (line is not said or _kind(entry).of_its_phase),
                weight=of_a_line(line),
                written=written_in(line, entry, who) if line is said else (),
            )
            for line in ([said] if said else []) + told
        ]
        yield ToldEntry(openly, secretly)


def _is_own(at: Reading, person: int | None) -> bool:
    """Whether what this person did is what the reader did themselves, which is no news to them."""
    return at.person is not None and person == at.person.pk


def _kind(entry: LogEntry) -> type[Entry]:
    """The kind of an entry; of one that only a later release knows, what they all share."""
    return KINDS.get(entry.kind, Entry)


def _secrets(
    at: Reading, seqs: list[int], mine: list[int]
) -> dict[int, list[tuple[int, int, SecretContent]]]:
    """What was done in secret after these entries and concerns the reader, oldest first: by the
    entry's number the number, key and content of each.
    """
    result: dict[int, list[tuple[int, int, SecretContent]]] = {}
    if mine and at.campaign.secrets:
        for row in _secrets_after(at.campaign, seqs, mine):
            result.setdefault(row.after, []).append((row.number, row.pk, row.content))
    return result


def _secrets_after(
    campaign: Campaign, seqs: Collection[int], mine: Collection[int]
) -> QuerySet[SecretEntry]:
    """What was done in secret after these entries and concerns those with these tokens, oldest first."""
    rows = campaign.secret_entries.filter(after__in=seqs, audience__overlap=mine)
    return rows.order_by("number")


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
            weight=of_a_line(line),
        )


def seen(campaign: Campaign, powers: Collection[str]) -> str:
    """How far the log has come for one who plays these powers: its newest entry and, where there is any, how
    much was done in secret since that concerns them.
    """
    newest, since = campaign.log_seq, 0
    if powers and campaign.unheld:
        mine = secret_log.tokens(campaign, [newest], powers)
        since = _secrets_after(campaign, [newest], mine).count()
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
    log = at.entries()
    news = Q(kind=PhaseResolved.tag, phase__headline__gt="") | Q(kind=RolledBack.tag)
    begins = log.filter(news).order_by("-seq").values_list("seq", flat=True).first() or 1
    first = max(begins, at.campaign.log_seq - LOG_LIMIT + 1)
    who = log.filter(seq__gte=first, person__isnull=False).values_list("person", flat=True)
    return first, tuple(sorted(set(who)))


class Deed(NamedTuple):
    """Something done in secret between powers: when, by which of them, in words, and by which kind of order."""

    at: datetime
    by: str
    line: Line
    order: str


def deeds_between(at: Reading, parties: Collection[str], since: datetime) -> list[Deed]:
    """What just these powers did between each other since a moment and nobody else knows of, oldest
    first, as far as the reader plays one of them.
    """
    mine = [power for power in at.powers if power in parties]
    if not mine or not at.campaign.secrets:
        return []
    before = at.campaign.log.filter(at__lte=since).order_by("-seq").values("seq")[:1]
    log = at.entries().filter(seq__gte=Coalesce(Subquery(before), 1))
    seqs = list(log.order_by("seq").values_list("seq", flat=True))
    tokens = secret_log.tokens(at.campaign, seqs, mine)
    kept = [one for some in _secrets(at, seqs, tokens).values() for one in some]
    when = {
        key: (datetime.fromisoformat(secret.held.at), (secret.order or {}).get("kind", ""))
        for _number, key, secret in kept
        if secret.held.kind == ActCarriedOut.tag
    }
    concerned = EventRow.objects.filter(secret__in=when, audience__overlap=tokens)
    rows = _happened(concerned.order_by())
    places = _places({row.phase for row in rows})
    rows.sort(key=lambda row: (*places[row.phase][:2], row.seq))
    result = []
    for revision, some in groupby(rows, key=lambda row: places[row.phase].revision):
        try:
            book = at.book_in(revision)
        except RulesMissing:
            continue
        for row, event in _told(at, some, places, book):
            moment, order = when[row.secret or 0]
            if set(event.audience.powers) == set(parties) and moment >= since:
                line = book.tell(event)
                result.append(Deed(moment, line.actor, line, order))
    return result


def happened(at: Reading, phase: Phase) -> list[tuple["Happened", Event]]:
    """What happened in a phase, as far as the reader may know it, in order; each event with its row."""
    return list(_told(at.as_of(phase), _rows_of(at, phase), _place_of(phase)))


def brought_openly(at: Reading, entry: LogEntry) -> list[Line]:
    """What an entry brought and everybody may know, facts apart, in order; nothing where its rules are missing."""
    rows = _happened(EventRow.objects.filter(entry=entry, public=True).order_by("seq"))
    places = _places({row.phase for row in rows})
    try:
        book = at.book_in(places[rows[0].phase].revision) if rows else at.book
    except RulesMissing:
        return []
    told = _told(at, rows, places, book)
    return [book.tell(event) for _row, event in told if tag_of(event) not in FACTS]


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
    rows, mine = EventRow.objects.filter(phase=phase.pk), []
    if at.powers:
        seqs = rows.filter(public=False).order_by().values_list("entry__seq", flat=True).distinct()
        mine = secret_log.tokens(at.campaign, seqs, at.powers)
    rows = rows.filter(_known(mine), phase__lte=at.shown.last_phase)
    return _happened(rows.order_by("seq"))


def _known(mine: Collection[int]) -> Q:
    """Events that everybody may know, or one with these tokens of audiences."""
    return Q(public=True) | Q(audience__overlap=mine) if mine else Q(public=True)


def known_alone(
    at: Reading, phases: Iterable[Phase], powers: Collection[str]
) -> Counter[tuple[int, str]]:
    """How many events of each phase (by its number) each of these powers knew of and not everybody did."""
    numbers = {phase.pk: phase.number for phase in phases}
    rows = EventRow.objects.filter(phase__in=numbers, public=False, phase__lte=at.shown.last_phase)
    found: Counter[tuple[int, str]] = Counter()
    for phase, seq, audience in rows.order_by().values_list("phase", "entry__seq", "audience"):
        for power in powers:
            if not set(audience).isdisjoint(secret_log.tokens(at.campaign, [seq], [power])):
                found[numbers[phase], power] += 1
    return found


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


def _happened(rows: QuerySet[EventRow]) -> list[Happened]:
    return [Happened(*row) for row in rows.values_list(*_HAPPENED)]


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
    rows = Phase.objects.filter(pk__in=phases).order_by()
    return {
        key: Place(line, number, revision, undone_at)
        for key, line, number, revision, undone_at in rows.values_list("pk", *Place._fields)
    }
