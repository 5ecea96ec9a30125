"""`manage.py verify`: check an exported campaign, with nothing but its file."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from verifier import command
from verifier.command import CannotVerify


class Command(BaseCommand):
    """Prints a line for each check; the exit code is 1 when anything is at fault, 3 when nothing is but
    not everything could be checked.
    """

    help = command.HELP
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which file."""
        parser.add_argument(
            "file", type=Path, metavar="EXPORT", help="the file, or - for standard input"
        )
        command.add_options(parser)

    def handle(self, *_: Any, **options: Any) -> None:
        """Check and print."""
        names = ("rules", "against", "progress")
        self.stderr.ending = ""  # how far it is stands on one line
        try:
            code = command.check(
                options["file"],
                **{name: options[name] for name in names},
                out=self.stdout,
                err=self.stderr,
            )
        except CannotVerify as error:
            raise CommandError(str(error)) from error
        finally:
            self.stderr.ending = "\n"
        if code:
            sys.exit(code)
