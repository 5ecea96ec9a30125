"""Rule references that are checked when a module loads.

Each rulebook keeps an index of the numbered or titled rules of its seed, with headings of our
own. ``R("49.51")`` returns the reference, or fails at import and says how to mend it.
"""

import difflib
from collections.abc import Iterator, Mapping

import msgspec

from rules.kernel.errors import UnknownRule


class RuleEntry(msgspec.Struct, frozen=True, kw_only=True):
    """One rule of the index: reference, heading in our words, and where it comes from.

    ``source`` is ``seed``, ``gap`` (reconstructed in the shared notes) or ``house``.
    ``stands_for`` names the fact or obligation that represents a rule the software cannot
    carry out because it does not own the map.
    ``about`` is the explanation shown on the rules page, in our words.
    """

    ref: str
    heading: str
    source: str = "seed"
    about: str = ""
    stands_for: str = ""
    part: str = ""


class RuleIndex:
    """All rules of a book by reference, in the order of the book."""

    def __init__(self, book: str, entries: tuple[RuleEntry, ...]) -> None:
        self.book = book
        self._entries: Mapping[str, RuleEntry] = {entry.ref: entry for entry in entries}
        if len(self._entries) != len(entries):
            seen: set[str] = set()
            twice = sorted({e.ref for e in entries if e.ref in seen or seen.add(e.ref)})  # type: ignore[func-returns-value]
            raise UnknownRule(
                f"The index of {book} lists {', '.join(twice)} twice.", remedy="Keep one of them."
            )

    def __call__(self, ref: str) -> str:
        """The reference itself, once it is known to exist."""
        if ref not in self._entries:
            near = difflib.get_close_matches(ref, self._entries, n=3)
            hint = (
                f"Did you mean {' or '.join(near)}?"
                if near
                else "Add it to the index with a heading."
            )
            raise UnknownRule(f"{self.book} has no rule {ref!r}.", remedy=hint)
        return ref

    def __getitem__(self, ref: str) -> RuleEntry:
        return self._entries[self(ref)]

    def __contains__(self, ref: object) -> bool:
        return ref in self._entries

    def __iter__(self) -> Iterator[RuleEntry]:
        return iter(self._entries.values())

    def __len__(self) -> int:
        return len(self._entries)
