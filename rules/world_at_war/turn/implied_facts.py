"""Facts that a declared fact brings along (``data/follows.yaml``): when Kiev fell, whether the Axis
were ever in Britain, the year of a declaration. What somebody entered himself is left alone.
"""

from collections.abc import Collection

import msgspec

from rules.kernel import tables
from rules.kernel.facts import FactValue
from rules.world_at_war.model.adjudication import Adjudication
from rules.world_at_war.model.citations import PACKAGE, R
from rules.world_at_war.model.counted_facts import FRENCH
from rules.world_at_war.model.facts import FACTS
from rules.world_at_war.model.state import WarState


class Follow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Once ``fact`` has the value ``when``, or is a number of ``least`` or more, ``sets`` becomes ``to``:
    a value, or the number of the turn or year in play. ``unless`` names a fact that prevents it.
    """

    fact: str
    when: FactValue | None = msgspec.field(default=None, name="is")
    least: int = 0
    sets: str
    to: FactValue
    unless: str = ""
    rule: str

    def met(self, value: FactValue) -> bool:
        """Whether the declared fact has become what this asks for."""
        if self.when is not None:
            return value == self.when
        return not isinstance(value, str) and int(value) >= self.least


def _read() -> tuple[Follow, ...]:
    """The data file; raises :class:`KeyError` for a fact or rule that does not exist."""
    found = tables.load(PACKAGE, "follows.yaml", tuple[Follow, ...])
    for row in found:
        for key in (row.fact, row.sets, *((row.unless,) if row.unless else ())):
            FACTS[key]
        R(row.rule)
    return found


FOLLOWS = _read()
VICHY = "exists.vichy"


def bring_along(course: Adjudication, key: str, value: FactValue) -> None:
    """Enter what follows from a fact that was just declared, where nothing is entered yet."""
    for row in FOLLOWS:
        state = course.state
        unset = state.facts.get(row.sets, FACTS[row.sets].default) == FACTS[row.sets].default
        held_back = bool(row.unless) and state.yes(row.unless)
        if row.fact == key and row.met(value) and unset and not held_back:
            numbers: dict[FactValue, FactValue] = {"turn": state.turn, "year": course.year}
            course.set_fact(row.sets, numbers.get(row.to, row.to), R(row.rule))


def found_vichy(course: Adjudication, before: WarState, declared: Collection[str]) -> None:
    """When Vichy France comes to be, the French colonies are its own, also those whose capitals were
    declared to be western while they were French; what is declared together with it stands.
    """
    if before.yes(VICHY) or not course.state.yes(VICHY):
        return
    for place in FRENCH:
        key = f"control.{place}"
        if course.state.facts[key] == "western" and key not in declared:
            course.set_default(key, R("Ruling 110"))
