"""From a menu to the rows of a form; a form that was posted is read by :mod:`frontend.forms.posted_form`.

A menu's fields know everything a form needs, so there is one template for each type of field
and none for any order. The page works without scripts: each value is a plain form control.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from core.text.lists import listed
from frontend.forms.closed import Reason, reasons
from frontend.templatetags.language import in_words
from rules.kernel.menus import NEVER


@dataclass(frozen=True)
class Target:
    """One target of an allotment as the form shows it."""

    value: str
    label: str
    note: str
    points: int
    cap: int | None


class OptionRow(NamedTuple):
    """One row of a table of options that ask for one small number: ``cells`` are the numbers, each with what it would do,
    ``number`` the chosen one (``None``: this option is not played), ``what`` is what is counted. ``barred`` says why the
    option can be played no more; it has only its chosen number then.
    """

    name: str
    label: str
    note: str
    what: str
    cells: list[tuple[int, str]]
    number: int | None
    barred: Any = None

    @property
    def chosen(self) -> bool:
        """Whether the option is played."""
        return self.number is not None


class Group(NamedTuple):
    """What can be chosen under one heading."""

    title: str
    choices: list[Any]


class HandSlot(NamedTuple):
    """One place of an order of cards: the card that is played there, if there is one."""

    number: int
    card: str = ""
    label: str = ""


@dataclass(frozen=True)
class Card:
    """One option of a hand that can be played: ``position`` is where it is played (0: not), ``rows`` ask for
    its details, ``price`` is in words.
    """

    option: Any
    name: str
    price: str
    position: int
    positions: range
    rows: list["FieldRow"]

    @property
    def short(self) -> str:
        """What it does, in its first sentence."""
        first, full_stop, _rest = in_words(self.option.note).partition(". ")
        return first + full_stop.strip()


@dataclass(frozen=True)
class Details:
    """What is asked with some options of a line; ``titles`` names those options."""

    number: int
    titles: str
    rows: list["FieldRow"]


@dataclass(frozen=True)
class LineChoice:
    """One option that a line may name; ``details`` is the number of its :class:`Details`."""

    value: str
    label: str
    note: str
    details: int
    chosen: bool


@dataclass(frozen=True)
class PlayLine:
    """One line of an order that is written line by line."""

    name: str
    number: int
    groups: list[Group]
    details: list[Details]
    filled: bool
    chosen: str


@dataclass(frozen=True)
class FieldRow:
    """One field with its value, ready for its template; ``name`` is that of its controls, ``path``
    that under which the rules say what its choices would do (:mod:`rules.kernel.field_odds`). A detail of a line
    hangs on what the line names: ``of`` is the name of that control, ``root`` the path of its field,
    ``of_value`` what it names, ``more`` what follows in the path. ``shared`` are names of minors that any card may activate.
    """

    field: Any
    name: str
    template: str
    value: Any
    barred: list[Any] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)
    picks: list["FieldRow"] = field(default_factory=list)
    hands: list[Group] = field(default_factory=list)
    lines: list[PlayLine] = field(default_factory=list)
    table: list[OptionRow] = field(default_factory=list)
    placed: int = 0
    open_count: int = 0
    choices: list[Any] = field(default_factory=list)
    path: str = ""
    of: str = ""
    root: str = ""
    of_value: str = ""
    more: str = ""
    shared: Mapping[str, str] = field(default_factory=dict)

    @property
    def numbers(self) -> list[int]:
        """The numbers that head the columns of a table: those of an option that can be played."""
        cells = next((one.cells for one in self.table if not one.barred), ())
        return [number for number, words in cells if words]

    @property
    def in_sight(self) -> list[OptionRow]:
        """The rows of a table that stand in sight: its first ones, and what is chosen."""
        return [one for at, one in enumerate(self.table) if at < ROWS_IN_SIGHT or one.chosen]

    @property
    def folded(self) -> list[OptionRow]:
        """The rows of a table that are folded."""
        return [one for one in self.table[ROWS_IN_SIGHT:] if not one.chosen]

    @property
    def possible(self) -> bool:
        """Whether its field, where it is yes or no, can ever be open to whoever looks."""
        bar = getattr(self.field, "barred", None)
        return bar is None or bar.opens != NEVER

    @property
    def slots(self) -> list[HandSlot]:
        """The places of a hand, each with its card."""
        taken = {
            card.position: card.option
            for hand in self.hands
            for card in hand.choices
            if card.position
        }
        return [
            HandSlot(at, taken[at].value, taken[at].label) if at in taken else HandSlot(at)
            for at in range(1, self.field.most + 1)
        ]

    @property
    def worth_asking(self) -> bool:
        """Whether anything that can be chosen beside it makes it worth asking."""
        return all(self.field.when.values())

    @property
    def when(self) -> str:
        """For a script: the names of the controls beside it, and the values for which it is worth asking."""
        stem = self.name.removesuffix(self.field.key)
        return json.dumps({stem + key: values for key, values in self.field.when.items()})

    @property
    def titled(self) -> list[Group]:
        """The choices that are open, under their headings."""
        return _grouped((one.group, one) for one in self.field.choices if not one.barred)

    @property
    def repeats(self) -> bool:
        """Whether choices of several headings are called alike, so that each needs its heading beside it."""
        open_ones = [(title, one.label) for title, choices in self.titled for one in choices]
        return len({label for _title, label in open_ones}) < len(set(open_ones))

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Why some of its choices are closed, each reason once."""
        return reasons(self.barred, self.field.rule, self.open_count)


