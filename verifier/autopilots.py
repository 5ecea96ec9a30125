"""What autopilots chose by: every seed was committed before anything was asked, and nobody chose it later.

Whether their orders are those of the seed, playing the campaign again shows (:mod:`verifier.replay`).
"""

import hashlib
from typing import Any

from campaigns.domain.export_file import EntryRecord, Export
from campaigns.proofs.phase_seeds import TOLD, seed_of
from verifier.dice import is_given
from verifier.report import SITE, Check, counted

BEGINS = ("phase.opened", "rules.moved")
"""With these a phase gets its seed."""
ANEW = "dice.chained"
"""Where it gives a reason, it may begin another secret, and give the open phase another seed."""


def check_seeds(export: Export) -> Check:
    """Every phase has a seed that was committed when it opened; it is published with the orders; and at the end
    all of them follow from the secrets.
    """
    looked = _Looked(export)
    for entry in export.log:
        looked.at(entry)
    looked.left()
    return looked.check


class _Looked:
    """How far the log was looked at: the hashes of the secrets, and of each phase the commitment to its seed with
    the number of its secret, from 1.
    """

    def __init__(self, export: Export) -> None:
        self.check = Check(name="autopilots' seeds", said="no seeds")
        self.export, self.given = export, is_given(export)
        self.lines = {phase.number: phase.line for phase in export.phases}
        self.roots: list[str] = []
        self.over = False
        self.phase = self.published = 0
        self.committed: dict[int, tuple[str, int]] = {}
        self.seeds: dict[int, str] = {}

    def at(self, entry: EntryRecord) -> None:
        """Look at the next entry."""
        where, told = f"log entry {entry.seq} ({entry.kind})", entry.body.get(TOLD)
        if entry.kind == "phase.opened":
            self.phase = entry.body["phase"]
        if self.given and told is not None:
            self.check.fault(f"{where}: a seed of autopilots, though a script says what is done")
        elif entry.kind == "orders.released":
            self._released(entry, where)
        elif entry.kind == "campaign.finished":
            self._over(where, told)
        elif entry.kind in ("campaign.founded", ANEW, *BEGINS):
            self._committed(entry, where, told or {})
        elif told is not None:
            self.check.fault(f"{where}: no such entry tells of autopilots' seeds")

    def _committed(self, entry: EntryRecord, where: str, told: dict[str, Any]) -> None:
        if "root" in told:
            if self.roots and not (entry.kind == ANEW and entry.body.get("reason")):
                self.check.fault(
                    f"{where}: another secret of the autopilots, for no reason", who=SITE
                )
            self.roots.append(told["root"])
        elif entry.kind == "campaign.founded" and not self.given:
            self.check.fault(f"{where}: no secret of the autopilots is committed to", who=SITE)
        if "seed" in told:
            self.committed[self.phase] = told["seed"], len(self.roots)
        elif entry.kind in BEGINS and not self.given:
            self.check.fault(f"{where}: phase {self.phase} has no seed for autopilots", who=SITE)

    def _released(self, entry: EntryRecord, where: str) -> None:
        """The seed is the one that was committed."""
        number, seed = entry.body["phase"], entry.body.get(TOLD, "")
        committed = self.committed.get(number, ("", 0))[0]
        self.check.equal(
            f"{where}: the commitment to the autopilots' seed", seed_hash(seed), committed
        )
        self.seeds[number] = seed
        self.check.said = f"{counted(sum(map(bool, self.seeds.values())), 'seed')} opened"

    def _over(self, where: str, told: Any) -> None:
        """All seeds follow from the secrets that were committed before them."""
        self.over, opened = True, list[str](told or [])
        roots = [seed_hash(secret) for secret in opened]
        self.check.equal(f"the hashes of the autopilots' secrets in {where}", roots, self.roots)
        for number, (_, secret) in self.committed.items():
            if number in self.seeds and 0 < secret <= len(opened):
                made = seed_of(bytes.fromhex(opened[secret - 1]), self.lines[number], number)
                said = f"the autopilots' seed of phase {number}"
                self.check.equal(said, self.seeds[number], made.hex())

    def left(self) -> None:
        """What stays closed while the campaign runs."""
        if self.roots and not self.over:
            self.check.left.append(
                "that the autopilots' seeds follow from the secrets committed to, which are opened at the end "
                "of the campaign"
            )


def seed_hash(secret: str) -> str:
    """What a seed or a secret is committed to by; of nothing it is nothing."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest() if secret else ""
