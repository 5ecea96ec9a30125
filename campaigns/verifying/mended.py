"""Lines: where a campaign went back, from what, with whose consent, and what was played again."""

from dataclasses import dataclass, field
from typing import Any

from campaigns.exportfile import EntryRecord, Export
from campaigns.verifying.report import Check, counted
from campaigns.verifying.seals import SEALED, UNDONE

ROLLED_BACK = "line.rolled_back"
OPENED = "phase.opened"
REVEALS = frozenset({"phase.resolved", "act", "moderator.facts", "dispatch.proposed"})
"""The entries by which everybody comes to know something that was not public before."""

_TAKEN = frozenset({"seat.taken", "seat.assigned"})
_FREED = frozenset({"seat.left", "seat.freed", "seat.bot"})


@dataclass
class _Line:
    """A campaign as its log leaves it: the phases of its line with the entries that opened them, what
    is sealed for the open one, which powers people play, and what is to be played again.
    """

    opened: dict[int, EntryRecord] = field(default_factory=dict)
    undone: dict[int, str] = field(default_factory=dict)
    again: dict[int, int] = field(default_factory=dict)
    sealed: set[str] = field(default_factory=set)
    seated: set[str] = field(default_factory=set)
    pending: int = 0

    def take(self, entry: EntryRecord) -> None:
        if entry.kind in _TAKEN:
            self.seated.add(entry.power)
        elif entry.kind in _FREED:
            self.seated.discard(entry.power)
        elif entry.kind == SEALED:
            self.sealed.add(entry.power)
        elif entry.kind in UNDONE:
            self.sealed.discard(entry.power)
        elif entry.kind == "phase.resolved":
            self.sealed.clear()


def check_lines(export: Export) -> Check:
    """Every roll-back goes to a phase of its line, opens no seal, undoes what was revealed only by consent,
    and is followed by that phase, played again. The phases of the file say the same.
    """
    check = Check(name="lines")
    line, back = _Line(), 0
    for entry in export.log:
        where = f"log entry {entry.seq} ({entry.kind})"
        line.take(entry)
        if entry.kind == ROLLED_BACK:
            back += 1
            _rolled_back(check, line, export, entry, where)
        elif entry.kind == OPENED:
            number = entry.body["phase"]
            check.equal(f"{where}: what is played again", entry.body.get("again", 0), line.pending)
            line.opened[number], line.again[number], line.pending = entry, line.pending, 0
    if line.pending:
        check.fault(f"phase {line.pending} was never played again")
    for phase in export.phases:
        where = f"phase {phase.number}"
        check.equal(f"{where}: when it was undone", phase.undone, line.undone.get(phase.number, ""))
        check.equal(f"{where}: what it plays again", phase.again, line.again.get(phase.number, 0))
    check.said = f"{counted(export.campaign.line, 'line')}, rolled back {counted(back, 'time')}"
    return check


def _rolled_back(check: Check, line: _Line, export: Export, entry: EntryRecord, where: str) -> None:
    body: dict[str, Any] = entry.body
    check.equal(f"{where}: the open phase", body["phase"], max(line.opened, default=0))
    start = line.opened.get(body["to"])
    if start is None:
        check.fault(f"{where}: phase {body['to']} is not one of its line")
        return
    for part in ("title", "turn"):
        check.equal(f"{where}: the {part} of phase {body['to']}", body[part], start.body[part])
    for power in sorted(line.sealed):
        check.fault(f"{where}: the seal of {power} was not voided")
    told = any(one.kind in REVEALS for one in export.log[start.seq : entry.seq - 1])
    if told and line.seated and "consent" not in body:
        check.fault(f"{where} undoes what was revealed, and nobody was asked")
    for number in [each for each in line.opened if each >= body["to"]]:
        del line.opened[number]
        line.undone[number] = entry.at
    line.sealed.clear()
    line.pending = body["to"]
