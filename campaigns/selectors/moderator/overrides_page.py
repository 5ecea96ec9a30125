"""Overrides of a campaign: what was changed by hand, what players say of it, and what can be changed."""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import islice
from typing import Any

import msgspec
from django.utils.translation import gettext as _
from msgspec import UNSET

from campaigns.domain.entries.repair import OverrideAnswered, StateOverridden
from campaigns.domain.wording import in_readers_words
from campaigns.errors import CampaignError, NotOnTheMenu
from campaigns.models import LogEntry
from campaigns.rulebooks.values import override_kinds
from campaigns.rulebooks.values import overrides as value_overrides
from campaigns.rulebooks.values.overrides import ValueChange
from campaigns.selectors.history.rollback import overrides_alone
from campaigns.selectors.log.entry_text import value_in_words
from campaigns.selectors.log.value_changes import also_called, called, line_of, value_called
from campaigns.selectors.moderator.secret_values_page import SecretValues, secret_values_of
from campaigns.selectors.phase.phase_strip import head_of, reader_of, sealed_by_people
from campaigns.selectors.phase.records import BasePage
from campaigns.selectors.reader.access import Reading, reading
from campaigns.selectors.reader.power_badges import Badge
from rules.kernel.facts import FactSpec
from rules.kernel.serial import load, shaped

IN_THE_EDITOR = frozenset({value_overrides.TABLES, value_overrides.VARIANTS})
"""What is changed in the editor of tables, and so not listed beside it."""
APART = value_overrides.APART | IN_THE_EDITOR
AMOUNTS = frozenset({"base", "amount", "net"})
"""What of a sum is overridden."""
MOST = 30
"""So many values a search shows."""
FEW = 8
"""So many of what is near are named."""
SMALL = frozenset({"a", "and", "for", "in", "of", "the", "to"})
"""Words that a name may have or not."""
SHORT = 3
"""The end of a word of so many letters or fewer is not cut off."""


class Value(msgspec.Struct, frozen=True, kw_only=True):
    """A value that everybody may know: ``path`` as a form sends it, its words, and what it is."""

    path: str
    label: str
    words: str


class FactNamed(msgspec.Struct, frozen=True, kw_only=True):
    """A fact of the map, and what it says now."""

    key: str
    label: str
    words: str


class Near(msgspec.Struct, frozen=True, kw_only=True):
    """Where to look when no value has all the words: facts of the map that have them, values that have most, and
    tables of such a name in which nothing stands yet.
    """

    facts: tuple[FactNamed, ...]
    values: tuple[Value, ...]
    empty: tuple[str, ...]


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a difference."""

    label: str
    before: str
    after: str


class OverrideAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What a player says of an override."""

    badge: Badge | None
    name: str
    answer: str
    reason: str


class Override(msgspec.Struct, frozen=True, kw_only=True):
    """One override. ``undoes`` is the number of the one that it takes back, ``undone_by`` of the one that
    took this back; 0 for none. ``mine`` is what the reader says of it.
    """

    number: int
    at: datetime
    by: str
    agreed: bool
    phase: int
    rows: tuple[Row, ...]
    rule: str
    reason: str
    undoes: int
    undone_by: int
    said: tuple[OverrideAnswer, ...]
    mine: str
    entry: int


class Overridden(msgspec.Struct, frozen=True, kw_only=True):
    """What came of an override: the number of the question that the players are asked (``None``: it was
    done), and all overrides, the newest first.
    """

    question: int | None
    made: tuple[Override, ...]


class OverridePreview(msgspec.Struct, frozen=True, kw_only=True):
    """A value that is looked at: what it is, the ``choices`` it has, and what would change if it were ``after``;
    ``problem`` says why it cannot. ``another``: it is to be another key of a table, perhaps one of ``keys``;
    ``removable``: its key can be taken away, ``removed``: that is looked at.
    """

    path: str
    label: str
    before: str
    before_words: str
    before_json: str
    choices: tuple[tuple[str, str], ...]
    keys: tuple[tuple[str, str], ...]
    another: bool
    removable: bool
    removed: bool
    after: str
    rows: tuple[Row, ...]
    problem: str


class Overrides(BasePage, frozen=True, kw_only=True):
    """The page. ``may`` says that the reader may override, ``values`` what was found for their words,
    ``more`` that there are others, ``near`` where else to look if there are none. ``sealed`` are the powers whose
    sealed orders an override would make void, and ``asks`` says that the players must agree to it first. ``secret`` are the corrections of values that only some may know.
    """

    made: tuple[Override, ...]
    may: bool
    plays: bool
    words: str
    values: tuple[Value, ...]
    more: bool
    near: Near | None
    sealed: tuple[Badge, ...]
    asks: bool
    looked: OverridePreview | None
    secret: SecretValues


