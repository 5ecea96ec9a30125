"""What players do not agree about on the map: lines that wait and are disputed, and facts that are."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from msgspec import Struct

from campaigns.domain.entries.facts import ActCarriedOut, DispatchDisputed
from campaigns.selectors.facts.dispatch_review import Objected, review_cards
from campaigns.selectors.log.entry_text import value_in_words
from campaigns.selectors.reader.access import Reading
from campaigns.selectors.reader.power_badges import Badge
from rules.kernel.facts import FactSpec

LOOKED_AT = 50
"""So many of the latest acts are looked through for when something was disputed."""


class Dispute(Struct, frozen=True, kw_only=True):
    """One disputed line: what ``by`` declared, who says otherwise, and ``since`` when. ``number`` is that of
    the dispatch in which it waits; 0 for a fact that counts already, which the desk can only correct.
    """

    spec: FactSpec
    label: str
    before: str
    after: str
    by: Badge | None
    said: tuple[Objected, ...]
    since: datetime | None
    number: int


def disputes(at: Reading) -> tuple[Dispute, ...]:
    """What is disputed now, what waits first, each in its order; all of it is public."""
    if at.phase is None:
        return ()
    return (*_waiting(at), *_counting(at))


def _waiting(at: Reading) -> Iterator[Dispute]:
    """Lines of dispatches that wait."""
    if not any(line.disputed for what in at.pending for line in what.lines.values()):
        return
    since: dict[tuple[int, str], datetime] = {}
    for row in at.entries(DispatchDisputed).order_by("seq"):
        said = DispatchDisputed.of(row.body)
        for key in said.facts:
            since.setdefault((said.dispatch, key), row.at)
    for card in review_cards(at):
        for line in card.lines:
            if line.disputed:
                yield Dispute(
                    spec=line.spec,
                    label=line.label,
                    before=line.before,
                    after=line.after,
                    by=card.by,
                    said=line.disputed,
                    since=since.get((card.number, line.spec.key)),
                    number=card.number,
                )


def _counting(at: Reading) -> Iterator[Dispute]:
    """Facts that count and are disputed."""
    claims = getattr(at.public_view, "claims", {})
    found = {key: one for key, one in claims.items() if one.disputed and key in at.book.facts}
    since = _since(at, found) if found else {}
    for key, claim in found.items():
        spec, said = at.book.facts[key], claim.disputed
        yield Dispute(
            spec=spec,
            label=spec.label,
            before="",
            after=value_in_words(spec, at.public_view.facts.get(key, spec.default), at),
            by=at.badge(claim.by),
            said=(
                Objected(
                    by=at.badge(said.by),
                    instead="" if said.instead is None else value_in_words(spec, said.instead, at),
                    reason=said.reason,
                    mine=False,
                ),
            ),
            since=since.get(key),
            number=0,
        )


def _since(at: Reading, found: Mapping[str, Any]) -> dict[str, datetime]:
    """When each of these facts was last disputed, by the latest acts of the log."""
    since: dict[str, datetime] = {}
    by = {claim.disputed.by for claim in found.values()}
    for row in at.entries(ActCarriedOut).filter(power__in=by).order_by("-seq")[:LOOKED_AT]:
        order = ActCarriedOut.of(row.body).order
        if isinstance(order, dict) and order.get("kind") == "dispute":
            for key in found.keys() & set(order.get("facts", ())):
                since.setdefault(key, row.at)
    return since
