"""The phases, facts and people of a file against its log."""

from collections.abc import Iterator
from typing import Any

from campaigns.domain.export_file import EntryRecord, Export, PhaseRecord
from campaigns.proofs.commitments import fingerprint
from rules.kernel.serial import plain
from verifier import anonymity
from verifier.report import Check, counted


def about_phase(export: Export, kind: str) -> dict[int, EntryRecord]:
    """The log entry of this kind for each phase, by the phase's number."""
    return {entry.body["phase"]: entry for entry in export.log if entry.kind == kind}


def check_phases(export: Export) -> Check:
    """Every phase is told as the log told it: opened, resolved, its orders and dice published."""
    check = Check(
        name="phases", said=f"{counted(len(export.phases), 'phase')} as the log tells them"
    )
    opened = about_phase(export, "phase.opened")
    resolved = about_phase(export, "phase.resolved")
    released = about_phase(export, "orders.released")
    check.equal("the phases", [phase.number for phase in export.phases], list(opened))
    lines = _lines(export, check)
    for phase in export.phases:
        where = f"phase {phase.number}"
        if phase.number in opened:
            entry = opened[phase.number]
            told = {
                "key": phase.key,
                "title": phase.title,
                "turn": phase.turn_title,
                "turn_number": phase.turn,
                "release": phase.release,
            }
            for part, value in told.items():
                check.equal(f"{where}: its {part}", value, entry.body[part])
            check.equal(f"{where}: when it opened", phase.opened_at, entry.at)
            check.equal(f"{where}: its line", phase.line, lines[phase.number])
            moved = about_phase(export, "rules.moved").get(phase.number)
            named = moved.body["after"] if moved else entry.body
            check.equal(f"{where}: the revision of its rules", phase.revision, named["revision"])
            check.equal(f"{where}: the digest of its rules", phase.rules, named["rules"])
        _resolved(check, phase, resolved.get(phase.number))
        _released(check, phase, released.get(phase.number))
        for one in phase.events:
            if not 1 <= one.entry <= len(export.log):
                check.fault(f"{where}: an event of log entry {one.entry}, which is not there")
    _check_told(export, check)
    _check_state(export, check)
    return check


LINES = ("rules.moved", "line.rolled_back")
"""The entries that begin another line."""


def _lines(export: Export, check: Check) -> dict[int, int]:
    """The line of each phase, by its number. Whoever moves the campaign on begins another with the phase
    in play, whoever rolls it back with the next.
    """
    line, found = 1, dict[int, int]()
    for entry in export.log:
        if entry.kind in LINES:
            line += 1
            check.equal(f"log entry {entry.seq} ({entry.kind}): its line", entry.body["line"], line)
        if entry.kind in ("phase.opened", "rules.moved"):
            found[entry.body["phase"]] = line
    check.equal("campaign.line", export.campaign.line, line)
    return found


def _check_told(export: Export, check: Check) -> None:
    """What everybody was told is what the log's fingerprint of it says, entry by entry."""
    told: dict[int, list[dict[str, Any]]] = {}
    for phase in export.phases:
        for one in phase.events:
            if one.event.get("audience", {}).get("everybody"):
                told.setdefault(one.entry, []).append(one.event)
    for entry in export.log:
        if "told" in entry.body and fingerprint(told.get(entry.seq, [])) != entry.body["told"]:
            check.fault(
                f"log entry {entry.seq} ({entry.kind}): what everybody is told of it is not what "
                "was told then"
            )


def _resolved(check: Check, phase: PhaseRecord, entry: EntryRecord | None) -> None:
    where = f"phase {phase.number}"
    body: dict[str, Any] = entry.body if entry else {}
    check.equal(f"{where}: when it was resolved", phase.resolved_at, entry.at if entry else "")
    commitment = entry.commitment if entry else ""
    check.equal(f"{where}: the commitment to its outcome", phase.commitment, commitment)
    check.equal(f"{where}: who was silent", list(phase.silent), body.get("silent", []))
    for part in ("how", "link", "link_before"):
        check.equal(f"{where}: its {part}", getattr(phase, part), body.get(part, ""))


