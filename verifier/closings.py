"""Dice thrown after the close: what closed, what was waited for, and what came."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from campaigns.domain.export_file import EntryRecord
from campaigns.proofs import beacon_rounds
from campaigns.proofs.dice_links import AFTER_CLOSE, BEACON, PROMPT
from verifier.report import Check, counted
from verifier.seals import UNDONE

CLOSED, ASKED = "phase.closed", "act.asked"
MEANWHILE: Final = frozenset(
    {"order.sealed", *UNDONE, "act", ASKED, "moderator.facts", "state.overridden", "dice.seat"}
)
"""What must not happen between a close and its dice."""


@dataclass
class Closings:
    """The closes so far: the phase's, and that of an act; ``withheld`` counts links that stayed away."""

    check: Check
    policy: str = PROMPT
    source: Mapping[str, Any] = field(default_factory=dict)
    seals: dict[str, str] = field(default_factory=dict)
    phase: EntryRecord | None = None
    act: EntryRecord | None = None
    asked: int = 0
    withheld: int = 0

    def at(self, entry: EntryRecord, where: str, kept: Collection[str]) -> None:
        """Look at the next entry, before what it throws. ``kept`` are the powers whose chains their players
        keep and that have links left.
        """
        waits = self.act or self.phase
        carried = entry.kind == "act" and self.act is not None
        if waits is not None and entry.kind in MEANWHILE and not carried:
            self.check.fault(f"{where}: done between a close (log entry {waits.seq}) and its dice")
        if entry.kind == "order.sealed":
            self.seals[entry.power] = entry.commitment
        elif entry.kind in UNDONE:
            self.seals.pop(entry.power, None)
        elif entry.kind == "phase.opened":
            self.seals, self.phase = {}, None
        elif entry.kind == CLOSED:
            self.check.equal(f"{where}: the seals that it names", entry.body["seals"], self.seals)
            self.phase = entry
            self._waits(entry, where, kept)
        elif entry.kind == ASKED:
            self.asked += 1
            self.check.equal(f"{where}: its number", entry.body["asked"], self.asked)
            self.act = entry
            self._waits(entry, where, kept)

    def _waits(self, entry: EntryRecord, where: str, kept: Collection[str]) -> None:
        if self.policy == PROMPT:
            self.check.fault(f"{where}: the dice of this campaign are not thrown after the close")
        elif self.policy == BEACON:
            expected = beacon_rounds.round_after(self.source, datetime.fromisoformat(entry.at))
            self.check.equal(f"{where}: the round that goes in", entry.body["round"], expected)
        else:
            self.check.equal(
                f"{where}: whose links it waits for", entry.body["waits"], sorted(kept)
            )

    def throws(self, entry: EntryRecord, where: str, due: Collection[str]) -> set[str]:
        """Look at a throw; gives the powers of ``due`` (those whose players keep their chains) whose links
        were left out, as they may be.
        """
        body, close = entry.body, self.act if entry.kind == "act" else self.phase
        withheld = set(body.get("withheld", ()))
        if self.policy == PROMPT:
            if withheld or body.get("beacon"):
                self.check.fault(
                    f"{where}: links left out, or a beacon, where the policy has neither"
                )
            return set()
        if close is None:
            self.check.fault(f"{where}: dice without a close before them")
            return withheld
        if entry.kind == "act":
            self.check.equal(f"{where}: what it was asked as", body.get("asked"), self.asked)
            self.check.equal(f"{where}: its order", entry.commitment, close.commitment)
            self.check.equal(f"{where}: its power", entry.power, close.power)
            self.act = None
        else:
            self.check.equal(f"{where}: how it closed", body["how"], close.body["how"])
        if self.policy == BEACON:
            self._round(entry, close, where)
        elif withheld:
            self._left_out(entry, close, where, withheld, due)
        return withheld

    def _round(self, entry: EntryRecord, close: EntryRecord, where: str) -> None:
        number, signature = entry.body.get("round"), entry.body.get("beacon", "")
        self.check.equal(f"{where}: its round of the beacon", number, close.body["round"])
        if number is None or not beacon_rounds.is_round(self.source, number, signature):
            self.check.fault(f"{where}: this is not the beacon's signature of its round")

    def _left_out(
        self,
        entry: EntryRecord,
        close: EntryRecord,
        where: str,
        withheld: set[str],
        due: Collection[str],
    ) -> None:
        self.withheld += len(withheld)
        if strange := sorted(withheld - set(due)):
            self.check.fault(
                f"{where}: the links of {', '.join(strange)} were left out without need"
            )
        if datetime.fromisoformat(entry.at) < datetime.fromisoformat(close.body["until"]):
            self.check.fault(
                f"{where}: the links of {', '.join(sorted(withheld))} were left out before their time was over"
            )

    @property
    def said(self) -> str:
        """For the line of the check."""
        if self.policy == AFTER_CLOSE:
            return f", thrown after the close; {counted(self.withheld, 'link')} withheld"
        return ", with a round of the beacon each" if self.policy == BEACON else ""
