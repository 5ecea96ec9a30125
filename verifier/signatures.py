"""Seat keys: what a seat with a key has signed, and for what the site alone vouches."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from campaigns.domain.export_file import EntryRecord, Export
from campaigns.proofs.signatures import SAID, SCHEME, is_signed, is_to_be_signed, statement
from verifier import secret_log
from verifier.report import Check, counted
from verifier.seats import GOT_UP, SAT_DOWN

ENDS: Final = SAT_DOWN | GOT_UP
"""After these a seat has another player, or none, and no key."""
_BY_PLAYERS: Final = frozenset(SAID) - {"seat.key"}


@dataclass
class _Seats:
    """The keys that were in force so far."""

    check: Check
    slug: str
    keys: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    phase: int = 0
    signed: Counter[str] = field(default_factory=Counter)
    alone: Counter[str] = field(default_factory=Counter)
    numbers: Counter[str] = field(default_factory=Counter)
    autopilots: set[str] = field(default_factory=set)

    def in_force(self, power: str) -> Mapping[str, Any] | None:
        """The key that signs for a power now."""
        key = self.keys.get(power)
        return key if key is not None and key["begins"] <= self.phase else None

    def judge(
        self,
        where: str,
        power: str,
        kind: str,
        body: Mapping[str, Any],
        commitment: str,
        given: tuple[str, str],
    ) -> None:
        """What was done in a player's name bears the seat's signature, where it has a key."""
        signature, scheme = given
        key = self.in_force(power)
        if key is None:
            self.alone[power] += 1
            if signature or scheme:
                self.check.fault(f"{where}: a signature, though {power} has no key then")
            return
        text = statement(self.slug, power, key["number"], kind, body, commitment)
        if not signature:
            self.check.fault(
                f"{where}: {power} has a key and has not signed it; the site could have made it"
            )
        elif scheme != f"{SCHEME}/{key['number']}" or not is_signed(key["public"], text, signature):
            self.check.fault(f"{where}: the signature is not that of {power}'s key")
        else:
            self.signed[power] += 1


def check_signatures(export: Export) -> Check:
    """All that was done in the name of a seat with a key is signed with it; the rest is the site's word."""
    seats = _Seats(Check(name="signatures"), export.campaign.slug)
    secrets = secret_log.opened(export)
    sealed: dict[str, str] = {}
    for entry in export.log:
        for one in secret_log.since(secrets, entry.seq - 1):
            if not one.power:  # by the desk, which has no key
                _unsigned(seats, one, f"what the desk did in secret after log entry {one.after}")
                continue
            where = f"what {one.power} did in secret after log entry {one.after}"
            told = {"phase": one.phase}
            given = (one.signature, one.scheme)
            seats.judge(where, one.power, one.kind, told, one.commitment, given)
        _take(seats, entry, sealed)
    each = ", ".join(f"{power} {count}" for power, count in sorted(seats.signed.items()))
    said = [counted(sum(seats.signed.values()), "signature") + (f" ({each})" if each else "")]
    if seats.alone:
        said.append(
            f"for {', '.join(sorted(seats.alone))} the site alone vouches, at least in part"
        )
    if seats.autopilots:
        said.append(f"autopilots sealed for {', '.join(sorted(seats.autopilots))}")
    seats.check.said = "; ".join(said)
    return seats.check


def _take(seats: _Seats, entry: EntryRecord, sealed: dict[str, str]) -> None:
    where = f"log entry {entry.seq} ({entry.kind})"
    if entry.kind in ENDS:
        seats.keys.pop(entry.power, None)
    elif entry.kind == "seat.key":
        _key(seats, entry, where)
    elif entry.kind == "phase.opened":
        seats.phase = entry.body["phase"]
        sealed.clear()
    elif entry.kind == "phase.resolved":
        _ready(seats, entry, where, sealed)
    elif entry.kind == "deputy.accepted" and seats.in_force(entry.power) is not None:
        given = (entry.body.get("signature", ""), entry.body.get("scheme", ""))
        seats.judge(where, entry.power, "deputy.named", entry.body, "", given)
    elif entry.kind in _BY_PLAYERS and entry.actor == "power" and _of_player(entry):
        if entry.kind == "order.sealed":
            sealed[entry.power] = entry.commitment
        given = (entry.signature, entry.scheme)
        seats.judge(where, entry.power, entry.kind, entry.body, entry.commitment, given)
    elif entry.kind == "order.sealed":
        # An autopilot's or a deputy's: no key of the seat says that it is ready.
        sealed[entry.power] = ""
        _unsigned(seats, entry, where)
        if "deputy" not in entry.body and seats.in_force(entry.power) is not None:
            seats.check.fault(f"{where}: no autopilot plays {entry.power}, whose player has a key")
    else:
        _unsigned(seats, entry, where)


def _unsigned(seats: _Seats, entry: EntryRecord | secret_log.Opened, where: str) -> None:
    """What needs no signature has none; autopilots are noted."""
    if isinstance(entry, EntryRecord) and _by_autopilot(entry):
        seats.autopilots.add(entry.power)
    if entry.signature or entry.scheme:
        seats.check.fault(f"{where}: a signature under what no player does")


def _by_autopilot(entry: EntryRecord) -> bool:
    """Whether an autopilot sealed here."""
    return entry.kind == "order.sealed" and entry.body.get("how") == "bot"


def _of_player(entry: EntryRecord) -> bool:
    """Neither an autopilot's nor a deputy's; nor what takes effect by itself after it was asked for."""
    return is_to_be_signed(entry.kind, entry.body) and "deputy" not in entry.body


def _key(seats: _Seats, entry: EntryRecord, where: str) -> None:
    body, power, check = entry.body, entry.power, seats.check
    before = seats.keys.pop(power, None)
    if not body["public"]:
        return
    seats.numbers[power] += 1
    check.equal(f"{where}: its number", body["number"], seats.numbers[power])
    text = statement(seats.slug, power, body["number"], "seat.key", body)
    if not is_signed(body["public"], text, body["proof"]):
        check.fault(f"{where}: the key has not signed itself")
    if before is not None and body["begins"] <= seats.phase:
        check.fault(f"{where}: a key that replaces another counts from the next phase on")
    seats.keys[power] = body


def _ready(seats: _Seats, entry: EntryRecord, where: str, sealed: Mapping[str, str]) -> None:
    """Whoever was ready has signed it, under the seal that counted; not where somebody else sealed for it."""
    for power, signature in entry.body.get("ready", {}).items():
        key = seats.in_force(power)
        if key is None or not signature:
            if key is not None and entry.body["how"] == "ready" and sealed.get(power) != "":
                seats.check.fault(
                    f"{where}: {power} has a key and has not signed that it was ready; the site could "
                    "have ended the phase early"
                )
            continue
        body = {"phase": entry.body["phase"]}
        text = statement(
            seats.slug, power, key["number"], "order.ready", body, sealed.get(power, "")
        )
        if not is_signed(key["public"], text, signature):
            seats.check.fault(f"{where}: {power} has not signed that it was ready")
        else:
            seats.signed[power] += 1
