"""Telling open pages that something changed, never what it is now.

After the commit a message goes to the group of the campaign, or of one power of it; the browser
then fetches what changed, through the selectors, as its own reader. A push that fails is only
a page that refreshes later, so nothing here may fail a request.
"""

from collections.abc import Iterable
from functools import partial
from typing import Any, Literal

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

from campaigns.promptness import Line

Topic = Literal["strip", "readiness", "orders", "board", "log", "facts", "phase", "seats"]

EVERYTHING: tuple[Topic, ...] = (
    "phase",
    "strip",
    "readiness",
    "orders",
    "board",
    "log",
    "facts",
    "seats",
)

_line = Line("push")


def group(slug: str, power: str = "") -> str:
    """The channel group of a campaign, or of the seat of one of its powers."""
    return f"campaign.{slug}.{power}" if power else f"campaign.{slug}"


def changed(slug: str, what: Iterable[Topic], *, phase: int | None = None, power: str = "") -> None:
    """Announce after the commit that these parts of the page changed (for one seat only, with ``power``)."""
    message = {"type": "changed", "what": list(what), "phase": phase}
    transaction.on_commit(partial(_send, group(slug, power), message), robust=True)


def _send(group: str, message: dict[str, Any]) -> None:
    layer = get_channel_layer()
    if layer is None:
        return
    _line.tell(lambda: async_to_sync(layer.group_send)(group, message), group=group)
