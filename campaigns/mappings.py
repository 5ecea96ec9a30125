"""The mappings of a campaign: how its moderator has saved games of VASSAL read.

They stand in its log and nowhere else, so they travel wherever it goes: the last entry for a module
counts, and one without a text takes the mapping away.
"""

import json
from dataclasses import dataclass
from datetime import datetime

from campaigns import sealing
from campaigns.models import Campaign, LogEntry

KIND = "moderator.mapping"
MOST = 6
"""How many a campaign has at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """A mapping in force: its module's name (a glob), its text, since when and by whom."""

    module: str
    text: str
    reason: str
    at: datetime
    person_id: int | None

    @property
    def version(self) -> str:
        """To be sent back with a change of it."""
        return sealing.fingerprint([self.module, self.text])[:16]


def in_force(campaign: Campaign) -> dict[str, Kept]:
    """By the module that each is for, in the order in which they were first set."""
    found: dict[str, Kept] = {}
    entries = LogEntry.objects.filter(
        campaign=campaign, kind=KIND, seq__lte=campaign.log_seq
    ).order_by("seq")
    for entry in entries.only("body", "at", "person_id"):
        body = json.loads(entry.body)
        module = str(body.get("module", ""))
        kept = Kept(
            module=module,
            text=str(body.get("text", "")),
            reason=str(body.get("reason", "")),
            at=entry.at,
            person_id=entry.person_id,
        )
        was = body.get("was")
        # What was renamed keeps its place.
        found = {module if key == was else key: one for key, one in found.items()}
        found[module] = kept
        if not kept.text:
            del found[module]
    return found
