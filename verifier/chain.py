"""The file as a whole, and the chain of the log."""

from datetime import datetime

from campaigns.domain.export_file import EntryRecord, Export, digest_of
from campaigns.proofs.entry_hash import entry_hash
from campaigns.proofs.signatures import SCHEME
from rules.kernel.serial import canonical
from verifier.report import Check, counted


def check_file(export: Export, data: bytes) -> Check:
    """The file carries the hash of its own bytes."""
    check = Check(name="file", said=f"{counted(len(data), 'byte')}, version {export.version}")
    check.equal("sha256 of the file", export.sha256, digest_of(data))
    return check


def check_log(export: Export) -> Check:
    """Each entry carries its own hash and that of the one before; none is missing."""
    check = Check(name="log", said=f"{len(export.log)} entries in one chain")
    before = ""
    for number, entry in enumerate(export.log, 1):
        where = f"log entry {entry.seq} ({entry.kind})"
        check.equal(f"the number of {where}", entry.seq, number)
        check.equal(f"the hash before {where}", entry.prev_hash, before)
        check.equal(f"the hash of {where}", entry.hash, _hash(export, entry))
        before = entry.hash
        if entry.scheme and not entry.scheme.startswith(f"{SCHEME}/"):
            check.left.append(f"the signature of {where}, of a scheme not known here")
    check.equal("the last log entry", before, export.through.hash)
    check.equal("the number of log entries", len(export.log), export.through.seq)
    return check


def _hash(export: Export, entry: EntryRecord) -> str:
    """What an entry must carry; an unreadable moment has no hash."""
    try:
        at = datetime.fromisoformat(entry.at)
    except ValueError:
        return "(its moment cannot be read)"
    return entry_hash(
        entry.prev_hash,
        campaign=export.campaign.slug,
        seq=entry.seq,
        at=at,
        kind=entry.kind,
        actor=entry.actor,
        power=entry.power,
        body=canonical(entry.body).decode(),
        commitment=entry.commitment,
        held=entry.held,
        signature=entry.signature,
        scheme=entry.scheme,
    )


def check_founding(export: Export) -> Check:
    """What the campaign is played by stands as it was founded, and it is over only if the log says so."""
    campaign = export.campaign
    check = Check(
        name="campaign", said=f"{campaign.rulebook} {campaign.revision}, {campaign.scenario}"
    )
    founded = next((entry for entry in export.log if entry.kind == "campaign.founded"), None)
    if founded is None:
        check.fault("the log does not say how the campaign was founded")
        return check
    for part in ("title", "rulebook", "revision", "scenario", "variants", "tables"):
        check.equal(f"campaign.{part}", getattr(campaign, part), founded.body.get(part))
    started = any(entry.kind == "campaign.started" for entry in export.log)
    check.equal("that it has not begun", campaign.status == "gathering", not started)
    over = next((entry for entry in export.log if entry.kind == "campaign.finished"), None)
    check.equal("that the campaign is finished", campaign.status == "finished", over is not None)
    if over is not None:
        check.equal("campaign.status_reason", campaign.status_reason, over.body["text"][:300])
    return check
