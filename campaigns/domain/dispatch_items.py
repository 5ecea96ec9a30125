"""What the lines of a text say of the map: statements about facts, and events of the map."""

from collections.abc import Iterable

from rules.kernel.dispatch.statements import Happened, ReadLine, Statement

Item = Statement | Happened


def items_of(lines: Iterable[ReadLine]) -> tuple[Item, ...]:
    """What the lines that are understood say, in their order."""
    found: list[Item] = []
    for line in lines:
        found += line.statements
        found += line.events
    return tuple(found)
