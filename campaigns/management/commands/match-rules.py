"""`manage.py match-rules`: find out by which rules old phases were played."""

from argparse import ArgumentParser
from itertools import groupby
from typing import Any

from django.core.management.base import BaseCommand

from campaigns.services import matching_rules
from campaigns.services.matching_rules import Found


class Command(BaseCommand):
    """Tries every phase whose rules are not known, and says what was found."""

    help = (
        "Find for each phase from before digests were kept the revision that reproduces it to the byte "
        "(docs/revisions.md). The workers do it by themselves after an upgrade; this does it at once. "
        "Broken off, it goes on the next time."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """There is nothing to say."""

    def handle(self, *_: Any, **__: Any) -> None:
        """A line for each campaign."""
        known = unknown = 0
        for slug, tried in groupby(matching_rules.untried(), key=lambda found: found.slug):
            told = list(tried)
            known += sum(bool(found.revision) for found in told)
            unknown += sum(not found.revision for found in told)
            self.stdout.write(f"{slug}: {', '.join(_said(told))}")
            self.stdout.flush()
        self.stdout.write(f"{known} phases reproduced, {unknown} not known.")


def _said(told: list[Found]) -> list[str]:
    """Neighbouring phases of one finding together."""
    said = []
    for revision, phases in groupby(told, key=lambda found: found.revision):
        numbers = [found.number for found in phases]
        which = f"{numbers[0]}-{numbers[-1]}" if len(numbers) > 1 else f"{numbers[0]}"
        said.append(f"{which} by {revision}" if revision else f"{which} not known")
    return said
