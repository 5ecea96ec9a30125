"""A number with its reasons.

Every modifier, allotment, income, cost and threshold is a tally: a base, then rows of amount,
reason and rule reference, then the net. Rows that were tried and did not apply are kept apart in
``passed``, because "why not?" is the commoner question.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from rules.kernel.conditions import Always, Condition, Number, Quantity, Situation

MOST_ROWS = 128
"""How many rows a modifier remembers before it forgets them all."""


class Row(msgspec.Struct, frozen=True):
    """One reason: a signed amount, the reason in our words, the rule, and the facts it hangs on."""

    key: str
    amount: int
    reason: str
    rule: str = ""
    reads: tuple[str, ...] = ()


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """A base, the rows that apply, their net, and the rows that were tried in vain."""

    title: str
    base: int
    base_reason: str = ""
    base_rule: str = ""
    rows: tuple[Row, ...] = ()
    net: int = 0
    passed: tuple[Row, ...] = ()

    def row(self, key: str) -> Row | None:
        """The applying row with this key."""
        return next((row for row in self.rows if row.key == key), None)

    def reads(self) -> tuple[str, ...]:
        """Every declared fact that the number hangs on, met or not, without repeats."""
        return tuple(dict.fromkeys(key for row in (*self.rows, *self.passed) for key in row.reads))


def tally(
    title: str,
    rows: Iterable[Row],
    base: int = 0,
    base_reason: str = "",
    base_rule: str = "",
    *,
    passed: Iterable[Row] = (),
    least: int | None = None,
    least_row: Row | None = None,
) -> Tally:
    """Add up. With ``least`` a lower sum is raised to it by a row of its own (``least_row``)."""
    kept = tuple([row for row in rows if row.amount])
    net = base
    for row in kept:
        net += row.amount
    if least is not None and net < least:
        raised = least_row or Row(key="least", amount=0, reason=f"At least {least}")
        kept = (*kept, msgspec.structs.replace(raised, amount=least - net))
        net = least
    return Tally(
        title=title,
        base=base,
        base_reason=base_reason,
        base_rule=base_rule,
        rows=kept,
        net=net,
        passed=tuple(passed),
    )


@dataclass(frozen=True, slots=True)
class Modifier:
    """One row of a modifier table: ``amount`` for each of ``times`` when ``when`` holds.

    Of several modifiers of one table with the same ``instead`` name only the first that holds
    counts: they are degrees of one thing. ``most`` bounds the absolute amount.
    """

    key: str
    amount: int
    reason: str
    rule: str
    when: Condition = field(default_factory=Always)
    times: Quantity = field(default_factory=lambda: Number(1))
    most: int | None = None
    instead: str = ""
    source: str = "seed"
    _rows: dict[Any, Row] = field(default_factory=dict, init=False, repr=False, compare=False)
    """Rows that were made of it, by amount and subject: nothing else in a row can differ."""

    def row(self, at: Situation) -> tuple[Row, bool]:
        """The row in this situation, and whether it applies (a zero amount does not)."""
        applies = self.when.holds(at)
        amount = self.amount * (self.times.value(at) if applies else 1)
        if self.most is not None:
            amount = max(-self.most, min(self.most, amount))
        return self._of(amount, at), applies and amount != 0

    def _of(self, amount: int, at: Situation) -> Row:
        """The row with this amount. What it reads and how it is worded hang on the subject alone,
        and tables are tried again and again, so it is put together once.
        """
        known = (amount, *at.subject.items())
        row = self._rows.get(known)
        if row is None:
            reads = tuple(dict.fromkeys((*self.when.reads(at), *self.times.reads(at))))
            reason = self.reason.format_map(at.subject) if "{" in self.reason else self.reason
            row = Row(key=self.key, amount=amount, reason=reason, rule=self.rule, reads=reads)
            if len(self._rows) >= MOST_ROWS:
                self._rows.clear()
            self._rows[known] = row
        return row


def weigh(modifiers: Iterable[Modifier], at: Situation) -> tuple[list[Row], list[Row]]:
    """Try every modifier: the rows that apply, and those that do not (with what they would add)."""
    rows: list[Row] = []
    passed: list[Row] = []
    taken: set[str] = set()
    for modifier in modifiers:
        row, applies = modifier.row(at)
        if applies and modifier.instead and modifier.instead in taken:
            applies = False
        if applies:
            rows.append(row)
            if modifier.instead:
                taken.add(modifier.instead)
        else:
            passed.append(
                row if row.amount else msgspec.structs.replace(row, amount=modifier.amount)
            )
    return rows, passed
