"""What the lines of a dispatch make of the facts, statements and events together."""

from collections.abc import Iterable, Mapping

from rules.kernel.dispatch.events import filled
from rules.kernel.dispatch.names import Lexicon
from rules.kernel.dispatch.statements import ReadLine, settled
from rules.kernel.facts import FactValue


def values(
    lexicon: Lexicon, lines: Iterable[ReadLine], facts: Mapping[str, FactValue]
) -> dict[str, FactValue]:
    """What each fact becomes, by the lines in their order: the later counts. Lines that are not
    understood say nothing.
    """
    found: dict[str, FactValue] = {}
    for line in lines:
        for happened in line.events:
            event = lexicon.events[happened.event]
            found |= filled(event, happened.arguments, {**facts, **found})
        found |= settled(lexicon.book.facts, {**facts, **found}, line.statements)
    return found
