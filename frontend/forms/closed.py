"""Why not: the closed choices of a field, those with one reason together."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Reason:
    """One reason for which choices are closed: their names, why, by which rule, and what opens them.

    ``for_all``: nothing of its field is open, and all of it for this one reason.
    """

    names: tuple[str, ...]
    why: str
    rule: str
    opens: str
    for_all: bool = False


def reasons(barred: Sequence[Any], rule: str, open_count: int) -> tuple[Reason, ...]:
    """The reasons for which choices of a field are closed, in the order of the choices.

    ``rule`` is the field's, for reasons that name none. What opens several is said once though it names
    each, with "…" for the name.
    """
    named: dict[tuple[str, str, str], dict[str, str]] = {}
    for choice in barred:
        bar = choice.barred
        opens = bar.opens
        alike = re.sub(rf"\b{re.escape(choice.label)}\b", "…", opens) if choice.label else opens
        names = named.setdefault((bar.why, bar.rule or rule, alike), {})
        names.setdefault(_name(choice), opens)
    for_all = not open_count and len(named) == 1 and len(barred) > 1
    return tuple(
        Reason(tuple(names), why, by, _of_all(names.values(), alike), for_all)
        for (why, by, alike), names in named.items()
    )


def _of_all(opens: Iterable[str], alike: str) -> str:
    """What opens choices closed for one reason: as it is said of each, where that is the same."""
    said = set(opens)
    return said.pop() if len(said) == 1 else alike


def _name(choice: Any) -> str:
    """What a choice is called in a list; a short label says little without the heading above it."""
    group = getattr(choice, "group", "")
    return f"{group}: {choice.label}" if group and choice.label[:1].islower() else choice.label
