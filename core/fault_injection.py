"""Places where a test may strike a process: named steps of handing in and of advancing.

``point("advance.after_resolve")`` is nothing at all, unless the process was started with the
test settings and ``CHANCELLERY_FAULTS`` names a folder. Then a file of the point's name in that
folder says what happens to the process that comes by:

``kill``           it dies at once, as from a power cut
``kill program``   its whole program dies: a worker with all its children
``freeze``         it stands still until it is told to go on (SIGCONT)
``freeze program`` its whole program stands still
``hold``           it waits until the file ``<point>.go`` is there

It happens once: the file is renamed to ``<point>.struck`` by whoever comes first. Only with
``always`` before it, as in ``always kill``, does it happen to everybody who comes.
"""

import os
import signal
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from django.conf import settings
from django.db import transaction

#: The steps of handing in, in their order. ``answered`` is after everything but the answer.
SEAL_POINTS = (
    "seal.locked",
    "seal.written",
    "seal.before_commit",
    "seal.committed",
    "seal.announced",
)
#: The steps of advancing. ``committed`` is before anybody is told, ``announced`` after it.
ADVANCE_POINTS = (
    "advance.locked",
    "advance.before_resolve",
    "advance.after_resolve",
    "advance.written",
    "advance.before_commit",
    "advance.committed",
    "advance.announced",
)

LONGEST_HOLD = 60.0  # seconds
SOON = 1.0  # seconds within which a signal that was sent has struck


def _nothing(name: str) -> None:
    """No test is near."""


def _hit(name: str) -> None:
    """Do to this process what the test's file says, if there is one."""
    file = Path(os.environ["CHANCELLERY_FAULTS"]) / name
    try:
        what = file.read_text().strip()
        if not what.startswith("always "):
            file.rename(file.with_name(f"{name}.struck"))
    except FileNotFoundError:
        return
    _DEEDS[what.removeprefix("always ")](file)


def _hold(file: Path) -> None:
    until = time.monotonic() + LONGEST_HOLD
    while not file.with_name(f"{file.name}.go").exists() and time.monotonic() < until:
        time.sleep(0.02)


def _to_itself(number: signal.Signals) -> Callable[[Path], None]:
    # To this very thread: sent to the process, it might strike a step later.
    return lambda _: signal.pthread_kill(threading.get_ident(), number)


def _to_its_program(number: signal.Signals) -> Callable[[Path], None]:
    def strike(_: Path) -> None:
        # Every part of a site has a group of its own; see `config.supervision.supervisor`.
        os.killpg(0, number)
        # It may strike a step later. Sent twice it would stop once more whoever was told to go on.
        time.sleep(SOON)

    return strike


_DEEDS: dict[str, Callable[[Path], None]] = {
    "kill": _to_itself(signal.SIGKILL),
    "kill program": _to_its_program(signal.SIGKILL),
    "freeze": _to_itself(signal.SIGSTOP),
    "freeze program": _to_its_program(signal.SIGSTOP),
    "hold": _hold,
}


def _testing() -> bool:
    """Whether this process runs with the test settings and was given a folder of faults."""
    return settings.SETTINGS_MODULE == "config.settings.test" and bool(
        os.environ.get("CHANCELLERY_FAULTS")
    )


hit: Callable[[str], None] = _hit if _testing() else _nothing


def after_commit(name: str) -> None:
    """Make the moment after the commit a point, before anything else that waits for it.

    To be called at the beginning of the transaction.
    """
    if hit is not _nothing:
        transaction.on_commit(partial(hit, name))
