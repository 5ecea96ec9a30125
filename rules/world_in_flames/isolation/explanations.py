"""What a judgement means in words: for each set what became of it, and every reason.

Made for maps that people look at (a few thousand hexes). The engine itself is enough where only
the outcome counts.
"""

from collections.abc import Iterable, Iterator

import msgspec

from rules.kernel.tally import Row, Tally, tally
from rules.world_in_flames.isolation.engine import Flip, Judge, Verdict
from rules.world_in_flames.isolation.hexmap import CITY, EDGE, LAKE, NEUTRAL, SEA
from rules.world_in_flames.isolation.holders import title_of
from rules.world_in_flames.model.citations import R

SHOWN = 6
"""So many hexes are named before "and 5 more"."""


class Reason(msgspec.Struct, frozen=True, kw_only=True):
    """One reason: what sort, the sentence, its rule, and the hexes it speaks of (column, row).

    ``kind`` is ``around``, ``majority``, ``tie`` or ``inside`` for a set that changes hands;
    ``sea``, ``lake``, ``edge``, ``neutral``, ``city``, ``unit``, ``friend`` or ``alone`` for what
    keeps one; ``joined`` for one that is no longer cut off.
    """

    kind: str
    text: str
    rule: str
    hexes: tuple[tuple[int, int], ...] = ()


class SetAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What became of one set.

    ``outcome`` is ``reverts`` (it changes hands), ``open`` (a tie that no die has settled),
    ``stays`` or ``joined``. ``side`` is whose it was, ``power`` who takes it. ``around`` counts
    the hexes around it by major power. ``near`` tells a set that only a city or unit keeps.
    """

    number: int
    side: str
    hexes: tuple[tuple[int, int], ...]
    outcome: str
    power: str = ""
    tied: tuple[str, ...] = ()
    around: Tally | None = None
    near: bool = False
    reasons: tuple[Reason, ...] = ()


class Held(msgspec.Struct, frozen=True, kw_only=True):
    """One hex that changed hands: where, from whom, to whom."""

    column: int
    row: int
    before: str
    after: str


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """The whole judgement of a map.

    ``sets`` lists those that change hands first, in the order in which they do. ``changes`` are
    the hexes whose holder is another now. ``passes`` says how often the map was gone through,
    ``draws`` how many ties had to be drawn, ``open`` how many of them no die has settled.
    """

    sets: tuple[SetAnswer, ...]
    changes: tuple[Held, ...]
    passes: int
    draws: int
    open: int


def explained(judge: Judge, words: dict[str, str] | None = None) -> Answer:
    """The answer of a judgement; ``words`` names holders and sides other than by their keys."""
    teller = _Teller(judge, words or {})
    turned = [teller.flipped(flip) for flip in judge.flips]
    gone = {number for flip in judge.flips for number in flip.sets}
    kept = [teller.kept(n) for n in range(1, len(judge.sets) + 1) if n not in gone]
    kept.sort(key=lambda each: (not each.near, each.outcome != "joined"))
    sets = tuple(
        msgspec.structs.replace(each, number=number)
        for number, each in enumerate((*turned, *kept), start=1)
    )
    return Answer(
        sets=sets,
        changes=tuple(teller.changes()),
        passes=judge.passes,
        draws=sum(bool(flip.tied) for flip in judge.flips),
        open=sum(flip.open for flip in judge.flips),
    )


class _Teller:
    def __init__(self, judge: Judge, words: dict[str, str]) -> None:
        self.judge, self.words = judge, words
        self.world, self.sets = judge.world, judge.sets

    def name(self, key: str) -> str:
        return self.words.get(key, title_of(key))

    def spots(self, indices: Iterable[int]) -> tuple[tuple[int, int], ...]:
        return tuple(self.world.spot(index) for index in indices)

    def labels(self, indices: list[int]) -> str:
        shown = "; ".join(self.world.label(index) for index in indices[:SHOWN])
        more = len(indices) - SHOWN
        return f"{shown} and {more} more" if more > 0 else shown

    def changes(self) -> Iterator[Held]:
        after = self.judge.result()
        for index, (old, new) in enumerate(zip(self.world.cells, after, strict=True)):
            if old != new:
                column, row = self.world.spot(index)
                before, now = self.world.holder(old), self.world.holder(new)
                yield Held(column=column, row=row, before=before, after=now)

    # -- sets that change hands ------------------------------------------------------------

    def flipped(self, flip: Flip) -> SetAnswer:
        """A set that changes hands, with its majority or its tie."""
        indices = sorted(here for number in flip.sets for here in self.sets.hexes(number))
        powers = {self.world.holder(code): n for code, n in sorted(flip.counts.items())}
        winner, tied = self.world.holder(flip.power), [self.world.holder(c) for c in flip.tied]
        side = self.judge.side_of_group[flip.group]
        return SetAnswer(
            number=0,
            side=side,
            hexes=self.spots(indices),
            outcome="open" if flip.open else "reverts",
            power="" if flip.spread else winner,
            tied=tuple(tied),
            around=self._around(powers),
            reasons=(*self._enclosed(flip, side, powers), self._decided(flip, powers, tied)),
        )

    def _around(self, powers: dict[str, int]) -> Tally:
        rows = [Row(power, n, self.name(power), R("F-04")) for power, n in powers.items()]
        return tally("Enemy hexes around the set", rows)

    def _enclosed(self, flip: Flip, side: str, powers: dict[str, int]) -> Iterator[Reason]:
        total = sum(powers.values())
        yield Reason(
            kind="around",
            text=f"All {total} hexes around it are enemy land." if total > 1
            else "The one hex around it is enemy land.",
            rule=R("Isolated Control: surround"),
        )  # fmt: skip
        inside = self._inside(flip)
        if inside:
            yield Reason(
                kind="inside",
                text=f"{len(inside)} of them {'lie' if len(inside) > 1 else 'lies'} in pockets "
                "inside it and count as well.",
                rule=R("F-04"),
                hexes=self.spots(inside),
            )
        yield Reason(
            kind="bare",
            text=f"No city lies in it and no {self.name(side)} unit stands there.",
            rule=R("Isolated Control"),
        )

    def _inside(self, flip: Flip) -> list[int]:
        """Hexes beside the set that lie further in: with two sides, those of later sets."""
        if len(self.judge.side_of_group) != 2:
            return []
        outer, own = min(flip.sets), set(flip.sets)
        label = self.sets.label
        found = {
            there
            for number in flip.sets
            for here in self.sets.hexes(number)
            for there in self.world.neighbours(here)
            if label[there] > outer and label[there] not in own
        }
        return sorted(found)

    def _decided(self, flip: Flip, powers: dict[str, int], tied: list[str]) -> Reason:
        if not tied:
            first = self.name(self.world.holder(flip.power))
            others = [f"{self.name(p)} {n}" for p, n in powers.items() if self.name(p) != first]
            most = max(powers.values())
            text = (
                f"{first} holds {most} of them, {', '.join(others)}." if others
                else f"{first} holds them all."
            )  # fmt: skip
            return Reason(kind="majority", text=text, rule=R("Isolated Control: majority"))
        names = " and ".join(self.name(power) for power in tied)
        text = f"{names} hold {max(powers.values())} each"
        if flip.open:
            text += f": to be drawn, {', '.join(self._faces(tied))}."
        elif flip.spread:
            won = dict.fromkeys(tied, 0)
            for code in flip.spread.values():
                won[self.world.holder(code)] += 1
            text += ": drawn hex by hex, " + ", ".join(
                f"{self.name(p)} {n}" for p, n in won.items()
            )
            text += "."
        else:
            text += f": drawn, {self.name(self.world.holder(flip.power))} wins."
        return Reason(kind="tie", text=text, rule=R("Isolated Control: tie"))

    def _faces(self, tied: list[str]) -> list[str]:
        return [
            f"{face} for {self.name(power)} (1/{len(tied)})"
            for face, power in enumerate(tied, start=1)
        ]

    # -- sets that stay --------------------------------------------------------------------

    def kept(self, number: int) -> SetAnswer:
        """A set that does not change hands, with everything that keeps it."""
        indices = sorted(self.sets.hexes(number))
        reasons = tuple(self._keeping(number, indices))
        side = self.world.nations.side_of(self.world.holder(self.world.cells[indices[0]]))
        joined = not reasons
        if joined:
            text = "What lay around it has come over to its side; it is no longer cut off."
            reasons = (Reason(kind="joined", text=text, rule=R("F-05")),)
        return SetAnswer(
            number=0,
            side=side,
            hexes=self.spots(indices),
            outcome="joined" if joined else "stays",
            near=bool(reasons) and all(each.kind in ("city", "unit") for each in reasons),
            reasons=reasons,
        )

    def _keeping(self, number: int, indices: list[int]) -> Iterator[Reason]:
        marks, cells = self.world.marks, self.world.cells
        holder = self.world.holder(cells[indices[0]])
        own = CITY << (1 + list(self.world.nations.sides).index(self.world.nations.side_of(holder)))
        city = [here for here in indices if marks[here] & CITY]
        if city:
            yield self._said("city", "A city lies in it", city, "Isolated Control: city")
        unit = [here for here in indices if marks[here] & own]
        if unit:
            yield self._said(
                "unit", "A unit of its side stands in it", unit, "Isolated Control: unit"
            )
        beside = {there for here in indices for there in self.world.neighbours(here)}
        for code, kind, text, rule in (
            (SEA, "sea", "It lies on the sea", "F-01"),
            (EDGE, "edge", "It lies on the edge of the map", "F-02"),
            (NEUTRAL, "neutral", "Neutral land lies beside it", "F-03"),
            (LAKE, "lake", "It lies on a lake", "F-01"),
        ):
            found = sorted(there for there in beside if cells[there] == code)
            if found and not (code == LAKE and self.judge.switches["lakes"] == "enclosed"):
                yield self._said(
                    kind, text, self._beside(indices, found) if code == EDGE else found, rule
                )
        if self.judge.root(number) == number and number in self.judge.verdicts:
            yield from self._bystanders(self.judge.verdicts[number])

    def _beside(self, indices: list[int], found: list[int]) -> list[int]:
        """Those of a set's hexes that lie beside what was found; the edge itself has no name."""
        there = set(found)
        return [here for here in indices if not there.isdisjoint(self.world.neighbours(here))]

    def _bystanders(self, verdict: Verdict) -> Iterator[Reason]:
        if verdict.bystander:
            at = [verdict.bystander]
            by_power = self.judge.switches["sets"] == "power"
            rule = "F-06" if by_power else "F-26"
            yield self._said("friend", "Land beside it belongs to no enemy", at, rule)
        elif verdict.lake:
            text = "Its lake reaches land or water of somebody else"
            yield self._said("lake", text, [verdict.lake], "F-01")
        elif not verdict.counts:
            yield self._said("alone", "Nobody stands around it", [], "Isolated Control: surround")

    def _said(self, kind: str, text: str, at: list[int], rule: str) -> Reason:
        where = f": {self.labels(at)}" if at else ""
        return Reason(kind=kind, text=f"{text}{where}.", rule=R(rule), hexes=self.spots(at))
