"""What hung on a fact that was corrected or is disputed: the results in whose sums the value stood.

A correction changes what comes, never what was rolled. So that a group can judge what the wrong value
did, this lists what was worked out with it, from what the reader may know of past phases.
"""

from typing import Any

from msgspec import Struct

from campaigns.models import Phase
from campaigns.selectors.log.entry_text import value_in_words
from campaigns.selectors.log.log_lines import happened
from campaigns.selectors.reader.access import Reading, reading

MOST_PHASES = 24
"""So many phases, the last before the correction, are looked through."""


class AffectedLine(Struct, frozen=True, kw_only=True):
    """One result whose sum read the fact."""

    phase: int
    turn_title: str
    head: str
    rule: str


class AffectedResults(Struct, frozen=True, kw_only=True):
    """What hung on a fact while it had a value that was corrected, or is ``disputed`` now (then ``after`` is what
    the one who disputes it says, if anything); ``searched`` phases were looked through.
    """

    label: str
    before: str
    after: str
    lines: tuple[AffectedLine, ...]
    searched: int
    disputed: bool = False


def affected_results(slug: str, person: Any, key: str) -> AffectedResults | None:
    """What hung on the value of a fact that is disputed, or on the one before its last correction; ``None``
    where it has neither.
    """
    at = reading(slug, person)
    if key not in at.book.facts:
        return None
    spec, claims = at.book.facts[key], at.claims_in_line.filter(key=key)
    claim = at.view.claims.get(key)
    objection = claim.disputed if claim is not None else None
    newest = claims.select_related("phase").order_by("-pk").first()
    if objection and newest is not None:
        phases = _phases(at, newest.phase.number)
        return AffectedResults(
            label=spec.label,
            before=value_in_words(spec, newest.value, at),
            after="" if objection.instead is None else value_in_words(spec, objection.instead, at),
            lines=tuple(line for phase in phases for line in _lines(at, phase, key, at.now)),
            searched=len(phases),
            disputed=True,
        )
    corrected = claims.filter(corrects__isnull=False).select_related("phase", "corrects__phase")
    last = corrected.order_by("-pk").first()
    if last is None or last.corrects is None:
        return None
    phases = _phases(at, last.corrects.phase.number, number__lte=last.phase.number)
    return AffectedResults(
        label=spec.label,
        before=value_in_words(spec, last.before, at),
        after=value_in_words(spec, last.value, at),
        lines=tuple(line for phase in phases for line in _lines(at, phase, key, last.at)),
        searched=len(phases),
    )


def _phases(at: Reading, first: int, **until: int) -> list[Phase]:
    """The last phases from one on, oldest first."""
    rows = at.campaign.phases.filter(number__gte=first, undone_at__isnull=True, **until).defer(
        "opening", "state", "rolls", "about"
    )
    return list(rows.order_by("-number")[:MOST_PHASES])[::-1]


def _lines(at: Reading, phase: Phase, key: str, until: Any) -> list[AffectedLine]:
    entries = at.entries().filter(phase=phase, at__lt=until)
    known = set(entries.values_list("pk", flat=True))
    result = []
    for row, event in happened(at, phase):
        if row.entry not in known:
            continue
        line = at.as_of(phase).book.tell(event)
        if key in _reads(line.detail):
            told = AffectedLine(
                phase=phase.number, turn_title=phase.turn_title, head=line.head, rule=line.rule
            )
            result.append(told)
    return result


def _reads(detail: Any) -> set[str]:
    """The facts that a sum hangs on, met or not."""
    rows = (*getattr(detail, "rows", ()), *getattr(detail, "passed", ()))
    return {key for row in rows for key in getattr(row, "reads", ())}