def overrides(
    slug: str,
    person: Any = None,
    *,
    words: str = "",
    path: str = "",
    value: str | None = None,
    key: str = "",
    remove: bool = False,
    own: Mapping[str, str] | None = None,
) -> Overrides:
    """The page of overrides: values found for ``words``; the one at ``path``, and what would come of
    ``value`` there, of another ``key`` of the table there, or if it were ``remove``-d. ``own`` asks for
    values that only some may know, as :func:`secret_values_of` does.
    """
    at = reading(slug, person)
    may = at.is_moderator and at.phase is not None
    found = _found(at, words.strip()[:100]) if may and not path else ()
    return Overrides(
        head=head_of(at),
        reader=reader_of(at),
        made=_made(at),
        may=may,
        plays=bool(at.powers) and at.phase is not None,
        words=words,
        values=found[:MOST],
        more=len(found) > MOST,
        near=_near(at, words[:100]) if may and words.strip() and not (path or found) else None,
        sealed=sealed_by_people(at) if may and path else (),
        asks=may and bool(path) and _asks(at),
        looked=_looked(at, path, value, key.strip(), remove=remove) if may and path else None,
        secret=secret_values_of(at, **(own or {})),
    )


def _asks(at: Reading) -> bool:
    """Whether anybody else must agree to what the reader changes."""
    seated = {seat.person_id for seat in at.seats if seat.person_id is not None}
    return bool(seated - {at.person.pk}) and not overrides_alone(at.campaign, seated, at.person.pk)


def made(slug: str, person: Any = None) -> tuple[Override, ...]:
    """What was overridden, the newest first."""
    return _made(reading(slug, person))


def changes_of(slug: str, person: Any, text: str) -> list[Any]:
    """Changes as the editor of tables sends them. Who may not read the campaign is told that, and nothing
    of the form.
    """
    reading(slug, person)
    try:
        return load(text, list[Any])
    except (msgspec.DecodeError, ValueError) as error:
        raise NotOnTheMenu(
            _("This form cannot be read."), field="changes", remedy=_("Open the page again.")
        ) from error


def change_of(
    slug: str, person: Any, path: str, before: str, value: str, *, remove: bool = False
) -> dict[str, Any]:
    """A change as a form sends it: what the value was as JSON, and what somebody wrote; or that the key is to
    ``remove`` from its table. Who may not read the campaign is told that, and nothing of the form.
    """
    reading(slug, person)
    return value_overrides.read_change(path, before, value, remove=remove)


def _found(at: Reading, words: str) -> tuple[Value, ...]:
    """The values in whose names all these words stand; all values without any."""
    wanted = _wanted(words)
    return tuple(one for one, said in _named(at) if all(word in said for word in wanted))


def _wanted(words: str) -> tuple[str, ...]:
    """What is looked for of some words: without signs, in the singular, and without the small words between them."""
    bare = [word.strip(",.:;?!()") for word in words.casefold().split()]
    telling = [word for word in bare if word not in SMALL] or bare
    return tuple(
        word[:-1] if word.endswith("s") and len(word) > SHORT else word for word in telling
    )


def _named(at: Reading) -> Iterator[tuple[Value, str]]:
    """Every value that can be overridden, with all the words by which it is found."""
    public = at.public_view
    for path, value in value_overrides.values(public):
        if path[0] not in IN_THE_EDITOR and not _explains(public, path):
            one = Value(
                path=json.dumps(path), label=called(at, path), words=value_called(at, path, value)
            )
            yield one, _haystack(at, one, path)
    for path in override_kinds.tables(public):
        if path[0] not in IN_THE_EDITOR:
            one = Value(
                path=json.dumps(path),
                label=_("%(label)s: another") % {"label": called(at, path[:-1])},
                words=_("a value that is not there yet"),
            )
            yield one, _haystack(at, one, path[:-1])


def _explains(public: Any, path: Sequence[str]) -> bool:
    """Whether it only explains a sum: the words and rules of its rows, and what did not apply. Its amounts are changed."""
    value = public
    for at, word in enumerate(path):
        if hasattr(value, "base_reason"):  # a sum; a frozen book has its own class of it
            return path[-1] not in AMOUNTS or "passed" in path[at:]
        value = value_overrides.part(value, word)
    return False


def _haystack(at: Reading, one: Value, path: Sequence[str]) -> str:
    return f"{one.label} {one.path} {also_called(at, path)}".casefold()


def _near(at: Reading, words: str) -> Near:
    """Where else to look, where nothing has all these words."""
    wanted = _wanted(words)
    book, facts = at.book, at.public_view.facts
    on_map = (
        FactNamed(
            key=spec.key,
            label=spec.label,
            words=value_in_words(spec, facts.get(spec.key, spec.default), at),
        )
        for spec in book.facts
        if all(word in _said_of(at, spec) for word in wanted)
    )
    scored = (
        (sum(word in said for word in wanted), place, one)
        for place, (one, said) in enumerate(_named(at))
        if not any(part.isdecimal() for part in json.loads(one.path))
    )
    best = sorted((each for each in scored if each[0]), key=lambda each: (-each[0], each[1]))
    return Near(
        facts=tuple(islice(on_map, FEW)),
        values=tuple(one for _score, _place, one in best[:FEW]),
        empty=tuple(name for name, said in _empty(at) if any(word in said for word in wanted)),
    )


