"""What was declared of the map and corrected: by the moderator with a reason, or declared anew."""

from collections.abc import Iterator
from datetime import datetime

from django.db.models import F
from msgspec import Struct

from campaigns.domain.entries.facts import FactsCorrected
from campaigns.selectors.log.entry_text import value_in_words
from campaigns.selectors.reader.access import Reading
from campaigns.selectors.reader.power_badges import Badge

MOST = 12
"""So many of the newest are shown."""


class Correction(Struct, frozen=True, kw_only=True):
    """One fact that was corrected. ``by`` is ``None`` for the moderator, who gives a ``reason``; what a
    power declared anew in the phase in which it had been declared has none.
    """

    key: str
    label: str
    before: str
    after: str
    by: Badge | None
    by_name: str
    reason: str
    confirmed_by: Badge | None
    at: datetime


def corrections(at: Reading) -> tuple[Correction, ...]:
    """The newest corrections of a campaign, newest first."""
    result = sorted((*_moderated(at), *_anew(at)), key=lambda one: one.at, reverse=True)
    return tuple(result[:MOST])


def _moderated(at: Reading) -> Iterator[Correction]:
    rows = list(at.entries(FactsCorrected).order_by("-seq")[:MOST])
    if not rows:
        return
    known = at.people(row.person_id for row in rows)
    claims = at.claims.filter(at__in={row.at for row in rows})
    before = {(claim.at, claim.key): claim.before for claim in claims}
    for row in rows:
        said = FactsCorrected.of(row.body)
        for key, value in said.facts.items():
            if key in at.book.facts:
                spec = at.book.facts[key]
                yield Correction(
                    key=key,
                    label=spec.label,
                    before=value_in_words(spec, before.get((row.at, key), spec.default), at),
                    after=value_in_words(spec, value, at),
                    by=None,
                    by_name=known.by(row),
                    reason=said.reason,
                    confirmed_by=None,
                    at=row.at,
                )


def _anew(at: Reading) -> Iterator[Correction]:
    """What a power declared anew within the phase in which it had been declared."""
    rows = at.claims.filter(corrects__phase=F("phase"))
    rows = rows.exclude(power="").exclude(corrects__power="")
    shown = list(rows.order_by("-pk")[:MOST])
    known = at.people(row.person_id for row in shown)
    for row in shown:
        if row.key in at.book.facts and row.before != row.value:
            spec = at.book.facts[row.key]
            yield Correction(
                key=row.key,
                label=spec.label,
                before=value_in_words(spec, row.before, at),
                after=value_in_words(spec, row.value, at),
                by=at.badge(row.power),
                by_name=known.of_seat(row.person_id, row.power),
                reason="",
                confirmed_by=at.badge(row.confirmed_power),
                at=row.at,
            )
