"""Press between powers."""

from typing import Any

from campaigns.services.press import press_messages, press_settings
from tests.support.accounts import person
from tests.support.campaigns import Table

HELLO = "Meet me at the *old bridge*."


def say(table: Table, power: str, to: tuple[str, ...], text: str = HELLO, **more: Any) -> str:
    """Write to other powers; the key of the thread."""
    by = table.players[power]
    return press_messages.begin(table.slug, by=by, power=power, to=to, text=text, **more)[0]


def reply(table: Table, power: str, thread: str, text: str = "Yes.", **more: Any) -> str:
    by = table.players[power]
    return press_messages.write(table.slug, by=by, power=power, thread=thread, text=text, **more)


def allow(table: Table, allowed: str = "full", by: Any = None, **more: bool) -> None:
    """The moderator, or who else is named, says what press a campaign has."""
    policy = {"anonymous": False, "opens": False, "reason": "As we agreed", **more}
    press_settings.set_policy(table.slug, by=by or table.moderator, allowed=allowed, **policy)


def other_readers(table: Table, *but: str) -> list[Any]:
    players = [one for power, one in table.players.items() if power not in but]
    return [*players, table.moderator, person("spectator"), None]
