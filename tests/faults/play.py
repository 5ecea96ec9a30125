"""Verbs of the fault tests: handing in, striking deadlines, waiting for what must come."""

from datetime import datetime, timedelta

from django.db import connection
from django.utils import timezone

from campaigns.models import Campaign, Phase
from tests.faults.books import everything_wrong
from tests.faults.players import Player
from tests.support.programs.runner import wait_for
from tests.support.programs.site import Site


def phase_number(slug: str) -> int:
    """The number of the phase in play."""
    phase = Campaign.objects.get(slug=slug).phase
    assert phase is not None
    return phase.number


def hand_in(players: list[Player], *, ready: bool = True) -> int:
    """Everybody who is asked seals for the phase in play; returns its number."""
    number = 0
    for player in players:
        desk = player.look()
        number = desk.phase
        if desk.asked:
            assert player.seal(desk, ready=ready) is not None
    return number


def strike(slug: str, at: datetime | None = None) -> datetime:
    """Let the deadline of the phase in play be at that moment, or over."""
    at = at or timezone.now() - timedelta(seconds=1)
    Phase.objects.filter(campaign__slug=slug, resolved_at__isnull=True).update(due_at=at)
    Campaign.objects.filter(slug=slug).update(wakes_at=at)
    return at


def wait_until_resolved(site: Site, slug: str, number: int, seconds: float = 60) -> Phase:
    """Wait for the site to resolve a phase by itself."""
    found = Phase.objects.filter(campaign__slug=slug, number=number, resolved_at__isnull=False)
    wait_for(found.exists, f"phase {number} of {slug} to be resolved", seconds, site.explain)
    return found.get()


def assert_all_is_well(players: list[Player]) -> None:
    """Every receipt is in the books, and the books are whole."""
    connection.close()  # the test may have killed the server at its other end
    receipts = [receipt for player in players for receipt in player.receipts]
    assert not everything_wrong(receipts, {player.slug for player in players})
