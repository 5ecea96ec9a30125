"""Deputies: what one of them did lay within what they had accepted, and between its beginning and its end."""

from dataclasses import dataclass

from campaigns.exportfile import EntryRecord, Export
from campaigns.verifying.report import Check, counted

LEVELS = ("see", "draft", "seal")
NEEDED = "seal"
"""Everything of a deputy's that stands in the public log needs the highest level."""


@dataclass
class _Deputy:
    power: str
    level: str
    until: str
    over: bool = False


def check_deputies(export: Export) -> Check:
    """Every deputy, and every entry that bears the number of one."""
    check = Check(name="deputies")
    known: dict[int, _Deputy] = {}
    done = 0
    for entry in export.log:
        where = f"log entry {entry.seq} ({entry.kind})"
        if entry.kind == "deputy.accepted":
            check.equal(f"{where}: its number", entry.body["number"], len(known) + 1)
            if entry.body["level"] not in LEVELS:
                check.fault(f"{where}: {entry.body['level']!r} is no right of a deputy")
            known[entry.body["number"]] = _Deputy(
                entry.power, entry.body["level"], entry.body["until"]
            )
        elif entry.kind == "deputy.ended":
            _ended(check, known.get(entry.body["number"]), entry, where)
        elif "deputy" in entry.body:
            done += 1
            _did(check, known.get(entry.body["deputy"]), entry, where)
    check.said = f"{counted(len(known), 'deputy', 'deputies')}, {done} entries by them"
    return check


def _ended(check: Check, deputy: _Deputy | None, entry: EntryRecord, where: str) -> None:
    if deputy is None or deputy.over:
        check.fault(f"{where}: deputy {entry.body['number']} stands in for nobody")
        return
    check.equal(f"{where}: its power", entry.power, deputy.power)
    deputy.over = True


def _did(check: Check, deputy: _Deputy | None, entry: EntryRecord, where: str) -> None:
    if deputy is None or deputy.over or (deputy.until and entry.at >= deputy.until):
        check.fault(f"{where}: deputy {entry.body['deputy']} did not stand in then")
        return
    check.equal(f"{where}: its power", entry.power, deputy.power)
    if deputy.level != NEEDED:
        check.fault(f"{where}: deputy {entry.body['deputy']} could not do this")
