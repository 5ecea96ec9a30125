"""Checking an exported campaign without asking anybody: its file is enough.

Each check says in one line what it found: in order, at fault (what and where), or not possible
with what this file holds, and why not. What no file can be checked for it says apart.
"""

from collections.abc import Callable
from functools import partial

from campaigns import exportfile
from campaigns.exportfile import Export
from campaigns.verifying import (
    absences,
    chain,
    clock,
    consents,
    deputies,
    dice,
    held,
    looks,
    mended,
    origins,
    records,
    replay,
    seals,
)
from campaigns.verifying.report import Check as Check
from campaigns.verifying.rules import Given

CHECKS = (
    chain.check_log,
    chain.check_founding,
    records.check_phases,
    records.check_claims,
    looks.check_looks,
    records.check_people,
    consents.check_consents,
    mended.check_lines,
    mended.check_overrides,
    mended.check_rulings,
    origins.check_forks,
    deputies.check_deputies,
    clock.check_clock,
    absences.check_absences,
    seals.check_orders,
    seals.check_acts,
    seals.check_standing,
    held.check_held,
    dice.check_links,
    dice.check_rolls,
)


def verify(data: bytes, rules: Given | None = None) -> list[Check]:
    """Every check of a file. ``rules`` are those that a person hands over, by their digest. Raises
    ``UnreadableExport`` for what is no export.
    """
    export: Export = exportfile.read(data)
    played = partial(replay.check_replay, given=rules)
    return [
        chain.check_file(export, data),
        *(_checked(check, export, check.__name__) for check in CHECKS),
        _checked(played, export, "check_replay"),
    ]


def _checked(check: Callable[[Export], Check], export: Export, called: str) -> Check:
    """What a check found; one that trips over the file has found a fault."""
    try:
        return check(export)
    except Exception as error:  # noqa: BLE001 - whatever a forged file makes it stumble over
        name = called.removeprefix("check_").replace("_", " ")
        stumbled = Check(name=name, said="could not be carried out")
        stumbled.fault(f"the file holds what no campaign writes: {type(error).__name__} {error}")
        return stumbled
