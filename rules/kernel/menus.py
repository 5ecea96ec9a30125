"""Menus: the legal orders of a power now, computed by the rulebook.

Forms, bots, the API and validation all read the same menu, so they cannot disagree: an order is
legal exactly when :meth:`Menu.problems` finds nothing. What is not legal is listed as well, with
the rule that forbids it. A menu is computed from what its power may know, never from more.
"""

import difflib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from rules.kernel.facts import FactSpec
from rules.kernel.orders import Chosen, Order, Problem
from rules.kernel.serial import tag_of
from rules.kernel.tally import Tally

NEVER = "Never in this campaign."
"""What opens a choice that nothing can open: its switch or its scenario rules it out."""
NEVER_AGAIN = "Never again."
"""What opens a choice that was open once and cannot be again."""


class Barred(msgspec.Struct, frozen=True):
    """Why something cannot be chosen: the sentence, the rule (empty: that of the field), and what would
    open it, as a sentence that begins "Opens", or :data:`NEVER` or :data:`NEVER_AGAIN`.

    ``opens`` is made where the choice is closed, of the same condition, date and number; from
    what the menu's power may know, like all of a menu. Empty only in answers to a question.
    """

    why: str
    rule: str = ""
    opens: str = ""


class Choice(msgspec.Struct, frozen=True):
    """One thing that can be chosen, or the reason why it cannot.

    ``note`` says what it does in a few words; ``group`` is a heading to list it under.
    """

    value: str
    label: str
    note: str = ""
    barred: Barred | None = None
    group: str = ""


class _Field(msgspec.Struct, frozen=True, tag_field="type"):
    """``when`` names fields beside it with the values for which it is worth asking (``*``: any but none; no
    value at all: not now). A form asks for it only then; an order may always name it.
    """

    key: str
    label: str
    rule: str = ""
    help: str = ""
    when: dict[str, tuple[str, ...]] = {}

    def problems(self, value: Any) -> Iterator[Problem]:
        """What is wrong with a value for this field."""
        raise NotImplementedError

    def empty(self) -> Any:
        """The value that asks for nothing, or that says that nothing was chosen yet."""
        raise NotImplementedError

    def wrong(self, text: str, *, part: str = "", rule: str = "") -> Problem:
        """A problem of the field, or of one ``part`` of its value; by its own rule or by another."""
        spot = f"{self.key}.{part}" if part else self.key
        return Problem(spot, text, rule or self.rule)

    def accepts(self, value: Any) -> bool:
        """Whether a loosely typed value is of the kind that the field reads, with nothing wrong."""
        return _fits(self, value) and next(iter(self.problems(value)), None) is None


def _unknown(field: str, value: str, choices: Sequence[Choice]) -> Problem:
    offered = ", ".join(choice.value for choice in choices if choice.barred is None) or "nothing"
    return Problem(field, f"{value!r} is not on the menu. Offered now: {offered}.")


def _choose(field: str, value: Any, choices: Sequence[Choice], rule: str) -> Iterator[Problem]:
    choice = next((choice for choice in choices if choice.value == value), None)
    if choice is None:
        yield _unknown(field, value, choices)
    elif choice.barred is not None:
        yield Problem(field, f"{choice.label}: {choice.barred.why}", choice.barred.rule or rule)


class Pick(_Field, frozen=True, kw_only=True, tag="pick"):
    """Choose one; the empty string chooses none where ``optional``, and asks for one elsewhere.

    ``unchosen`` says what none means where it is more than that.
    """

    choices: tuple[Choice, ...]
    optional: bool = True
    unchosen: str = ""

    def problems(self, value: Any) -> Iterator[Problem]:
        if value == "":
            if not self.optional:
                yield self.wrong(f"{self.label}: choose one.")
            return
        yield from _choose(self.key, value, self.choices, self.rule)

    def accepts(self, value: Any) -> bool:
        if value == "":
            return self.optional
        for choice in self.choices:
            if choice.value == value:
                return choice.barred is None
        return False

    def empty(self) -> str:
        return ""


