"""What stands over a resolved phase: its headline, its lede and its weight, made of what was done in it and of what
its end brought.

Of what was done at once counts what everybody may know and what still holds when the phase ends: no fact that was
declared otherwise again or corrected, nor what followed from it, and nothing that was taken back. That somebody
agrees to a fact or disputes it is no news.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from campaigns import rulebooks
from campaigns.chronicles import weighing
from campaigns.chronicles.spec import told_of
from campaigns.domain.entries.facts import ActCarriedOut, FactsCorrected
from campaigns.models import Phase
from rules.kernel.events import Event, FactConfirmed, FactDeclared, FactDisputed, Line


class Done(NamedTuple):
    """An event that a phase has already: its number there, whether everybody may know it, the key and the kind of
    the entry that brought it, and its JSON (sealed, where not everybody may know it).
    """

    seq: int
    public: bool
    entry: int
    kind: str
    body: bytes


def done_in(phase: Phase) -> list[Done]:
    """The events that a phase has now, in their order."""
    rows = phase.events.order_by("seq")
    return [Done(*row) for row in rows.values_list("seq", "public", "entry", "entry__kind", "body")]


def head(
    phase: Phase, book: rulebooks.Book, done: Sequence[Done], brought: Iterable[Event]
) -> None:
    """Put headline, lede and weight into a phase's row; the caller saves. ``brought`` is what its end brought,
    secret or not; ``done`` what it has, with or without that.
    """
    events = [*_standing(book, done), *(one for one in brought if one.audience.everybody)]
    told = [(event, book.tell(event)) for event in events]
    lines = _not_taken_back([line for _, line in told])
    headline, phase.lede = book.headline(lines) if lines else ("", "")
    phase.headline = headline[:300]
    kept = {id(line) for line in lines}
    weights = (_weight(book, phase, *each) for each in told if id(each[1]) in kept)
    phase.weight = max(weights, default=0)


def _weight(book: rulebooks.Book, phase: Phase, event: Event, line: Line) -> int:
    """What an event weighs: as its chronicle counts it, where the headline of its phase tells it as part of more."""
    kind = str(type(event).__struct_config__.tag)
    news = [each for each in told_of(book.key).news if each.kind == kind and each.heads]
    if not news or line.news is None or not line.news.one:
        return line.weight
    head = book.headline([line])[0]
    if not weighing.headed(kind, head, phase.headline, news):
        return line.weight
    return weighing.counted(kind, head, line.weight, news)


def _standing(book: rulebooks.Book, done: Sequence[Done]) -> Iterator[Event]:
    """The public events of acts that hold at the end of the phase."""
    kinds = (ActCarriedOut.tag, FactsCorrected.tag)
    public = [one for one in done if one.public and one.kind in kinds]
    told = [(one, book.read_event(bytes(one.body))) for one in public]
    facts = [(one, event) for one, event in told if rulebooks.is_a(event, FactDeclared)]
    first = {event.key: event.before for _, event in reversed(facts)}
    last = {event.key: (one.seq, event.after) for one, event in facts}
    hold = {seq for key, (seq, after) in last.items() if after != first[key]}
    declaring = {one.entry for one, _ in facts}
    holding = {one.entry for one, _ in facts if one.seq in hold}
    for one, event in told:
        if one.kind != ActCarriedOut.tag or one.entry in declaring - holding:
            continue
        if rulebooks.is_a(event, FactDeclared) and one.seq not in hold:
            continue
        if rulebooks.is_a(event, FactConfirmed) or rulebooks.is_a(event, FactDisputed):
            continue
        yield event


def _not_taken_back(lines: Sequence[Line]) -> list[Line]:
    """The lines without those that a later one takes back, and without that."""
    kept: list[Line] = []
    for line in lines:
        # A frozen revision may know of no such thing.
        if undone := getattr(line, "undoes", ""):
            kept = [one for one in kept if getattr(one, "mark", "") != undone]
        else:
            kept.append(line)
    return kept
