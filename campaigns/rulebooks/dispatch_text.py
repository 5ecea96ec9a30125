"""What a text says of the map, by the names that a rulebook gives to facts and values."""

from typing import Any

from campaigns import rulebooks
from campaigns.errors import NotOnTheMenu
from rules.kernel.dispatch import text
from rules.kernel.dispatch.names import Lexicon
from rules.kernel.dispatch.statements import ReadLine
from rules.kernel.errors import RulesError
from rules.kernel.facts import FactSpec
from rules.kernel.menus import Declare

MOST_LINES = text.MOST_LINES

_lexicons: dict[int, Lexicon] = {}
_MOST_LEXICONS = 16


def lexicon(book: rulebooks.Book) -> Lexicon:
    """The names of a book's facts and values, made once."""
    found = _lexicons.get(id(book))
    if found is None or found.book is not book:
        if len(_lexicons) >= _MOST_LEXICONS:
            _lexicons.clear()
        found = _lexicons[id(book)] = Lexicon(book)
    return found


def declarable(book: rulebooks.Book, view: Any, power: str) -> dict[str, FactSpec]:
    """The facts that a power may declare now, by key in the order of the sheet."""
    menus = book.acts(view, power)
    fields = [each for menu in menus for each in menu.fields if rulebooks.is_a(each, Declare)]
    return {spec.key: spec for field in fields for spec in field.facts}


def read(book: rulebooks.Book, said: str) -> tuple[ReadLine, ...]:
    """A text line by line, as it is understood. Raises the rules' refusal of one that is too long."""
    return text.read(lexicon(book), rulebooks.require_readable(said))


def understood(book: rulebooks.Book, said: str) -> tuple[ReadLine, ...]:
    """As :func:`read`, with a refusal of the campaign's own. Raises ``NotOnTheMenu``."""
    try:
        return read(book, said)
    except RulesError as error:
        raise NotOnTheMenu(
            error.message, rule=error.rule, field="text", remedy=error.remedy
        ) from error
