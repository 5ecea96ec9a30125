"""What each choice of a form would do, in words to stand beside it, with its exact chance.

Nothing here knows a game: a book's own :meth:`~rules.kernel.rulebook.Rulebook.preview` is asked for the
draft with one choice made otherwise, and what differs is what that choice would do. It is asked of
the *view* of the one who chooses, so that nothing hidden can tell.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import msgspec

from rules.kernel.odds import said
from rules.kernel.serial import plain, shaped, tag_of

ASSUMED = "?"
"""Where in a field's paths stands what its rolls suppose of the unknown, if all suppose the same."""
MOST_WORDS = 3
"""So many outcomes of a roll are named beside a choice; the table of the roll has all of them."""


class Beside(msgspec.Struct, frozen=True, kw_only=True):
    """What stands beside one control.

    ``path`` is that of the control: the keys of field, option, detail and choice, with dots.
    ``*`` stands there for any option, ``?`` for what all rolls of a field suppose of the unknown.
    ``text`` is what the choice would do. ``panels`` are the keys of the draft's rolls that come of
    it as it stands in the draft.
    """

    path: str
    text: str
    panels: tuple[str, ...] = ()


def beside(book: Any, view: Any, power: str, menu: Any, order: Any) -> tuple[Beside, ...]:
    """What stands beside the choices of a menu for a draft (a legal one, or the menu's blank one)."""
    return tuple(_Form(book, view, power, menu, order).all())


def in_words(panel: Any, side: str, names: Mapping[str, str]) -> str:
    """The outcomes of a roll with their chances, for one who plays for ``side``."""
    brief = str(getattr(panel, "brief", ""))
    if brief:
        return brief
    chances = panel.chances
    if len(chances) == 1:
        only = chances[0]
        return f"{only.meaning} {_said(only)}" if only.side else str(only.meaning)
    if any(chance.side for chance in chances):
        return gains(chances, side, names)
    told = [f"{chance.meaning} {_said(chance)}" for chance in chances[:MOST_WORDS]]
    return "; ".join(told) + ("; …" if len(chances) > MOST_WORDS else "")


def gains(chances: Sequence[Any], side: str, names: Mapping[str, str]) -> str:
    """Who gains by a roll, and how likely: one's own side first and without its name."""
    found: dict[str, Fraction] = {side: Fraction(0)} if side else {}
    for chance in chances:
        if chance.side:
            found[chance.side] = found.get(chance.side, Fraction(0)) + _share(chance)
    whole = max((chance.whole for chance in chances), default=0)
    words = [
        f"gain {said(chance, whole)}" if key == side else f"{names.get(key, key)} gain {said(chance, whole)}"
        for key, chance in found.items()
        if chance
    ]  # fmt: skip
    return ", ".join(words) or "no gain"


def _share(chance: Any) -> Fraction:
    return Fraction(chance.parts, chance.whole)


def _said(chance: Any) -> str:
    return said(_share(chance), chance.whole)


def names_of(book: Any) -> dict[str, str]:
    """The names of a book's factions."""
    return {key: str(each.name) for key, each in book.factions.items()}