class PickMany(_Field, frozen=True, kw_only=True, tag="pick_many"):
    """Choose several, in order, each at most once, ``most`` altogether (``None``: any number).

    ``stands`` is what is chosen today, where the field replaces a whole list: leaving the form as
    it is then changes nothing. ``among``: fields asked beside it with the same option; only what
    is chosen in one of them can be chosen here.
    """

    choices: tuple[Choice, ...]
    most: int | None = None
    stands: tuple[str, ...] = ()
    among: tuple[str, ...] = ()

    def problems(self, value: Any) -> Iterator[Problem]:
        if self.most is not None and len(value) > self.most:
            yield self.wrong(f"{self.label}: at most {self.most}, not {len(value)}.")
        for index, item in enumerate(value):
            if item in value[:index]:
                yield self.wrong(f"{self.label}: {item!r} is chosen twice.", part=item)
            elif item not in self.stands:
                yield from _choose(f"{self.key}.{item}", item, self.choices, self.rule)

    def strangers(self, value: Any, beside: Mapping[str, Any]) -> Iterator[Problem]:
        """What is chosen here though none of the fields ``among`` names it."""
        named = [v for key in self.among for v in (beside.get(key) or ())]
        named += [beside[key] for key in self.among if isinstance(beside.get(key), str)]
        for item in value if self.among else ():
            if item not in named:
                label = next((c.label for c in self.choices if c.value == item), item)
                yield self.wrong(f"{self.label}: {label} is not named above.", part=item)

    def empty(self) -> tuple[str, ...]:
        return self.stands


class Count(_Field, frozen=True, kw_only=True, tag="count"):
    """A whole number from ``least`` to ``most``. ``each`` may say what each of these numbers would do, in a few words."""

    least: int = 0
    most: int
    each: tuple[str, ...] = ()

    def problems(self, value: Any) -> Iterator[Problem]:
        if not self.least <= value <= self.most:
            yield self.wrong(f"{self.label}: from {self.least} to {self.most}, not {value}.")

    def accepts(self, value: Any) -> bool:
        return _fits(self, value) and self.least <= value <= self.most

    def empty(self) -> int:
        return self.least


class Flag(_Field, frozen=True, kw_only=True, tag="flag"):
    """Yes or no; ``barred`` when yes is forbidden."""

    barred: Barred | None = None

    def problems(self, value: Any) -> Iterator[Problem]:
        if value and self.barred is not None:
            yield self.wrong(f"{self.label}: {self.barred.why}", rule=self.barred.rule)

    def empty(self) -> bool:
        return False


class Allot(_Field, frozen=True, kw_only=True, tag="allot"):
    """Spread ``total`` points over the choices, at most ``cap`` on one of them.

    ``whole`` demands that all points are placed. ``uncapped`` names choices free of the cap,
    ``least`` what some choices must receive at least. ``unit`` is what the points are.
    """

    choices: tuple[Choice, ...]
    total: int
    unit: str = "points"
    cap: int | None = None
    cap_rule: str = ""
    whole: bool = False
    uncapped: tuple[str, ...] = ()
    least: dict[str, int] = {}

    def problems(self, value: Any) -> Iterator[Problem]:
        for key, least in self.least.items():
            if value.get(key, 0) < least:
                label = next((c.label for c in self.choices if c.value == key), key)
                yield self.wrong(f"{self.label}: at least {least} on {label}.", part=key)
        for key, points in value.items():
            if points < 0:
                yield self.wrong(f"{self.label}: points cannot be below zero.", part=key)
            elif points:
                yield from _choose(f"{self.key}.{key}", key, self.choices, self.rule)
                if self.cap is not None and points > self.cap and key not in self.uncapped:
                    text = f"{self.label}: at most {self.cap} on one target, not {points}."
                    yield self.wrong(text, part=key, rule=self.cap_rule)
        placed = sum(points for points in value.values() if points > 0)
        if placed > self.total:
            yield self.wrong(f"{self.label}: {placed} placed, but only {self.total} to place.")
        elif self.whole and placed < self.total:
            yield self.wrong(f"{self.label}: place all {self.total}; {self.total - placed} left.")

    def empty(self) -> dict[str, int]:
        return {}


