"""Which rules of a book are named by a case, and which by none."""

from collections.abc import Iterable

import msgspec

from rules.kernel.cite import RuleIndex
from rules.kernel.conformance.cases import Case


class Coverage(msgspec.Struct, frozen=True, kw_only=True):
    """For every rule of an index, in its order, how many cases name it."""

    rulebook: str
    cases: dict[str, int]

    @property
    def uncovered(self) -> list[str]:
        """The references that no case names."""
        return [ref for ref, count in self.cases.items() if not count]

    def summary(self) -> str:
        """The coverage in one line."""
        covered = len(self.cases) - len(self.uncovered)
        return f"{self.rulebook}: {covered} of {len(self.cases)} rules named by a case"


def coverage(index: RuleIndex, cases: Iterable[Case], *, part: str = "") -> Coverage:
    """How often the cases name each rule of the index (of one ``part`` of it)."""
    counts = {entry.ref: 0 for entry in index if not part or entry.part == part}
    for case in cases:
        for ref in dict.fromkeys(case.rule):
            if ref in counts:
                counts[ref] += 1
    return Coverage(rulebook=index.book, cases=counts)
