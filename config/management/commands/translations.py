"""`manage.py translations`: compile them; with `--extract`, first bring them to what the apps say."""

from typing import Any

from django.core.management import BaseCommand, CommandParser

from config.messages.compiling import compile_all
from core.translations import places


class Command(BaseCommand):
    """Make what programs read of translations, unless that was done."""

    help = "Compile translations; --extract writes every marked text into their files first."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Whether to look for texts, and whether to compile what is there."""
        parser.add_argument(
            "--extract", action="store_true", help="bring every file to what its app says now"
        )
        parser.add_argument("--again", action="store_true", help="compile all of them")

    def handle(
        self, *_args: Any, extract: bool = False, again: bool = False, **_options: Any
    ) -> None:
        """Do it, and say what was done."""
        if extract:
            self._extract()
        made = compile_all(again=again)
        self.stdout.write(f"{len(made)} of {len(places.kept())} translations were compiled.")

    def _extract(self) -> None:
        # A tool of developers: it is not there where the site only runs.
        from config.messages.extracting import merge  # noqa: PLC0415
        from frontend.languages import extracting as rulebooks  # noqa: PLC0415

        for language in places.languages():
            found = [(part, merge(part, language)) for part in places.APPS]
            found += [(book, rulebooks.merge(book, language)) for book in rulebooks.books()]
            for part, (new, gone) in found:
                self.stdout.write(f"{part}, {language}: {new} new, {len(gone)} gone")
                for text in gone:
                    self.stdout.write(f"  gone: {text}")
