"""`manage.py record`: keep a game as a recorded campaign."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from campaigns.domain import export_file
from campaigns.errors import CampaignError
from campaigns.recordings import exports, recording, scripts


class Command(BaseCommand):
    """Reads a script or a finished export, plays it and writes the recording."""

    help = "Record a game, from a script (YAML) or from a finished campaign's export (JSON)."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What to record, and where to write it."""
        parser.add_argument("source", type=Path, help="a script (.yaml) or an export (.json)")
        parser.add_argument(
            "-o", "--output", type=Path, help="the file to write (beside the source when left out)"
        )
        parser.add_argument("--shows", default="", help="what the recording of an export shows")

    def handle(self, *_: Any, **options: Any) -> None:
        """Record and say what was written."""
        source: Path = options["source"]
        try:
            if source.suffix in (".yaml", ".yml"):
                found = scripts.play(scripts.read(source.read_text("utf-8")))
            else:
                found = exports.recorded(
                    export_file.read(source.read_bytes()), shows=options["shows"] or source.stem
                )
        except (
            CampaignError,
            export_file.UnreadableExport,
            exports.CannotRecord,
            OSError,
        ) as error:
            raise CommandError(str(error)) from error
        target = options["output"] or source.with_suffix(".jsonl")
        data = recording.written(found)
        target.write_bytes(data)
        self.stdout.write(f"{target}: {len(found.steps)} steps, {len(data)} bytes")