class _Form:
    """A menu with a draft, whose choices are tried one by one."""

    def __init__(self, book: Any, view: Any, power: str, menu: Any, order: Any) -> None:
        self.book, self.view, self.power, self.menu = book, view, power, menu
        self.kind = book.orders[menu.order]
        self.draft = {**menu.blank(), **plain(order)} if order is not None else menu.blank()
        self.draft["kind"] = menu.order
        self.side = str(book.powers[power].faction) if power in book.powers else ""
        self.names = names_of(book)
        self.now = self.rolls(self.draft)
        self.counted: set[str] = set()
        """Rolls that stand beside a number already: where two numbers shape one roll, it is told once."""

    def all(self) -> Iterator[Beside]:
        """What stands beside every choice of every field."""
        for field in self.menu.fields:
            self.assumed: dict[str, None] = {}
            yield from _BY_KIND.get(tag_of(field), _nothing)(self, field)
            if len(self.assumed) == 1:
                yield Beside(path=f"{field.key}.{ASSUMED}", text=next(iter(self.assumed)))

    def rolls(self, order: Mapping[str, Any]) -> tuple[Any, ...]:
        """The rolls of an order; none where a book stumbles over one that is not complete."""
        try:
            return tuple(self.book.preview(self.view, self.power, shaped(order, self.kind)))
        except Exception:  # noqa: BLE001 - a book may stumble over what a view or a draft leaves out
            return ()

    def given(self, field: Any) -> Any:
        """What the draft says in a field."""
        return self.draft.get(field.key, plain(field.empty()))

    def with_(self, field: Any, value: Any) -> tuple[Any, ...]:
        """The rolls of the draft with another value in a field."""
        if value == self.given(field):
            return self.now
        return self.rolls({**self.draft, field.key: value})

    def played(
        self, field: Any, before: Sequence[Any], option: str, details: Mapping[str, Any]
    ) -> tuple[Any, ...]:
        """The rolls of the draft where it plays just these options in a field, and this one after them."""
        play = {"option": option, "details": dict(details)}
        return self.rolls({**self.draft, field.key: [*before, play]})

    def said(self, panels: Iterable[Any]) -> str:
        """What rolls come to, in words; the title of each where there are several."""
        found = list(panels)
        self.assumed |= dict.fromkeys(panel.assumption for panel in found if panel.assumption)
        told = [in_words(panel, self.side, self.names) for panel in found]
        if len(found) == 1 or all(getattr(panel, "brief", "") for panel in found):
            return "; ".join(told)
        return "; ".join(
            f"{panel.title}: {words}" for panel, words in zip(found, told, strict=True)
        )

    def gain(self, panels: Iterable[Any]) -> Fraction:
        """How likely one's own side gains by rolls."""
        shares = [
            _share(chance)
            for panel in panels
            for chance in panel.chances
            if chance.side and chance.side == self.side
        ]
        return sum(shares, Fraction(0))

    def note(self, path: str, text: str, stands: Iterable[Any] = ()) -> Iterator[Beside]:
        """The note beside a control, if there is anything to say; ``stands`` are its rolls as drafted."""
        mine = [_face(panel) for panel in stands]
        keys = tuple(panel.key for panel in self.now if _face(panel) in mine)
        if text or keys:
            yield Beside(path=path, text=text, panels=keys)


def _face(panel: Any) -> tuple[Any, ...]:
    """What a roll is, whatever its key."""
    return panel.title, panel.tally, panel.chances


def _new(before: Sequence[Any], after: Sequence[Any]) -> list[Any]:
    """The rolls that a choice brings or changes."""
    known = [_face(panel) for panel in before]
    return [panel for panel in after if _face(panel) not in known]


def _added(before: Sequence[Any], after: Sequence[Any]) -> list[Any]:
    """The same where several parts of a draft may lead to rolls that are alike: by their keys as well."""
    known = [(panel.key, _face(panel)) for panel in before]
    return [panel for panel in after if (panel.key, _face(panel)) not in known]


def _open(field: Any) -> list[Any]:
    return [choice for choice in field.choices if choice.barred is None]


def _nothing(form: _Form, field: Any) -> Iterator[Beside]:
    """Fields that lead to no roll by themselves."""
    yield from ()


def _allot(form: _Form, field: Any) -> Iterator[Beside]:
    """Points on each target: what lies there in the draft, and with one more. Where a first point makes a gain
    likeliest comes first, whatever lies where.
    """
    none = form.with_(field, {})
    given = form.given(field)
    found: list[tuple[Fraction, Beside]] = []
    for choice in _open(field):
        cap = None if choice.value in field.uncapped else field.cap
        most = field.total if cap is None else min(cap, field.total)
        points = given.get(choice.value, 0)
        stands = (
            _new(none, form.rolls({**form.draft, field.key: {choice.value: points}}))
            if points
            else []
        )
        more = []
        if points < most:
            more = _new(none, form.rolls({**form.draft, field.key: {choice.value: points + 1}}))
        already = stands or [p for p in none if p.key in {each.key for each in more}]
        words = [form.said(already)] if already else []
        if more:
            words.append(f"with {points + 1}: {form.said(more)}")
        first = more if not points else form.rolls({**form.draft, field.key: {choice.value: 1}})
        likely = form.gain(_new(none, first))
        notes = form.note(f"{field.key}.{choice.value}", "; ".join(words), already)
        found += [(likely, note) for note in notes]
    yield from (note for _likely, note in sorted(found, key=lambda each: -each[0]))


