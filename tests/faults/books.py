"""Looking through the books after a fault: what must be true whatever was killed."""

from collections import Counter
from collections.abc import Iterable

from campaigns.models import Campaign, LogEntry, Phase, Sheet
from rules.kernel.dice import chain_link
from tests.faults.players import Receipt

COUNTED = (Sheet.State.SEALED, Sheet.State.USED)


def broken_chain(slug: str) -> list[str]:
    """What is wrong with the log of a campaign: each entry carries the hash of the one before."""
    campaign = Campaign.objects.get(slug=slug)
    wrong, before, seq = [], "", 0
    for entry in LogEntry.objects.filter(campaign=campaign).order_by("seq"):
        entry.campaign = campaign
        if (entry.seq, entry.prev_hash, entry.hash) != (seq + 1, before, entry.digest()):
            wrong.append(f"{slug}: log entry {entry.seq} does not follow")
        before, seq = entry.hash, entry.seq
    if (campaign.log_seq, campaign.log_hash) != (seq, before):
        wrong.append(f"{slug}: the campaign's row names another end of its log")
    return wrong


def doubled_or_skipped(slug: str) -> list[str]:
    """Phases that were resolved twice, or left out, or thrown with a link used before."""
    campaign = Campaign.objects.get(slug=slug)
    phases = list(Phase.objects.filter(campaign=campaign).order_by("number"))
    told = Counter(
        LogEntry.objects.filter(campaign=campaign, kind="phase.resolved").values_list(
            "phase__number", flat=True
        )
    )
    opened = Counter(
        LogEntry.objects.filter(campaign=campaign, kind="phase.opened").values_list(
            "phase__number", flat=True
        )
    )
    wrong = []
    if [phase.number for phase in phases] != list(range(1, len(phases) + 1)):
        wrong.append(f"{slug}: its phases are {[phase.number for phase in phases]}")
    for phase in phases:
        over = phase.resolved_at is not None
        if (opened[phase.number], told[phase.number]) != (1, int(over)):
            wrong.append(
                f"{slug}: phase {phase.number} was opened {opened[phase.number]} times and "
                f"resolved {told[phase.number]} times"
            )
        if over and chain_link(bytes.fromhex(phase.link), 1, 0).hex() != phase.link_before:
            wrong.append(f"{slug}: the dice of phase {phase.number} do not follow")
    links = [phase.link for phase in phases if phase.link]
    if len(links) != len(set(links)):
        wrong.append(f"{slug}: a link of the dice was used twice")
    if sum(not phase.resolved_at for phase in phases) != (campaign.status != "finished"):
        wrong.append(f"{slug}: not exactly one phase is open")
    return wrong


def lost(receipts: Iterable[Receipt]) -> list[str]:
    """Acknowledged seals that are not in the books exactly once, in the log and as a sheet."""
    receipts = list(receipts)
    slugs = {receipt.slug for receipt in receipts}
    kept = Counter(
        Sheet.objects.filter(phase__campaign__slug__in=slugs)
        .exclude(commitment="")
        .values_list("phase__campaign__slug", "phase__number", "power", "commitment")
    )
    logged = Counter(
        LogEntry.objects.filter(campaign__slug__in=slugs, kind="order.sealed").values_list(
            "campaign__slug", "phase__number", "power", "commitment"
        )
    )
    wrong = []
    for receipt in receipts:
        key = (receipt.slug, receipt.phase, receipt.power, receipt.commitment)
        if (kept[key], logged[key]) != (1, 1):
            wrong.append(f"{key}: {kept[key]} sheets and {logged[key]} entries of the log")
    return wrong


def replaced(receipts: Iterable[Receipt]) -> list[str]:
    """Last acknowledged seals that did not count and were not replaced by a later one."""
    last = {(r.slug, r.phase, r.power): r for r in receipts}
    wrong = []
    for (slug, number, power), receipt in last.items():
        seals = list(
            Sheet.objects.filter(phase__campaign__slug=slug, phase__number=number, power=power)
            .exclude(commitment="")
            .order_by("pk")
        )
        mine = [i for i, sheet in enumerate(seals) if sheet.commitment == receipt.commitment]
        later = seals[mine[0] + 1 :] if mine else []
        if not mine or not (
            seals[mine[0]].state in (*COUNTED, Sheet.State.VOID)
            or (later and later[-1].state in COUNTED)
        ):
            wrong.append(f"{slug}, phase {number}: the last seal of {power} does not count")
    return wrong


def everything_wrong(receipts: Iterable[Receipt], slugs: Iterable[str]) -> list[str]:
    """All of the above, for these campaigns."""
    receipts = list(receipts)
    return [
        *lost(receipts),
        *replaced(receipts),
        *(line for slug in slugs for line in (*broken_chain(slug), *doubled_or_skipped(slug))),
    ]
