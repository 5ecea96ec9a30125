"""Having a saved game read by a process of its own: what that may cost, and what is said if it does not
come to an end.
"""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any

from django.utils.translation import gettext as _

from campaigns.errors import NotNow, NotOnTheMenu
from campaigns.messages import shown
from campaigns.vassal.child import LENGTH, SECONDS
from campaigns.vassal.container import MOST_PACKED
from campaigns.vassal.plan import Count, Plan, Refusal
from rules.kernel.serial import canonical, load

COMMAND = (sys.executable, "-s", "-E", "-X", "utf8", "-m", "campaigns.vassal.child")
"""How it is started: from the site's own folder, with none of its environment."""
HOME = Path(__file__).parents[2]
PATIENCE = float(SECONDS)
"""Seconds until it is ended from here, whatever it waits for."""

AT_ONCE = 2
_reading = BoundedSemaphore(AT_ONCE)
FIELD = "save"
Answer: Any = Count | Refusal


def counted(data: bytes, plans: Sequence[Plan]) -> Count:
    """What one of the plans finds in a file. Raises ``NotOnTheMenu`` and ``NotNow``."""
    if not data:
        raise NotOnTheMenu(
            _("No file came with this."), field=FIELD, remedy=_("Choose a saved game first.")
        )
    if len(data) > MOST_PACKED:
        raise NotOnTheMenu(
            _("The file is larger than %(most_packed)s MB.") % {"most_packed": MOST_PACKED >> 20},
            field=FIELD,
            remedy=_("Save the game in VASSAL again, and drop that file."),
        )
    if not _reading.acquire(blocking=False):
        raise NotNow(
            _("Other saved games are being read."), remedy=_("Try again in a few seconds.")
        )
    try:
        said = _run(data, canonical(tuple(plans)))
    finally:
        _reading.release()
    answer: Count | Refusal = load(said, Answer)
    if isinstance(answer, Refusal):
        raise NotOnTheMenu(shown(answer.refused), field=FIELD, remedy=shown(answer.remedy))
    return answer


def _run(data: bytes, plans: bytes) -> bytes:
    """The answer of a process that was given these."""
    try:
        done = subprocess.run(
            COMMAND,
            input=len(plans).to_bytes(LENGTH) + plans + data,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=HOME,
            env={"LANG": "C.UTF-8"},
            timeout=PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise _unfinished() from error
    if done.returncode or not done.stdout:
        raise _unfinished()
    return done.stdout


def _unfinished() -> NotOnTheMenu:
    return NotOnTheMenu(
        _(
            "The file could not be read within %(seconds)s seconds and the memory there "
            "is for it. It may be damaged."
        )
        % {"seconds": SECONDS},
        field=FIELD,
        remedy=_("Save the game in VASSAL again, and drop that file."),
    )
