"""Seals: what was published at the reveal is what was sealed, nothing more and nothing less."""

from itertools import pairwise
from typing import Any

from campaigns.domain.export_file import EntryRecord, Export, PhaseRecord
from verifier import secret_log
from verifier.report import Check, counted, opens

SEALED, VOIDED = "order.sealed", "order.voided"
UNDONE = (VOIDED, "order.withdrawn")
"""After these a power has no seal in the phase."""
VOIDS = ("dice.chained", "rules.moved", "line.rolled_back", "state.overridden")
"""What voids seals; it comes right after the last of them."""


def check_orders(export: Export) -> Check:
    """Every seal that counted was opened, and shows the order that was put in."""
    check = Check(name="seals")
    counting, replaced = _counting(export, check)
    opened = closed = 0
    for phase in export.phases:
        seals = {
            power: seal for (number, power), seal in counting.items() if number == phase.number
        }
        if phase.released:
            _opened(check, phase, seals)
            opened += len(seals)
        elif phase.resolved_at:
            closed += len(seals)
    check.said = (
        f"{counted(opened, 'seal')} opened, {counted(replaced, 'seal')} replaced or taken back"
    )
    if closed:
        check.left.append(f"{counted(closed, 'seal')} of phases whose orders are not public yet")
    return check


def _counting(export: Export, check: Check) -> tuple[dict[tuple[int, str], str], int]:
    """The last seal of each power in each phase, unless taken back or void; and how many of them
    were replaced. A seal is voided only where the log says at once what for.
    """
    counting: dict[tuple[int, str], str] = {}
    replaced = 0
    for entry, after in pairwise((*export.log, None)):
        if entry is None or entry.kind not in (SEALED, *UNDONE):
            continue
        place = (entry.body["phase"], entry.power)
        before = counting.pop(place, "")
        replaced += before != ""
        if entry.kind == SEALED:
            counting[place] = entry.commitment
        elif entry.kind == VOIDED:
            where = f"log entry {entry.seq} ({entry.kind})"
            check.equal(f"{where}: the seal of {entry.power}", entry.commitment, before)
            if after is None or after.kind not in (VOIDED, *VOIDS):
                check.fault(f"{where}: nothing follows that voids a seal")
    return counting, replaced


def _opened(check: Check, phase: PhaseRecord, seals: dict[str, str]) -> None:
    given = {one.power: one for one in phase.orders if one.commitment}
    for power in sorted(seals.keys() - given.keys()):
        check.fault(f"phase {phase.number}: the seal of {power} was never opened")
    stand_ins = {*phase.silent, *(one.power for one in phase.orders if one.how == "void")}
    for one in phase.orders:
        where = f"phase {phase.number}: the order of {one.power}"
        if one.commitment:
            check.equal(f"{where}: its seal", one.commitment, seals.get(one.power, "(none)"))
            if not opens(one.commitment, one.nonce, one.order):
                check.fault(f"{where} is not what was sealed as {one.commitment[:16]}")
        elif one.how != "autopilot" or one.nonce or one.power not in stand_ins:
            check.fault(f"{where} was never sealed, and no autopilot had to play")


def check_acts(export: Export) -> Check:
    """What was done at once is what its commitment says."""
    check = Check(name="acts")
    secret = {act.entry: act for act in export.acts}
    entries = [entry for entry in export.log if entry.kind == "act"]
    opened = 0
    for entry in entries:
        where = f"log entry {entry.seq} (act of {entry.power})"
        order, nonce = done(entry, secret)
        if nonce is None:
            check.left.append(f"{where} is secret while the campaign runs")
        elif not opens(entry.commitment, nonce, order):
            check.fault(f"{where} is not what it was committed to")
        else:
            opened += 1
        act = secret.pop(entry.seq, None)
        if act is not None and "order" in entry.body:
            check.fault(f"{where} is told twice")
    for number in secret:
        check.fault(f"an act of log entry {number}, which is none")
    check.said = f"{opened} of {counted(len(entries), 'act')} opened"
    return check


def done(entry: EntryRecord, secret: Any) -> tuple[Any, str | None]:
    """The order and the nonce of an act, from the log or, once they are public, from the file."""
    if "order" in entry.body:
        return entry.body["order"], entry.body["nonce"]
    act = secret.get(entry.seq)
    return (act.order, act.nonce) if act is not None else (None, None)


def check_standing(export: Export) -> Check:
    """Standing orders, published at the end, are those that were left."""
    check = Check(name="standing orders")
    left: dict[tuple[str, int], str] = {}
    secrets = secret_log.opened(export)
    for entry in export.log:
        done: list[EntryRecord | secret_log.Opened] = [entry, *secret_log.since(secrets, entry.seq)]
        for each in done:
            if each.kind == "standing.set":
                version = 1 + sum(power == each.power for power, _ in left)
                left[each.power, version] = each.commitment
    published = standing_orders(export)
    if export.campaign.status != "finished":
        check.said = "closed until the campaign is over"
        check.left.append("standing orders stay closed until the campaign is over")
        return check
    check.said = f"{counted(len(published), 'version')} opened"
    found = {(one["power"], one["version"]): one["commitment"] for one in published}
    for power, version in sorted(left.keys() | found.keys()):
        where = f"version {version} of the standing orders of {power}"
        check.equal(f"{where}: its seal", found.get((power, version)), left.get((power, version)))
    for one in published:
        if not opens(one["commitment"], one["nonce"], one["order"]):
            check.fault(
                f"version {one['version']} of the standing orders of {one['power']} is not what was sealed"
            )
    return check


def standing_orders(export: Export) -> list[dict[str, Any]]:
    """All versions of all standing orders, once they are public."""
    entry = next((entry for entry in export.log if entry.kind == "standing.released"), None)
    return list(entry.body["standing"]) if entry else []
