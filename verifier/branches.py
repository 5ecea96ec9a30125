"""Lines: where a campaign went back, from what, with whose consent, and what was played again."""

import re
from dataclasses import dataclass, field
from typing import Any

from campaigns.domain.export_file import EntryRecord, Export
from verifier.report import Check, counted
from verifier.seals import SEALED, UNDONE
from verifier.seats import Seated

ROLLED_BACK = "line.rolled_back"
OPENED = "phase.opened"
OVERRIDDEN = "state.overridden"
ANSWERED = "override.answered"
RULED = "ruling.made"
RULING_WITHDRAWN = "ruling.withdrawn"
REVEALS = frozenset(
    {"phase.resolved", "act", "moderator.facts", "dispatch.proposed", "state.overridden"}
)
"""The entries by which everybody comes to know something that was not public before."""


@dataclass
class _Line:
    """A campaign as its log leaves it: the phases of its line with the entries that opened them, what
    is sealed for the open one, which powers people play, and what is to be played again.
    """

    opened: dict[int, EntryRecord] = field(default_factory=dict)
    undone: dict[int, str] = field(default_factory=dict)
    again: dict[int, int] = field(default_factory=dict)
    sealed: set[str] = field(default_factory=set)
    seated: Seated = field(default_factory=Seated)
    pending: int = 0

    def take(self, entry: EntryRecord) -> None:
        self.seated.take(entry)
        if entry.kind == SEALED:
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
    if line.pending and export.log[-1].kind != ROLLED_BACK:
        # A file of what is disclosed can end there.
        check.fault(f"phase {line.pending} was never played again")
    for phase in export.phases:
        where = f"phase {phase.number}"
        check.equal(f"{where}: when it was undone", phase.undone, line.undone.get(phase.number, ""))
        check.equal(f"{where}: what it plays again", phase.again, line.again.get(phase.number, 0))
    check.said = f"{counted(export.campaign.line, 'line')}, rolled back {counted(back, 'time')}"
    return check


def check_overrides(export: Export) -> Check:
    """Every override is of the open phase, opens no seal, says what was agreed to where anything had been
    revealed, and is undone at most once, to what was before. Whether its values were so, playing it again shows.
    """
    check = Check(name="overrides")
    line, asked = _Line(), dict[int, EntryRecord]()
    made, undone, answers, revealed = list[EntryRecord](), set[int](), 0, False
    for entry in export.log:
        where, body = f"log entry {entry.seq} ({entry.kind})", entry.body
        line.take(entry)
        if entry.kind == OPENED:
            line.opened[body["phase"]] = entry
        elif entry.kind == "consent.asked":
            asked[body["consent"]] = entry
        elif entry.kind == OVERRIDDEN:
            check.equal(f"{where}: the open phase", body["phase"], max(line.opened, default=0))
            check.equal(f"{where}: its number", body["override"], len(made) + 1)
            for power in sorted(line.sealed):
                check.fault(f"{where}: the seal of {power} was not voided")
            if revealed and line.seated and "consent" not in body:
                check.fault(f"{where} changes what was revealed, and nobody was asked")
            _as_asked(check, asked.get(body.get("consent", 0)), body, where, CHANGES)
            _undoes(check, made, undone, body, where)
            made.append(entry)
        elif entry.kind == ANSWERED:
            answers += 1
            _answered(check, entry, len(made), where)
        revealed = revealed or entry.kind in REVEALS
    said = counted(len(made), "override")
    check.said = f"{said}, {len(undone)} undone, {counted(answers, 'answer')}"
    return check


def check_rulings(export: Export) -> Check:
    """Every ruling of the group is counted, names phases that were there, says what was agreed to, and is
    withdrawn at most once.
    """
    check = Check(name="rulings")
    asked, opened = dict[int, EntryRecord](), set[int]()
    made, withdrawn = 0, set[int]()
    for entry in export.log:
        where, body = f"log entry {entry.seq} ({entry.kind})", entry.body
        if entry.kind == OPENED:
            opened.add(body["phase"])
        elif entry.kind == "consent.asked":
            asked[body["consent"]] = entry
        elif entry.kind == RULED:
            made += 1
            check.equal(f"{where}: its number", body["ruling"], made)
            if not set(body["phases"]) <= opened:
                check.fault(f"{where} names a phase that was not there")
            _touches(check, export, body, where)
            if entry.actor != "moderator" and "consent" not in body:
                check.fault(f"{where} was made by nobody who may")
            _as_asked(check, asked.get(body.get("consent", 0)), body, where, RULES)
        elif entry.kind == RULING_WITHDRAWN:
            if not 1 <= body["ruling"] <= made or body["ruling"] in withdrawn:
                check.fault(f"{where}: ruling {body['ruling']} does not hold")
            withdrawn.add(body["ruling"])
    check.said = f"{counted(made, 'ruling')}, {len(withdrawn)} withdrawn"
    return check


CHANGES = ("changes", "rule", "undoes")
RULES = ("text", "rule", "phases", "rolls")
ROLL = re.compile(r"(?P<phase>[1-9]\d{0,5})#((die|event)-([1-9]\d{0,4}))")
"""A die or an event of a phase, as a ruling names it: ``4#die-1``."""


def _touches(check: Check, export: Export, body: dict[str, Any], where: str) -> None:
    """The dice that a ruling names were thrown, in phases that it names."""
    thrown = {
        entry.body["phase"]: len(entry.body.get("rolls", ()))
        for entry in export.log
        if entry.kind == "orders.released"
    }
    for said in body.get("rolls", ()):
        found = ROLL.fullmatch(said)
        number = int(found["phase"]) if found else 0
        if found is None or number not in body["phases"]:
            check.fault(f"{where} names {said}, which is in no phase of its own")
        elif found[3] == "die" and int(found[4]) > thrown.get(number, 0):
            check.fault(f"{where} names {said}, a die that was not thrown")


def _as_asked(
    check: Check,
    question: EntryRecord | None,
    body: dict[str, Any],
    where: str,
    parts: tuple[str, ...],
) -> None:
    """What was done by agreement is what was asked."""
    if question is not None:
        about = question.body["about"]
        for part in parts:
            check.equal(f"{where}: its {part}", body.get(part), about.get(part))


def _undoes(
    check: Check, made: list[EntryRecord], undone: set[int], body: dict[str, Any], where: str
) -> None:
    number = body.get("undoes")
    if number is None:
        return
    if not 1 <= number <= len(made) or number in undone:
        check.fault(f"{where}: override {number} is not there to be undone")
        return
    undone.add(number)
    before = [
        {"path": one["path"], "before": one["after"], "after": one["before"]}
        for one in made[number - 1].body["changes"][::-1]
    ]
    check.equal(f"{where}: what it changes back", body["changes"], before)


def _answered(check: Check, entry: EntryRecord, made: int, where: str) -> None:
    if not 1 <= entry.body["override"] <= made:
        check.fault(f"{where}: there is no override {entry.body['override']}")
    if entry.body["answer"] not in ("acknowledged", "disputed"):
        check.fault(f"{where}: there is no answer {entry.body['answer']!r}")


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
