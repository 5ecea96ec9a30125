"""Overrides, rollbacks and forks."""

from typing import Any

from campaigns.models import Campaign, Origin
from campaigns.rulebooks import states
from campaigns.services.repair import fork as campaign_fork
from campaigns.services.repair import overrides as service
from campaigns.services.repair import rollback as rollback_service
from campaigns.services.voting import agree
from tests.support.campaigns import Table


def ask_for_fork(table: Table, phase: int, by: Any = None) -> str:
    return campaign_fork.propose(
        table.slug, by=by or table.moderator, phase=phase, reason="What if the isle had spoken?"
    )


def all_agree(table: Table) -> None:
    question = table.campaign.consents.latest("number")
    for voice in question.voices.all():
        if table.campaign.asking:
            agree.agree(table.slug, by=voice.person, number=question.number)


def fork_of(table: Table) -> Table:
    return Table(
        Origin.objects.get(parent=table.campaign).campaign.slug, table.moderator, table.players
    )


EAST = {"path": ["holders", "east"]}


def override(table: Table, after: Any, before: Any = None, path: Any = None, **more: Any) -> Any:
    change = {"path": path or EAST["path"], "before": before, "after": after}
    return service.override(
        table.slug,
        by=more.pop("by", table.moderator),
        changes=[change],
        rule=more.pop("rule", a_rule(table)),
        reason="The rule was misread",
    )


def holder(table: Table) -> Any:
    return states.now(table.phase).holders.get("east")


def back(table: Table, to: int, by: Any = None) -> int | None:
    return rollback_service.roll_back(
        table.slug, by=by or table.moderator, to=to, reason="The map was misread"
    )


def forget(campaign: Campaign) -> None:
    """The campaign under another name, as on another site."""
    Campaign.objects.filter(pk=campaign.pk).update(slug="elsewher")


def a_rule(table: Table) -> str:
    return str(next(iter(states.book_of(table.campaign).index)).ref)
