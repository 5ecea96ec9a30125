"""Chains of dice: every one is committed before the first throw that it goes into."""

import hashlib
from dataclasses import dataclass

from campaigns.domain.export_file import GIVEN, EntryRecord, Export
from campaigns.proofs.dice_links import AFTER_CLOSE, PROMPT, RESERVE, SCHEME, seed_of
from rules.kernel.dice import chain_link, follows
from verifier.closings import Closings
from verifier.report import Check, counted
from verifier.seals import UNDONE
from verifier.signatures import ENDS

CHAINED = "dice.chained"
BROUGHT = "dice.seat"


@dataclass(slots=True)
class _Chain:
    """A chain as far as it was published: the last link, how many there were of how many."""

    head: str
    length: int
    used: int = 0
    kept: bool = False
    """Whether its player keeps it, so that a link of it can be withheld."""


def check(export: Export, check: Check) -> Check:
    """The site's chains and the seats': each was committed before the first throw that it goes into, the
    site's next one with the one before it, and every throw takes the next link of every one of them.
    """
    dice = export.log[0].body.get("dice") or {} if export.log else {}
    if dice.get("scheme") != SCHEME:
        check.fault("the founding names no chain of dice that this release knows")
        return check
    looked = _Looked(export, check)
    for entry in export.log[1:]:
        looked.at(entry)
    looked.at_the_secret()
    check.said = (
        f"{counted(looked.throws, 'throw')} from {counted(len(looked.heads), 'chain')} of the site"
        f" and {counted(looked.brought, 'chain')} of seats{looked.closings.said}"
    )
    return check


class _Looked:
    """How far the log was looked at, entry by entry."""

    def __init__(self, export: Export, check: Check) -> None:
        self.export, self.check = export, check
        self.founding = export.log[0].body["dice"]
        self.site = _Chain(self.founding["head"], self.founding["length"])
        self.announced = self.founding["next"]
        self.heads = [self.founding["head"]]
        self.seats: dict[str, _Chain] = {}
        self.sealed: set[str] = set()
        self.throws = self.brought = 0
        policy = self.founding.get("policy", PROMPT)
        self.closings = Closings(check, policy, self.founding.get("beacon", {}))

    def at(self, entry: EntryRecord) -> None:
        """Look at the next entry."""
        where, body = f"log entry {entry.seq} ({entry.kind})", entry.body
        self.closings.at(entry, where, [who for who, one in self.seats.items() if one.kept])
        if entry.kind in ENDS or entry.kind == "seat.key":
            if entry.power in self.seats and self.seats[entry.power].kept:
                del self.seats[entry.power]
        elif body.get("dice") == GIVEN:
            self.check.fault(
                f"{where}: dice are given, though the campaign was founded with a chain"
            )
        elif entry.kind == CHAINED:
            self._next_chain(entry, where)
        elif entry.kind == BROUGHT:
            self._brought(entry, where)
        elif "link" in body:
            self._throw(entry, where)
        note_seals(self.sealed, entry)

    def _brought(self, entry: EntryRecord, where: str) -> None:
        """A chain of a seat, before the first throw; one that its player keeps may come in a later one's
        place, since whoever drew it knows none of the links to come.
        """
        kept = entry.body.get("kept") == "player"
        if kept != (self.closings.policy == AFTER_CLOSE):
            self.check.fault(f"{where}: a chain as this campaign's policy does not have it")
        if self.throws and not kept:
            self.check.fault(f"{where}: a chain of {entry.power} after dice were thrown")
        if kept and entry.power in self.seats:
            self.check.fault(f"{where}: {entry.power} has a chain already")
        self.brought += kept or entry.power not in self.seats
        self.seats[entry.power] = _Chain(entry.body["head"], entry.body["length"], kept=kept)

    def _next_chain(self, entry: EntryRecord, where: str) -> None:
        """It is the one that was announced, and was not begun because it suits somebody's seals."""
        body, site = entry.body, self.site
        same = f"the chain of {where}, which was announced before"
        self.check.equal(same, body["head"], self.announced)
        if self.sealed and site.used < site.length:
            who = ", ".join(sorted(self.sealed))
            self.check.fault(f"{where}: a new chain was begun when {who} had sealed")
        if not body.get("reason") and site.length - site.used >= RESERVE:
            self.check.fault(
                f"{where}: a new chain, though the last one has links and no reason is given"
            )
        self.site, self.announced = _Chain(body["head"], body["length"]), body["next"]
        self.heads.append(body["head"])

    def _throw(self, entry: EntryRecord, where: str) -> None:
        """It takes the next link of every chain that has one."""
        body, self.throws = entry.body, self.throws + 1
        given: dict[str, list[str]] = body.get("links", {})
        due = {power for power, chain in self.seats.items() if chain.used < chain.length}
        due -= self.closings.throws(entry, where, [who for who in due if self.seats[who].kept])
        self.check.equal(f"the seats whose links go into {where}", set(given), due)
        self._took(where, self.site, (body["link"], body["link_before"]))
        for power, (link, before) in given.items():
            if power in self.seats:
                self._took(f"{where}, seat of {power}", self.seats[power], (link, before))

    def _took(self, where: str, chain: _Chain, pair: tuple[str, str]) -> None:
        link, before = pair
        self.check.equal(f"the link before that of {where}", before, chain.head)
        if not is_next(link, before):
            self.check.fault(f"the link of {where} does not follow from the one before")
        chain.head, chain.used = link, chain.used + 1
        if chain.used > chain.length:
            self.check.fault(f"{where}: a link beyond the end of its chain")

    def at_the_secret(self) -> None:
        """Once the campaign is over: all chains of the site follow from the secret of its founding."""
        over = next((one for one in self.export.log if one.kind == "campaign.finished"), None)
        if over is None:
            self.check.left.append(
                "that the site's chains follow from the secret committed at the founding, which is "
                "opened at the end of the campaign"
            )
            return
        root = bytes.fromhex(over.body["dice_root"])
        opened = f"the hash of the secret opened in log entry {over.seq}"
        self.check.equal(opened, hashlib.sha256(root).hexdigest(), self.founding["root"])
        for number, head in enumerate([*self.heads, self.announced], 1):
            made = chain_link(seed_of(root, number), self.founding["length"], 0).hex()
            self.check.equal(f"the head of the site's chain {number}", head, made)


def is_next(link: str, before: str) -> bool:
    """Whether a link follows from the one that was published before it."""
    try:
        return follows(bytes.fromhex(link), bytes.fromhex(before))
    except ValueError:
        return False


def note_seals(sealed: set[str], entry: EntryRecord) -> None:
    """Keep the powers whose seals count in the open phase."""
    if entry.kind == "order.sealed":
        sealed.add(entry.power)
    elif entry.kind in UNDONE:
        sealed.discard(entry.power)
    elif entry.kind == "phase.resolved":
        sealed.clear()
