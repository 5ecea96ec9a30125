"""The chance of each position in the order of play, for a bid whose rivals are not known (6, 3.2)."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cache, lru_cache

from rules.days_of_decision.economy.bids import score
from rules.days_of_decision.model.conditions import At
from rules.days_of_decision.model.orders import Bid
from rules.days_of_decision.model.powers import SEATS
from rules.kernel.odds import counted, distribution

Scores = Mapping[Fraction, Fraction]
"""The chance of each score."""

NOTHING = "nothing"
MOST = "most"
ANY = "any"
SUPPOSED = {
    NOTHING: "if every other bids no points, for one option",
    MOST: "if every other bids all the points it may, for one option",
    ANY: "if every bid that the others can make is as likely as any other",
}
"""What can be supposed of bids that nobody knows, in words."""


def bids_of(at: At, power: str, supposed: str) -> tuple[tuple[int, int], ...]:
    """The bids that a power is supposed to make: points and options. What it has saved is public."""
    limits = at.tables.limits
    most = min(limits["bid_most"], at.state.nation(power).bids)
    if supposed == NOTHING:
        return ((0, 1),)
    if supposed == MOST:
        return ((most, 1),)
    return tuple((n, k) for n in range(most + 1) for k in range(1, limits["options"] + 1))


def scores(pe: int, bids: Iterable[tuple[int, int]], *, floor: bool) -> Scores:
    """The chance of each score, one of these bids being as likely as another."""
    return _scores(pe, tuple(bids), floor)


@cache
def _scores(pe: int, bids: tuple[tuple[int, int], ...], floor: bool) -> Scores:
    found: dict[Fraction, Fraction] = {}
    for points, options in bids:

        def result(die: int, more: int = pe + points, by: int = options) -> Fraction:
            return score(die + more, by, floor=floor)

        for value, chance in distribution(result, 6).items():
            found[value] = found.get(value, Fraction(0)) + chance / len(bids)
    return found


def places(at: At, bid: Bid, supposed: str = NOTHING) -> dict[int, Fraction]:
    """The exact chance of each position, from 1, before anybody yields a place.

    Every die counts, the bidder's and all others'. Of equal scores the rules' tie goes first.
    """
    state, power = at.state, at.power
    rivals = tuple(
        (
            _rank(at, other) < _rank(at, power),
            state.nation(other).pe,
            bids_of(at, other, supposed),
        )
        for other in state.powers
        if other != power
    )
    own = (state.nation(power).pe, ((bid.points, bid.options),))
    return dict(_places(own, rivals, state.on("floor_at_zero")))


Bids = tuple[tuple[int, int], ...]


@lru_cache(maxsize=512)
def _places(
    own: tuple[int, Bids], rivals: tuple[tuple[bool, int, Bids], ...], floor: bool
) -> tuple[tuple[int, Fraction], ...]:
    found: dict[int, Fraction] = {}
    theirs = [(first, scores(pe, bids, floor=floor)) for first, pe, bids in rivals]
    for value, chance in scores(*own, floor=floor).items():
        before = [_at_least(each, value, ties=first) for first, each in theirs]
        for ahead, share in enumerate(counted(before)):
            if share:
                found[ahead + 1] = found.get(ahead + 1, Fraction(0)) + chance * share
    return tuple(sorted(found.items()))


def _rank(at: At, power: str) -> tuple[int, int]:
    """By which of equal scores comes first."""
    return (-at.state.nation(power).pe if at.state.on("tie_by_pe") else 0, SEATS.index(power))


def _at_least(theirs: Scores, value: Fraction, *, ties: bool) -> Fraction:
    beats: Callable[[Fraction], bool] = (
        (lambda other: other >= value) if ties else (lambda other: other > value)
    )
    return sum((chance for other, chance in theirs.items() if beats(other)), Fraction(0))