class Each(_Field, frozen=True, kw_only=True, tag="each"):
    """One choice for each of several rows; a row left out keeps its first choice, which therefore
    is the one that costs nothing, unless the row is optional.
    """

    rows: tuple[Pick, ...]

    def problems(self, value: Any) -> Iterator[Problem]:
        known = {row.key: row for row in self.rows}
        for key, item in value.items():
            if key not in known:
                offered = ", ".join(known) or "nothing"
                yield Problem(
                    f"{self.key}.{key}",
                    f"{key!r} is not on the menu. Offered now: {offered}.",
                    self.rule,
                )
                continue
            for problem in known[key].problems(item):
                yield msgspec.structs.replace(problem, field=f"{self.key}.{key}")

    def empty(self) -> dict[str, str]:
        return {}


class Declare(_Field, frozen=True, kw_only=True, tag="declare"):
    """State facts of the map; ``facts`` are the ones this power may state, ``old`` other keys that
    still mean some of them.
    """

    facts: tuple[FactSpec, ...]
    old: tuple[FactSpec, ...] = ()

    def problems(self, value: Any) -> Iterator[Problem]:
        known = {spec.key: spec for spec in (*self.facts, *self.old)}
        for key, item in value.items():
            if key not in known:
                near = difflib.get_close_matches(key, known, n=2, cutoff=0.8)
                hint = f" Did you mean {' or '.join(map(repr, near))}?" if near else ""
                message = f"{key!r} is not yours to declare.{hint}"
                yield Problem(f"{self.key}.{key}", message, self.rule)
            elif (wrong := known[key].problem(item)) is not None:
                yield Problem(f"{self.key}.{key}", wrong, self.rule)

    def empty(self) -> dict[str, Any]:
        return {}


class Text(_Field, frozen=True, kw_only=True, tag="text"):
    """Words, or a document in words: at most ``most`` characters.

    A rulebook that reads the text derives a field of its own and adds its problems. ``example``
    is a text without problems, to show and to play at random with.
    """

    most: int
    example: str = ""

    def problems(self, value: Any) -> Iterator[Problem]:
        if len(value) > self.most:
            yield self.wrong(f"{self.label}: at most {self.most} characters, not {len(value)}.")

    def empty(self) -> str:
        return ""


class Option(Choice, frozen=True, kw_only=True):
    """A choice that is played with details of its own, at a price.

    ``fields`` ask for the details; ``cost`` is taken from the purses of these names, ``per`` adds
    to it for each unit of a number among the details, and ``prices`` by what is picked in a field
    (field, then value picked, then purse). ``again``: it may be played more than
    once in one order. ``shared``: the shared fields of the :class:`Plays` apply to it as well.
    """

    fields: tuple["Field", ...] = ()
    cost: dict[str, int] = {}
    per: dict[str, dict[str, int]] = {}
    prices: dict[str, dict[str, dict[str, int]]] = {}
    again: bool = False
    shared: bool = True

    def picked_prices(self) -> dict[str, tuple[int, ...]]:
        """Every price that hangs on what is picked, by purse, of what can be picked now."""
        found: dict[str, set[int]] = {}
        for field in self.fields:
            if isinstance(field, Pick) and field.key in self.prices:
                for choice in field.choices:
                    if choice.barred is None:
                        for purse, amount in self.prices[field.key].get(choice.value, {}).items():
                            found.setdefault(purse, set()).add(amount)
        return {purse: tuple(sorted(amounts)) for purse, amounts in found.items()}

    def price(self, details: Mapping[str, Any]) -> dict[str, int]:
        """What it costs with these details, by purse."""
        total = dict(self.cost)
        for key, costs in self.per.items():
            blank = next((field.empty() for field in self.fields if field.key == key), 0)
            units = details.get(key, blank)
            for purse, each in costs.items():
                total[purse] = total.get(purse, 0) + each * (units if isinstance(units, int) else 0)
        for key, listed in self.prices.items():
            for purse, amount in listed.get(str(details.get(key, "")), {}).items():
                total[purse] = total.get(purse, 0) + amount
        return total