def _released(check: Check, phase: PhaseRecord, entry: EntryRecord | None) -> None:
    where = f"phase {phase.number}"
    body: dict[str, Any] = entry.body if entry else {}
    check.equal(f"{where}: that its orders are public", phase.released, entry is not None)
    given, told = plain(phase.orders), body.get("orders", [])
    check.equal(f"{where}: how many orders it had", len(given), len(told))
    for one, other in zip(given, told, strict=False):
        check.equal(f"{where}: the order of {other['power']}", one, other)
    check.equal(f"{where}: its rolls", plain(phase.rolls), body.get("rolls", []))
    seed = body.get("autopilots", "")
    check.equal(f"{where}: the seed of its autopilots", phase.autopilots, seed)


def _check_state(export: Export, check: Check) -> None:
    """The board that the file shows is that after the last phase that is over."""
    over = [phase.number for phase in export.phases if phase.resolved_at and not phase.undone]
    if export.state is None and over:
        check.left.append("the board: the file holds none, so the site did not have the rules")
        return
    shown = export.state.phase if export.state else None
    check.equal("the phase of the state", shown, max(over, default=None))


def check_claims(export: Export) -> Check:
    """The declared facts are those that the events declared and confirmed, in their order."""
    check = Check(
        name="facts", said=f"{counted(len(export.claims), 'claim')} as the events tell them"
    )
    powers = {seat.power for seat in export.seats}
    expected = list(_declared(export, powers))
    check.equal("the number of claims", len(export.claims), len(expected))
    for claim, told in zip(export.claims, expected, strict=False):
        where = f"the claim of {claim.key} in phase {claim.phase}"
        for part, value in told.items():
            check.equal(f"{where}: its {part}", getattr(claim, part), value)
    return check


def _declared(export: Export, powers: set[str]) -> Iterator[dict[str, Any]]:
    """What the events declare; a confirmation goes to the newest claim of its fact."""
    found: list[dict[str, Any]] = []
    for phase in export.phases:
        undone = {
            one.number for one in export.phases if one.undone and one.undone <= phase.opened_at
        }
        for one in phase.events:
            event, at = one.event, _at(export, one.entry)
            if not event.get("audience", {}).get("everybody"):
                continue
            if event.get("kind") == "fact_declared":
                found.append(
                    {
                        "phase": phase.number,
                        "key": event["key"],
                        "before": event["before"],
                        "value": event["after"],
                        "power": event["by"] if event["by"] in powers else "",
                        "at": at,
                        "confirmed_power": "",
                        "confirmed_at": "",
                    }
                )
            elif event.get("kind") == "fact_confirmed":
                newest = [
                    claim
                    for claim in found
                    if claim["key"] == event["key"] and claim["phase"] not in undone
                ][-1:]
                for claim in newest:
                    if not claim["confirmed_at"]:
                        claim |= {"confirmed_power": event["by"], "confirmed_at": at}
    return iter(found)


def _at(export: Export, seq: int) -> str:
    return export.log[seq - 1].at if 1 <= seq <= len(export.log) else ""


SEATED = frozenset({"seat.taken", "seat.assigned", "seat.freed", "seat.left"})
"""After these a seat is no autopilot's."""


def check_people(export: Export) -> Check:
    """Who plays what. The log tells of seats, not of names: those are as the site gave them."""
    check = Check(name="seats", said=counted(len(export.seats), "seat"))
    founded = export.log[0].body
    bots = set(founded["bots"])
    check.equal("the seats", [seat.power for seat in export.seats], founded["seats"])
    begun = False
    for entry in export.log:
        begun = begun or entry.kind == "campaign.started"
        # A seat that is left before the start is free; after it the autopilot keeps it.
        left = entry.kind == "seat.left" and begun
        if left or entry.kind in ("seat.bot", "seat.disorder"):
            bots.add(entry.power)
        elif entry.kind in SEATED:
            bots.discard(entry.power)
    powers = {seat.power for seat in export.seats}
    check.equal("the powers of the seats", len(powers), len(export.seats))
    for seat in export.seats:
        if seat.power in bots and not seat.bot:
            check.fault(f"the seat of {seat.power}: the log gave it to the autopilot")
        if seat.bot and seat.power not in bots:
            check.fault(f"the seat of {seat.power}: the log gave it to no autopilot")
    if strangers := sorted(set(export.reader.powers) - powers):
        check.fault(f"the reader plays {', '.join(strangers)}, who have no seat")
    role = "player" if export.reader.powers else "spectator"
    if export.reader.role not in (role, "moderator"):
        check.fault(f"the reader is called {export.reader.role!r}, but he is a {role}")
    anonymity.check_names(export, check)
    check.beyond.append("the names of people are in no chain")
    return check
