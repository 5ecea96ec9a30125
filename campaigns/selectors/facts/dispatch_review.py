"""Dispatches that wait for a look, as a page or a program shows them: all of it everybody may know."""

from collections.abc import Iterator
from datetime import datetime

from msgspec import Struct

from campaigns.domain.dispatch_review import ReviewedDispatch, ReviewedLine
from campaigns.models import PendingDispatch
from campaigns.selectors.log.entry_text import value_in_words
from campaigns.selectors.reader.access import Reading
from campaigns.selectors.reader.power_badges import Badge
from rules.kernel.facts import FactSpec, FactValue


class Objected(Struct, frozen=True, kw_only=True):
    """Who disputes a line that waits: what it is ``instead``, in words or empty, and why."""

    by: Badge | None
    instead: str
    reason: str
    mine: bool


class PendingLine(Struct, frozen=True, kw_only=True):
    """One line that waits, old and new in words. ``choices`` and ``may_declare`` are for who would say
    what it is instead; ``may_dispute``: whether the reader may.
    """

    spec: FactSpec
    value: FactValue
    label: str
    before: str
    after: str
    agreed: tuple[Badge, ...]
    disputed: tuple[Objected, ...]
    settled: bool
    choices: tuple[tuple[str, str], ...]
    may_declare: tuple[str, ...]
    may_dispute: bool


class PendingCard(Struct, frozen=True, kw_only=True):
    """A dispatch that waits: ``until`` is ``both`` or ``deadline``, ``waits_for`` who has not looked at
    every line, ``looked`` who has, ``due`` when it takes effect at the latest. ``mine``: the reader declared it;
    ``to_look``: how many lines the acting power has said nothing about, ``asked``: whether it is asked.
    """

    number: int
    by: Badge
    at: datetime
    until: str
    due: datetime | None
    waits_for: tuple[Badge, ...]
    looked: tuple[Badge, ...]
    lines: tuple[PendingLine, ...]
    mine: bool
    asked: bool
    to_look: int

    @property
    def is_disputed(self) -> bool:
        """Whether somebody does not agree to a line of it."""
        return any(line.disputed for line in self.lines)


def review_cards(at: Reading) -> tuple[PendingCard, ...]:
    """The dispatches of a campaign that wait, oldest first."""
    if at.phase is None:
        return ()
    rows = at.campaign.pending.filter(open=True)
    return tuple(_card(at, row, row.what) for row in rows.order_by("number"))


def to_look(at: Reading) -> int:
    """How many lines wait for a word of one of the powers for which the reader may seal."""
    if at.phase is None or not at.powers:
        return 0
    return sum(
        not line.looked_at(power)
        for what in at.pending
        for power in at.powers
        if power in what.concerns and at.may(power, "seal")
        for line in what.lines.values()
    )


def _card(at: Reading, row: PendingDispatch, what: ReviewedDispatch) -> PendingCard:
    acting, by = at.acting, at.badge(what.power)
    acting = acting if acting and at.may(acting, "seal") else None
    assert by is not None
    asked = acting is not None and acting in what.concerns
    return PendingCard(
        number=row.number,
        by=by,
        at=row.at,
        until=what.until,
        due=at.phase.closes_at if at.phase else None,
        waits_for=at.badges(what.waits_for),
        looked=at.badges(p for p in what.concerns if p not in what.waits_for),
        lines=tuple(_lines(at, what, acting if asked else None)),
        mine=at.acting == what.power,
        asked=asked,
        to_look=sum(not line.looked_at(acting) for line in what.lines.values())
        if asked and acting
        else 0,
    )


def _lines(at: Reading, what: ReviewedDispatch, acting: str | None) -> Iterator[PendingLine]:
    for key, line in what.lines.items():
        if key not in at.book.facts:
            continue
        spec = at.book.facts[key]
        yield PendingLine(
            spec=spec,
            value=line.value,
            label=spec.label,
            before=value_in_words(spec, at.view.facts.get(key, spec.default), at),
            after=value_in_words(spec, line.value, at),
            agreed=at.badges(line.agreed),
            disputed=tuple(_objected(at, spec, line)),
            settled=line.settled,
            choices=tuple((option, value_in_words(spec, option, at)) for option in spec.options),
            may_declare=(acting,) if acting else (),
            may_dispute=acting is not None and acting not in line.disputed,
        )


def _objected(at: Reading, spec: FactSpec, line: ReviewedLine) -> Iterator[Objected]:
    for power, said in line.disputed.items():
        yield Objected(
            by=at.badge(power),
            instead="" if said.instead is None else value_in_words(spec, said.instead, at),
            reason=said.reason,
            mine=power == at.acting,
        )
