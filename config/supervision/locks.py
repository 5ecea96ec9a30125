"""Locks that die with their holder: on a file, on one run of a folder, on a numbered folder."""

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

_held: dict[Path, Path] = {}


class AlreadyRunningError(RuntimeError):
    """Somebody else holds the lock; the message says who and where."""


def lock(path: Path) -> int | None:
    """Lock a file, made if need be; ``None`` while another process has it.

    The descriptor that is given back is the lock: it ends as that is closed, or with the process.
    """
    held = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    with suppress(BlockingIOError):
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return held
    os.close(held)
    return None


@contextmanager
def only_run(folder: Path, *, address: str) -> Iterator[int]:
    """Hold the folder for one run; raise AlreadyRunningError if another run has it. Gives the lock."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o711)
    path = folder / "up.lock"
    held = lock(path)
    if held is None:
        raise AlreadyRunningError(_who(path.read_text()))
    with os.fdopen(held, "r+") as file:
        file.truncate(0)
        file.write(json.dumps({"address": address, "pid": os.getpid()}))
        file.flush()
        yield held


def claim(parent: Path) -> Path:
    """Take the first free folder parent/1, parent/2, ... and hold it until this process ends."""
    if parent in _held:
        return _held[parent]
    for number in count(1):
        folder = parent / str(number)
        folder.mkdir(parents=True, exist_ok=True, mode=0o711)
        if lock(folder / "slot.lock") is not None:  # left open: it lasts as long as the process
            _held[parent] = folder
            return folder
    raise AssertionError("unreachable: count() never ends")


def _who(written: str) -> str:
    try:
        other = json.loads(written)
        return (
            f"Chancellery is already running in this folder, at {other['address']} "
            f"(process {other['pid']}). Open that address, or stop it there with Ctrl-C."
        )
    except (ValueError, KeyError):
        return "Chancellery is just being started in this folder. Look again in a moment."