class Clash(msgspec.Struct, frozen=True, kw_only=True):
    """Details that are allowed one by one and do nothing together.

    ``when`` names details with the values that clash (``*``: any but none; the empty word: none);
    all of them must be so. ``options``: only of these options; ``beside``: only if one of these is
    played as well. ``field`` is the detail that the problem is told of.
    """

    field: str
    why: str
    rule: str = ""
    when: dict[str, tuple[str, ...]]
    options: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()

    def holds(self, details: Mapping[str, Any]) -> bool:
        """Whether these details clash."""
        for key, values in self.when.items():
            value = details.get(key, "")
            word = value if isinstance(value, str) else "*" if value else ""
            if word not in values and not (word and "*" in values):
                return False
        return True

    def problem(self, spot: str = "") -> Problem:
        """The problem that it is."""
        return Problem(f"{spot}{self.field}", self.why, self.rule)


def clashing(clashes: Sequence[Clash], plays: Sequence[Chosen]) -> Iterator[tuple[int, Clash]]:
    """What clashes among options that are played together, with the number of the play."""
    names = {chosen.option for chosen in plays}
    for number, chosen in enumerate(plays):
        for clash in clashes:
            if clash.options and chosen.option not in clash.options:
                continue
            if clash.beside and names.isdisjoint(clash.beside):
                continue
            if clash.holds(chosen.details):
                yield number, clash


class Plays(_Field, frozen=True, kw_only=True, tag="plays"):
    """Play up to ``most`` options in order, each a record of the option and its details.

    The value is a tuple of :class:`~rules.kernel.orders.Chosen`. ``shared`` fields are asked
    with every option that does not decline them. ``purses`` are what may be spent altogether, and
    ``called`` what they are called where their key is no word, ``made`` of what they are made where that
    is more than what one holds (debt that is allowed, money kept back).
    ``lines``: read as lines written one below the other, each naming an option, rather than as a
    hand of cards; for many options, or for ones that may stand there several times. ``clashes`` are
    details that do nothing together.
    """

    choices: tuple[Option, ...]
    most: int
    lines: bool = False
    shared: tuple["Field", ...] = ()
    purses: dict[str, int] = {}
    called: dict[str, str] = {}
    made: dict[str, Tally] = {}
    clashes: tuple[Clash, ...] = ()

    def purse(self, key: str) -> str:
        """What a purse is called."""
        return self.called.get(key, key)

    def option(self, value: str) -> Option | None:
        """The option of this name."""
        return next((choice for choice in self.choices if choice.value == value), None)

    def asked(self, option: Option) -> tuple["Field", ...]:
        """Every field that is asked with an option."""
        return (*option.fields, *(self.shared if option.shared else ()))

    def problems(self, value: Any) -> Iterator[Problem]:
        if len(value) > self.most:
            yield self.wrong(f"{self.label}: at most {self.most}, not {len(value)}.")
        names = [chosen.option for chosen in value]
        spent: dict[str, int] = {}
        for index, chosen in enumerate(value):
            spot = f"{self.key}.{index}"
            option = self.option(chosen.option)
            if option is None or option.barred is not None:
                yield from _choose(spot, chosen.option, self.choices, self.rule)
                continue
            if not option.again and chosen.option in names[:index]:
                yield Problem(spot, f"{option.label} is played twice; once is allowed.", self.rule)
            wrong = list(self._details(option, chosen.details, spot))
            yield from wrong
            if not wrong:
                for purse, amount in option.price(chosen.details).items():
                    spent[purse] = spent.get(purse, 0) + amount
        for number, clash in clashing(self.clashes, value):
            yield clash.problem(f"{self.key}.{number}.")
        for purse, amount in spent.items():
            if amount > self.purses.get(purse, amount):
                text = (
                    f"{self.label}: {amount} {self.purse(purse)} needed, "
                    f"but only {self.purses[purse]} to spend."
                )
                yield self.wrong(text)

    def _details(self, option: Option, details: Mapping[str, Any], spot: str) -> Iterator[Problem]:
        fields = {field.key: field for field in self.asked(option)}
        for key in details:
            if key not in fields:
                known = ", ".join(fields) or "nothing"
                yield Problem(f"{spot}.{key}", f"{option.label} asks for {known}, not for {key!r}.")
        for key, field in fields.items():
            value = details[key] if key in details else field.empty()
            if not _fits(field, value):
                text = f"{field.label}: {value!r} is not a value of the kind {tag_of(field)}."
                yield Problem(f"{spot}.{key}", text)
                continue
            wrong = list(field.problems(value))
            if isinstance(field, PickMany) and not wrong:
                wrong += field.strangers(value, details)
            for problem in wrong:
                yield msgspec.structs.replace(problem, field=f"{spot}.{problem.field}")

    def empty(self) -> tuple[Chosen, ...]:
        return ()


