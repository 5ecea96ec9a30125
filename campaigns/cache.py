"""What was worked out last, kept for as long as nothing has changed.

A thing is kept under everything that it follows from, so it can be neither out of date nor somebody
else's: whoever asks has to say the same state and the same powers, and reads the same language. What was longest
not asked for goes first when all of it weighs too much.
"""

import threading
from collections.abc import Callable, Hashable
from contextlib import suppress
from hashlib import blake2b
from typing import Any, TypeVar

import msgspec
from cachetools import LRUCache
from django.utils.translation import get_language

from campaigns.models import Phase

T = TypeVar("T")


def in_json(thing: Any) -> int:
    """The length of a thing's JSON; in memory it takes several times that."""
    return len(msgspec.json.encode(thing, enc_hook=str))


class Cache:
    """Things by what they follow from, as much of them as weighs ``most`` together.

    What is kept may say something, so each language has its own, unless a cache is ``wordless``.
    """

    def __init__(
        self, most: int, *, weigh: Callable[[Any], int] = in_json, wordless: bool = False
    ) -> None:
        """Empty."""
        self._kept: LRUCache[Hashable, Any] = LRUCache(most, getsizeof=weigh)
        self._wordless = wordless
        self._lock = threading.Lock()

    def get(self, key: Hashable, work_out: Callable[[], T]) -> T:
        """What is kept under this key; the very same object until it is let go."""
        key = self._in_language(key)
        with self._lock:
            if key in self._kept:
                kept: T = self._kept[key]
                return kept
        result = work_out()
        with self._lock, suppress(ValueError):  # by itself it weighs more than all may
            result = self._kept.setdefault(key, result)
        return result

    def known(self, key: Hashable) -> Any | None:
        """What is kept under this key, if anything is."""
        with self._lock:
            return self._kept.get(self._in_language(key))

    def _in_language(self, key: Hashable) -> Hashable:
        return key if self._wordless else (get_language(), key)

    def forget(self) -> None:
        """Let everything go, as when a process is started anew."""
        with self._lock:
            self._kept.clear()

    def __len__(self) -> int:
        return len(self._kept)


_NOTHING: Any = object()


class LazyPart:
    """Something that is worked out only if nobody has kept what was made of it, and once at most.

    ``key`` names what it follows from; ``None`` if it is one reader's alone and not to be kept.
    Templates are handed it as it is.
    """

    do_not_call_in_templates = True

    def __init__(self, key: Hashable | None, work_out: Callable[[], Any]) -> None:
        """Nothing is worked out yet."""
        self.key = key
        self._work_out = work_out
        self._found: Any = _NOTHING

    def __call__(self) -> Any:
        """What it is."""
        if self._found is _NOTHING:
            self._found = self._work_out()
        return self._found


def fingerprint(*things: Any) -> bytes:
    """What records, numbers and texts say, in so many bytes: who shows the same has the same.

    Raises ``TypeError`` for what is no plain data, so that nothing is passed over.
    """
    return blake2b(msgspec.msgpack.encode(things), digest_size=20).digest()


def state_name(phase: Phase) -> tuple[str, str, str]:
    """What a phase's present state is and by which rules it is read.

    The hash is that of its sealed bytes, which are others each time a state is sealed.
    """
    campaign = phase.campaign
    revision = phase.revision or campaign.revision
    sealed = Phase.state.field.raw(phase) or b""
    return campaign.rulebook, revision, blake2b(sealed, digest_size=20).hexdigest()
