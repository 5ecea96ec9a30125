"""What a check found."""

from dataclasses import dataclass, field

from campaigns.sealing import commitment
from rules.kernel.serial import canonical


@dataclass(slots=True, kw_only=True)
class Check:
    """One check: its name, one sentence about what was looked at, the faults found, what could not
    be checked, and ``beyond``: what no file can be checked for.
    """

    name: str
    said: str = ""
    faults: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    beyond: list[str] = field(default_factory=list)

    def fault(self, said: str) -> None:
        """Something is wrong: what and where."""
        self.faults.append(said)

    def equal(self, where: str, found: object, expected: object) -> None:
        """Complain unless two things that must be the same are."""
        if canonical(found) != canonical(expected):
            self.fault(f"{where} is {shortened(found)}, not {shortened(expected)}")

    def lines(self) -> list[str]:
        """The check for reading: a line, and one more for each fault and each gap."""
        word = "FAULT" if self.faults else "ok"
        return [
            f"{word:<6} {self.name}: {self.said}",
            *(f"       fault: {fault}" for fault in self.faults),
            *(f"       not checked: {gap}" for gap in self.left),
            *(f"       not covered: {gap}" for gap in self.beyond),
        ]


def shortened(value: object) -> str:
    """A value in a sentence, cut where it grows too long to read."""
    text = canonical(value).decode()
    return text if len(text) <= 80 else f"{text[:60]}...{text[-17:]}"


def counted(number: int, what: str, many: str = "") -> str:
    """A number with its noun."""
    return f"{number} {what if number == 1 else many or f'{what}s'}"


def opens(published: str, nonce: str, content: object) -> bool:
    """Whether a nonce and a content are what was committed to."""
    try:
        return commitment(bytes.fromhex(nonce), content) == published
    except ValueError:
        return False
