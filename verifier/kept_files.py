"""A file against what others kept: older files of the campaign, heads of its log, receipts of the site.

What they say must be in the file: the same hash at the same place. Where it is not, there were two histories,
and it is said who could have made the second one. A receipt is signed, so only the site can have contradicted it.
"""

from collections.abc import Callable, Mapping, Set
from typing import Final

import msgspec

from campaigns.domain import export_file
from campaigns.domain.export_file import EntryRecord, Export, UnreadableExport
from campaigns.proofs import signatures
from campaigns.proofs.receipt_files import (
    FORMAT,
    HEADS_FORMAT,
    VERSION,
    HeadsFile,
    Receipt,
    ReceiptsFile,
    SeenHead,
)
from rules.kernel.serial import load
from verifier import chain, secret_log
from verifier.report import SITE, SITE_OR_KEY, Check, counted
from verifier.site_keys import named_in

MADE_UP: Final = "the site with a key that this log does not name, or whoever made the receipt"


def check_against(export: Export, name: str, data: bytes) -> Check:
    """One other file. Raises ``UnreadableExport`` for what is none of the three kinds."""
    check = Check(name=f"against {name}", by="the site, or whoever edited one of the two files")
    compare = _COMPARES.get(_format_of(name, data))
    if compare is None:
        raise UnreadableExport(
            f"{name} is no exported campaign, no file of heads and no file of receipts."
        )
    try:
        compare(check, export, data)
    except msgspec.ValidationError as error:
        raise UnreadableExport(f"{name} is not what docs/export.md describes: {error}.") from error
    return check


def _format_of(name: str, data: bytes) -> str:
    try:
        outline = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise UnreadableExport(f"{name} is not JSON: {error}.") from error
    if not isinstance(outline, dict):
        return ""
    if outline.get("format") in (FORMAT, HEADS_FORMAT) and outline.get("version") != VERSION:
        raise UnreadableExport(f"{name} has version {outline.get('version')!r}, not {VERSION}.")
    return str(outline.get("format"))


# -- another file of the campaign -----------------------------------------------------------------


def _export(check: Check, export: Export, data: bytes) -> None:
    other = export_file.read(data)
    if not _is_of(check, export, other.campaign.slug):
        return
    own = chain.check_log(other)
    if own.faults:
        check.fault(f"its own log does not hold: {own.faults[0]}", who="whoever edited that file")
        return
    check.said = f"{counted(len(other.log), 'entry', 'entries')} of its log"
    for one, then in zip(export.log, other.log, strict=False):
        if one.hash != then.hash:
            signed = _is_signed(export, one) or _is_signed(other, then)
            check.fault(
                f"log entry {one.seq} ({one.kind} of {one.at}) was another one there ({then.kind} of {then.at})",
                who=SITE_OR_KEY if signed else "",
            )
            return
    if len(other.log) > len(export.log):
        _goes_on(check, export, len(other.log), other.log[-1].at, who="")


def _is_signed(export: Export, entry: EntryRecord) -> bool:
    """Whether the seat's key has signed an entry."""
    if not entry.signature or entry.kind not in signatures.SAID:
        return False
    keys = {
        f"{signatures.SCHEME}/{one.body['number']}": one.body
        for one in export.log[: entry.seq]
        if one.kind == "seat.key" and one.power == entry.power
    }
    key = keys.get(entry.scheme)
    if key is None:
        return False
    text = signatures.statement(
        export.campaign.slug, entry.power, key["number"], entry.kind, entry.body, entry.commitment
    )
    return signatures.is_signed(key["public"], text, entry.signature)


# -- heads ----------------------------------------------------------------------------------------


def _heads(check: Check, export: Export, data: bytes) -> None:
    given = load(data, HeadsFile)
    for one in given.heads:
        if one.campaign == export.campaign.slug:
            _head(check, export, SeenHead(seq=one.seq, hash=one.hash), given.at, who="")
            check.said = f"the head of {given.at}"
            return
    check.said = "it names no head of this campaign"
    check.left.append("no head of this campaign is in it")


