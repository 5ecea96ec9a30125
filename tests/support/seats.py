"""Deputies, seats that are given away, and what the log says of them."""

from typing import Any

from campaigns.selectors.campaign import campaign_page
from campaigns.services.seats import deputies, reassign_seat
from tests.support.accounts import person
from tests.support.campaigns import Table

WHY = "They wrote that they are ill"


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


def give(table: Table, power: str, username: str, **more: Any) -> int | None:
    """The desk gives somebody a seat; the number of the question, where others have to agree."""
    given = {"by": table.moderator, "reason": WHY, **more}
    return reassign_seat.assign_seat(table.slug, power=power, username=username, **given)


def heads(table_: Table) -> list[str]:
    return [line.line.head for line in campaign_page.log(table_.slug)]
