"""Facts that speak of a span of time: what becomes of them as it ends (``data/aging.yaml``, Ruling 98)."""

from typing import Literal

import msgspec

from rules.kernel import tables
from rules.kernel.facts import FactValue
from rules.world_at_war.model.adjudication import Adjudication
from rules.world_at_war.model.citations import PACKAGE, R
from rules.world_at_war.model.facts import FACTS

Span = Literal["player_turn", "turn", "year"]


class Aging(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``fact`` starts anew as its span ends; ``becomes``, if it names one, takes its value then. A row of
    the data is one for each key ``for`` which it stands.
    """

    fact: str
    ends: Span
    becomes: str = ""
    rule: str
    repeat: str | tuple[str, ...] = msgspec.field(default=("",), name="for")


def _read() -> tuple[Aging, ...]:
    """The data file; raises :class:`KeyError` for a fact, list or rule that does not exist."""
    lists = tables.load(PACKAGE, "fact_names.yaml", dict[str, dict[str, str]])
    found = []
    for row in tables.load(PACKAGE, "aging.yaml", tuple[Aging, ...]):
        for key in lists[row.repeat] if isinstance(row.repeat, str) else row.repeat:
            fact, becomes = row.fact.format(key=key), row.becomes.format(key=key)
            for name in (fact, *((becomes,) if becomes else ())):
                FACTS[name]
            R(row.rule)
            found.append(msgspec.structs.replace(row, fact=fact, becomes=becomes))
    return tuple(found)


AGING = _read()


def age(course: Adjudication, ends: Span, about: str = "") -> None:
    """Let the facts of a span that ends grow old; of one country only, if one is named."""
    for row in AGING:
        if row.ends == ends and (not about or row.fact.endswith(f".{about}")):
            value: FactValue = course.state.facts.get(row.fact, FACTS[row.fact].default)
            if row.becomes:
                course.set_fact(row.becomes, value, row.rule)
            course.set_default(row.fact, row.rule)
