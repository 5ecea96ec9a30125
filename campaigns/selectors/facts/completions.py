"""What can be said of the map, as it is being typed: a few lines, each with what it would change."""

from collections.abc import Iterator, Mapping
from itertools import product
from math import inf, prod
from typing import Any

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
from rules.kernel.dispatch import events
from rules.kernel.dispatch.effects import view_after
from rules.kernel.dispatch.names import Lexicon
from rules.kernel.dispatch.statements import Statement, settled
from rules.kernel.dispatch.words import Tokens
from rules.kernel.facts import FactValue

MOST = 8
LONGEST = 200
_MOST_EVENTS = 3
_FEW = 12
"""An event comes before facts if no more lines than this go on so."""
_NAMED = 2
"""So many tracks are named beside a line that moves more of them."""


def completions(slug: str, person: Any, power: str | None, text: str) -> tuple[Suggestion, ...]:
    """Lines that a beginning may become, best first. Nothing for who plays no power."""
    at = reading(slug, person, power)
    if at.acting is None or at.phase is None or not text.strip():
        return ()
    view = at.view_for(at.acting)
    mine = dispatch_text.declarable(at.book, view, at.acting)
    happened = sorted(_events(at, view, text[:LONGEST]), key=lambda each: each[0])
    first = [said for rank, said in happened if rank < inf][:_MOST_EVENTS]
    others = [said for rank, said in happened if rank == inf][:_MOST_EVENTS]
    found = (*first, *_facts(at, view, mine, text[:LONGEST]), *others)
    offered = tuple({each.line: each for each in found}.values())[:MOST]
    return tuple(replace(each, note=_moves(at, view, each.line)) for each in offered)


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


def _facts(at: Reading, view: Any, mine: Any, text: str) -> Iterator[Suggestion]:
    """Lines about facts: what is understood already; else names that begin so, with each value that
    the rest may be the beginning of.
    """
    lexicon = dispatch_text.lexicon(at.book)
    for line in dispatch_text.understood(at.book, text):
        for each in line.statements:
            if each.key in mine:
                yield _said(at, view, lexicon, each)
        for choice in line.choices:
            yield Suggestion(line=choice.replace("\n", "; "), label=choice, before="", after="")
    words = lexicon.folded(text)
    for cut in range(len(words), 0, -1):
        keys = [key for key in lexicon.search(" ".join(words[:cut])) if key in mine]
        if keys:
            for key in keys:
                yield from _values(at, view, lexicon, key, words[cut:])
            return


def _values(
    at: Reading, view: Any, lexicon: Lexicon, key: str, rest: Tokens
) -> Iterator[Suggestion]:
    spec = at.book.facts[key]
    now = view.facts.get(key, spec.default)
    if spec.type in ("count", "number"):
        for each in lexicon.values.read(spec, rest):
            one = Statement(key=key, value=each.value, relative=each.relative)
            yield _said(at, view, lexicon, one)
        if not rest:
            name = lexicon.title(key)
            yield Suggestion(line=f"{name}: ", label=spec.label, before=str(now), after="a number")
        return
    for value in (True, False) if spec.type == "yes" else spec.options:
        said = lexicon.folded(lexicon.values.named(spec, value))
        if value != now and all(any(w.startswith(part) for w in said) for part in rest):
            yield _said(at, view, lexicon, Statement(key=key, value=value))


def _said(at: Reading, view: Any, lexicon: Lexicon, each: Statement) -> Suggestion:
    spec = at.book.facts[each.key]
    after = settled(at.book.facts, view.facts, [each])[each.key]
    return Suggestion(
        line=lexicon.line(each.key, each.value, each.relative),
        label=spec.label,
        before=value_in_words(spec, view.facts.get(each.key, spec.default), at),
        after=value_in_words(spec, after, at),
    )


def _events(at: Reading, view: Any, text: str) -> Iterator[tuple[float, Suggestion]]:
    """Events of the map in whose line every word begins so, and that would change something. A line that goes on where
    the text ends is preferred, and is for the top of the list unless many lines of its event do; before it stands its
    rank: the fewer slots, the better.
    """
    lexicon = dispatch_text.lexicon(at.book)
    words = lexicon.folded(text)
    if not words or sum(map(len, words)) < 3:
        return
    for event in events.offered(at.book, view).values():
        names = list(event.slots)
        said = {
            name: {key for key, each in of.items() if _begun(lexicon.folded(each.name), words)}
            for name, of in event.slots.items()
        }
        for picked in product(*event.slots.values()):
            arguments = dict(zip(names, picked, strict=True))
            forms = [events.put(event, form, arguments, named=True) for form in event.say]
            so = next((form for form in forms if _goes_on(lexicon, form, text, words)), "")
            known = () if so else lexicon.folded(forms[0])
            if not so and not all(any(one.startswith(word) for one in known) for word in words):
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
            yield (
                len(event.slots) if so and left <= _FEW else inf,
                _filling(at, view, so or forms[0], events.title(event, arguments), changed),
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


def _begun(name: Tokens, words: Tokens) -> bool:
    """Whether one of these words is a word of a name, or its beginning."""
    return any(one.startswith(word) for one in name for word in words)


def _goes_on(lexicon: Lexicon, line: str, text: str, words: Tokens) -> bool:
    """Whether a line begins with a text, whose last word may be the beginning of one."""
    # To fold every line that could be said takes long: only those are that begin alike.
    if not line.casefold().startswith(text.split(maxsplit=1)[0].casefold()):
        return False
    *whole, last = words
    known = lexicon.folded(line)[: len(words)]
    return len(known) == len(words) and [*known[:-1]] == whole and known[-1].startswith(last)
