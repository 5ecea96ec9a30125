"""The modifiers of diplomatic rolls, read from ``data/modifiers.yaml`` for one country after another."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import msgspec

from rules.kernel import tables
from rules.kernel.conditions import Asked, Grammar, Quantity
from rules.kernel.grammar import capital
from rules.kernel.tally import Modifier
from rules.world_at_war.model.citations import PACKAGE, R
from rules.world_at_war.model.facts import FACTS
from rules.world_at_war.model.tables.countries import Minor
from rules.world_at_war.model.tables.rows import ModifierRow, filled


def _rule(minor: Minor, block: str) -> str:
    if block in ("general", "vichy-general", "ukraine-general"):
        return R(f"{minor.heading}: general modifiers")
    if block == "balkan":
        return R("Balkans: Balkan modifiers")
    if block == "everywhere":
        return R("Modifiers")
    if block == "ireland":
        return R("Ireland: modifiers")
    return R(
        f"{minor.own_rows if minor.heading == 'Balkans' else minor.heading}: additional modifiers"
    )


def _with_border_war(times: Quantity, country: str) -> Quantity:
    """Unbuilt units hang on a border war too, where the country can have one: it aligns it."""
    fact = f"border_war.{country}"
    if isinstance(times, Asked) and times.name == "unbuilt" and fact in FACTS:
        return replace(times, facts=(*times.facts, fact))
    return times


def read_blocks(minor: Minor, raw: Mapping[str, Any], grammar: Grammar) -> tuple[Modifier, ...]:
    """The modifiers of a country, block after block, with its names filled in."""
    words = {"country": minor.key, "name": capital(minor.name), "adjective": minor.adjective,
             "kinds": ", ".join(minor.unbuilt)}  # fmt: skip
    found = []
    for block in (*minor.blocks, "everywhere"):
        where = f"{PACKAGE}/data/modifiers.yaml: {block}"
        for key, row in tables.typed(raw[block], dict[str, ModifierRow], where).items():
            named = msgspec.structs.replace(
                row,
                reason=row.reason.format_map(words),
                when=filled(row.when, {"country": minor.key}),
                times=filled(row.times, {"country": minor.key}),
            )
            rule = "" if row.rule else _rule(minor, block)
            modifier = named.modifier(key, f"{where}.{key}", grammar, rule)
            times = _with_border_war(modifier.times, minor.key)
            found.append(replace(modifier, times=times))
    return tuple(found)
