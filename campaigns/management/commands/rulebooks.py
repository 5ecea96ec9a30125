"""`manage.py rulebooks`: what is carried."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from campaigns import rulebooks
from campaigns.rulebooks import questions
from rules.revisions import loading


class Command(BaseCommand):
    """Lists the rulebooks of this release."""

    help = "List the rulebooks that this release carries, with revisions and scenarios."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What to list."""
        parser.add_argument(
            "--questions",
            action="store_true",
            help="the table of all questions with their arguments and answers, as Markdown",
        )

    def handle(self, *_: Any, **options: Any) -> None:
        """Print one paragraph for each."""
        if options["questions"]:
            self.stdout.write(questions.table(), ending="")
            return
        kept = loading.read_index()
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
            for one in kept.get(book.key, ()):
                self.stdout.write(f"  frozen: {', also '.join(one.names)}")
