"""What stands over a resolved phase: its headline, its lede and its weight, made of what was done in it and of what
its end brought.

Of what was done at once counts what everybody may know and what still holds when the phase ends: no fact that was
declared otherwise again or corrected, nor what followed from it, and nothing that was taken back. That somebody
agrees to a fact or disputes it is no news.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from campaigns import rulebooks
from campaigns.domain.entries.facts import ActCarriedOut, FactsCorrected
from campaigns.models import EventRow, Phase
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
    rows = EventRow.objects.filter(phase=phase).order_by("seq")
    return [Done(*row) for row in rows.values_list("seq", "public", "entry", "entry__kind", "body")]


def head(
    phase: Phase, book: rulebooks.Book, done: Sequence[Done], brought: Iterable[Event]
) -> None:
    """Put headline, lede and weight into a phase's row; the caller saves. ``brought`` is what its end brought,
    secret or not; ``done`` what it has, with or without that.
    """
    events = [*_standing(book, done), *(one for one in brought if one.audience.everybody)]
    lines = _not_taken_back([book.tell(event) for event in events])
    headline, phase.lede = book.headline(lines) if lines else ("", "")
    phase.headline = headline[:300]
    phase.weight = max((line.weight for line in lines), default=0)


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