def _said_of(at: Reading, spec: FactSpec) -> str:
    """All the words by which a fact of the map is found, in both languages."""
    said = in_readers_words(spec.label, at.campaign.rulebook)
    return f"{spec.label} {said} {spec.key}".casefold()


def _empty(at: Reading) -> Iterator[tuple[str, str]]:
    """Tables in which nothing stands yet that everybody may know: what each is called, and all the words by which it
    is found.
    """
    public = at.public_view
    for name in public.__struct_fields__:
        held = getattr(public, name)
        is_shown = name in getattr(type(public), "shown", ()) and name not in APART
        if is_shown and isinstance(held, dict | list | tuple) and not held:
            label = called(at, (name,))
            yield label, f"{label} {also_called(at, (name,))}".casefold()


def _looked(
    at: Reading, text: str, value: str | None, key: str, *, remove: bool
) -> OverridePreview:
    path, public = value_overrides.read_path(text), at.public_view
    another = path[-1:] == (override_kinds.ANOTHER,)
    if another and key:
        path, another = (*path[:-1], key), False
    before = None if another else value_overrides.value_at(public, path)
    switch = at.book.switches.get(path[-1]) if path[0] == value_overrides.VARIANTS else None
    found = tuple(switch.choices.items()) if switch else ()
    choices = found or override_kinds.choices(at.book, public, path)
    rows, problem = tuple[Row, ...](), ""
    # "None" of a list is chosen by its empty value; where a value is typed, an empty one asks for nothing.
    asked = bool(value and value.strip()) or any(value == key for key, _words in choices)
    if (asked or remove) and not another:
        try:
            after = None if remove else value_overrides.read_value(value or "", before)
            rows = _difference(at, ValueChange(path=path, before=before, after=after))
        except CampaignError as error:
            problem = str(error)
    table = (*path[:-1], override_kinds.ANOTHER)
    return OverridePreview(
        path=json.dumps(path) if not another else text,
        label=called(at, path[:-1] if another else path),
        before="" if another else value_overrides.written(before),
        before_words="" if another or before is None else value_called(at, path, before),
        before_json=json.dumps(before),
        choices=choices,
        keys=_keys(at, public, path) if another else (),
        another=another,
        removable=before is not None and table in set(override_kinds.tables(public)),
        removed=remove,
        after=value or "",
        rows=rows,
        problem=problem,
    )


def _keys(at: Reading, public: Any, path: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Powers and sides that a table has no key for, where it has one for any or for nothing."""
    there = {one[-1] for one, _value in value_overrides.values(public) if one[:-1] == path[:-1]}
    named = {key: power.name for key, power in at.book.powers.items()}
    named |= {key: faction.name for key, faction in at.book.factions.items()}
    if there and not there & set(named):
        return ()
    return tuple((key, name) for key, name in named.items() if key not in there)


def _difference(at: Reading, change: ValueChange) -> tuple[Row, ...]:
    """What everybody may know that would be different, worked out on what a spectator sees: so neither
    the difference nor whether there is one can hang on anything secret.
    """
    public = at.public_view
    after = value_overrides.applied(at.book, public, [change])
    return tuple(_row(at, one) for one in value_overrides.difference(at.book, public, after))


def _row(at: Reading, change: ValueChange) -> Row:
    label, before, after = line_of(at, change)
    return Row(label=label, before=before, after=after)


def _made(at: Reading) -> tuple[Override, ...]:
    """The overrides, the newest first."""
    rows = list(at.entries(StateOverridden, OverrideAnswered).order_by("seq"))
    known = at.people(row.person_id for row in rows)
    made = [(row, StateOverridden.of(row.body)) for row in rows if row.kind == StateOverridden.tag]
    undone = {one.undoes: one.override for _, one in made if one.undoes}
    answers: dict[int, dict[str, tuple[LogEntry, OverrideAnswered]]] = {}
    for row in rows:
        if row.kind == OverrideAnswered.tag:
            answer = OverrideAnswered.of(row.body)
            answers.setdefault(answer.override, {})[row.power] = (row, answer)
    result = []
    for row, one in reversed(made):
        said = answers.get(one.override, {})
        result.append(
            Override(
                number=one.override,
                at=row.at,
                by=known.by(row),
                agreed=one.consent is not UNSET,
                phase=one.phase,
                rows=tuple(_row(at, shaped(change, ValueChange)) for change in one.changes),
                rule=one.rule,
                reason=one.reason,
                undoes=one.undoes or 0,
                undone_by=undone.get(one.override, 0),
                said=tuple(
                    OverrideAnswer(
                        badge=at.badge(power),
                        name=known.by(told),
                        answer=what.answer,
                        reason=what.reason,
                    )
                    for power, (told, what) in said.items()
                ),
                mine=next((said[p][1].answer for p in at.powers if p in said), ""),
                entry=row.seq,
            )
        )
    return tuple(result)
