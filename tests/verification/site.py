"""A site on which a way of tampering is played, and the row that says who notices."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from campaigns.selectors.log import receipts
from rules.kernel.serial import canonical
from tests.support.campaigns import Table
from tests.support.exports.files import file_of


@dataclass
class Site:
    """A site on which a row is played: ``file`` is what everybody gets at the end, ``kept`` what a player has."""

    fixture: Callable[[str], Any]
    file: bytes = b""
    kept: dict[str, bytes] = field(default_factory=dict)

    def found(self, **policy: Any) -> Table:
        return self.fixture("found")(**policy)

    def keep(self, table: Table) -> None:
        """What a player's browser and files hold now."""
        mine = receipts.receipts_of(table.slug, table.players["north"])
        self.kept = {
            "older": file_of(table),
            "heads": canonical(receipts.public_heads()),
            "receipts": canonical(mine),
        }

    def play_out(self, table: Table) -> None:
        """To the end, so that everything is published."""
        table.play_out()
        assert table.campaign.status == "finished"
        self.file = file_of(table)

    def let_go(self, table: Table) -> None:
        """To the end, with everybody silent."""
        table.let_go()
        self.file = file_of(table)


@dataclass(frozen=True)
class SiteTampering:
    """One row: ``play`` does it; who notices besides those who read the file, it gives back: ``refused`` by the
    database or the server, ``told`` to whom it was done, or ``no effect``.
    """

    what: str
    by: str
    play: Callable[[Site], set[str] | None]
    caught: tuple[str, ...] = ()