def _pick(form: _Form, field: Any) -> Iterator[Beside]:
    """One of several, or several: what each would bring alone."""
    several = tag_of(field) == "pick_many"
    none, given = form.with_(field, [] if several else ""), form.given(field)
    for choice in _open(field):
        found = _new(none, form.with_(field, [choice.value] if several else choice.value))
        stands = found if choice.value in (given if several else (given,)) else []
        yield from form.note(f"{field.key}.{choice.value}", form.said(found), stands)


def _flag(form: _Form, field: Any) -> Iterator[Beside]:
    """Yes or no: what yes would bring or change."""
    if field.barred is None:
        found = _new(form.with_(field, False), form.with_(field, True))
        yield from form.note(field.key, form.said(found), found if form.given(field) else [])


def _count(form: _Form, field: Any) -> Iterator[Beside]:
    """A number: what it comes to as it stands, and with one more."""
    if field.most <= field.least:
        return
    given = form.given(field)
    least, here = form.with_(field, field.least), form.with_(field, given)
    after = form.with_(field, given + 1) if given < field.most else ()
    moved = _new(here, after)
    stands: list[Any] = _new(least, here) if given != field.least else [p for p in here if p.key in {m.key for m in moved}]  # fmt: skip
    stands = [panel for panel in stands if panel.key not in form.counted]
    form.counted |= {panel.key for panel in stands}
    words = [form.said(stands)] if stands else []
    if moved:
        words.append(f"with {given + 1}: {form.said(moved)}")
    yield from form.note(field.key, "; ".join(words), stands)


def _before(plays: Sequence[Any], option: str) -> list[Any]:
    """What a draft plays before an option, or beside it where it does not play that."""
    options = [one["option"] for one in plays]
    return list(plays[: options.index(option)] if option in options else plays)


def _plays(form: _Form, field: Any) -> Iterator[Beside]:
    """A hand of options: what each would bring beside the others of the draft, and what each choice among its
    details. What is asked with every option (``*`` in its path) is told once.
    """
    given = form.given(field)
    played = {one["option"]: one["details"] for one in reversed(given)}
    shared: set[str] = set()
    for option in _open(field):
        asked = field.asked(option)
        blank = {each.key: plain(each.empty()) for each in asked}
        details = {**blank, **played.get(option.value, {})}
        path = f"{field.key}.{option.value}"
        before_it = [] if field.lines else _before(given, option.value)
        with_details = partial(form.played, field, before_it, option.value)
        found = _added(form.with_(field, before_it), with_details(details))
        yield from form.note(path, form.said(found), found if option.value in played else [])
        for detail in asked:
            told = option.value in played or not field.lines
            if told and tag_of(detail) == "count" and detail in option.fields:
                number = details[detail.key]
                more = {**details, detail.key: number + 1}
                moved = (
                    _added(with_details(details), with_details(more))
                    if number < detail.most
                    else []
                )
                if moved:
                    words = f"with {number + 1}: {form.said(moved)}"
                    yield Beside(path=f"{path}.{detail.key}", text=words)
            if tag_of(detail) != "pick":
                continue
            own = detail in option.fields
            if not own and detail.key in shared:
                continue
            shared |= set() if own else {detail.key}
            spot = f"{path}.{detail.key}" if own else f"{field.key}.*.{detail.key}"
            before = with_details({**details, detail.key: ""})
            for choice in _open(detail):
                after = with_details({**details, detail.key: choice.value})
                yield from form.note(f"{spot}.{choice.value}", form.said(_added(before, after)))


_BY_KIND: Mapping[str, Any] = {
    "allot": _allot,
    "pick": _pick,
    "pick_many": _pick,
    "flag": _flag,
    "count": _count,
    "plays": _plays,
}
