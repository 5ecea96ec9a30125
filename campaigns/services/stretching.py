"""Deadlines that go past the absences of those who are waited for, as far as the policy lets them.

To be called with the campaign locked. What was stretched stays so, whoever comes back sooner.
"""

from datetime import datetime, timedelta
from typing import Any

from campaigns import absences, rulebooks
from campaigns.duesteps import Step, not_before, stamp
from campaigns.models import Campaign, LogEntry, Phase
from campaigns.services import log, sheets
from rules.kernel.serial import load

BACK = timedelta(hours=24)
"""So much a stretched deadline leaves after the return."""


def stretch(campaign: Campaign, phase: Phase, *, at: datetime) -> None:
    """Let the deadline of the open phase go past the absences that it falls into, as far as the policy
    lets it. Only for powers of which something is asked and nothing sealed, and for whom nobody may
    seal. Saves the phase; the caller saves the campaign.
    """
    policy = campaign.policy.absence
    if policy.does != "stretch" or phase.due_at is None or phase.grace_until is not None:
        return
    told = LogEntry.objects.filter(phase=phase, kind="clock.stretched").values_list(
        "body", flat=True
    )
    left = policy.longest_stretch - timedelta(seconds=sum(map(_seconds, told)))
    silent = [power for power in phase.asked if power not in sheets.counting(phase)]
    while left > timedelta(0):
        found = absences.unattended(campaign, silent, phase.due_at)
        if not found:
            return
        power, absence = max(found.items(), key=lambda one: one[1].ends_at)
        wanted = min(absence.ends_at + BACK, phase.due_at + left)
        due = not_before(campaign.policy, phase.opened_at, wanted)
        more = due - phase.due_at
        if more <= timedelta(0):
            return
        name = rulebooks.power_name(campaign.rulebook, campaign.revision, power)
        phase.due_at, left = due, left - more
        phase.explain(
            Step(
                kind="away",
                seconds=round(more.total_seconds()),
                by=power,
                name=name,
                to=stamp(due),
            )
        )
        phase.save(update_fields=["due_at", "due_sentence", "due_steps"])
        body = {
            "phase": phase.number,
            "absence": absence.number,
            "seconds": round(more.total_seconds()),
            "due": due.isoformat(timespec="seconds"),
        }
        log.append(
            campaign, "clock.stretched", body, at=at, actor="clock", power=power, phase=phase
        )


def _seconds(body: str) -> int:
    return int(load(body.encode(), dict[str, Any])["seconds"])
