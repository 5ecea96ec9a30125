"""What the phases of a game hold for its chronicle, gathered one phase after another."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from campaigns.chronicles import sampling, weighing
from campaigns.chronicles.spec import ChronicleSpec
from campaigns.domain.entries.phases import OrdersPublished
from campaigns.models import Phase
from campaigns.rulebooks import states
from campaigns.selectors.log.log_lines import happened
from campaigns.selectors.log.phase_checks import body_of, check, entries_about
from campaigns.selectors.reader import view_as
from campaigns.selectors.reader.access import Reading


def year_of(turn: str) -> str:
    """The year that a turn is named by; the turn itself where it names none."""
    found = re.search(r"\b(?:1[89]|20)\d\d\b", turn)
    return found[0] if found else turn


def axis_of(phases: Iterable[Phase]) -> tuple[tuple[int, str], ...]:
    """The first phase of each year, with the year."""
    years: dict[str, int] = {}
    for phase in phases:
        years.setdefault(year_of(phase.turn_title), phase.number)
    return tuple((number, year) for year, number in years.items())


def doer_of(at: Reading, news: Any) -> str:
    """The power or side of whom news of a declared fact are, by the name with which they begin: who declared it need
    have no part in it.
    """
    begins = re.match(r"\{(\w+)\}", news.one) if news is not None else None
    names: Any = news.slots.get(begins[1], ()) if begins else ()
    if isinstance(names, str) or len(names) != 1:
        return ""
    called = names[0].removeprefix("the ")
    keys = (*at.book.powers, *at.book.factions)
    return next((key for key in keys if (who := at.badge(key)) and who.name == called), "")


class Gathered:
    """What the phases of a game hold, gathered one phase after another."""

    def __init__(self, at: Reading, told: ChronicleSpec) -> None:
        """Nothing is gathered yet."""
        self.at, self.told = at, told
        self.events: list[weighing.Event] = []
        self.samples: list[tuple[int, Any]] = []
        self.counts: dict[str, int | None] = {}
        self.thrown: dict[tuple[str, str, int], list[int]] = {}
        self.dice = 0
        self.played: Counter[str] = Counter()
        self.asked: dict[str, int] = {}
        self.sums: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.board: Any = None
        self.before: tuple[Any, Any] | None = None
        self.ledger: dict[tuple[str, str, str], int] = {}

    def phase(self, phase: Phase, *, opening: bool, sampled: bool) -> None:
        """Take in what one phase holds."""
        then = self.at.as_of(phase)
        self.values(phase, opening=opening, sampled=sampled)
        found = happened(then, phase)
        year = year_of(phase.turn_title)
        for _, event in found:
            line, kind = then.book.tell(event), str(type(event).__struct_config__.tag)
            if (told := self._event(then, phase, line, kind)) is not None:
                self.events.append(told)
            if kind == self.told.played and (card := re.search(self.told.played_title, line.head)):
                self.played[card[1]] += 1
        until = view_as.end_of(phase) if then.eyes else then.campaign.log_seq
        entries = entries_about(phase, until)
        self._check(
            phase, entries, [(row.entry, bytes(row.body)) for row, _ in found if row.public]
        )
        if sampled and self.told.count:
            self.counts[year] = sampling.counted(self.board, self.told.count)

    def _event(self, then: Reading, phase: Phase, line: Any, kind: str) -> weighing.Event | None:
        """What a line tells, as a headline of its book would have it; ``None`` where another line tells it."""
        if line.news is not None and not line.news.one:
            return None
        head = then.book.headline([line])[0] if line.news is not None else line.head
        news = self.told.news
        line = replace(line, weight=weighing.counted(kind, head, line.weight, news))
        above = weighing.headed(kind, head, phase.headline, news)
        return weighing.Event(
            phase=phase.number,
            turn=phase.turn_title,
            year=year_of(phase.turn_title),
            kind=kind,
            actor=doer_of(then, line.news) if kind == weighing.FACT else line.actor,
            head=above or head,
            weight=line.weight,
            topic=line.topic,
            lines=() if above else (line,),
            tell=None if above else then.book.headline,
        )

    def values(self, phase: Phase, *, opening: bool, sampled: bool) -> None:
        """Take in the values alone: those with which a phase began, and those with which it ended."""
        then = self.at.as_of(phase)
        if opening:
            self._sample(then, phase.number, states.at_opening(phase))
        if sampled:
            self._sample(then, phase.number, states.now(phase))

    def _sample(self, then: Reading, at: int, state: Any) -> None:
        """Take the values of a board, and of what changed since the last one."""
        view = then.book.view(state, then.viewer)
        board = then.book.board(view, then.acting)
        self.board = sampling.scene(board, then.book.facts, view.facts)
        if self.before is not None and self.before[0] is then.book:
            rows = then.book.ledger(self.before[1], view)
            for key, before, after in sampling.from_ledger(rows, self.told.charts):
                if key not in self.ledger:
                    self.samples.append((self.samples[0][0], {key: before}))
                self.ledger[key] = after
        self.before = then.book, view
        values = sampling.sample(self.board, self.told.charts)
        self.samples.append((at, {**values, **self.ledger}))

    def _check(self, phase: Phase, entries: Any, public: Any) -> None:
        done = check(phase, entries, public)
        self.sums["released"] += done.released
        self.sums["seals"] += done.seals
        self.sums["match"] += done.seals_match
        self.sums["dice"] += done.dice
        self.sums["links"] += done.link_follows
        self.wrong += [f"Phase {phase.number}: {fault}" for fault in done.wrong]
        for entry in entries:
            body = body_of([entry], entry.kind) or {}
            for order in body["orders"] if entry.kind == OrdersPublished.tag else ():
                self.asked[order["power"]] = phase.number
            for roll in body.get("rolls", ()):
                self._roll(roll)

    def _roll(self, roll: Mapping[str, Any]) -> None:
        self.dice += 1
        for each in self.told.dice:
            found = re.search(each.pattern, roll["purpose"])
            if found:
                key = found[1] if found.groups() else ""
                name = each.title or key
                self.thrown.setdefault((key, name, roll["sides"]), []).append(roll["value"])
                return
