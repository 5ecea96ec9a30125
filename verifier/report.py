"""What a check found."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from campaigns.proofs.commitments import commitment
from rules.kernel.serial import canonical

Watch = Callable[[str, int, int], None]
"""Is told what is being done, and how much of how much of it is done."""


def unwatched(_what: str, _done: int, _of: int) -> None:
    """Nobody waits for it."""


EDITOR: Final = "whoever edited the file"
"""Of what an honest site never writes: no player and no clock brings it about."""
SITE_OR_EDITOR: Final = "the site, or whoever edited the file and made its hashes anew"
"""Of what contradicts itself in a file whose hashes all fit."""
SITE: Final = "the site"
"""Of what the log itself tells and the rules forbid."""
SITE_OR_KEY: Final = "the site or whoever holds the seat's key"
"""Of what a player signed."""


@dataclass(slots=True, kw_only=True)
class Check:
    """One check: its name, one sentence about what was looked at, the faults found, what could not
    be checked, ``given``: what was given by a script, so that there is nothing to check, and ``beyond``:
    what no file can be checked for. ``counts`` are the numbers in ``said``, where somebody asks for them. ``who`` could have done each fault, as far as it says; else ``by``.
    """

    name: str
    said: str = ""
    faults: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    given: list[str] = field(default_factory=list)
    beyond: list[str] = field(default_factory=list)
    who: dict[str, str] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    by: str = EDITOR

    def fault(self, said: str, *, who: str = "") -> None:
        """Something is wrong: what and where, and who could have done it, if that is not :attr:`by`."""
        self.faults.append(said)
        if who:
            self.who[said] = who

    def could_have(self, fault: str) -> str:
        """Who could have done a fault."""
        return self.who.get(fault, self.by)

    def equal(self, where: str, found: object, expected: object) -> None:
        """Complain unless two things that must be the same are."""
        if canonical(found) != canonical(expected):
            self.fault(f"{where} is {shortened(found)}, not {shortened(expected)}")

    def lines(self) -> list[str]:
        """The check for reading: a line, and one more for each fault and each gap."""
        word = "FAULT" if self.faults else "given" if self.given else "ok"
        return [
            f"{word:<6} {self.name}: {self.said}",
            *(f"       fault: {fault}" for fault in self.faults),
            *(f"       not checked: {gap}" for gap in self.left),
            *(f"       given: {it}" for it in self.given),
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
