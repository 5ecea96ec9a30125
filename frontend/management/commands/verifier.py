"""`manage.py verifier`: the page that checks an export, as a file."""

from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser

from frontend import verifier


class Command(BaseCommand):
    """Write the page to a file, and say its hash."""

    help = "Write the page that checks an exported campaign without a server, and say its SHA-256."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Where to."""
        parser.add_argument(
            "--output", type=Path, help="a new file; without it only the hash is said"
        )

    def handle(self, *_args: Any, output: Path | None = None, **_options: Any) -> None:
        """Write it, never over another file."""
        if output is not None:
            try:
                with output.open("xb") as file:
                    file.write(verifier.page())
            except OSError as error:
                raise CommandError(f"{output} cannot be written: {error.strerror}.") from error
        self.stdout.write(f"{verifier.digest()}  {output or verifier.NAME}")
