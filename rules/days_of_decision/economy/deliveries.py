"""Trade agreements: what each side gives, and what of it arrives (8.7.2 Option 3).

A part is delivered whole or not at all. A power that cannot deliver a mandatory part frees its
partner from its own part; an optional part may be left out by the one who gives it.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import msgspec

from rules.days_of_decision.model.powers import SEATS
from rules.days_of_decision.model.state import DecisionState
from rules.days_of_decision.model.state.treaties import Treaty

GOODS = ("resources", "oil", "factories", "bp")
RAW = ("resources", "oil")
"""Goods that must be taken to factories."""

FAULTS = frozenset({"lacking", "not_brought", "lost"})
"""Reasons for which a part that is not delivered counts as not satisfied by its giver."""


@dataclass(frozen=True)
class Part:
    """One good that one side gives the other each turn, by a treaty or by a pact's reparations."""

    giver: str
    taker: str
    good: str
    amount: int
    optional: bool
    carrier: str
    kind: str = "treaty"

    @property
    def key(self) -> str:
        """The part as orders name it, such as ``germany>ussr.bp``; what a surrender wrote into a
        pact is a part of its own beside the trade of a treaty.
        """
        named = f"{self.giver}>{self.taker}.{self.good}"
        return named if self.kind == "treaty" else f"{named}@{self.kind}"

    @property
    def pair(self) -> frozenset[str]:
        """The two powers."""
        return frozenset((self.giver, self.taker))


@dataclass(frozen=True)
class Delivery:
    """What became of a part: an empty ``why`` means that it arrived.

    Else it is lacking, not_carried (the taker's doing), not_brought (the giver's), lost, withheld
    or released (because the other side fails).
    """

    part: Part
    why: str = ""

    @property
    def runs(self) -> bool:
        """Whether it arrived."""
        return not self.why

    @property
    def fault(self) -> bool:
        """Whether its giver did not satisfy a mandatory part."""
        return self.why in FAULTS and not self.part.optional


Able = Callable[[Part, tuple[Part, ...], tuple[Part, ...]], bool]
"""Whether a giver can deliver a part besides the earlier ones, when all these go out (its own
factories make build points of what they are given).
"""


def parts_of(treaty: Treaty) -> Iterator[Part]:
    """The parts of one agreement, the first power's before the second's."""
    terms = treaty.terms
    if terms is None:
        return
    one, other = treaty.powers
    for giver, taker in ((one, other), (other, one)):
        for good in GOODS:
            if amount := terms.gives.get(giver, {}).get(good, 0):
                optional = f"{giver}.{good}" in terms.optional
                yield Part(giver, taker, good, amount, optional, terms.carrier, treaty.kind)


def trading(state: DecisionState) -> tuple[Treaty, ...]:
    """The treaties with trade in them, the oldest first."""
    found = [treaty for treaty in state.treaties if treaty.terms and treaty.terms.gives]
    return tuple(
        sorted(found, key=lambda t: (t.since, *(SEATS.index(power) for power in t.powers)))
    )


def deliveries(state: DecisionState, able: Able) -> tuple[Delivery, ...]:
    """What of every agreement arrives this turn.

    Every part that fails may free others, which may fail nobody any more; so the parts that do
    not go out only become more, and it ends.
    """
    treaties = trading(state)
    if not treaties:
        return ()
    parts = [part for treaty in treaties for part in parts_of(treaty)]
    lost = {(frozenset(t.powers), power) for t in treaties if t.terms for power in t.terms.lost}
    stopped: dict[str, str] = {}
    for part in parts:
        if why := _at_once(state, part, lost):
            stopped[part.key] = why
    while True:
        before = len(stopped)
        for part in parts:
            going = _going(parts, stopped)
            earlier = _going(parts[: parts.index(part)], stopped)
            if part.key not in stopped and not able(part, earlier, going):
                stopped[part.key] = "lacking"
        made = [Delivery(part, stopped.get(part.key, "")) for part in parts]
        failing = {
            (each.part.giver, each.part.taker, each.part.kind) for each in made if each.fault
        }
        for part in parts:
            freed = (part.taker, part.giver, part.kind) in failing
            honored = f"{part.giver}>{part.taker}" in state.honored
            if freed and not honored and part.key not in stopped:
                stopped[part.key] = "released"
        if len(stopped) == before:
            return tuple(made)


def _going(parts: Iterable[Part], stopped: dict[str, str]) -> tuple[Part, ...]:
    return tuple(part for part in parts if part.key not in stopped)


def _at_once(state: DecisionState, part: Part, lost: set[tuple[frozenset[str], str]]) -> str:
    """Why a part does not go out whatever else does."""
    if part.good in RAW and (part.pair, part.giver) in lost:
        return "lost"
    if part.optional and part.key in state.withheld:
        return "withheld"
    carried = state.facts.get(f"carried.{part.giver}.{part.taker}", True)
    if part.good in RAW and not carried:
        return "not_brought" if part.carrier == "giver" else "not_carried"
    return ""


def flow(made: Iterable[Delivery], power: str, *goods: str) -> tuple[int, int]:
    """How much of these goods a power receives and gives."""
    running = [each.part for each in made if each.runs and each.part.good in goods]
    received = sum(part.amount for part in running if part.taker == power)
    given = sum(part.amount for part in running if part.giver == power)
    return received, given


def without(treaty: Treaty, power: str) -> Treaty:
    """The same treaty with the resources that a power lent lost to its debts (Ruling 68)."""
    if treaty.terms is None or power not in treaty.powers:
        return treaty
    lent = treaty.terms.gives.get(power, {})
    if not any(lent.get(good) for good in RAW) or power in treaty.terms.lost:
        return treaty
    terms = msgspec.structs.replace(treaty.terms, lost=(*treaty.terms.lost, power))
    return msgspec.structs.replace(treaty, terms=terms)
