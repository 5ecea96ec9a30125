"""Places where a test may kill the process.

``point("advance.after_resolve")`` does nothing, unless the process runs with the test settings
and its environment names this point in ``CHANCELLERY_FAULT``. Then it dies at once, as from a
power cut, and the test looks at what is left. With ``CHANCELLERY_FAULT_ONCE`` (the path of a
file to be made) it dies only the first time.
"""

import os
import signal

from django.conf import settings

POINTS = frozenset(
    {
        "seal.before_commit",
        "advance.before_resolve",
        "advance.after_resolve",
        "advance.before_commit",
        "advance.after_commit",
    }
)


def point(name: str) -> None:
    """Die here if a test asked for it."""
    if os.environ.get("CHANCELLERY_FAULT") != name or not _testing():
        return
    if _first_time():
        os.kill(os.getpid(), signal.SIGKILL)


def _testing() -> bool:
    """Whether this process runs with the test settings."""
    return str(settings.SETTINGS_MODULE) == "config.settings.test"


def _first_time() -> bool:
    """Whether the fault may strike, once or ever again."""
    marker = os.environ.get("CHANCELLERY_FAULT_ONCE")
    if not marker:
        return True
    try:
        os.close(os.open(marker, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return False
    return True