def kind_of(menu_field: Any) -> str:
    """The type of a field: pick, pick_many, count, flag, allot, each, plays, text or declare."""
    tag: str = type(menu_field).__struct_config__.tag
    return tag


def rows(menu: Any, order: Mapping[str, Any] | None, prefix: str = "") -> list[FieldRow]:
    """The rows of a menu's form, filled from an order (plain data) or blank. With a ``prefix``
    the names of its controls differ from those of other forms on the page.
    """
    given = order if order is not None else menu.blank()
    return [_row(item, given.get(item.key, item.empty()), prefix) for item in menu.fields]


MOST_BUTTONS = 16
"""Above that many choices a list is easier to read than buttons."""


@dataclass(frozen=True)
class ActForm:
    """The form of something that is done at once. Where it comes down to one choice that has to be
    made, ``pressed`` is the row whose choices are the buttons; ``prefix`` is that of its names.
    """

    menu: Any
    prefix: str
    rows: list[FieldRow]
    pressed: FieldRow | None

    @property
    def closed(self) -> bool:
        """Whether everything that could be chosen is barred: its fields say why, and no button does it."""
        listed = ("plays", "pick_many")
        return bool(self.rows) and all(
            kind_of(row.field) in listed and not row.open_count for row in self.rows
        )


def act_prefix(kind: str) -> str:
    """What the names of the controls of an act begin with."""
    return f"{kind}-"


def act_form(menu: Any) -> ActForm:
    """The blank form of an act."""
    prefix = act_prefix(menu.order)
    made = rows(menu, None, prefix)
    must = [row for row in made if kind_of(row.field) == "pick" and not row.field.optional]
    pressed = must[0] if len(must) == 1 and must[0].open_count <= MOST_BUTTONS else None
    return ActForm(menu, prefix, [row for row in made if row is not pressed], pressed)


_TYPES = {"count": int, "flag": bool, "pick": str, "text": str}


def _row(item: Any, value: Any, prefix: str = "") -> FieldRow:
    kind, name = kind_of(item), prefix + item.key
    value = _fitting(item, value)
    table = as_table(item)
    choices = getattr(item, "choices", ())
    barred = [choice for choice in choices if choice.barred]
    return FieldRow(
        field=item,
        name=name,
        template=f"frontend/fields/{'option_table' if table else 'lines' if _by_line(item) else kind}.html",
        value=value,
        barred=barred,
        groups=_grouped(_targets(item, value)) if kind == "allot" else [],
        picks=[_row(pick, value.get(pick.key, pick.empty())) for pick in item.rows]
        if kind == "each"
        else [],
        hands=_hands(item, value, name) if kind == "plays" and not item.lines else [],
        lines=_lines(item, value, name) if _by_line(item) and not table else [],
        table=_option_rows(item, value, name) if table else [],
        open_count=len(choices) - len(barred),
        placed=sum(value.values()) if kind == "allot" else 0,
        choices=_in_order(choices, value) if kind == "pick_many" else [],
        path=prefix + item.key,
        shared=_shared(item) if kind == "plays" else {},
    )


