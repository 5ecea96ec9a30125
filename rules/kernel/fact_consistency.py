"""The table of what declared facts cannot say together, read and applied the same way by every book.

``data/fact_consistency.yaml`` is a list of rows, each a :class:`~rules.kernel.consistency.Bound` or (with
``by``) an :class:`~rules.kernel.consistency.Outdated`. ``for`` writes a row out once for each entry
of a mapping or of a named list (``{key}``, ``{name}``), or for each two of two lists (``{other}``,
``{other_name}``); an entry is never paired with itself. In a list a word ``@list`` stands for the keys
of a named list, ``word.@list.word`` for these words around each of them, and ``@list-word`` leaves one out;
a term with ``each: list`` stands for one with each of its keys in place of ``{each}``.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from rules.kernel import tables
from rules.kernel.cite import RuleIndex
from rules.kernel.consistency import Bound, Consistency, Outdated
from rules.kernel.contract import Resolution, S
from rules.kernel.events import FactDeclared
from rules.kernel.facts import Claim, FactRegistry, FactValue

Lists = Mapping[str, Mapping[str, str]]


def read(
    package: str,
    registry: FactRegistry,
    cite: RuleIndex,
    rule: str,
    lists: Lists,
    name: str = "fact_consistency.yaml",
) -> Consistency:
    """The table of a book. Raises :class:`TableError` for a row that cannot be, and
    :class:`UnknownRule` for a rule that the index does not know.
    """
    bounds, outdated = list[Bound](), list[Outdated]()
    for row in tables.raw(package, name):
        for each in _written_out(dict(row), lists):
            cite(each.get("rule", rule))
            if "by" in each:
                outdated.append(tables.typed(each, Outdated, name))
            else:
                bounds.append(tables.typed(each, Bound, name))
    return Consistency(registry, bounds, name, outdated, rule)


def _written_out(row: dict[str, Any], lists: Lists) -> Iterator[dict[str, Any]]:
    """A row as often as it says, with its words filled in."""
    repeat = row.pop("for", None)
    found = [_entries(each, lists) for each in (repeat if isinstance(repeat, list) else [repeat])]
    for key, title in found[0].items():
        for other, other_name in found[1].items() if len(found) > 1 else [("", "")]:
            if key != other or not key:
                words = {"key": key, "name": title, "other": other, "other_name": other_name}
                yield _filled(row, words, lists)


def _entries(repeat: str | Mapping[str, str] | None, lists: Lists) -> Mapping[str, str]:
    if repeat is None:
        return {"": ""}
    return lists[repeat] if isinstance(repeat, str) else repeat


def _filled(tree: Any, words: Mapping[str, str], lists: Lists) -> Any:
    """A tree of data with its words put in, and lists of keys written out."""
    if isinstance(tree, str):
        for word, text in words.items():
            tree = tree.replace("{" + word + "}", text)
        return tree
    if isinstance(tree, dict):
        return {key: _filled(part, words, lists) for key, part in tree.items()}
    if not isinstance(tree, list):
        return tree
    return [each for part in tree for each in _spread(part, words, lists)]


def _spread(part: Any, words: Mapping[str, str], lists: Lists) -> Sequence[Any]:
    if isinstance(part, dict) and "each" in part:
        term = {key: value for key, value in part.items() if key != "each"}
        return [_filled(term, {**words, "each": key}, lists) for key in lists[part["each"]]]
    part = _filled(part, words, lists)
    if not isinstance(part, str) or "@" not in part:
        return (part,)
    begins, _, named = part.partition("@")
    listed, dot, ends = named.partition(".")
    listed, _, without = listed.partition("-")
    return [begins + key + dot + ends for key in lists[listed] if key != without]


def following(
    agreement: Consistency,
    before: Mapping[str, FactValue],
    facts: Mapping[str, FactValue],
    declared: Sequence[str],
    by: str = "",
) -> list[FactDeclared]:
    """What else has changed now that these facts were declared (``before`` to ``facts``), as events
    in order. ``by`` is who declared them; nobody, where a rule changed them.
    """
    now, events = dict(facts), list[FactDeclared]()
    for key, value, cause in agreement.agreed(facts, declared, before):
        spec = agreement.registry[key]
        old = now.get(key, spec.default)
        now[key] = value
        rule = agreement.rule_of(cause)
        told = FactDeclared(key=key, label=spec.label, before=old, after=value, by=by, rule=rule)
        events.append(told)
    return events


def settled(
    agreement: Consistency,
    before: S,
    done: Resolution[S],
    declared: Sequence[str] = (),
    by: str = "",
) -> Resolution[S]:
    """What was done since ``before``, with all put right that contradicts the facts that it changed:
    those ``declared`` by a power (which then answers for the rest too), or by a rule.
    """
    facts = done.state.facts
    if facts is before.facts:
        return done
    changed = declared or sorted(k for k in facts if facts[k] != before.facts.get(k, facts[k]))
    events = following(agreement, before.facts, facts, changed, by)
    if not events:
        return done
    after = {each.key: each.after for each in events}
    claims = done.state.claims
    if by:
        claims = {**claims, **dict.fromkeys(after, Claim(by=by, turn=done.state.turn))}
    state = msgspec.structs.replace(
        done.state, facts={**facts, **after}, claims=dict(sorted(claims.items()))
    )
    return Resolution(state=state, events=(*done.events, *events))
