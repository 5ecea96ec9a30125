"""What open pages are told: every frame that a reader's socket would receive, in order.

`recorded()` stands before the publisher and keeps what would go to the groups of the channel layer.
`Told.frames_of` gives of that what one reader's socket writes, byte for byte; `test_frames.py` holds it
against a real socket.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

from django.test import TestCase

from campaigns.selectors.log import read_marks
from campaigns.services.log import push
from core import publisher
from frontend.feed import CATCH_UP, frame_of


@dataclass(frozen=True)
class Sent:
    """One message on its way to a group."""

    to: str
    content: dict[str, Any]


@dataclass
class Told:
    """All that was sent while something happened, in its order."""

    sent: list[Sent] = field(default_factory=list)

    def frames_of(self, slug: str, person: Any) -> list[bytes]:
        """The frames of this reader's open page of a campaign; none if they may not read it."""
        standing = read_marks.listener(slug)
        powers = standing.powers_of(person.pk if person is not None else None) if standing else None
        if powers is None:
            return []
        behind = standing.behind(person.pk if person is not None else None) is not None
        frames = []
        for each in self.sent:
            if each.to != push.group(slug):
                continue
            if each.content.get("disclosed"):
                told = CATCH_UP if behind else None
            elif power := each.content["power"]:
                hears = person is not None and standing.hears(
                    person.pk, power, each.content["what"]
                )
                told = each.content if hears else None
            else:
                told = None if behind else each.content
            if told is not None:
                frames.append(frame_of(told))
        return frames


@contextmanager
def recorded() -> Iterator[Told]:
    """Keep what is sent inside the block; the hooks of commits run at its end, as after a request.

    For tests inside a transaction: their own commits never come.
    """
    told = Told()

    def put(group: str, message: dict[str, Any]) -> None:
        told.sent.append(Sent(group, message))

    with (
        patch.object(publisher.current, "put", put),
        TestCase.captureOnCommitCallbacks(execute=True),
    ):
        yield told
