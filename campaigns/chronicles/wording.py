"""Headline, lede and sentences of a chronicle: only what the log shows, the weightiest first."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext, pgettext_lazy
from msgspec.structs import replace

from campaigns.chronicles.spec import Measure
from campaigns.domain.wording import in_readers_words
from core.text.lists import listed

NUMBERS = (
    pgettext_lazy("a number before what is counted", "no"),
    pgettext_lazy("a number before what is counted", "one"),
    _lazy("two"),
    _lazy("three"),
    _lazy("four"),
    _lazy("five"),
    _lazy("six"),
    _lazy("seven"),
    _lazy("eight"),
    _lazy("nine"),
    _lazy("ten"),
)


class Stood(NamedTuple):
    """Where somebody stood at the end. ``share`` is the percentage that the rules measure, or ``None``."""

    key: str
    name: str
    value: int
    whole: int | None = None
    share: int | None = None

    @property
    def rank(self) -> int:
        """What they are ordered by."""
        return self.value if self.share is None else self.share


def number(count: int) -> str:
    """A small number in a word."""
    return str(NUMBERS[count]) if 0 <= count < len(NUMBERS) else str(count)


def upper(text: str) -> str:
    """With a capital first letter, as it begins a sentence."""
    return text[:1].upper() + text[1:]


def in_words(by: Measure) -> Measure:
    """A measure in its reader's language."""
    say = in_readers_words
    return replace(by, title=say(by.title), unit=say(by.unit), singular=say(by.singular))


def headline(rows: Sequence[Stood], measure: Measure | None, great: Sequence[str]) -> str:
    """How it ended, in one line: by the measure where it leads, else by the two weightiest events
    (``great``, in the order of time). Empty where neither says anything.
    """
    if measure and rows and (measure.leads or not great):
        return by_measure(sorted(rows, key=lambda row: -row.rank), measure)
    return "; ".join(great[:2])


def by_measure(rows: Sequence[Stood], measure: Measure) -> str:
    """The line for rows in their order, the best first. Who wins is said only where the rules say it."""
    best = [row for row in rows if row.rank == rows[0].rank]
    last = [row for row in rows if row.rank == rows[-1].rank]
    level = len(best) == len(rows)
    if len(best) == 1 and not measure.decides:
        amount = f"{_count(measure, rows[0].value)} {_unit(measure, rows[0].value)}"
        most = ngettext(
            "%(amount)s ends with %(power)s", "%(amount)s end with %(power)s", rows[0].value
        ) % {"amount": amount, "power": rows[0].name}
        others = [
            _("%(count)s with %(power)s") % {"count": _count(measure, row.value), "power": row.name}
            for row in rows[1:3]
        ]
        return upper(", ".join((most, *others)))
    if len(best) == 1:
        first = _("%(power)s stands best") % {"power": best[0].name}
    elif len(best) == 2:
        first = _("%(powers)s end level") % {"powers": listed([row.name for row in best])}
    elif level:
        first = _("all powers end level")
    else:
        first = _("%(count)s powers end level") % {"count": number(len(best))}
    if level and not measure.decides:
        value = rows[0].value
        amount = f"{_count(measure, value)} {_unit(measure, value)}"
        return upper(_("%(who)s, with %(amount)s each") % {"who": first, "amount": amount})
    tail = (
        _("%(power)s comes last") % {"power": last[0].name} if len(last) == 1 and not level else ""
    )
    return upper("; ".join(part for part in (first, tail) if part))


def measured(rows: Sequence[Stood], measure: Measure) -> str:
    """Where everybody stood, in a sentence: those that stand level together, the best first."""
    groups: dict[int, list[Stood]] = {}
    for row in sorted(rows, key=lambda row: -row.rank):
        groups.setdefault(row.rank, []).append(row)
    parts: list[str] = []
    for rank, same in groups.items():
        parts.append(_group(same, rank, measure, first=not parts))
    return f"{upper(', '.join(parts))}."


def _group(same: Sequence[Stood], rank: int, measure: Measure, *, first: bool) -> str:
    """Where those stood who stand level; only of the ``first`` it is said what is counted."""
    shared = same[0].share is not None
    told = {
        "names": listed([row.name for row in same]),
        "amount": rank if shared else _amount(measure, rank),
        "unit": measure.unit if shared else _unit(measure, rank),
    }
    if not first:
        each = len(same) > 1 and not shared
        return (
            _("%(names)s with %(amount)s each") if each else _("%(names)s with %(amount)s")
        ) % told
    if shared:
        return (
            ngettext(
                "%(names)s ends with %(amount)s percent of %(unit)s",
                "%(names)s end with %(amount)s percent of %(unit)s",
                len(same),
            )
            % told
        )
    return (
        ngettext(
            "%(names)s ends with %(amount)s %(unit)s",
            "%(names)s end with %(amount)s %(unit)s each",
            len(same),
        )
        % told
    )


def lucky(names: Mapping[str, str], stands: Mapping[str, str], means: Mapping[str, str]) -> str:
    """Whose dice ended outside the band of honest dice, in a sentence; empty where nobody's did."""
    parts = [
        (
            _("%(name)s's dice ended above where 19 of 20 honest throwers would, at %(mean)s")
            if stands[key] == "above"
            else _("%(name)s's dice ended below where 19 of 20 honest throwers would, at %(mean)s")
        )
        % {"name": name, "mean": means[key]}
        for key, name in names.items()
        if stands[key] != "within"
    ]
    return f"{upper(listed(parts))}." if parts else ""


def merged(heads: Sequence[str], verbs: Sequence[tuple[str, str]]) -> list[str]:
    """Sentences that differ in one name are one: *A joins C* and *B joins C* are *A and B join C*; *A
    declares war on B* and *A declares war on C* are *A declares war on B and C*. ``verbs`` are pairs of the
    verb of one and that of several; all else stays as it is, in its order.
    """
    found: list[tuple[list[str], tuple[str, str] | None, list[str]]] = []
    for head in dict.fromkeys(heads):
        pair = next((each for each in verbs if f" {each[0]} " in head), None)
        if pair is None:
            found.append(([head], None, []))
            continue
        subject, _verb, target = head.partition(f" {pair[0]} ")
        for subjects, verb, targets in found:
            if verb == pair and targets == [target] and subject not in subjects:
                subjects.append(_inside(subject))
                break
            if verb == pair and subjects == [subject] and target not in targets:
                targets.append(target)
                break
        else:
            found.append(([subject], pair, [target]))
    return [_joined(*each) for each in found]


def _joined(subjects: list[str], verb: tuple[str, str] | None, targets: list[str]) -> str:
    if verb is None:
        return subjects[0]
    return f"{listed(subjects)} {verb[len(subjects) > 1]} {listed(targets)}"


def _inside(subject: str) -> str:
    return f"the {subject[4:]}" if subject.startswith("The ") else subject


def said(head: str, says: Sequence[tuple[str, str]]) -> str:
    """A line as it is told in one sentence: what its book says for the first pattern that it matches."""
    for pattern, instead in says:
        if re.search(pattern, head):
            return re.sub(pattern, instead, head)
    return head


def sentences(heads: Sequence[str]) -> str:
    """Heads as sentences of one paragraph."""
    return " ".join(
        f"{upper(head)}." if not head.endswith((".", "!", "?")) else head for head in heads
    )


def _unit(measure: Measure, count: int) -> str:
    return measure.singular if count == 1 and measure.singular else measure.unit


def _amount(measure: Measure, count: int) -> str:
    return f"{measure.before}{count}"


def _count(measure: Measure, count: int) -> str:
    return _amount(measure, count) if measure.before else number(count)
