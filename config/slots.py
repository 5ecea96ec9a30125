"""Numbered folders, each held by one process at a time."""

import fcntl
import os
from contextlib import suppress
from itertools import count
from pathlib import Path

_held: dict[Path, Path] = {}


def claim(parent: Path) -> Path:
    """Take the first free folder parent/1, parent/2, ... and hold it until this process ends."""
    if parent in _held:
        return _held[parent]
    for number in count(1):
        folder = parent / str(number)
        folder.mkdir(parents=True, exist_ok=True, mode=0o711)
        lock = os.open(folder / "slot.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        with suppress(BlockingIOError):
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # Left open on purpose: the lock lasts as long as the process.
            _held[parent] = folder
            return folder
        os.close(lock)
    raise AssertionError("unreachable: count() never ends")
