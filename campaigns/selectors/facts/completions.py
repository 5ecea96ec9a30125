"""What can be said of the map, as it is being typed: a few lines, each with what it would change."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import product
from math import inf, prod
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec.structs import replace

from campaigns.domain import dispatch_items
from campaigns.domain.wording import in_readers_words
from campaigns.models.dispatch import Draft
from campaigns.rulebooks import dispatch_text
from campaigns.selectors.facts.dispatch_drafts import with_items
from campaigns.selectors.facts.map_desk import Suggestion
from campaigns.selectors.log.entry_text import value_in_words
from campaigns.selectors.reader.access import Reading, reading
from rules.kernel.dispatch import event_lines, events
from rules.kernel.dispatch.effects import view_after
from rules.kernel.dispatch.names import Lexicon
from rules.kernel.dispatch.statements import ReadLine, Statement, settled
from rules.kernel.dispatch.words import Tokens
from rules.kernel.facts import FactValue

MOST = 6
LONGEST = 200
_MOST_EVENTS = 3
_FEW = 12
"""An event comes before facts if no more lines than this go on so."""
_NAMED = 2
"""So many tracks are named beside a line that moves more of them."""


class _Candidate(NamedTuple):
    """A line with what it would make of the facts; the lower its ``rank``, the better."""

    rank: float
    outcome: tuple[tuple[str, FactValue], ...]
    suggestion: Suggestion


class _Plausible:
    """Who can be meant where a line says who took a place: the side of the one who writes, and whoever holds what is
    fought over.
    """

    def __init__(self, at: Reading, view: Any) -> None:
        powers, power = at.book.powers, at.acting or ""
        self.view, self.registry = view, at.book.facts
        self.known = frozenset((*powers, *at.book.factions))
        self.own = frozenset((power, powers[power].faction) if power in powers else ())
        held = {
            self.now(key)
            for each in at.book.relevant_facts(view, power)
            if each.sort == "war"
            for key in each.facts
        }
        sides = self.known & {*self.own, *held}
        self.sides = sides | {key for key, row in powers.items() if row.faction in sides}

    def now(self, key: str) -> FactValue:
        """What a fact says."""
        value: FactValue = self.view.facts.get(key, self.registry[key].default)
        return value

    def can_be(self, key: str, value: FactValue, *, taken: bool = False) -> bool:
        """Whether a value is one that a line may mean that does not name it; of a place that was ``taken`` nobody is
        none.
        """
        if value == self.now(key):
            return False
        holders = not self.known.isdisjoint(self.registry[key].options)
        return not holders or value in (
            self.sides if value in self.known else () if taken else {value}
        )

    def open(self, choices: Collection[str], said: Collection[str]) -> list[str]:
        """Those of a slot's choices that can be meant where these are ``said``: of powers the sides too, one's own
        first.
        """
        if not self.known.issuperset(choices):
            return [key for key in choices if key in said] or list(choices)
        found = [key for key in choices if key in said or key in self.sides]
        return sorted(found or choices, key=lambda key: key not in self.own)


def completions(slug: str, person: Any, power: str | None, text: str) -> tuple[Suggestion, ...]:
    """Lines that a beginning may become, best first. Nothing for who plays no power."""
    at = reading(slug, person, power)
    if at.acting is None or at.phase is None or not text.strip():
        return ()
    view, text = at.view_for(at.acting), text[:LONGEST]
    plausible = _Plausible(at, view)
    mine = dispatch_text.declarable(at.book, view, at.acting)
    happened = _distinct(sorted(_events(at, plausible, text), key=lambda each: each.rank))
    first = [each for each in happened if each.rank < inf][:_MOST_EVENTS]
    others = [each for each in happened if each.rank == inf][:_MOST_EVENTS]
    found = _distinct([*first, *_facts(at, plausible, mine, text), *others])
    offered = tuple({each.suggestion.line: each.suggestion for each in found}.values())[:MOST]
    return tuple(replace(each, note=_moves(at, view, each.line)) for each in offered)


def _distinct(found: Collection[_Candidate]) -> list[_Candidate]:
    """Without those that make of the facts what one before them does."""
    kept: dict[Any, _Candidate] = {}
    for each in found:
        kept.setdefault(each.outcome or each.suggestion.line, each)
    return list(kept.values())


def narrowed(slug: str, person: Any, power: str, lines: Iterable[ReadLine]) -> tuple[ReadLine, ...]:
    """Lines as they were read; of those that are not understood only what can be meant as things stand is offered.
    Raises ``NotYours``.
    """
    at = reading(slug, person, power)
    plausible = _Plausible(at, at.view_for(power))
    return tuple(line if line.understood else _narrowed(at, plausible, line) for line in lines)


def _narrowed(at: Reading, plausible: _Plausible, line: ReadLine) -> ReadLine:
    """A line that is not understood, with those readings that can be meant; all where none of them can."""
    bare = ":" not in line.words

    def can_be(reading: str) -> bool:
        said = dispatch_text.understood(at.book, reading)
        return any(
            not each.statements
            or any(plausible.can_be(one.key, one.value, taken=bare) for one in each.statements)
            for each in said
        )

    near = line.near
    if bare and near and len(line.words) <= LONGEST:
        happened = _distinct(sorted(_events(at, plausible, line.words), key=lambda each: each.rank))
        near = tuple(each.suggestion.line for each in happened[:MOST]) or near
    return replace(
        line,
        near=tuple(filter(can_be, near)) or near,
        choices=tuple(filter(can_be, line.choices)) or line.choices,
    )


def _moves(at: Reading, view: Any, line: str) -> str:
    """What of tracks and ledgers a line would move at once, as far as its author can know."""
    items = dispatch_items.items_of(dispatch_text.understood(at.book, line))
    draft = with_items(Draft(), items, campaign=at.campaign, book=at.book, facts=view.facts)
    after = view_after(at.book, view, at.acting or "", draft.values) if draft.values else None
    rows = at.book.ledger(view, after) if after is not None else ()
    named = ", ".join(
        f"{in_readers_words(row.label, at.campaign.rulebook)} {row.change}" for row in rows[:_NAMED]
    )
    if len(rows) > _NAMED:
        return _("moves %(named)s and %(more)d more") % {"named": named, "more": len(rows) - _NAMED}
    return _("moves %(named)s") % {"named": named} if named else ""


def _facts(at: Reading, plausible: _Plausible, mine: Any, text: str) -> Iterator[_Candidate]:
    """Lines about facts: what is understood already; else names that begin so, with each value that
    the rest may be the beginning of.
    """
    lexicon = dispatch_text.lexicon(at.book)
    for line in dispatch_text.understood(at.book, text):
        for each in line.statements:
            if each.key in mine:
                yield _said(at, plausible.view, lexicon, each)
        for choice in line.choices:
            whole = choice.replace("\n", "; ")
            yield _Candidate(inf, (), Suggestion(line=whole, label=choice, before="", after=""))
    words = lexicon.folded(text)
    for cut in range(len(words), 0, -1):
        keys = [key for key in lexicon.search(" ".join(words[:cut])) if key in mine]
        if keys:
            for key in keys:
                yield from _values(at, plausible, lexicon, key, words[cut:])
            return


def _values(
    at: Reading, plausible: _Plausible, lexicon: Lexicon, key: str, rest: Tokens
) -> Iterator[_Candidate]:
    spec, view = at.book.facts[key], plausible.view
    if spec.type in ("count", "number"):
        for each in lexicon.values.read(spec, rest):
            one = Statement(key=key, value=each.value, relative=each.relative)
            yield _said(at, view, lexicon, one)
        if not rest:
            name, now = lexicon.title(key), str(plausible.now(key))
            number = Suggestion(line=f"{name}: ", label=spec.label, before=now, after="a number")
            yield _Candidate(inf, (), number)
        return
    values: tuple[FactValue, ...] = (True, False) if spec.type == "yes" else tuple(spec.options)
    for value in sorted(values, key=lambda each: each not in plausible.own):
        said = lexicon.folded(lexicon.values.named(spec, value))
        fits = all(any(word.startswith(part) for word in said) for part in rest)
        taken = spec.type == "control"
        if fits and (
            value != plausible.now(key) if rest else plausible.can_be(key, value, taken=taken)
        ):
            yield _said(at, view, lexicon, Statement(key=key, value=value))


def _said(at: Reading, view: Any, lexicon: Lexicon, each: Statement) -> _Candidate:
    spec = at.book.facts[each.key]
    after = settled(at.book.facts, view.facts, [each])[each.key]
    said = Suggestion(
        line=lexicon.line(each.key, each.value, each.relative),
        label=spec.label,
        before=value_in_words(spec, view.facts.get(each.key, spec.default), at),
        after=value_in_words(spec, after, at),
    )
    return _Candidate(inf, ((each.key, after),), said)


def _events(at: Reading, plausible: _Plausible, text: str) -> Iterator[_Candidate]:
    """Events of the map in whose line every word begins so, and that would change something. A line that goes on where
    the text ends is preferred, and is for the top of the list unless many lines of its event do: the fewer slots, the
    better. A slot that the text does not name has only what can be plausible.
    """
    lexicon, view = dispatch_text.lexicon(at.book), plausible.view
    words = lexicon.folded(text)
    if not words or sum(map(len, words)) < 3:
        return
    for event in events.offered(at.book, view).values():
        names = list(event.slots)
        known = {name: event_lines.names(lexicon, event, name) for name in names}
        fits = {
            name: [
                (words_of, key) for words_of, key in known[name].items() if _begun(words_of, words)
            ]
            for name in names
        }
        said = {name: {key for _, key in of} for name, of in fits.items()}
        told = [word for form in event.say for word in lexicon.folded(form)]
        told += [word for of in fits.values() for words_of, _ in of for word in words_of]
        if not all(_begun(told, (word,)) for word in words):
            continue
        open_ = [plausible.open(of, said[name]) for name, of in event.slots.items()]
        for picked in product(*open_):
            arguments = dict(zip(names, picked, strict=True))
            forms = [events.put(event, form, arguments, named=True) for form in event.say]
            so = next((form for form in forms if _goes_on(lexicon, form, text, words)), "")
            form = so or next((form for form in forms if _holds(lexicon, form, words)), "")
            if not form:
                continue
            filled = events.filled(event, arguments, view.facts)
            changed = {
                key: value
                for key, value in filled.items()
                if view.facts.get(key, at.book.facts[key].default) != value
            }
            if not changed:
                continue
            left = prod(
                len(of) for name, of in event.slots.items() if arguments[name] not in said[name]
            )
            yield _Candidate(
                len(event.slots) if so and left <= _FEW else inf,
                tuple(changed.items()),
                _filling(at, view, form, events.title(event, arguments), changed),
            )


def _filling(
    at: Reading, view: Any, line: str, title: str, changed: Mapping[str, FactValue]
) -> Suggestion:
    """An event with what it makes of the one fact that it changes, or with how many it changes."""
    before, after = "", ""
    for key, value in changed.items():
        spec = at.book.facts[key]
        before = value_in_words(spec, view.facts.get(key, spec.default), at)
        after = value_in_words(spec, value, at)
    if len(changed) > 1:
        number = len(changed)
        before, after = (
            "",
            ngettext("%(count)d fact", "%(count)d facts", number) % {"count": number},
        )
    return Suggestion(line=line, label=title, before=before, after=after)


def _begun(name: Iterable[str], words: Tokens) -> bool:
    """Whether one of these words is a word of a name, or its beginning."""
    return any(one.startswith(word) for one in name for word in words)


def _holds(lexicon: Lexicon, line: str, words: Tokens) -> bool:
    """Whether each of the words begins one of a line's."""
    known = lexicon.folded(line)
    return all(_begun(known, (word,)) for word in words)


def _goes_on(lexicon: Lexicon, line: str, text: str, words: Tokens) -> bool:
    """Whether a line begins with a text, whose last word may be the beginning of one."""
    # To fold every line that could be said takes long: only those are that begin alike.
    if not line.casefold().startswith(text.split(maxsplit=1)[0].casefold()):
        return False
    *whole, last = words
    known = lexicon.folded(line)[: len(words)]
    return len(known) == len(words) and [*known[:-1]] == whole and known[-1].startswith(last)
