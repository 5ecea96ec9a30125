"""Deputies, and what the log says of seats."""

from typing import Any

from campaigns.selectors.campaign import campaign_page
from campaigns.services.seats import deputies
from tests.support.accounts import person
from tests.support.campaigns import Table


def deputize(table: Table, level: str, power: str = "north", **more: Any) -> Any:
    """Somebody new who stands in for a power, and the key of that."""
    helper = person(f"helper-{level}")
    key = deputies.name(
        table.slug,
        by=table.players[power],
        power=power,
        username=helper.username,
        level=level,
        **more,
    )
    deputies.accept(table.slug, by=helper, key=key)
    return helper, key


def heads(table_: Table) -> list[str]:
    return [line.line.head for line in campaign_page.log(table_.slug)]
