"""Telling open pages that something changed, never what it is now.

After the commit a message goes to the group of the campaign, from there to the browsers of those whom it
concerns (`frontend.feed`); they then fetch what changed, through the selectors, each as its own reader. A push
that fails is only a page that refreshes later, so nothing here may fail a request.
"""

from collections.abc import Iterable
from functools import partial
from typing import Any, Literal

from django.db import transaction

from campaigns.models import Campaign
from core import publisher

Topic = Literal[
    "strip",
    "readiness",
    "orders",
    "board",
    "log",
    "facts",
    "dispatch",
    "phase",
    "seats",
    "press",
    "news",
]

#: What a change of phase changes: all but who sits where.
PHASE_CHANGED: tuple[Topic, ...] = (
    "phase",
    "strip",
    "readiness",
    "orders",
    "board",
    "log",
    "facts",
)
#: What a question to the players changes: it waits for them.
ASKED: tuple[Topic, ...] = ("seats", "orders", "news", "log")
EVERYTHING: tuple[Topic, ...] = (*PHASE_CHANGED, "seats")


def group(slug: str) -> str:
    """The group of the channel layer in which it is said what changed in a campaign."""
    return f"campaign.{slug}"


def changed(slug: str, what: Iterable[Topic], *, power: str = "", **more: Any) -> None:
    """Announce after the commit that these parts of the page changed (for one seat only, with ``power``)."""
    message = {"type": "changed", "what": list(what), "power": power, **more}
    transaction.on_commit(partial(_send, slug, message), robust=True)


def save_and_tell(campaign: Campaign, what: Iterable[Topic]) -> None:
    """Save a campaign, and announce after the commit that these parts of its page changed."""
    campaign.save()
    changed(campaign.slug, what)


def spectators_may_read_on(slug: str) -> None:
    """Announce after the commit that those who follow with a delay may read on. It goes to no browser:
    who keeps the open pages looks for whom it holds (`frontend.feed`).
    """
    changed(slug, EVERYTHING, disclosed=True)


def _send(slug: str, message: dict[str, Any]) -> None:
    publisher.current.put(group(slug), {"slug": slug, **message})
