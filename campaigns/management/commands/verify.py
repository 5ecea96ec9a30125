"""`manage.py verify`: check an exported campaign, with nothing but its file."""

import sys
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, OutputWrapper

from campaigns import exportfile, rulebooks
from campaigns.errors import CampaignError
from campaigns.exportfile import UnreadableExport
from campaigns.verifying import first_fault, verify
from campaigns.verifying.report import unwatched

SECONDS = 0.5
"""So long between two lines about how far it is."""


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

        parser.add_argument(
            "--against",
            type=Path,
            action="append",
            nargs="+",
            default=[],
            metavar="OTHER",
            help="what was kept of the campaign: older files of it, files of heads "
            "(/.well-known/chancellery-heads.json), files of receipts; what they say must be in the file",
        )
        parser.add_argument(
            "--progress",
            action="store_true",
            help="say how far it is on the error output, as it does on a terminal",
        )

    def handle(self, *_: Any, **options: Any) -> None:
        """Check and print."""
        path: Path = options["file"]
        try:
            data = _read(path)
            export = exportfile.read(data)
            book = export.campaign.rulebook
            given = dict(rulebooks.handed_over(zipped, book) for zipped in options["rules"])
            kept = [other for some in options["against"] for other in some]
            others = [(other.name, _read(other)) for other in kept]
            watch = _Progress(self.stderr) if _is_watched(options) else unwatched
            checks = verify(data, given, others=others, watch=watch)
        except CampaignError as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            name = error.filename or path
            raise CommandError(f"{name} cannot be read: {error.strerror}.") from error
        except UnreadableExport as error:
            raise CommandError(str(error)) from error
        for check in checks:
            for line in check.lines():
                self.stdout.write(line)
        faults = sum(len(check.faults) for check in checks)
        gaps = sum(len(check.left) for check in checks)
        scripted = sum(len(check.given) for check in checks)
        by_script = "; dice given by the script, not checked" if scripted else ""
        self.stdout.write(f"{len(checks)} checks, {faults} faults, {gaps} not checked{by_script}")
        if (first := first_fault(checks)) is not None:
            self.stdout.write(f"first: {first[0]}; could be done by {first[1]}")
        if faults or gaps or scripted:
            sys.exit(1 if faults else 3)


def _read(path: Path) -> bytes:
    return sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()


def _is_watched(options: dict[str, Any]) -> bool:
    return bool(options["progress"] or sys.stderr.isatty())


class _Progress:
    """Says how far it is, at most twice a second, each time on the same line."""

    def __init__(self, out: OutputWrapper) -> None:
        self._out, self._last = out, time.monotonic()

    def __call__(self, what: str, done: int, of: int) -> None:
        """So much of so much."""
        now = time.monotonic()
        if now - self._last >= SECONDS or done == of:
            self._last = now
            self._out.write(f"\r{done} of {of} {what}   ", ending="\n" if done == of else "")
            self._out.flush()
