"""Dice: every link follows from the one before, and every roll from its link."""

from collections.abc import Iterable, Mapping
from typing import Any

from campaigns.dicechain import CHAINS, key_of
from campaigns.exportfile import GIVEN, EntryRecord, Export
from campaigns.verifying import dicechains
from campaigns.verifying.dicechains import CHAINED
from campaigns.verifying.report import Check, counted
from rules.kernel.dice import Roll, face
from rules.kernel.serial import shaped

LATER = ("dice.seat", "phase.closed", "act.asked")
"""Entries that came with dice of the second scheme."""
BY_SCRIPT = "dice given by the script, not checked"


def is_given(export: Export) -> bool:
    """Whether the dice of this campaign are given by a script, as its founding says: it has no chain."""
    return export.log[0].body.get("dice") == GIVEN if export.log else False


def check_links(export: Export) -> Check:
    """From each published head back, link by link, in the order of the log.

    A new chain is drawn while nothing is sealed for the open phase, else it could have been chosen to
    suit the seals; only where the last one has no link left there is no choice.
    """
    check = Check(name="dice links")
    if is_given(export):
        return _without_chain(export, check)
    if of_chains(export):
        return dicechains.check(export, check)
    head, length, used, drawn = "", 0, 0, 0
    since = 0  # links of the present chain
    sealed: set[str] = set()
    for entry in export.log:
        where = f"log entry {entry.seq} ({entry.kind})"
        _older_than_chains(check, entry, where)
        chain = entry.body if entry.kind == CHAINED else entry.body.get("dice")
        if chain == GIVEN:
            check.fault(f"{where}: dice are given, though the campaign was founded with a chain")
            continue
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
            if not dicechains.is_next(link, before):
                check.fault(f"the link of {where} does not follow from the one before")
            head = link
        dicechains.note_seals(sealed, entry)
    check.said = f"{counted(used, 'link')} of {counted(drawn, 'chain')}"
    return check


def _older_than_chains(check: Check, entry: EntryRecord, where: str) -> None:
    """Dice of the first scheme are those of campaigns from before the second: nobody founds one so now, and
    nothing in it tells of what only the second has.
    """
    dice = entry.body.get("dice") or {}
    if entry.kind == "campaign.founded" and (
        "seats" in entry.body or set(dice) - {"head", "length"}
    ):
        check.fault(
            f"{where}: dice of the first scheme, which no campaign was founded with any more"
        )
    elif entry.kind in LATER or set(entry.body) & {"links", "dice_root"}:
        check.fault(
            f"{where}: it belongs to dice of the second scheme, and the founding names none"
        )


def of_chains(export: Export) -> bool:
    """Whether all that goes into a throw is committed beforehand, as the founding says."""
    return bool(export.log) and (export.log[0].body.get("dice") or {}).get("scheme") == CHAINS


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
    """Each roll is what its link, mixed with the nonces that were sealed, makes it."""
    check = Check(name="rolls")
    if is_given(export):
        return _given_rolls(export, check)
    count, thrown = 0, resolutions(export)
    for phase in export.phases:
        where = f"phase {phase.number}"
        if phase.released:
            mixed = [one.nonce for one in phase.orders if one.nonce]
            count += _rolled(check, where, thrown[phase.number], mixed, phase.rolls)
        elif phase.resolved_at:
            check.left.append(f"the rolls of {where}, whose orders are not public yet")
    for entry in export.log:
        if entry.kind == "act" and entry.body.get("rolls"):
            rolls = tuple(shaped(one, Roll) for one in entry.body["rolls"])
            nonce = [entry.body["nonce"]]
            count += _rolled(check, f"log entry {entry.seq}", entry.body, nonce, rolls)
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


def amiss(body: Mapping[str, Any], nonces: Iterable[str], rolls: Iterable[Roll]) -> list[str]:
    """What is wrong with rolls, in words: each must be what the links in the ``body`` of its log entry,
    in the first scheme mixed with these nonces, make it. Also said by the page of a past phase.
    """
    try:
        key = key_of(body, nonces)
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
    check: Check,
    where: str,
    body: Mapping[str, Any],
    mixed: Iterable[str],
    rolls: tuple[Roll, ...],
) -> int:
    for fault in amiss(body, mixed, rolls):
        check.fault(f"{where}: {fault}")
    return len(rolls)
