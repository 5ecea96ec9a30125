"""Leaks to plant in who is away and who stands in, besides those of `planted.py`."""

from typing import Any

import pytest
from msgspec.structs import replace

from campaigns.selectors.seats import absences_page
from tests.secrecy.planted import _count, _of_this_book, plant
from tests.secrecy.table import Table


@plant("absences", noticed="api:absences")
def _absences(patch: pytest.MonkeyPatch, table: Table) -> None:
    """An absence of a player hangs on what they have sealed."""

    def telling(at: Any) -> tuple[absences_page.AbsenceLine, ...]:
        if not _of_this_book(table, at.campaign):
            return ()
        return (
            absences_page.AbsenceLine(
                number=_count(table),
                name="",
                badges=(),
                begins_at=table.phase.opened_at,
                ends_at=table.phase.opened_at,
                to_come=False,
                mine=False,
            ),
        )

    patch.setattr(absences_page, "absences_of", telling)


@plant("deputies", noticed="api:deputies")
def _deputies(patch: pytest.MonkeyPatch, table: Table) -> None:
    """Who only was asked, and the draft that they would find, is told to everybody."""
    honest = absences_page.away

    def telling(slug: str, person: Any = None) -> absences_page.Away:
        found = honest(slug, person)
        if slug != table.slug:
            return found
        badge = found.own[0].badge if found.own else None
        line = absences_page.DeputyLine(
            key=0, badge=badge, name="", principal="", level="see", may=str(_count(table)),
            press=False, until=None, asked=True, mine=False,
        )  # fmt: skip
        return replace(found, deputies=(*found.deputies, line))

    patch.setattr(absences_page, "away", telling)
