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
    if (found := _disputed(at, key)) is not None:
        return found
    claims = at.claims_in_line.filter(key=key, corrects__isnull=False)
    last = claims.select_related("phase", "corrects__phase").order_by("-pk").first()
    if last is None or last.corrects is None or key not in at.book.facts:
        return None
    rows = Phase.objects.filter(
        campaign=at.campaign,
        number__gte=last.corrects.phase.number,
        number__lte=last.phase.number,
        undone_at__isnull=True,
    ).defer("opening", "state", "rolls", "about")
    phases = list(rows.order_by("-number")[:MOST_PHASES])[::-1]
    spec = at.book.facts[key]
    return AffectedResults(
        label=spec.label,
        before=value_in_words(spec, last.before, at),
        after=value_in_words(spec, last.value, at),
        lines=tuple(line for phase in phases for line in _lines(at, phase, key, last.at)),
        searched=len(phases),
    )


def _disputed(at: Reading, key: str) -> AffectedResults | None:
    """What hung on a value that stands and is disputed, since it was declared."""
    if key not in at.book.facts:
        return None
    claim = at.view.claims.get(key)
    said = claim.disputed if claim is not None else None
    last = at.claims_in_line.filter(key=key).select_related("phase").order_by("-pk").first()
    if not said or last is None:
        return None
    rows = Phase.objects.filter(
        campaign=at.campaign, number__gte=last.phase.number, undone_at__isnull=True
    ).defer("opening", "state", "rolls", "about")
    phases = list(rows.order_by("-number")[:MOST_PHASES])[::-1]
    spec = at.book.facts[key]
    return AffectedResults(
        label=spec.label,
        before=value_in_words(spec, last.value, at),
        after="" if said.instead is None else value_in_words(spec, said.instead, at),
        lines=tuple(line for phase in phases for line in _lines(at, phase, key, at.now)),
        searched=len(phases),
        disputed=True,
    )


def _lines(at: Reading, phase: Phase, key: str, until: Any) -> list[AffectedLine]:
    phase.campaign = at.campaign
    entries = at.entries().filter(phase=phase, at__lt=until)
    known = set(entries.values_list("pk", flat=True))
    found = []
    for row, event in happened(at, phase):
        if row.entry not in known:
            continue
        line = at.as_of(phase).book.tell(event)
        if key in _reads(line.detail):
            told = AffectedLine(
                phase=phase.number, turn_title=phase.turn_title, head=line.head, rule=line.rule
            )
            found.append(told)
    return found


def _reads(detail: Any) -> set[str]:
    """The facts that a sum hangs on, met or not."""
    rows = (*getattr(detail, "rows", ()), *getattr(detail, "passed", ()))
    return {key for row in rows for key in getattr(row, "reads", ())}
