"""`manage.py rulebooks`: what is carried."""

from typing import Any

from django.core.management.base import BaseCommand

from campaigns import rulebooks


class Command(BaseCommand):
    """Lists the rulebooks of this release."""

    help = "List the rulebooks that this release carries, with revisions and scenarios."
    requires_system_checks: list[str] = []

    def handle(self, *_: Any, **__: Any) -> None:
        """Print one paragraph for each."""
        for book in rulebooks.every():
            self.stdout.write(f"{book.key} {book.revision}: {book.title}")
            self.stdout.write(f"  {book.summary}")
            self.stdout.write(
                f"  {len(book.index)} rules, {len(book.facts)} facts, {len(book.powers)} powers"
            )
            for scenario in book.scenarios.values():
                self.stdout.write(
                    f"  scenario {scenario.key}: {scenario.title}, {scenario.turns} turns"
                )
