"""Dice: every link follows from the one before, and every roll from its link."""

from collections.abc import Iterable

from campaigns.exportfile import EntryRecord, Export
from campaigns.verifying.report import Check, counted
from campaigns.verifying.seals import UNDONE
from rules.kernel.dice import Roll, face, follows, phase_key
from rules.kernel.serial import shaped

CHAINED = "dice.chained"


def check_links(export: Export) -> Check:
    """From each published head back, link by link, in the order of the log.

    A new chain is drawn while nothing is sealed for the open phase, else it could have been chosen to
    suit the seals; only where the last one has no link left there is no choice.
    """
    check = Check(name="dice links")
    head, length, used, drawn = "", 0, 0, 0
    since = 0  # links of the present chain
    sealed: set[str] = set()
    for entry in export.log:
        where = f"log entry {entry.seq} ({entry.kind})"
        chain = entry.body if entry.kind == CHAINED else entry.body.get("dice")
        if entry.kind in ("campaign.founded", CHAINED) and chain:
            if entry.kind == CHAINED and sealed and since < length:
                check.fault(
                    f"{where}: a new chain was drawn when {', '.join(sorted(sealed))} had sealed"
                )
            head, length, drawn, since = chain["head"], chain["length"], drawn + 1, 0
        elif "link" in entry.body:
            used, since = used + 1, since + 1
            link, before = entry.body["link"], entry.body["link_before"]
            check.equal(f"the link before that of {where}", before, head)
            if not _follows(link, before):
                check.fault(f"the link of {where} does not follow from the one before")
            head = link
        _note_seals(sealed, entry)
    check.said = f"{counted(used, 'link')} of {counted(drawn, 'chain')}"
    return check


def _note_seals(sealed: set[str], entry: EntryRecord) -> None:
    """Keep the powers whose seals count in the open phase."""
    if entry.kind == "order.sealed":
        sealed.add(entry.power)
    elif entry.kind in UNDONE:
        sealed.discard(entry.power)
    elif entry.kind == "phase.resolved":
        sealed.clear()


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
