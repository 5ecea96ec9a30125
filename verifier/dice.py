"""Dice: every link follows from the one before, and every roll from its link."""

from collections.abc import Iterable, Mapping
from typing import Any

from campaigns.domain.export_file import GIVEN, Export
from campaigns.proofs.dice_links import key_of
from rules.kernel.dice import Roll, face
from rules.kernel.serial import shaped
from verifier import dice_chains
from verifier.dice_chains import CHAINED
from verifier.report import Check, counted

BY_SCRIPT = "dice given by the script, not checked"


def is_given(export: Export) -> bool:
    """Whether the dice of this campaign are given by a script, as its founding says: it has no chain."""
    return export.log[0].body.get("dice") == GIVEN if export.log else False


def check_links(export: Export) -> Check:
    """From each published head back, link by link, in the order of the log."""
    if is_given(export):
        return _without_chain(export, Check(name="dice links"))
    return dice_chains.check(export, Check(name="dice links"))


def _without_chain(export: Export, check: Check) -> Check:
    """Where dice are given every entry that has any says so, and none pretends to a chain."""
    said = 0
    for entry in export.log:
        where = f"log entry {entry.seq} ({entry.kind})"
        if entry.kind == CHAINED or "link" in entry.body:
            check.fault(f"{where}: a link or a chain, though the dice are given by a script")
        elif entry.kind == "phase.resolved" or (entry.body.get("rolls") and entry.kind == "act"):
            check.equal(f"where the dice of {where} come from", entry.body.get("dice"), GIVEN)
            said += 1
    check.said = f"no chain; {counted(said, 'entry', 'entries')} of the log say so"
    check.given.append(f"all dice: {BY_SCRIPT}")
    return check


def check_rolls(export: Export) -> Check:
    """Each roll is what its links make it."""
    check = Check(name="rolls")
    if is_given(export):
        return _given_rolls(export, check)
    count, thrown = 0, resolutions(export)
    for phase in export.phases:
        where = f"phase {phase.number}"
        if phase.released:
            count += _rolled(check, where, thrown[phase.number], phase.rolls)
        elif phase.resolved_at:
            check.left.append(f"the rolls of {where}, whose orders are not public yet")
    for entry in export.log:
        if entry.kind == "act" and entry.body.get("rolls"):
            rolls = tuple(shaped(one, Roll) for one in entry.body["rolls"])
            count += _rolled(check, f"log entry {entry.seq}", entry.body, rolls)
    check.said = counted(count, "roll")
    return check


def _given_rolls(export: Export, check: Check) -> Check:
    """Given dice are no more than numbers that their dice have; playing again shows what comes of them."""
    acts = (entry.body.get("rolls", []) for entry in export.log if entry.kind == "act")
    rolls = [*(roll for phase in export.phases for roll in phase.rolls)]
    rolls += [shaped(one, Roll) for those in acts for one in those]
    for roll in rolls:
        if not 1 <= roll.value <= roll.sides:
            check.fault(f"a die of {roll.sides} sides shows {roll.value} ({roll.purpose})")
    check.said = BY_SCRIPT
    check.given.append(f"{counted(len(rolls), 'roll')}: {BY_SCRIPT}")
    return check


def resolutions(export: Export) -> dict[int, dict[str, Any]]:
    """Of each phase that was resolved what the log says of it."""
    entries = (entry for entry in export.log if entry.kind == "phase.resolved")
    return {entry.body["phase"]: entry.body for entry in entries}


def dice_fault(body: Mapping[str, Any], rolls: Iterable[Roll]) -> list[str]:
    """What is wrong with rolls, in words: each must be what the links in the ``body`` of its log entry make it.
    Also said by the page of a past phase.
    """
    try:
        key = key_of(body)
    except ValueError:
        return ["its links cannot be read"]
    wrong = []
    for number, roll in enumerate(rolls, 1):
        which = f"roll {number} ({roll.purpose})"
        if roll.number != number:
            wrong.append(f"{which}: its number is {roll.number}, not {number}")
        if roll.sides < 1:
            wrong.append(f"{which}: a die of {roll.sides} sides")
        elif roll.value != (value := face(key, roll.purpose, roll.number, roll.sides)):
            wrong.append(f"{which} is {roll.value}, not {value}")
    return wrong


def _rolled(check: Check, where: str, body: Mapping[str, Any], rolls: tuple[Roll, ...]) -> int:
    for fault in dice_fault(body, rolls):
        check.fault(f"{where}: {fault}")
    return len(rolls)
