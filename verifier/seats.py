"""Who sits where, as the log tells it: the one list of entries by which somebody sits down or gets up."""

from typing import Final

from campaigns.domain.export_file import EntryRecord

SAT_DOWN: Final = frozenset({"seat.taken", "seat.assigned"})
"""After these somebody plays a seat."""
GOT_UP: Final = frozenset({"seat.left", "seat.freed", "seat.bot", "seat.disorder"})
"""And after these nobody does."""


class Seated(set[str]):
    """The powers that somebody plays, up to the entry that was taken last."""

    def take(self, entry: EntryRecord) -> bool:
        """Follow an entry; whether it was about a seat."""
        if entry.kind in SAT_DOWN:
            self.add(entry.power)
        elif entry.kind in GOT_UP:
            self.discard(entry.power)
        else:
            return False
        return True
