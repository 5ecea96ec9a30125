"""Values of a state, and what was changed in them, in words: each has one name, wherever it is told.

What stands in a table of the state under a key is called by the name that the book's own tables give to that key,
where they give one; a value of the book's tables as in the editor of tables; a variant by its label.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from campaigns.catalogue.lookup import catalogue_of
from campaigns.catalogue.table_lines import row_of
from campaigns.catalogue.wording import capital
from campaigns.domain.wording import in_readers_words
from campaigns.rulebooks.values import override_kinds, overrides
from campaigns.rulebooks.values.overrides import ValueChange
from campaigns.selectors.reader.access import Reading
from rules.kernel.serial import shaped

MOST_TOLD = 4
"""So many values of an override one sentence names."""


def called(at: Reading, path: Sequence[str], *, numbers: bool = True) -> str:
    """What the value at a path is called: *Russo-German tension, level*. The table is named only where its key does
    not say enough. Without ``numbers`` those of records in a list are left out: they count what perhaps only some may
    see. Where the campaign's rules are missing, it is called by its own words.
    """
    book = at.names
    if book is None:
        return capital(
            ", ".join(_spelled(part) for part in path if numbers or not part.isdecimal())
        )
    if path[0] == overrides.TABLES and len(path) > 1:
        return catalogue_of(book).label(path[-1])
    if path[0] == overrides.VARIANTS and path[-1] in book.switches:
        return _("Variant: %(label)s") % {"label": book.switches[path[-1]].label}
    wording = catalogue_of(book).wording
    words = (
        in_readers_words(
            wording.name(part) if is_key else _field(book, part, of=path[0]), at.campaign.rulebook
        )
        for part, is_key in zip(path, override_kinds.keyed(book, path), strict=True)
        if numbers or not part.isdecimal()
    )
    said = list(words)
    return capital(", ".join(said[1:] if _says_enough(book, path) else said))


def _says_enough(book: Any, path: Sequence[str]) -> bool:
    """Whether a value of a record is named by the record's key alone: *Germany, effectiveness*."""
    return len(path) > 2 and path[0] in book.state_type.by_key


def also_called(at: Reading, path: Sequence[str]) -> str:
    """By what else a value is looked for, where its book says that: the words of its pages for the same thing."""
    if at.names is None or not path:
        return ""
    keys = (f"also.{path[0]}", f"also.{path[0]}.{path[-1]}")
    found = [word for key in keys if (word := _words_for(at, key))]
    return " ".join((*found, *(in_readers_words(word, at.campaign.rulebook) for word in found)))


def kind_called(at: Reading, field: str) -> str:
    """What a field of the state is called within a sentence: *American entry chits*."""
    return in_readers_words(_field(at.book, field), at.campaign.rulebook)


def secret_called(at: Reading, field: str) -> str:
    """What a book calls that of a field which not everybody might see, in its own words and with a place for the
    powers ``whose`` it was: *where {whose} had placed diplomatic points*; empty where it has no words for it.
    """
    return _words_for(at, f"kept.{field}")


def record_called(at: Reading, field: str, record: Any) -> str:
    """A record that not everybody might see, in its book's words: *2 on Spain*; empty where it has none."""
    words = _words_for(at, f"kept.{field}.each")
    if not words:
        return ""
    values = {name: getattr(record, name) for name in record.__struct_fields__}
    return words.format(
        **{
            name: at.book.name(value) if isinstance(value, str) else value
            for name, value in values.items()
        }
    )


def _words_for(at: Reading, key: str) -> str:
    said = at.book.name(key)
    return "" if said == key.replace("_", " ") else str(said)


def value_called(at: Reading, path: Sequence[str], value: Any) -> str:
    """A value as a reader sees it: no key of a fact or a choice."""
    if isinstance(value, list):
        return ", ".join(value_called(at, path, part) for part in value) or _("empty")
    if value is None:
        return pgettext("a value", "none")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if value == "":
        return _("empty")
    book = at.names
    if book is None:
        return _spelled(str(value))
    switch = book.switches.get(path[-1]) if path[0] == overrides.VARIANTS else None
    said = switch.choices.get(value) if switch is not None else None
    said = said or catalogue_of(book).wording.value(value)
    return in_readers_words(said, at.campaign.rulebook)


def line_of(at: Reading, change: ValueChange) -> tuple[str, str, str]:
    """A change in words: what the value is called, what it was and what it is. Where a campaign has no value of
    its own, a table is as the book has it.
    """
    if change.path[0] == overrides.TABLES and at.names is not None:
        return row_of(catalogue_of(at.names), change)
    before, after = (
        value_called(at, change.path, value) for value in (change.before, change.after)
    )
    return called(at, change.path), before, after


def changes_in_words(at: Reading, changes: Sequence[Mapping[str, Any]]) -> str:
    """What an override changes, value by value, in one sentence."""
    said = []
    for one in changes[:MOST_TOLD]:
        label, before, after = line_of(at, shaped(one, ValueChange))
        said.append(
            _("%(path)s is %(after)s instead of %(before)s")
            % {"path": label, "after": after, "before": before}
        )
    left = len(changes) - MOST_TOLD
    more = [_("%(count)d more") % {"count": left}] if left > 0 else []
    return "; ".join((*said, *more))


def _field(book: Any, part: str, *, of: str = "") -> str:
    """What a book calls a field of its state, in a table ``of`` it perhaps otherwise than elsewhere; a field that it
    has no words for, by its own.
    """
    for key in (f"{of}.{part}", part):
        if (said := book.name(key)) != key.replace("_", " "):
            return str(said)
    return _spelled(part)


def _spelled(word: str) -> str:
    """The name of a field in its own words: *land, by turkey*."""
    return ", ".join(part.replace("_", " ") for part in word.split("."))
