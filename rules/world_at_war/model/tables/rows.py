"""One row of a table of modifiers, as the data files have it."""

from collections.abc import Mapping
from typing import Any

import msgspec

from rules.kernel.conditions import Grammar
from rules.kernel.tally import Modifier
from rules.world_at_war.model.citations import R


class ModifierRow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A modifier as data; ``when`` and ``times`` are trees of the condition grammar."""

    amount: int
    reason: str
    rule: str = ""
    when: Any = None
    times: Any = 1
    most: int | None = None
    instead: str = ""
    source: str = "seed"

    def modifier(self, key: str, where: str, grammar: Grammar, rule: str = "") -> Modifier:
        """The row as it is tried, by its own rule unless another is named. Raises ``TableError`` naming
        ``where`` it stands.
        """
        return Modifier(
            key=key,
            amount=self.amount or 0,
            reason=self.reason,
            rule=rule or R(self.rule),
            when=grammar.condition(self.when, where),
            times=grammar.quantity(self.times, where),
            most=self.most,
            instead=self.instead,
            source=self.source,
        )


def filled(tree: Any, words: Mapping[str, str]) -> Any:
    """A tree of data with words put in for ``{key}``, ``{name}``..."""
    if isinstance(tree, str):
        for word, text in words.items():
            tree = tree.replace("{" + word + "}", text)
        return tree
    if isinstance(tree, list):
        return [filled(part, words) for part in tree]
    if isinstance(tree, dict):
        return {key: filled(part, words) for key, part in tree.items()}
    return tree
