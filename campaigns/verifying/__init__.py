"""Checking an exported campaign without asking anybody: its file is enough.

Each check says in one line what it found: in order, at fault (what and where), or not possible
with what this file holds, and why not. What no file can be checked for it says apart.
"""

from collections.abc import Callable

from campaigns import exportfile
from campaigns.exportfile import Export
from campaigns.verifying import chain, consents, dice, held, records, replay, seals
from campaigns.verifying.report import Check as Check

CHECKS = (
    chain.check_log,
    chain.check_founding,
    records.check_phases,
    records.check_claims,
    records.check_people,
    consents.check_consents,
    seals.check_orders,
    seals.check_acts,
    seals.check_standing,
    held.check_held,
    dice.check_links,
    dice.check_rolls,
    replay.check_replay,
)


def verify(data: bytes) -> list[Check]:
    """Every check of a file. Raises ``UnreadableExport`` for what is no export."""
    export: Export = exportfile.read(data)
    return [chain.check_file(export, data), *(_checked(check, export) for check in CHECKS)]


def _checked(check: Callable[[Export], Check], export: Export) -> Check:
    """What a check found; one that trips over the file has found a fault."""
    try:
        return check(export)
    except Exception as error:  # noqa: BLE001 - whatever a forged file makes it stumble over
        name = check.__name__.removeprefix("check_").replace("_", " ")
        stumbled = Check(name=name, said="could not be carried out")
        stumbled.fault(f"the file holds what no campaign writes: {type(error).__name__} {error}")
        return stumbled
