"""`manage.py verify`: check an exported campaign, with nothing but its file."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from campaigns import exportfile, rulebooks
from campaigns.errors import CampaignError
from campaigns.exportfile import UnreadableExport
from campaigns.verifying import verify


class Command(BaseCommand):
    """Prints a line for each check; the exit code is 1 when anything is at fault, 3 when nothing is but
    not everything could be checked.
    """

    help = (
        "Check an exported campaign (docs/export.md) without a database: its log, seals and dice, "
        "and by playing it again. Exits with 1 on any fault, with 3 if something could not be checked."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which file."""
        parser.add_argument(
            "file", type=Path, metavar="EXPORT", help="the file, or - for standard input"
        )
        parser.add_argument(
            "--rules",
            type=Path,
            action="append",
            default=[],
            metavar="ZIP",
            help="a frozen revision to play it again with, if it is not kept here. Its code is run: "
            "name only what you trust",
        )

    def handle(self, *_: Any, **options: Any) -> None:
        """Check and print."""
        path: Path = options["file"]
        try:
            data = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
            export = exportfile.read(data)
            book = export.campaign.rulebook
            given = dict(rulebooks.handed_over(zipped, book) for zipped in options["rules"])
            checks = verify(data, given)
        except CampaignError as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"{path} cannot be read: {error.strerror}.") from error
        except UnreadableExport as error:
            raise CommandError(str(error)) from error
        for check in checks:
            for line in check.lines():
                self.stdout.write(line)
        faults = sum(len(check.faults) for check in checks)
        gaps = sum(len(check.left) for check in checks)
        self.stdout.write(f"{len(checks)} checks, {faults} faults, {gaps} not checked")
        if faults or gaps:
            sys.exit(1 if faults else 3)
