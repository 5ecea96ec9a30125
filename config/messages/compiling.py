"""From what people translate (.po) to what programs read (.mo).

Only the first is kept with the code. The second is made when the project is installed, in Python: a bare
machine has no gettext tools.
"""

import os
from pathlib import Path

import polib

from core.translations import places


def compile_all(*, again: bool = False) -> list[Path]:
    """Make every file of which what it is made from has changed, or ``again`` all; those are told."""
    made = []
    for place in places.kept():
        target = place.path.with_suffix(".mo")
        if again or not target.exists() or target.stat().st_mtime < place.path.stat().st_mtime:
            _compile(place.path, target)
            made.append(target)
    return made


def _compile(path: Path, target: Path) -> None:
    """One file, which is there whole or not at all: others may make the same one meanwhile."""
    unfinished = target.with_name(f"{target.name}.{os.getpid()}")
    polib.pofile(str(path)).save_as_mofile(str(unfinished))
    unfinished.replace(target)
