"""Deputies: what one of them did lay within what they had accepted, and between its beginning and its end."""

from dataclasses import dataclass

from campaigns.domain.export_file import EntryRecord, Export
from verifier.report import Check, counted

LEVELS = ("see", "draft", "seal")
NEEDED = "seal"
"""Everything of a deputy's that stands in the public log needs the highest level."""


@dataclass
class _Deputy:
    power: str
    level: str
    until: str
    begins: str = ""
    absence: int = 0
    over: bool = False


def check_deputies(export: Export) -> Check:
    """Every deputy, and every entry that bears the number of one."""
    check = Check(name="deputies")
    known: dict[int, _Deputy] = {}
    absences: dict[int, EntryRecord] = {}
    back: set[int] = set()
    done = 0
    for entry in export.log:
        where = f"log entry {entry.seq} ({entry.kind})"
        if entry.kind == "deputy.accepted":
            check.equal(f"{where}: its number", entry.body["number"], len(known) + 1)
            if entry.body["level"] not in LEVELS:
                check.fault(f"{where}: {entry.body['level']!r} is no right of a deputy")
            known[entry.body["number"]] = _Deputy(
                entry.power,
                entry.body["level"],
                entry.body["until"],
                entry.body.get("from", ""),
                entry.body.get("absence", 0),
            )
            _announced(check, entry, absences, where)
        elif entry.kind == "absence.announced":
            absences[entry.body["number"]] = entry
        elif entry.kind == "absence.ended":
            back.add(entry.body["number"])
        elif entry.kind == "deputy.ended":
            _ended(check, known.get(entry.body["number"]), entry, where)
        elif "deputy" in entry.body:
            done += 1
            _did(check, known.get(entry.body["deputy"]), entry, where, back)
    check.said = f"{counted(len(known), 'deputy', 'deputies')}, {done} entries by them"
    return check


def _announced(
    check: Check, entry: EntryRecord, absences: dict[int, EntryRecord], where: str
) -> None:
    """One who was named for an absence stands in within it."""
    if not (number := entry.body.get("absence", 0)):
        return
    absence = absences.get(number)
    if absence is None or entry.power not in absence.body["powers"]:
        check.fault(f"{where}: {entry.power} had announced no absence {number}")
        return
    check.equal(f"{where}: its end", entry.body["until"], absence.body["until"])
    if entry.body.get("from", entry.at) < absence.body["from"]:
        check.fault(f"{where}: it begins before absence {number}")


def _ended(check: Check, deputy: _Deputy | None, entry: EntryRecord, where: str) -> None:
    if deputy is None or deputy.over:
        check.fault(f"{where}: deputy {entry.body['number']} stands in for nobody")
        return
    check.equal(f"{where}: its power", entry.power, deputy.power)
    deputy.over = True


def _did(
    check: Check, deputy: _Deputy | None, entry: EntryRecord, where: str, back: set[int]
) -> None:
    if (
        deputy is None
        or deputy.over
        or deputy.absence in back
        or (deputy.until and entry.at >= deputy.until)
        or entry.at < deputy.begins
    ):
        check.fault(f"{where}: deputy {entry.body['deputy']} did not stand in then")
        return
    check.equal(f"{where}: its power", entry.power, deputy.power)
    if deputy.level != NEEDED:
        check.fault(f"{where}: deputy {entry.body['deputy']} could not do this")
