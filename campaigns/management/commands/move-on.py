"""`manage.py move-on`: compare a campaign under a newer revision of its rules, and move it on."""

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError

from campaigns import rulebooks
from campaigns.errors import CampaignError
from campaigns.models import Campaign
from campaigns.services.repair import upgrade_revision
from verifier.comparison import Comparison


class Command(BaseCommand):
    """Says how the campaign would differ; with a reason, moves it on or asks the players."""

    help = (
        "Compare a campaign under a newer revision of its rules (docs/revisions.md). With --as and "
        "--reason it is moved on, or its players are asked to agree."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which campaign, to which revision, and who does it why."""
        parser.add_argument("slug", help="the campaign's name in its address")
        parser.add_argument("--to", default="", help="a revision; the newest when left out")
        parser.add_argument("--as", dest="moderator", default="", metavar="USER")
        parser.add_argument("--reason", default="", help="for the log, where everybody reads it")

    def handle(self, *_: Any, **options: Any) -> None:
        """Compare, and move on if told to."""
        campaign = Campaign.objects.filter(slug=options["slug"]).first()
        if campaign is None:
            raise CommandError(f"There is no campaign {options['slug']!r}.")
        newer = rulebooks.newer(campaign.rulebook, campaign.revision)
        if not newer:
            self.stdout.write(f"{campaign.slug} has the newest rules, {campaign.revision}.")
            return
        revision = options["to"] or newer[-1]
        try:
            self.stdout.write(said(upgrade_revision.compared(campaign, revision)))
            if options["reason"]:
                self._move(campaign.slug, revision, options)
        except CampaignError as error:
            raise CommandError(str(error)) from error

    def _move(self, slug: str, revision: str, options: dict[str, Any]) -> None:
        name = options["moderator"]
        person = get_user_model().objects.filter(username__iexact=name).first()
        if person is None:
            raise CommandError(f"Nobody is called {name!r} here. Use the name for signing in.")
        reason = options["reason"]
        asked = upgrade_revision.move_on(slug, by=person, revision=revision, reason=reason)
        self.stdout.write(
            f"{slug} has moved on to {revision}."
            if asked is None
            else f"The players of {slug} are asked to agree (question {asked})."
        )


def said(found: Comparison) -> str:
    """A comparison in one line."""
    parts = [f"{found.grade}, {found.phases} phases played again by both"]
    if found.phase:
        parts.append(f"from phase {found.phase} on")
    if found.fields:
        parts.append(f"fields: {', '.join(found.fields)}")
    if found.rules:
        parts.append(f"rules: {', '.join(found.rules)}")
    parts += [one for one in (found.said, found.left and f"not compared: {found.left}") if one]
    return "; ".join(parts)
