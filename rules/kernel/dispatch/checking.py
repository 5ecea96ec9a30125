"""What the statements of one dispatch say together: what cannot be, and what else follows."""

from collections.abc import Mapping
from typing import Any

import msgspec

from rules.kernel.facts import FactValue

Values = Mapping[str, FactValue]


class Contradiction(msgspec.Struct, frozen=True, kw_only=True):
    """Statements that cannot be true together, with the reason and its rule."""

    facts: tuple[str, ...]
    note: str
    rule: str = ""


class Completion(msgspec.Struct, frozen=True, kw_only=True):
    """What else follows from statements (``because``): a fact, what it was and becomes, and why."""

    key: str
    before: FactValue
    after: FactValue
    because: tuple[str, ...]
    note: str
    rule: str = ""


def contradictions(book: Any, view: Any, values: Values) -> tuple[Contradiction, ...]:
    """What the values say that cannot be true together, whatever else becomes of the map. ``values``
    are by keys of today.
    """
    bounds = book.consistency(view)
    before = {**book.facts.defaults({}), **view.facts}
    facts = {**before, **values}
    facts |= {key: value for key, value, _ in bounds.mended(facts, sorted(values))}
    found = []
    for bound in bounds.broken(facts):
        stated = tuple(key for key in bound.facts if key in values)
        if stated:
            found.append(Contradiction(facts=stated, note=bound.note, rule=bounds.rule_of(bound)))
    return tuple(found)


def completions(book: Any, view: Any, values: Values) -> tuple[Completion, ...]:
    """What follows from the values, and is entered with them; nothing that they state themselves."""
    bounds = book.consistency(view)
    before = {**book.facts.defaults({}), **view.facts}
    changed = {key: value for key, value in values.items() if before.get(key) != value}
    found: dict[str, Completion] = {}
    because: dict[str, tuple[str, ...]] = {key: (key,) for key in changed}
    for key, value, cause in bounds.agreed({**before, **values}, sorted(values), before):
        if key in values:
            continue
        sources = getattr(cause, "by", None) or cause.facts
        roots = [root for each in sources if each in because for root in because[each]]
        because[key] = tuple(dict.fromkeys(roots))
        found[key] = Completion(
            key=key,
            before=before[key],
            after=value,
            because=because[key],
            note=cause.note,
            rule=bounds.rule_of(cause),
        )
    return tuple(each for each in found.values() if each.before != each.after)
