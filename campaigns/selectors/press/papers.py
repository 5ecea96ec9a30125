"""Texts and agreements as objects in a thread: what the parties did about them, at its time.

What a text says is asked of the rulebook; who put it there and when, and what it said before, is told by
what these powers did in secret. Nothing here opens more than its reader's own log shows.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Max
from django.utils import timezone

from campaigns import rulebooks
from campaigns.selectors.log.log_lines import Deed, deeds_between
from campaigns.selectors.orders.agreements import OFFER, Between
from campaigns.selectors.press.press_records import Doing, Draft, Item, Term
from campaigns.selectors.reader.access import Reading
from rules.kernel.agreements import Agreement, Clause, Paper, Past

_SENTENCE = re.compile(r"(?<=\.)\s+")


class Papers(NamedTuple):
    """What stands in a thread beside its messages (``items``, by their times), and what besides them."""

    items: tuple[Item, ...]
    loose: tuple[Draft, ...]
    binds: tuple[Between, ...]


def papers_of(
    at: Reading,
    between: Sequence[Between],
    parties: frozenset[str],
    since: datetime,
    until: datetime,
) -> Papers:
    """The objects of a thread between two moments; texts whose time is not known are ``loose``."""
    if not parties:
        return Papers((), (), ())
    deeds = deeds_between(at, parties, at.campaign.created_at)
    drafts: list[Draft] = []
    shown: set[int] = set()
    for row in between:
        if rulebooks.is_a(row.what, Paper):
            draft, deed = _draft(row, deeds)
            drafts.append(draft)
            if deed is not None:
                shown.add(id(deed))
    items = [Item(draft=one) for one in drafts if one.at is not None]
    items += [
        Item(
            doing=Doing(
                at=deed.at,
                by=at.badge(deed.by),
                head=deed.line.head,
                rest=deed.line.rest,
                rule=deed.line.rule,
            )
        )
        for deed in deeds
        if id(deed) not in shown
    ]
    items += [Item(doing=one) for one in _past(at, between)]
    timed = sorted(((time_of(item), n) for n, item in enumerate(items)), key=lambda one: one)
    return Papers(
        items=tuple(items[n] for moment, n in timed if since <= moment <= until),
        loose=tuple(one for one in drafts if one.at is None),
        binds=tuple(row for row in between if rulebooks.is_a(row.what, Agreement)),
    )


def time_of(item: Item) -> datetime:
    """When something of a thread was said, done, or took place."""
    if item.begins is not None:
        return item.begins.began
    one = item.message or item.resolved or item.doing or item.draft
    moment = one.at if one is not None else None
    return moment or timezone.now()


def merged(items: Iterable[Item], more: Sequence[Item]) -> Iterator[Item]:
    """Two sequences of a thread as one, each in its order, what is older first; what a reveal brought, after it."""
    waiting = list(more)
    for item in items:
        while waiting and (time_of(waiting[0]), item.resolved is not None) <= (
            time_of(item),
            False,
        ):
            yield waiting.pop(0)
        yield item
    yield from waiting


def _draft(row: Between, deeds: Sequence[Deed]) -> tuple[Draft, Deed | None]:
    """A text as an object, and the deed that put it on the table, where one is known.

    Whoever put a text there said all of it in one line, or nothing where it has no clause; what that power said
    in the same way before are earlier versions.
    """
    paper: Any = row.what
    terms = paper.clauses
    said = [clause.text for clause in terms]
    mine = [deed for deed in deeds if deed.by == paper.by and deed.order == OFFER]
    like = [
        deed
        for deed in mine
        if bool(deed.line.rest) == bool(said) and all(text in deed.line.rest for text in said)
    ]
    if not like:
        return Draft(row=row, version=0, at=None, terms=_terms(terms, None)), None
    runs: list[Deed] = []
    for deed in mine:
        if runs and runs[-1].line.rest == deed.line.rest:
            runs.pop()
        runs.append(deed)
    number = max((n for n, deed in enumerate(runs) if deed in like), default=0)
    before = runs[number - 1].line.rest if number else None
    gone = tuple(
        part for part in _SENTENCE.split(before or "") if part and not any(part in t for t in said)
    )
    draft = Draft(
        row=row,
        version=number + 1,
        at=runs[number].at,
        terms=_terms(terms, before),
        gone=gone,
    )
    return draft, runs[number]


def _terms(clauses: Iterable[Clause], before: str | None) -> tuple[Term, ...]:
    return tuple(
        Term(
            clause=clause,
            changed=before is not None and clause.text not in before,
            words_only=not clause.rule,
        )
        for clause in clauses
    )


def _past(at: Reading, between: Iterable[Between]) -> Iterator[Doing]:
    """What became of agreements, each at the end of its turn: the history tells no other time."""
    rows: list[Any] = [row.what for row in between if rulebooks.is_a(row.what, Past)]
    if not rows:
        return
    turns = dict(
        at.campaign.phases.filter(
            undone_at__isnull=True,
            number__lte=at.campaign.phase.number if at.campaign.phase is not None else 0,
            turn_title__in={row.when for row in rows},
        )
        .order_by()
        .values_list("turn_title")
        .annotate(ends=Max("resolved_at"))
    )
    for row in reversed(rows):
        moment = turns.get(row.when)
        if moment is not None:
            yield Doing(at=moment, by=None, head=row.text, breach=row.breach, when=row.when)
