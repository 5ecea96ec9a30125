"""What open pages are told: every frame that a reader's socket would receive, in order.

`recorded()` stands between the publisher and Redis and keeps what is published for everybody and what
goes to the groups of the channel layer. `Told.frames_of` gives of that what one reader's socket
writes, byte for byte; `test_frames.py` holds it against a real socket.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

from django.test import TestCase

from campaigns.selectors.log import read_marks
from campaigns.services.log import push
from core import publisher
from frontend.feed import CATCH_UP
from rules.kernel.serial import canonical


@dataclass(frozen=True)
class Sent:
    """One message on its way: on the public channel of a campaign, or to a group."""

    to: str
    content: Any


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
        mine = {push.group(slug, power): power for power in powers}
        frames = []
        for each in self.sent:
            if each.to == publisher.feed_name(slug):
                disclosed = b'"disclosed"' in each.content
                if disclosed and behind:
                    frames.append(CATCH_UP)
                elif not disclosed and not behind:
                    frames.append(each.content)
            elif each.to in mine and standing.hears(
                person.pk, each.content["power"], each.content["what"]
            ):
                frames.append(canonical({"what": each.content["what"]}))
        return frames


class _Redis:
    """As much of a Redis client as the publisher uses; what is published is kept."""

    def __init__(self, told: Told) -> None:
        self._told = told
        self._waiting: list[Sent] = []

    def pipeline(self, **_: Any) -> "_Redis":
        return self

    def publish(self, channel: str, data: bytes) -> None:
        self._waiting.append(Sent(channel, data))

    def __len__(self) -> int:
        return len(self._waiting)

    def execute(self) -> None:
        self._told.sent += self._waiting
        self._waiting = []


class _Runner:
    """Runs the sending to groups without a loop of its own: nothing in it ever waits."""

    def run(self, job: Any) -> None:
        try:
            job.send(None)
        except StopIteration:
            return
        raise RuntimeError("The recorder's channel layer never waits.")


@contextmanager
def recorded() -> Iterator[Told]:
    """Keep what is sent inside the block; the hooks of commits run at its end, as after a request.

    For tests inside a transaction: their own commits never come.
    """
    told = Told()
    own = publisher.Publisher()
    own._redis = _Redis(told)

    class Layer:
        async def group_send(self, group: str, message: dict[str, Any]) -> None:
            told.sent.append(Sent(group, dict(message)))

    def take(channel: str, group: str, message: Any) -> None:
        own._send([(channel, group, message)], _Runner())

    with ExitStack() as patches:
        patches.enter_context(patch.object(publisher, "get_channel_layer", Layer))
        patches.enter_context(patch.object(publisher.current, "_take", take))
        with TestCase.captureOnCommitCallbacks(execute=True):
            yield told
