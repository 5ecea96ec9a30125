"""Questions to the players: what was done by agreement was agreed to, by enough of those asked."""

from dataclasses import dataclass, field

from campaigns.exportfile import EntryRecord, Export
from campaigns.verifying.report import Check, counted

CARRIED = {
    "seat": frozenset({"seat.assigned", "seat.freed", "seat.bot"}),
    "resume": frozenset({"clock.resumed"}),
    "extend": frozenset({"clock.extended"}),
    "resolve": frozenset({"consent.resolved"}),
    "rules": frozenset({"rules.moved"}),
}
"""The entries that carry out what was asked, by the kind of question."""


@dataclass
class _Asked:
    """A question as the log tells it."""

    entry: EntryRecord
    agreed: set[str] = field(default_factory=set)
    closed: bool = False

    def of(self, power: str) -> tuple[str, ...] | None:
        """The powers of the person who is asked under this one."""
        body = self.entry.body
        asked = [*body["asked"], *body["alone"]]
        return next((tuple(powers) for powers in asked if powers[0] == power), None)

    @property
    def fulfilled(self) -> bool:
        body = self.entry.body
        if any(powers[0] in self.agreed for powers in body["alone"]):
            return True
        needed: int = body["needed"]
        return 0 < needed <= sum(powers[0] in self.agreed for powers in body["asked"])


def check_consents(export: Export) -> Check:
    """Every question, every yes, and what was done on the strength of them."""
    check = Check(name="agreements of the players")
    asked: dict[int, _Asked] = {}
    done = 0
    for entry in export.log:
        number, where = entry.body.get("consent"), f"log entry {entry.seq} ({entry.kind})"
        if number is None:
            continue
        if entry.kind == "consent.asked":
            check.equal(f"{where}: its number", number, len(asked) + 1)
            asked[number] = _Asked(entry)
            continue
        question = asked.get(number)
        if question is None or question.closed:
            check.fault(f"{where}: question {number} is not open")
            continue
        if entry.kind in ("consent.given", "consent.taken_back"):
            _voted(check, question, entry, where)
        elif entry.kind == "consent.lapsed":
            question.closed = True
        else:
            done += 1
            _done(check, question, entry, where)
    check.said = f"{counted(len(asked), 'question')}, {done} agreed to and carried out"
    return check


def _voted(check: Check, question: _Asked, entry: EntryRecord, where: str) -> None:
    if question.of(entry.power) is None:
        check.fault(f"{where}: the player of {entry.power} was not asked")
    elif entry.kind == "consent.given":
        question.agreed.add(entry.power)
    else:
        question.agreed.discard(entry.power)


def _done(check: Check, question: _Asked, entry: EntryRecord, where: str) -> None:
    question.closed = True
    body = question.entry.body
    about = body["about"]
    if entry.kind not in CARRIED.get(body["kind"], ()):
        check.fault(f"{where} carries out what was not asked")
    for part, told in (("power", entry.power), ("phase", entry.body.get("phase"))):
        if part in about:
            check.equal(f"{where}: its {part}", told, about[part])
    if not question.fulfilled:
        check.fault(f"{where}: too few had agreed")