def _head(check: Check, export: Export, head: SeenHead, at: str, *, who: str) -> bool:
    """Whether a head that was seen stands in the file."""
    if head.seq > len(export.log):
        return _goes_on(check, export, head.seq, at, who=who)
    if head.seq < 1 or export.log[head.seq - 1].hash != head.hash:
        check.fault(f"log entry {head.seq} had another hash when it was seen", who=who)
        return False
    return True


def _goes_on(check: Check, export: Export, seq: int, at: str, *, who: str) -> bool:
    """The log had an entry that this file has not: missing, if the file goes on to a later moment."""
    last = export.log[-1].at if export.log else ""
    if at and at < last:
        check.fault(
            f"log entry {seq} was there at {at}; the file goes on to {last} without it", who=who
        )
        return False
    check.left.append(f"log entry {seq}: the file ends before it, with entry {len(export.log)}")
    return True


# -- receipts -------------------------------------------------------------------------------------


def _receipts(check: Check, export: Export, data: bytes) -> None:
    given = load(data, ReceiptsFile)
    if not _is_of(check, export, given.campaign):
        return
    keys, good = named_in(export), 0
    for receipt in given.receipts:
        good += _receipt(check, export, receipt, keys)
    seen = sum(_head(check, export, head, "", who="") for head in given.heads)
    check.said = (
        f"{good} of {counted(len(given.receipts), 'receipt')} and {seen} of "
        f"{counted(len(given.heads), 'head')} as the log has them"
    )


def _receipt(check: Check, export: Export, receipt: Receipt, keys: Set[str]) -> bool:
    """Whether the log has what the site signed."""
    place = f"after log entry {receipt.after}" if receipt.after else f"for log entry {receipt.seq}"
    where = f"the receipt {place} ({receipt.kind} of {receipt.power})"
    if receipt.campaign != export.campaign.slug:
        check.fault(f"{where} is of another campaign", who="whoever edited that file")
        return False
    if not receipt.holds:
        check.fault(f"{where} is not signed by its key", who="whoever edited that file")
        return False
    if receipt.key not in keys:
        check.fault(f"{where} is signed by a key that the log does not name", who=MADE_UP)
        return False
    seq = receipt.after or receipt.seq
    if not 1 <= seq <= len(export.log):
        return _goes_on(check, export, seq, receipt.at, who=SITE)
    before = len(check.faults)
    entry = export.log[seq - 1]
    if receipt.hash != entry.hash:
        check.fault(f"{where}: the log has another entry {seq}", who=SITE)
    elif receipt.after:
        _secret(check, export, receipt, where)
    else:
        for part in ("kind", "power", "commitment", "at"):
            if getattr(receipt, part) != getattr(entry, part):
                check.fault(f"{where}: its {part} is another one in the log", who=SITE)
    return len(check.faults) == before


def _secret(check: Check, export: Export, receipt: Receipt, where: str) -> None:
    """What was done in secret is opened at the end."""
    secrets = secret_log.opened(export)
    if secrets is None:
        check.left.append(f"{where}: what was done in secret is opened at the end")
        return
    parts = ("after", "kind", "power", "phase", "commitment", "at")
    wanted = tuple(getattr(receipt, part) for part in parts)
    if not any(
        tuple(getattr(one, part) for part in parts) == wanted
        for one in secret_log.since(secrets, receipt.after)
    ):
        check.fault(f"{where}: it is not among what was done in secret", who=SITE)


def _is_of(check: Check, export: Export, slug: str) -> bool:
    """Whether a file is of the same campaign; one of another says nothing of this one."""
    if slug != export.campaign.slug:
        check.said = f"it is of another campaign, {slug}"
        check.left.append("it is of another campaign")
        return False
    return True


_COMPARES: Final[Mapping[str, Callable[[Check, Export, bytes], None]]] = {
    export_file.FORMAT: _export,
    HEADS_FORMAT: _heads,
    FORMAT: _receipts,
}
