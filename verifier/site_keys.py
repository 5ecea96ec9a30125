"""The site's keys: which ones the log names, each signed by itself and by the one before it."""

from collections.abc import Set

from campaigns.domain.entries.campaign import SiteKeyNamed
from campaigns.domain.export_file import Export
from campaigns.proofs.signatures import is_signed
from campaigns.proofs.site_key_entries import statement
from verifier.report import Check, counted


def named_in(export: Export) -> Set[str]:
    """The public keys under which the site signed receipts of this campaign."""
    founded = (entry.body.get("site_key", "") for entry in export.log[:1])
    later = (entry.body["key"] for entry in export.log if entry.kind == SiteKeyNamed.tag)
    return {key for key in (*founded, *later) if key}


def check_site_keys(export: Export) -> Check:
    """Each key follows the one that was named before it, and both have signed that."""
    check, before, keys = Check(name="site's key"), "", 0
    for entry in export.log:
        where, body = f"log entry {entry.seq} ({entry.kind})", entry.body
        if entry.kind == "campaign.founded":
            before = body.get("site_key", "")
            keys += before != ""
        if entry.kind != SiteKeyNamed.tag:
            continue
        keys += 1
        check.equal(f"{where}: the key before", body["before"], before)
        text = statement(export.campaign.slug, body["key"], body["before"])
        if not is_signed(body["key"], text, body["proof"]):
            check.fault(f"{where}: the key has not signed itself")
        if body["by_before"] and not is_signed(before, text, body["by_before"]):
            check.fault(f"{where}: the signature is not that of the key before")
        elif before and not body["by_before"]:
            check.left.append(
                f"{where}: the key before has not signed it; the site has lost that one, or is another"
            )
        before = body["key"]
    check.said = f"{counted(keys, 'key')} named" if keys else "the site names none"
    return check
