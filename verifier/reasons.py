"""Reasons: what a moderator or a group's vote does by hand is never without one that everybody reads."""

from typing import Final

from campaigns.domain.export_file import EntryRecord, Export
from verifier.report import SITE, Check, counted

NEEDED: Final = frozenset(
    {
        "clock.added",
        "clock.extended",
        "clock.longer",
        "clock.paused",
        "desk.nudged",
        "dispatch.settled",
        "line.rolled_back",
        "moderator.facts",
        "moderator.forced",
        "moderator.mapping",
        "moderator.policy",
        "moderator.press",
        "rules.moved",
        "ruling.withdrawn",
        "seat.assigned",
        "seat.bot",
        "seat.freed",
        "seats.anonymity",
        "spectators.delayed",
        "state.overridden",
    }
)
"""What nobody can do at a desk without saying why. What a vote has carried out stands under the reason of its
question; a player's own extension needs none."""
IF_GIVEN: Final = frozenset(
    {
        "campaign.started",
        "clock.resumed",
        "desk.successor",
        "invitation.made",
        "invitation.revoked",
        "moderator.added",
        "moderator.left",
    }
)
"""What a command or a program may do without a reason; a page that asks for one takes no empty one."""


def check_reasons(export: Export) -> Check:
    """Every entry of a desk that must have a reason."""
    check, found, begun = Check(name="reasons"), 0, False
    for entry in export.log:
        begun = begun or entry.kind == "campaign.started"
        if not _is_due(entry, begun=begun):
            continue
        reason = entry.body.get("reason")
        if isinstance(reason, str) and reason.strip():
            found += 1
        elif entry.kind in NEEDED or reason is not None:
            where = f"log entry {entry.seq} ({entry.kind})"
            check.fault(f"{where}: it has no reason, and is not done without one", who=SITE)
    check.said = f"{counted(found, 'reason')} given by the desk"
    return check


def _is_due(entry: EntryRecord, *, begun: bool) -> bool:
    if entry.kind == "seat.bot" and not begun:
        return False  # Seats that nobody took when the campaign was founded or started.
    if entry.actor == "power" and entry.kind == "clock.extended":
        return False
    return entry.kind in NEEDED | IF_GIVEN and "consent" not in entry.body
