"""Dice sorted into rows, and each row judged by exact chances."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from msgspec.structs import replace

from campaigns.chronicles import chance, luck
from campaigns.chronicles.spec import told_of
from campaigns.domain.wording import in_readers_words
from campaigns.rulebooks import Book, in_words, load
from campaigns.selectors.history.dice_records import DiceRow

Thrown = Counter[tuple[str, int, int]]
"""How often each purpose, number of sides and value came, as the log has them."""

MOST_LETTERS = 60
"""So many letters of what the log says of a roll, where its book has no better name for it."""


class Place(NamedTuple):
    """Where dice belong: those of one place are one row. ``sides`` is 0 where they vary."""

    book: str
    order: int
    purpose: str
    sides: int
    power: str


Piles = dict[Place, Counter[tuple[int, int]]]
"""Of each row how often each number of sides and value came."""


class Chanced(NamedTuple):
    """What was worked out of a row: its chance and what was looked at; none where that says nothing."""

    chance: Fraction | None = None
    by: str = ""


class Sorted:
    """Dice on their piles: of each kind, of each purpose, of each power."""

    def __init__(self) -> None:
        """Nothing is sorted yet."""
        self.piles: Piles = {}
        self._full: set[Place] = set()

    def put(self, book: str, powers: Iterable[str], thrown: Thrown) -> None:
        """Add the dice of a campaign. A pile on which they have no room is full, and takes no others."""
        own: Piles = {}
        keys = tuple(powers)
        for (purpose, sides, value), count in thrown.items():
            order, title, power, choosing = sorted_out(book, purpose, keys)
            kind = 0 if choosing else sides
            places = [Place(book, order, title, kind, "")]
            if power:
                places.append(Place(book, order, title, kind, power))
            if not choosing:
                places.append(Place("", 0, "", kind, ""))
            for place in places:
                own.setdefault(place, Counter())[sides, value] += count
        for place, pile in own.items():
            before = self.piles.setdefault(place, Counter())
            if before and before.total() + pile.total() > chance.MOST_THROWN:
                self._full.add(place)
            if place not in self._full:
                before.update(pile)


def sorted_out(book: str, purpose: str, powers: Iterable[str]) -> tuple[int, str, str, bool]:
    """What a die was thrown for: where that stands among the book's purposes, what it is called, whose it is,
    and whether it chooses among things. A purpose that the book does not name is called as the log has it.
    """
    known = told_of(book).purposes
    for order, each in enumerate(known):
        if found := re.search(each.pattern, purpose):
            power = found.groupdict().get("power") or ""
            return order, each.title, power if power in powers else "", each.choosing
    for power in powers:
        if re.search(rf"\b{re.escape(power)}\b", purpose):
            rest = re.sub(rf"\s*(?:\b(?:of|for|by|against)\s+)?\b{re.escape(power)}\b", "", purpose)
            return len(known), _named(rest), power, False
    return len(known), _named(purpose), "", False


def purpose_in_words(key: str, revision: str, purpose: str) -> str:
    """What a single die was thrown for, as a page says it: what, for whom, and about what."""
    book = load(key, revision)
    _order, title, power, _choosing = sorted_out(book.key, purpose, tuple(book.powers))
    found = (re.search(each.pattern, purpose) for each in told_of(book.key).purposes)
    match = next(filter(None, found), None)
    about = purpose[match.end() :].strip() if match else ""
    who = str(book.powers[power].name) if power in book.powers else ""
    more = ", ".join(
        in_readers_words(word, book.key) for word in (who, in_words(about) if about else "") if word
    )
    said = in_readers_words(title, book.key)
    return f"{said}: {more}" if more else said


def _named(purpose: str) -> str:
    return in_words(re.sub(r"[\s\d]+$", "", purpose).strip()[:MOST_LETTERS]) or "?"


def rows_of(
    piles: Piles, books: Mapping[str, Book | None], name_of: Callable[[str, str], str]
) -> tuple[list[DiceRow], list[Fraction | None]]:
    """The rows in their order, each with its exact chance; ``name_of`` gives what a power of a book is called."""
    rows, chances = [], []
    for place in sorted(piles, key=lambda place: _order(place, books)):
        if place.power and _is_all(piles, place):
            continue
        pile = piles[place]
        judged = judge(pile, place.sides)
        book = books.get(place.book)
        rows.append(
            _row(
                place,
                pile,
                judged,
                str(book.title) if book else "",
                name_of(place.book, place.power) if place.power else "",
            )
        )
        chances.append(judged.chance)
    return rows, chances


def _is_all(piles: Piles, place: Place) -> bool:
    """Whether a power threw all dice of its purpose: they are one row then, the purpose's."""
    return piles[place].total() == piles[place._replace(power="")].total()


