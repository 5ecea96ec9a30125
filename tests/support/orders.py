"""Orders of the tiny book, and who gives them."""

from typing import Any

from campaigns.selectors.campaign import campaign_page
from tests.support.campaigns import Table

EAST, WEST = ({"kind": "place", "points": {side: 2}} for side in ("east", "west"))


def who(table: Table, power: str = "north") -> dict[str, Any]:
    return {"by": table.players[power], "power": power, "phase": table.phase.number}


def mine(table: Table) -> Any:
    return campaign_page.orders(table.slug, table.players["north"], "north")
