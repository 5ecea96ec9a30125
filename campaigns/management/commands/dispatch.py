"""`manage.py dispatch`: what the map says, from a text, for the player of a power."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from campaigns.domain.dispatch_items import items_of
from campaigns.errors import CampaignError
from campaigns.models import Seat
from campaigns.selectors.facts import map_desk
from campaigns.services.facts import dispatches


class Command(BaseCommand):
    """Reads a text, writes it as the power's draft, says what it would change, and declares it if asked."""

    help = "Write a dispatch (docs/dispatch.md) from standard input, and declare it with --declare."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which campaign, for which power, and whether it is declared."""
        parser.add_argument("slug", help="the campaign's name in its address")
        parser.add_argument("--power", required=True, help="the power that declares")
        parser.add_argument("--declare", action="store_true", help="declare it; else keep it")

    def handle(self, *_: Any, **options: Any) -> None:
        """Do it; nothing is kept while a line is not understood."""
        slug, power = options["slug"], options["power"]
        seat = Seat.objects.filter(campaign__slug=slug, power=power, person__isnull=False).first()
        if seat is None:
            raise CommandError(f"Nobody plays {power!r} in a campaign {slug!r}.")
        who: dict[str, Any] = {"by": seat.person, "power": power}
        try:
            lines = map_desk.read_text(slug, seat.person, power, sys.stdin.read())
            if unclear := [line for line in lines if not line.understood]:
                raise CommandError(
                    "\n".join(
                        f"{line.number}: {line.words}: {line.problem} "
                        + " | ".join(each.strip() for each in (*line.choices, *line.near))
                        for line in unclear
                    )
                )
            dispatches.put(slug, items=items_of(lines), anew=True, **who)
            for line in map_desk.written(slug, seat.person, power).lines:
                self.stdout.write(f"{line.label}: {line.before} → {line.after}")
            if options["declare"]:
                count = dispatches.declare(slug, **who)
                self.stdout.write(f"{count} declared.")
        except CampaignError as error:
            raise CommandError(str(error)) from error
