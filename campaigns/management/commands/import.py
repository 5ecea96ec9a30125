"""`manage.py import`: take in a finished campaign from its file."""  # noqa: N999 - its command

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError

from campaigns.errors import CampaignError
from campaigns.services.lifecycle.import_campaign import import_campaign


class Command(BaseCommand):
    """Checks the file, plays it again, keeps it, and prints the campaign's address."""

    help = (
        "Take in a finished campaign from its file (docs/export.md). It is checked and played again "
        "first; its seats stay empty."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which file, and whose campaign it becomes."""
        parser.add_argument(
            "file", type=Path, metavar="EXPORT", help="the file, or - for standard input"
        )
        parser.add_argument(
            "--as", dest="moderator", required=True, metavar="USER", help="who moderates it here"
        )

    def handle(self, *_: Any, **options: Any) -> None:
        """Take it in."""
        path, name = options["file"], options["moderator"]
        person = get_user_model().objects.filter(username__iexact=name).first()
        if person is None:
            raise CommandError(f"Nobody is called {name!r} here. Use the name for signing in.")
        try:
            data = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
            slug = import_campaign(data, by=person)
        except OSError as error:
            raise CommandError(f"{path} cannot be read: {error.strerror}.") from error
        except CampaignError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"/c/{slug}/")
