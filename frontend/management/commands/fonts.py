"""`manage.py fonts`: the site's typefaces, made once for each version."""

from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser

from frontend import fonts


class Command(BaseCommand):
    """Make the fonts that pages are set in, unless they are there."""

    help = "Make the site's fonts from the packages they come in, unless that was done already."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Whether to make them again."""
        parser.add_argument("--again", action="store_true", help="make them even if they are there")

    def handle(self, *_args: Any, again: bool = False, **_options: Any) -> None:
        """Make them and say what they weigh."""
        folder = fonts.folder()
        if folder is None:
            raise CommandError(
                f"A package the fonts are made from is missing. It takes {', '.join(fonts.MADE_FROM)}; "
                "`make play` installs them."
            )
        if again or fonts.made() is None:
            # The tools for this are large, and nothing else needs them.
            from frontend.fonts import building  # noqa: PLC0415

            building.make(folder)
        made = fonts.made()
        assert made is not None
        weight = sum((made.folder / name).stat().st_size for name in made.fonts)
        self.stdout.write(f"{len(made.fonts)} fonts, {weight / 1000:.0f} kB, in {made.folder}")
