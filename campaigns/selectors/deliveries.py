"""What was sent to somebody, and what could not be: shown to them alone.

Of letters that are written whomever they concern (:data:`campaigns.services.letters.WAITS`) nothing is
told: that one waits would tell that something was done in secret.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from campaigns.models import Letter

SHOWN = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """One letter: about what, by which way, and what became of it, with the last refusal."""

    at: datetime
    title: str
    about: str
    way: str
    outcome: str


def deliveries(person: Any) -> tuple[Delivery, ...]:
    """The latest that were sent or refused, newest first."""
    kinds = (Letter.Kind.WAITS, Letter.Kind.SECRETLY)
    rows = Letter.objects.filter(person=person).exclude(kind__in=kinds)
    tried = rows.filter(tries__gt=0).exclude(state=Letter.State.DROPPED)
    found = tried.select_related("phase__campaign").order_by("-pk")[:SHOWN]
    return tuple(
        Delivery(
            at=row.sent_at or row.written_at,
            title=row.phase.campaign.title,
            about=Letter.Kind(row.kind).label,
            way="mail",
            outcome=_outcome(row),
        )
        for row in found
    )


def _outcome(row: Letter) -> str:
    tries = f"{row.tries} {'try' if row.tries == 1 else 'tries'}"
    said = {
        Letter.State.SENT: "sent",
        Letter.State.FAILED: f"given up after {tries}",
    }.get(Letter.State(row.state), f"not yet, {tries}")
    return f"{said}: {row.trouble}" if row.trouble else said