def _order(place: Place, books: Mapping[str, Book | None]) -> tuple[object, ...]:
    book = books.get(place.book)
    keys = [*book.powers, *book.factions] if book else []
    power = keys.index(place.power) + 1 if place.power in keys else 0
    return list(books).index(place.book) if place.book in books else -1, place.order, place.purpose, place.sides, power  # fmt: skip


def judge(pile: Counter[tuple[int, int]], sides: int) -> Chanced:
    """How often honest dice come to such a pile, or to a stranger one."""
    thrown, total = pile.total(), _total(pile)
    if thrown < chance.FEWEST or thrown > chance.MOST_THROWN:
        return Chanced()
    if not sides:
        dice = _dice(pile)
        if thrown > chance.MOST_MIXED or max(dice) == 1:
            return Chanced()
        return Chanced(chance.of_mixed(dice, total), "sum")
    if sides == 1:
        return Chanced()
    if chance.looks_at_faces(thrown, sides):
        return Chanced(chance.of_faces(_faces(pile, sides)), "faces")
    return Chanced(chance.of_sum(thrown, sides, total), "sum")


def corrected(rows: Iterable[DiceRow], chances: Iterable[Fraction | None]) -> Iterator[DiceRow]:
    """The rows with how often any of them is so strange."""
    found = list(chances)
    among = iter(chance.together([each for each in found if each is not None]))
    for row, each in zip(rows, found, strict=True):
        yield row if each is None else replace(row, corrected=float(next(among)))


def _row(
    place: Place, pile: Counter[tuple[int, int]], judged: Chanced, book_title: str, name: str
) -> DiceRow:
    def say(text: str) -> str:
        return in_readers_words(text, place.book) if place.book else text

    thrown = pile.total()
    low: float | None = None
    high: float | None = None
    if place.sides > 1 and chance.FEWEST <= thrown <= chance.MOST_THROWN:
        least, most, _parts = luck.band(thrown, place.sides)
        low, high = least / thrown, most / thrown
    return DiceRow(
        book=place.book,
        book_title=say(book_title),
        purpose=say(place.purpose),
        power=place.power,
        name=say(name),
        sides=place.sides,
        thrown=thrown,
        faces=_faces(pile, place.sides) if place.sides else (),
        mean=_total(pile) / thrown,
        expected=sum((sides + 1) * count for sides, count in _dice(pile).items()) / (2 * thrown),
        low=low,
        high=high,
        chance=None if judged.chance is None else float(judged.chance),
        corrected=None,
        by=judged.by,
    )


def _total(pile: Counter[tuple[int, int]]) -> int:
    return sum(value * count for (_sides, value), count in pile.items())


def _faces(pile: Counter[tuple[int, int]], sides: int) -> tuple[int, ...]:
    return tuple(pile[sides, value] for value in range(1, sides + 1))


def _dice(pile: Counter[tuple[int, int]]) -> Counter[int]:
    result: Counter[int] = Counter()
    for (sides, _value), count in pile.items():
        result[sides] += count
    return result
