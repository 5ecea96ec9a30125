"""Messages: texts with slots, as rulebooks have them and as translators write them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

SLOT = re.compile(r"\{([A-Za-z0-9_][A-Za-z0-9_.]*)\}")
"""A slot as data files and messages to be filled later write it."""


@dataclass(frozen=True)
class Slot:
    """A place in a message that something is put into; ``of`` is what, as the source has it."""

    name: str
    of: str = ""


Part = str | Slot
Parts = tuple[Part, ...]


@dataclass
class Message:
    """One message of a rulebook, with the files that say it and what stands in its slots."""

    text: str
    files: list[str] = field(default_factory=list)
    slots: dict[str, str] = field(default_factory=dict)


def parts_of(text: str) -> Parts:
    """A written message in parts."""
    found: list[Part] = []
    at = 0
    for slot in SLOT.finditer(text):
        found += [text[at : slot.start()], Slot(slot[1].replace(".", "_"), slot[1])]
        at = slot.end()
    return joined((*found, text[at:]))


def joined(parts: Sequence[Part]) -> Parts:
    """Parts without empty ones, and with texts that follow one another as one."""
    found: list[Part] = []
    for part in parts:
        if isinstance(part, str) and found and isinstance(found[-1], str):
            found[-1] += part
        elif part != "":
            found.append(part)
    return tuple(found)


def stripped(parts: Parts) -> Parts:
    """Parts without blanks at their ends, and without what joins them to a text before them."""
    found = list(parts)
    if found and isinstance(found[0], str):
        found[0] = re.sub(r"^[,;:]? +", "", found[0])
    if found and isinstance(found[-1], str):
        found[-1] = found[-1].rstrip()
    return joined(found)


def numbered(parts: Parts) -> Parts:
    """Parts in which every slot has a name of its own."""
    taken: set[str] = set()
    found: list[Part] = []
    for part in parts:
        if isinstance(part, Slot):
            name, count = part.name, 1
            while name in taken:
                count += 1
                name = f"{part.name}{count}"
            taken.add(name)
            part = Slot(name, part.of)  # noqa: PLW2901
        found.append(part)
    return tuple(found)


def written(parts: Parts) -> str:
    """Parts as a message is written."""
    return "".join(part if isinstance(part, str) else f"{{{part.name}}}" for part in parts)


def skeleton(parts: Parts) -> str:
    """What two messages have in common that make the same texts."""
    return "".join(part if isinstance(part, str) else "\0" for part in parts)


def words(parts: Parts) -> Iterator[str]:
    """The words between the slots."""
    for part in parts:
        if isinstance(part, str):
            yield from re.findall(r"[^\W\d_]+", part)
