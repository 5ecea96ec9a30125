"""Rulings of the group, for their page, for the page of a rule, and for the phases that they touched."""

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from campaigns.models import LogEntry
from campaigns.selectors.access import Reading, people, reading
from campaigns.selectors.phase_strip import head_of, reader_of
from campaigns.selectors.records import Head, Reader
from campaigns.verifying.mended import RULED, RULING_WITHDRAWN


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """One ruling: ``text`` on a ``rule``, by whom or ``agreed``, and the ``phases`` whose rolls it touched.
    ``withdrawn`` is the reason why it holds no more, empty while it does.
    """

    number: int
    text: str
    rule: str
    at: datetime
    by: str
    agreed: bool
    phases: tuple[int, ...]
    withdrawn: str
    entry: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Rulings:
    """The page. ``may`` says that the reader makes rulings at once, ``may_ask`` that they ask the others."""

    head: Head
    reader: Reader
    rulings: tuple[Ruling, ...]
    may: bool
    may_ask: bool


def page(slug: str, person: Any = None) -> Rulings:
    """All rulings of a campaign, the newest first."""
    at = reading(slug, person)
    return Rulings(
        head=head_of(at),
        reader=reader_of(at),
        rulings=of(at)[::-1],
        may=at.is_moderator and at.phase is not None,
        may_ask=bool(at.own_powers) and at.phase is not None,
    )


def on_rule(slug: str, person: Any, rule: str) -> tuple[Ruling, ...]:
    """The rulings on one rule, oldest first."""
    return tuple(one for one in of(reading(slug, person)) if one.rule == rule)


def touching(slug: str, person: Any, phase: int) -> tuple[Ruling, ...]:
    """The rulings that touched rolls of a phase, oldest first."""
    return tuple(one for one in of(reading(slug, person)) if phase in one.phases)


def of(at: Reading) -> tuple[Ruling, ...]:
    """The rulings that this reader may know of, oldest first."""
    told = LogEntry.objects.filter(campaign=at.campaign, seq__lte=at.campaign.log_seq)
    rows = list(told.filter(kind__in=(RULED, RULING_WITHDRAWN)).order_by("seq"))
    known = people(row.person_id for row in rows)
    entries = [(row, json.loads(row.body)) for row in rows]
    ended = {body["ruling"]: body["reason"] for row, body in entries if row.kind != RULED}
    return tuple(
        Ruling(
            number=body["ruling"],
            text=body["text"],
            rule=body["rule"],
            at=row.at,
            by=known[row.person_id].name if row.person_id in known else "",
            agreed="consent" in body,
            phases=tuple(body["phases"]),
            withdrawn=ended.get(body["ruling"], ""),
            entry=row.seq,
        )
        for row, body in entries
        if row.kind == RULED
    )