def _shared(item: Any) -> dict[str, str]:
    """What the choices are called that are asked with every option."""
    picks = [each for each in item.shared if kind_of(each) == "pick"]
    return {choice.value: choice.label for each in picks for choice in each.choices}


def _fitting(item: Any, value: Any) -> Any:
    """The value, without what is of another kind than the field's: it may come from anywhere."""
    match kind_of(item):
        case "allot" | "each":
            one = int if kind_of(item) == "allot" else str
            parts = value.items() if isinstance(value, Mapping) else ()
            return {key: part for key, part in parts if type(part) is one}
        case "pick_many":
            listed = value if isinstance(value, list | tuple) else ()
            return [each for each in listed if isinstance(each, str)]
        case "count" | "flag" | "pick" | "text" as kind:
            fits = type(value) is _TYPES[kind]
            return value if fits else item.empty()
        case _:
            return value


def _in_order(choices: Any, value: Any) -> list[Any]:
    """What may be chosen, what is chosen first and in its order."""
    place = {key: at for at, key in enumerate(value)}
    offered = [choice for choice in choices if not choice.barred or choice.value in value]
    return sorted(offered, key=lambda choice: place.get(choice.value, len(place)))


def _grouped(choices: Iterable[tuple[str, Any]]) -> list[Group]:
    """Choices under their headings, in the order in which they come."""
    titled: dict[str, list[Any]] = {}
    for title, choice in choices:
        titled.setdefault(title, []).append(choice)
    return [Group(*each) for each in titled.items()]


def _targets(item: Any, value: Mapping[str, int]) -> Iterator[tuple[str, Target]]:
    for one in item.choices:
        if not one.barred:
            cap = None if one.value in item.uncapped else item.cap
            yield one.group, Target(one.value, one.label, one.note, value.get(one.value, 0), cap)


def _hands(item: Any, value: Any, name: str) -> list[Group]:
    """The cards that can be played, under their headings."""
    return _grouped((card.option.group, card) for card in _cards(item, value, name))


def _cards(item: Any, value: Any, name: str) -> Iterator[Card]:
    chosen = {_of(one, "option"): (at, one) for at, one in reversed(list(enumerate(value, 1)))}
    for option in item.choices:
        if option.barred:
            continue
        position, one = chosen.get(option.value, (0, None))
        details = _of(one, "details") if one is not None else {}
        prefix = f"{name}.{option.value}."
        yield Card(
            option=option,
            name=f"{name}.{option.value}",
            price=_price(option, item.purse),
            position=position,
            positions=range(1, item.most + 1),
            rows=[_row(f, details.get(f.key, f.empty()), prefix) for f in item.asked(option)],
        )


SPARE_LINES = 3
"""How many empty lines follow those that are written."""


def _by_line(item: Any) -> bool:
    return bool(getattr(item, "lines", False))


ROWS_IN_SIGHT = 6
"""So many rows of a table of options stand in sight; the others are folded."""


def as_table(item: Any) -> bool:
    """Whether lines name options of which each asks for one number alone, with what each number would do."""
    return _by_line(item) and all(
        not option.again and [bool(getattr(f, "each", ())) for f in item.asked(option)] == [True]
        for option in item.choices
    )


def _option_rows(item: Any, value: Any, name: str) -> list[OptionRow]:
    """A row for each option that can be played, and for each that is chosen and can be played no more."""
    given = {_of(one, "option"): _of(one, "details") for one in value}
    return [
        _option_row(option, asked, f"{name}.{option.value}", given.get(option.value))
        for option in item.choices
        if option.value in given or not option.barred
        for asked in item.asked(option)
    ]


