"""`manage.py export`: a whole campaign as one file, as somebody may see it."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError

from campaigns.errors import CampaignError
from campaigns.selectors.export import export


class Command(BaseCommand):
    """Writes the file to standard output, or to a file that is not there yet."""

    help = "Write a campaign as one JSON file (docs/export.md), as a spectator or a person sees it."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which campaign, for whom, and where to."""
        parser.add_argument("slug", help="the campaign's name in its address")
        parser.add_argument(
            "--as", dest="reader", default="", metavar="USER", help="a sign-in name; else a visitor"
        )
        parser.add_argument("--output", type=Path, help="a new file; standard output when left out")

    def handle(self, *_: Any, **options: Any) -> None:
        """Write it."""
        try:
            pieces = export(options["slug"], _person(options["reader"]))
        except CampaignError as error:
            raise CommandError(str(error)) from error
        if options["output"] is None:
            for piece in pieces:
                self.stdout.write(piece.decode(), ending="")
            return
        try:
            with options["output"].open("xb") as file:
                file.writelines(pieces)
        except OSError as error:
            raise CommandError(
                f"{options['output']} cannot be written: {error.strerror}."
            ) from error


def _person(name: str) -> Any:
    if not name:
        return None
    person = get_user_model().objects.filter(username__iexact=name).first()
    if person is None:
        raise CommandError(f"Nobody is called {name!r} here. Use the name for signing in.")
    return person
