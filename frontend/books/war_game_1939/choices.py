"""The choices with commerce dice: of each the exact chances of every final sum, if all that follows is played best.

The board gives of each choice the mean alone. The chances are counted here in whole numbers: a position with
``n`` dice and ``r`` second throws left has ``SIDES ** (n + r)`` equally likely ways. Their means are the board's own
(`tests/web/test_commerce_choices.py`).
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

SIDES = 12
"""A commerce die has twelve sides."""
NO_DIE = 99
"""Stands for a lowest die where none lies."""
ORDER = ("stop", "bid", "roll", "reroll")
"""Of choices that are worth the same the first of these is taken."""
MOST_KEPT = 4096


class Spot(NamedTuple):
    """Dice left, second throws left, the two lowest dice on the table, and what a safe bid brings."""

    left: int
    again: int
    low: int
    next_low: int
    bid: int


class Choice(NamedTuple):
    """A choice and what may come of it: ``chances`` of each final sum; ``kept`` is what may be kept of it on average,
    ``full`` the chance of at least as much as may be kept. Without a limit both say nothing.
    """

    move: str
    label: str
    best: bool
    die: int
    chances: dict[int, Fraction]
    mean: Fraction
    kept: Fraction | None
    full: Fraction | None

    @property
    def worst(self) -> int:
        """The least that may come of it."""
        return min(self.chances)

    @property
    def most(self) -> int:
        """The most that may come of it."""
        return max(self.chances)


def limit_of(ledger: Any) -> int | None:
    """How much commerce money a nation may keep this turn, beside its land income; ``None`` without a maximum."""
    if ledger is None or ledger.ceiling is None:
        return None
    kept: int = max(0, ledger.ceiling - ledger.income.net)
    return kept


def choices_of(card: Any, limit: int | None) -> list[Choice]:
    """The choices of a nation's card, the best of them first as the board has them."""
    low, next_low, *_ = (*sorted(card.thrown), NO_DIE, NO_DIE)
    spot = _plain(Spot(card.left, card.rerolls_left, low, next_low, card.bid_worth))
    found = []
    for move in card.moves:
        ways = _after(spot, move.move)
        whole = sum(ways.values())
        chances = {
            card.tally.net + added: Fraction(count, whole) for added, count in sorted(ways.items())
        }
        found.append(
            Choice(
                move=move.move,
                label=move.label,
                best=move.best,
                die=move.die,
                chances=chances,
                mean=_mean(chances),
                kept=None if limit is None else _mean(chances, limit),
                full=None
                if limit is None
                else sum((part for total, part in chances.items() if total >= limit), Fraction()),
            )
        )
    return found


def _mean(chances: Mapping[int, Fraction], limit: int | None = None) -> Fraction:
    """The average sum; with a ``limit`` of what may be kept of it."""
    kept = (
        (total if limit is None else min(total, limit)) * part for total, part in chances.items()
    )
    return sum(kept, Fraction())


def _plain(spot: Spot) -> Spot:
    """The position without what cannot matter any more."""
    if not spot.again:
        return spot._replace(low=NO_DIE, next_low=NO_DIE)
    return spot._replace(next_low=NO_DIE) if spot.again == 1 else spot


def _moves(spot: Spot) -> Iterator[str]:
    if spot.left:
        yield from ("bid", "roll")
    else:
        yield "stop"
    if spot.again and spot.low != NO_DIE:
        yield "reroll"


def _next(spot: Spot, move: str) -> list[tuple[int, Spot]]:
    """What a move adds, and the position after it, for each face of the die (a bid has one)."""
    if move == "bid":
        return [(spot.bid, _plain(spot._replace(left=spot.left - 1)))]
    if move == "roll":
        return [(face, _with(spot, face)) for face in range(1, SIDES + 1)]
    return [(face - spot.low, _again(spot, face)) for face in range(1, SIDES + 1)]


def _with(spot: Spot, face: int) -> Spot:
    low, next_low, _ = sorted((spot.low, spot.next_low, face))
    return _plain(spot._replace(left=spot.left - 1, low=low, next_low=next_low))


def _again(spot: Spot, face: int) -> Spot:
    low, next_low = sorted((spot.next_low, face))
    return _plain(spot._replace(again=spot.again - 1, low=low, next_low=next_low))


@lru_cache(MOST_KEPT)
def _worth(spot: Spot, move: str) -> Fraction:
    """What a move adds on average, if all that follows is played best."""
    if move == "stop":
        return Fraction(0)
    after = _next(spot, move)
    return sum((added + _best(then)[1] for added, then in after), Fraction()) / len(after)


@lru_cache(MOST_KEPT)
def _best(spot: Spot) -> tuple[str, Fraction]:
    offered = set(_moves(spot))
    return max(
        ((move, _worth(spot, move)) for move in ORDER if move in offered), key=lambda pair: pair[1]
    )


def _ways(spot: Spot) -> int:
    return int(SIDES ** (spot.left + spot.again))


@lru_cache(MOST_KEPT)
def _after(spot: Spot, move: str) -> dict[int, int]:
    """In how many ways each amount is still added after a move, all else played best."""
    if move == "stop":
        return {0: _ways(spot)}
    found: dict[int, int] = {}
    after = _next(spot, move)
    for added, then in after:
        further = _after(then, _best(then)[0])
        # Every branch stands for as many ways: where one uses up fewer dice, its ways count for more.
        weight = _ways(spot) // (_ways(then) * len(after))
        for more, count in further.items():
            key = added + more
            found[key] = found.get(key, 0) + count * weight
    return found


def scale_of(choices: Sequence[Choice], rare: int = 500) -> tuple[int, int, Fraction]:
    """The scale that all choices share: the least and the greatest sum that are not very rare, and the highest chance.
    A choice with one sum alone is certain; it does not press the others flat.
    """
    lows, highs = [], []
    for choice in choices:
        kept = sorted(choice.chances.items())
        for end in (0, -1):
            gone = Fraction(0)
            while len(kept) > 2:
                gone += kept[end][1]
                if gone * rare >= 1:
                    break
                kept.pop(end)
        lows.append(kept[0][0])
        highs.append(kept[-1][0])
    open_ = [max(choice.chances.values()) for choice in choices if len(choice.chances) > 1]
    return min(lows), max(highs), max(open_, default=Fraction(1))
