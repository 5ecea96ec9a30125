"""Dice: every link follows from the one before, and every roll from its link."""

from collections.abc import Iterable

from campaigns.exportfile import Export
from campaigns.verifying.report import Check, counted
from rules.kernel.dice import Roll, face, follows, phase_key
from rules.kernel.serial import shaped


def check_links(export: Export) -> Check:
    """From each published head back, link by link, in the order of the log."""
    check = Check(name="dice links")
    head, used, drawn = "", 0, 0
    for entry in export.log:
        where = f"log entry {entry.seq} ({entry.kind})"
        chain = entry.body if entry.kind == "dice.chained" else entry.body.get("dice")
        if entry.kind in ("campaign.founded", "dice.chained") and chain:
            head, drawn = chain["head"], drawn + 1
        elif "link" in entry.body:
            used += 1
            link, before = entry.body["link"], entry.body["link_before"]
            check.equal(f"the link before that of {where}", before, head)
            if not _follows(link, before):
                check.fault(f"the link of {where} does not follow from the one before")
            head = link
    check.said = f"{counted(used, 'link')} of {counted(drawn, 'chain')}"
    return check


def _follows(link: str, before: str) -> bool:
    try:
        return follows(bytes.fromhex(link), bytes.fromhex(before))
    except ValueError:
        return False


def check_rolls(export: Export) -> Check:
    """Each roll is what its link, mixed with the nonces that were sealed, makes it."""
    check = Check(name="rolls")
    count = 0
    for phase in export.phases:
        where = f"phase {phase.number}"
        if phase.released:
            mixed = [one.nonce for one in phase.orders if one.nonce]
            count += _rolled(check, where, phase.link, mixed, phase.rolls)
        elif phase.resolved_at:
            check.left.append(f"the rolls of {where}, whose orders are not public yet")
    for entry in export.log:
        if entry.kind == "act" and entry.body.get("rolls"):
            rolls = tuple(shaped(one, Roll) for one in entry.body["rolls"])
            where, link = f"log entry {entry.seq}", entry.body["link"]
            count += _rolled(check, where, link, [entry.body["nonce"]], rolls)
    check.said = counted(count, "roll")
    return check


def amiss(link: str, nonces: Iterable[str], rolls: Iterable[Roll]) -> list[str]:
    """What is wrong with rolls, in words: each must be what its link, mixed with these nonces, makes
    it. Also said by the page of a past phase.
    """
    try:
        key = phase_key(bytes.fromhex(link), [bytes.fromhex(nonce) for nonce in nonces])
    except ValueError:
        return ["its link or a nonce cannot be read"]
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


def _rolled(
    check: Check, where: str, link: str, mixed: Iterable[str], rolls: tuple[Roll, ...]
) -> int:
    for fault in amiss(link, mixed, rolls):
        check.fault(f"{where}: {fault}")
    return len(rolls)