def _fits(field: _Field, value: Any) -> bool:
    """Whether a loosely typed detail is of the kind that the field reads."""
    match field:
        case Pick():
            return isinstance(value, str)
        case PickMany():
            return isinstance(value, tuple | list) and all(isinstance(item, str) for item in value)
        case Count():
            return isinstance(value, int) and not isinstance(value, bool)
        case Flag():
            return isinstance(value, bool)
        case Allot():
            return isinstance(value, dict) and all(type(item) is int for item in value.values())
        case Each():
            return isinstance(value, dict) and all(isinstance(item, str) for item in value.values())
        case Text():
            return isinstance(value, str)
        case _:
            return False


Field = Pick | PickMany | Count | Flag | Allot | Each | Declare | Text | Plays


class Menu(msgspec.Struct, frozen=True):
    """What one power may hand in now.

    ``order`` is the kind (tag) of the order this menu builds; every field's key is one of its
    attributes. ``tallies`` explain the numbers in it (an allotment, an income). ``urgent`` marks an
    act that what another did gives one the chance to: whoever gets it has something to look at,
    though he had said that he is ready. ``confirm`` is said before an act that is done as soon as its
    form is sent as it stands: it stands beside what would come of it, so that no button alone does what
    cannot be taken back.
    """

    power: str
    order: str
    title: str
    fields: tuple[Field, ...]
    tallies: tuple[Tally, ...] = ()
    notes: tuple[str, ...] = ()
    urgent: bool = False
    confirm: str = ""
    clashes: tuple[Clash, ...] = ()

    def field(self, key: str) -> Field:
        """The field with this key."""
        return next(field for field in self.fields if field.key == key)

    def problems(self, order: Order) -> list[Problem]:
        """Everything that is wrong with an order; an empty list means that it is legal."""
        kind = tag_of(order)
        if kind != self.order:
            return [
                Problem("kind", f"This is an order of kind {kind!r}; asked for is {self.order!r}.")
            ]
        found = [p for field in self.fields for p in field.problems(getattr(order, field.key))]
        offered = {field.key for field in self.fields}
        found += [
            Problem(name, f"Nothing can be chosen for {name!r} now. Leave it out.")
            for name in type(order).__struct_fields__
            if name not in offered and getattr(order, name)
        ]
        for clash in self.clashes:
            if clash.holds({key: getattr(order, key, "") for key in clash.when}):
                found.append(clash.problem())
        return found

    def blank(self) -> dict[str, Any]:
        """What a form begins with, as plain data: the order that asks for nothing, or one that is
        not complete. Nothing that costs or cannot be taken back is ever chosen beforehand.
        """
        return {"kind": self.order, **{field.key: field.empty() for field in self.fields}}
