"""One run per folder: a lock that dies with its holder and says who that is."""

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class AlreadyRunningError(RuntimeError):
    """Somebody else holds the lock; the message says who and where."""


@contextmanager
def only_run(folder: Path, *, address: str) -> Iterator[None]:
    """Hold the folder for one run; raise AlreadyRunningError if another run has it."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o711)
    with (folder / "up.lock").open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            raise AlreadyRunningError(_who(lock.read())) from None
        lock.truncate(0)
        lock.write(json.dumps({"address": address, "pid": os.getpid()}))
        lock.flush()
        yield


def _who(written: str) -> str:
    try:
        other = json.loads(written)
        return (
            f"Chancellery is already running in this folder, at {other['address']} "
            f"(process {other['pid']}). Open that address, or stop it there with Ctrl-C."
        )
    except (ValueError, KeyError):
        return "Chancellery is just being started in this folder. Look again in a moment."
