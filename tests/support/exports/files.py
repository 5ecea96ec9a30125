"""The file of a campaign, and what the verifier says of it."""

from typing import Any

from campaigns.models import Campaign, Phase
from campaigns.rulebooks import states
from campaigns.selectors.export import export
from campaigns.services.advance import phase_advance
from campaigns.services.deadlines import moderation
from rules.kernel.serial import canonical
from rules.registry import BOOKS
from tests.support.accounts import person
from tests.support.campaigns import Table, started
from verifier import Check, verify


def file_of(table: Table, who: Any = None) -> bytes:
    return b"".join(export(table.slug, who))


def named(data: bytes) -> dict[str, Check]:
    return {check.name: check for check in verify(data)}


def faults(data: bytes) -> list[str]:
    return [f"{check.name}: {fault}" for check in verify(data) for fault in check.faults]


def states_of(slug: str) -> list[tuple[bytes, bytes]]:
    rows = Phase.objects.filter(campaign__slug=slug).select_related("campaign").order_by("number")
    return [(canonical(states.at_opening(row)), canonical(states.now(row))) for row in rows]


KEY = "world_in_flames"


def played(*, phases: int = 200, correct: bool = False) -> bytes:
    """The export of a campaign of the house rules, by autopilots."""
    moderator, book = person("moderator"), BOOKS[KEY]
    scenario = min(book.scenarios.values(), key=lambda each: each.turns)
    slug = started(
        by=moderator,
        rulebook=KEY,
        scenario=scenario.key,
        title="A test",
        bots=scenario.seats,
    ).slug
    if correct:
        spec = next(spec for spec in book.facts if spec.type == "yes")
        moderation.correct_facts(
            slug, by=moderator, facts={spec.key: not spec.default}, reason="So on the map"
        )
    for _ in range(phases):
        campaign = Campaign.objects.get(slug=slug)
        if campaign.status == "finished" or campaign.phase_id is None:
            break
        phase_advance.advance(campaign.pk, phase_id=campaign.phase_id)
    return b"".join(export(slug))
