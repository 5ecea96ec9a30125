"""Absences and silence: no deadline was stretched but for an absence that was announced, and no seat fell
into disorder but after deadlines that its player missed.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from campaigns.domain.export_file import EntryRecord, Export
from verifier.report import Check, counted


@dataclass
class _Told:
    """What the log has told so far: absences by number, and how often each power was silent since its
    player sat down.
    """

    absences: dict[int, EntryRecord] = field(default_factory=dict)
    ended: set[int] = field(default_factory=set)
    missed: dict[str, int] = field(default_factory=dict)
    stretched: int = 0
    fallen: int = 0


def check_absences(export: Export) -> Check:
    """Every absence, every deadline stretched for one, every seat in civil disorder."""
    check, told = Check(name="absences"), _Told()
    for entry in export.log:
        looked_at = _LOOKS.get(entry.kind)
        if looked_at is not None:
            looked_at(check, told, entry, f"log entry {entry.seq} ({entry.kind})")
    stretched, fallen = told.stretched, told.fallen
    check.said = (
        f"{counted(len(told.absences), 'absence')}, {counted(stretched, 'deadline')} stretched, "
        f"{counted(fallen, 'seat')} in civil disorder"
    )
    return check


def _announced(check: Check, told: _Told, entry: EntryRecord, where: str) -> None:
    number, body = entry.body["number"], entry.body
    check.equal(f"{where}: its number", number, len(told.absences) + 1)
    if not body["from"] < body["until"] or body["until"] <= entry.at:
        check.fault(f"{where}: it ends before it begins, or was over")
    if entry.power not in body["powers"]:
        check.fault(f"{where}: it is not for {entry.power}")
    told.absences[number] = entry


def _stretched(check: Check, told: _Told, entry: EntryRecord, where: str) -> None:
    told.stretched += 1
    number = entry.body["absence"]
    absence = told.absences.get(number)
    if absence is None or number in told.ended or entry.power not in absence.body["powers"]:
        check.fault(f"{where}: {entry.power} had announced no absence {number}")
    elif entry.body["seconds"] <= 0:
        check.fault(f"{where}: a deadline is never stretched backwards")


def _ended(check: Check, told: _Told, entry: EntryRecord, where: str) -> None:
    number = entry.body["number"]
    if number not in told.absences.keys() - told.ended:
        check.fault(f"{where}: absence {number} is none that lasts")
    told.ended.add(number)


def _seated(_check: Check, told: _Told, entry: EntryRecord, _where: str) -> None:
    told.missed[entry.power] = 0


def _silent(_check: Check, told: _Told, entry: EntryRecord, _where: str) -> None:
    silent = "silent" if entry.kind == "phase.resolved" else "missing"
    for power in entry.body[silent]:
        told.missed[power] = told.missed.get(power, 0) + 1


def _fallen(check: Check, told: _Told, entry: EntryRecord, where: str) -> None:
    told.fallen += 1
    if not 0 < entry.body["missed"] <= told.missed.get(entry.power, 0):
        check.fault(f"{where}: its player had not missed so many deadlines")


_LOOKS: dict[str, Callable[[Check, _Told, EntryRecord, str], None]] = {
    "absence.announced": _announced,
    "absence.ended": _ended,
    "clock.stretched": _stretched,
    "seat.taken": _seated,
    "seat.assigned": _seated,
    "phase.resolved": _silent,
    "clock.waiting": _silent,
    "seat.disorder": _fallen,
}
