"""Questions to the players: what was done by agreement was agreed to, by enough of those asked."""

from dataclasses import dataclass, field

from campaigns.domain import vote_kinds
from campaigns.domain.entries import KINDS
from campaigns.domain.export_file import EntryRecord, Export
from campaigns.proofs.commitments import fingerprint
from verifier import anonymity
from verifier.report import Check, counted
from verifier.seats import Seated


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
    done, ended = 0, set[int]()
    for entry in export.log:
        number, where = entry.body.get("consent"), f"log entry {entry.seq} ({entry.kind})"
        if entry.kind == "campaign.finished" and entry.body.get("agreed", 0) not in {0, *ended}:
            check.fault(f"{where}: the players had not agreed to it")
        if number is None:
            continue
        if entry.kind == "consent.ended":
            ended.add(number)
        if entry.kind == "consent.asked":
            check.equal(f"{where}: its number", number, len(asked) + 1)
            asked[number] = _Asked(entry)
            _put(check, entry, where)
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
    _check_delay(export, check)
    anonymity.check_changes(export, check)
    check.said = f"{counted(len(asked), 'question')}, {done} agreed to and carried out"
    return check


def _put(check: Check, entry: EntryRecord, where: str) -> None:
    """As many are needed as the threshold says that held when the question was put."""
    body = entry.body
    if body["threshold"] not in vote_kinds.THRESHOLD_WORDS:
        check.fault(f"{where}: there is no threshold {body['threshold']!r}")
    else:
        needed = vote_kinds.needed(body["threshold"], len(body["asked"]))
        check.equal(f"{where}: how many must agree", body["needed"], needed)


def _check_delay(export: Export, check: Check) -> None:
    """Spectators were let nearer only where nobody played yet, or the players agreed."""
    delay, seated, started = 0, Seated(), False
    for entry in export.log:
        if entry.kind == "campaign.founded":
            delay = entry.body.get("delay", 0)
        elif entry.kind == "campaign.started":
            started = True
        elif entry.kind == "spectators.delayed":
            where = f"log entry {entry.seq} ({entry.kind})"
            check.equal(f"{where}: the delay before", entry.body["before"], delay)
            delay = entry.body["turns"]
            shorter = delay < entry.body["before"]
            if shorter and started and seated and "consent" not in entry.body:
                check.fault(f"{where}: the delay was shortened without asking the players")
        seated.take(entry)


def _voted(check: Check, question: _Asked, entry: EntryRecord, where: str) -> None:
    asked = fingerprint(question.entry.body)
    check.equal(f"{where}: the question that it answers", entry.body["question"], asked)
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
    done = KINDS.get(entry.kind)
    if done is None or done.by_vote != body["kind"]:
        check.fault(f"{where} carries out what was not asked")
    for part, told in (
        ("power", entry.power),
        ("phase", entry.body.get("phase")),
        ("turns", entry.body.get("turns")),
        ("anonymous", entry.body.get("anonymous")),
        ("until", entry.body.get("until")),
    ):
        if part in about:
            check.equal(f"{where}: its {part}", told, about[part])
    if not question.fulfilled:
        check.fault(f"{where}: too few had agreed")
