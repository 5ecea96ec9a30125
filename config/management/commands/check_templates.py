"""`manage.py check_templates`: every template of the project compiles."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.apps import apps
from django.core.management import BaseCommand, CommandError
from django.template import TemplateSyntaxError, engines

from config.places import BASE_DIR


class Command(BaseCommand):
    """Compile every template of our own apps, reporting all that do not."""

    help = "Compile every template; exits 1 naming each that does not."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Compile them one after another."""
        problems = []
        names = list(_own_templates())
        for name in names:
            try:
                engines["django"].get_template(name)
            except TemplateSyntaxError as error:
                problems.append(f"{name}: {error}")
        if problems:
            raise CommandError("\n".join([f"{len(problems)} templates do not compile:", *problems]))
        self.stdout.write(f"{len(names)} templates compile.")


def _own_templates() -> Iterator[str]:
    """The names of all templates of apps that live in this project."""
    for app in apps.get_app_configs():
        folder = Path(app.path) / "templates"
        if (BASE_DIR / app.name.partition(".")[0]).is_dir():
            for path in sorted(folder.rglob("*")):
                if path.is_file():
                    yield path.relative_to(folder).as_posix()
