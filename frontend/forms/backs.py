"""What lies face down after a seal: each choice of an order with its target, from the menu that it was made of."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from core.text.lists import listed
from frontend.forms.orders import FieldRow, counted, kind_of, played, rows
from frontend.templatetags.language import in_words
from rules.kernel.grammar import capital
from rules.kernel.totals import totals

LONGEST = 90
"""So many letters of what somebody wrote stand on a back."""


class CardBack(NamedTuple):
    """One card that lies face down: what was chosen, and its target in words, empty where there is none."""

    title: str
    target: str


def backs(menu: Any, order: Mapping[str, Any] | None) -> list[CardBack]:
    """The backs of a sealed order, in the order of its form; for nobody but its own player. What asks for nothing
    has none, so an order that leaves everything as it is has no back at all.
    """
    return [back for row in rows(menu, order) for back in _of(row)] if order is not None else []


def _of(row: FieldRow) -> Iterator[CardBack]:
    match kind_of(row.field):
        case "plays":
            yield from _played(row)
        case "allot":
            for target in (one for group in row.groups for one in group.choices):
                if target.points:
                    yield CardBack(in_words(target.label), counted(target.points, row.field.unit))
        case _ if said := _said(row):
            label = in_words(row.field.label)
            yield CardBack(label, "") if said == label else CardBack(label, said)


def _played(row: FieldRow) -> Iterator[CardBack]:
    """What is chosen of many options, as cards, in a table, or line by line."""
    for card in played([row]):
        yield CardBack(in_words(card.option.label), _target(card.rows))
    for option in row.table:
        if option.chosen:
            said = f"{in_words(option.what)}: {option.number}" if option.number else ""
            yield CardBack(in_words(option.label), said)
    for line in row.lines:
        for one in (one for group in line.groups for one in group.choices if one.chosen):
            asked = [each for each in line.details if each.number == one.details]
            yield CardBack(in_words(one.label), _target(asked[0].rows if asked else ()))


def _target(details: Iterable[FieldRow]) -> str:
    """Whom or what a card is played on: what is chosen first stands alone, all else with what it is."""
    told: list[str] = []
    for row in details:
        if said := _said(row):
            label = in_words(row.field.label)
            alone = said == label or (not told and kind_of(row.field) in ("pick", "pick_many"))
            told.append(said if alone else f"{label}: {said}")
    return ", ".join(told)


def _said(row: FieldRow) -> str:
    """What one field says, in words; empty where it asks for nothing."""
    value, field = row.value, row.field
    if not value:
        return ""
    match kind_of(field):
        case "pick" | "pick_many":
            chosen = value if isinstance(value, list) else [value]
            names = {one.value: _named(one, row) for one in field.choices}
            return listed([names[key] for key in chosen if key in names], "and")
        case "each":
            return ", ".join(
                f"{in_words(pick.field.label)}: {said}"
                for pick in row.picks
                if (said := _said(pick))
            )
        case "count":
            return str(value)
        case "flag":
            return in_words(field.label)
        case "text":
            text = " ".join(value.split())
            return text if len(text) <= LONGEST else f"{text[:LONGEST].rstrip()} …"
        case _:
            return ""


def _named(choice: Any, row: FieldRow) -> str:
    """What a choice is called; where others are called alike, with what it belongs to: a deal with its country."""
    label = in_words(choice.label)
    return f"{in_words(choice.group)}: {label}" if row.repeats and choice.group else label


def spent(menu: Any, order: Mapping[str, Any] | None) -> list[str]:
    """What a sealed order takes of each purse, a sentence each."""
    found = totals(menu, order) if order is not None else ()
    said = (each.in_words() for each in found if each.verb == "spent" and each.taken)
    return [f"{capital(words)}." for words in said]