def _option_row(option: Any, asked: Any, name: str, details: Any) -> OptionRow:
    number = None if details is None else details.get(asked.key, asked.least)
    cells = [] if option.barred else list(enumerate(asked.each, asked.least))
    if number is not None and number not in dict(cells):
        cells.append((number, ""))
    return OptionRow(name, option.label, option.note, asked.label, cells, number, option.barred)


def field_sets(item: Any) -> list[tuple[Any, ...]]:
    """The different sets of details that the options of a line ask for."""
    found: list[tuple[Any, ...]] = []
    for option in item.choices:
        asked = item.asked(option)
        if not option.barred and asked not in found:
            found.append(asked)
    return found


def _lines(item: Any, value: Any, name: str) -> list[PlayLine]:
    sets = field_sets(item)
    count = min(item.most, len(value) + SPARE_LINES)
    written: list[Any] = [*value, *[None] * count][:count]
    return [_line(item, sets, one, f"{name}.{at}", at + 1) for at, one in enumerate(written)]


def _line(item: Any, sets: list[tuple[Any, ...]], one: Any, name: str, number: int) -> PlayLine:
    chosen = _of(one, "option") if one is not None else ""
    offered = [(each, sets.index(item.asked(each))) for each in item.choices if not each.barred]
    named: dict[int, dict[str, None]] = {}
    for option, at in offered:
        named.setdefault(at, {})[option.group or option.label] = None
    return PlayLine(
        name=name,
        number=number,
        groups=_grouped(
            (each.group, LineChoice(each.value, each.label, each.note, at, each.value == chosen))
            for each, at in offered
        ),
        details=[
            Details(
                at, ", ".join(named[at]), _detail_rows(item, one, chosen, fields, f"{name}.{at}.")
            )
            for at, fields in enumerate(sets)
            if fields
        ],
        filled=bool(chosen),
        chosen=chosen,
    )


def _detail_rows(
    item: Any, one: Any, chosen: str, fields: tuple[Any, ...], prefix: str
) -> list[FieldRow]:
    option = item.option(chosen)
    given = _of(one, "details") if option and item.asked(option) == fields else {}
    line = prefix.rpartition(".")[0].rpartition(".")[0]
    made = [(f, _row(f, given.get(f.key, f.empty()), prefix)) for f in fields]
    return [
        replace(row, of=line, root=item.key, of_value=chosen, more=f".{f.key}") for f, row in made
    ]


def played(fields: list[FieldRow]) -> list[Card]:
    """The cards that an order plays, in their order."""
    cards = [card for row in fields for hand in row.hands for card in hand.choices if card.position]
    return sorted(cards, key=lambda card: card.position)


class Spot(NamedTuple):
    """What of a form a problem is about: the name of its control, and the card that asks for it, if one does."""

    name: str
    card: Card | None = None


def spot_of(fields: Sequence[FieldRow], path: str) -> Spot:
    """Where in a form what a problem names by its path (``plays.0.deal``) is asked."""
    key, _, rest = path.partition(".")
    number, _, detail = rest.partition(".")
    cards = played([row for row in fields if row.field.key == key])
    if number.isdecimal() and int(number) < len(cards):
        card = cards[int(number)]
        return Spot(f"{card.name}.{detail}" if detail else card.name, card)
    return Spot(path)


def _of(chosen: Any, part: str) -> Any:
    """A part of a chosen option, which may be a record or plain data."""
    return chosen[part] if isinstance(chosen, Mapping) else getattr(chosen, part)


def counted(amount: int, what: str) -> str:
    """So much of a purse, in the singular where it is one."""
    return in_words(f"{amount} {what.removesuffix('s') if amount == 1 else what}")


def _price(option: Any, called: Callable[[str], str]) -> str:
    fixed = [counted(amount, called(purse)) for purse, amount in option.cost.items() if amount]
    each = [
        _("%(price)s each") % {"price": counted(n, called(purse))}
        for costs in option.per.values()
        for purse, n in costs.items()
    ]
    picked = [
        f"{listed([*map(str, amounts)], 'or')} {in_words(called(purse))}"
        for purse, amounts in option.picked_prices().items()
    ]
    all_of_it = ", ".join((*fixed, *each, *([listed(picked, "or")] if picked else [])))
    return all_of_it or pgettext("a price", "free")
