"""`manage.py check_templates`: every template of the project compiles, and every file that a browser
is made of can be read and compared line by line.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.apps import apps
from django.core.management import BaseCommand, CommandError
from django.template import TemplateSyntaxError, engines

from core.paths import BASE_DIR

MOST_LETTERS = 120
"""Of a line."""
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
PACKED = re.compile(r"\{[^\n]*\S|;[^\n]*\S[^\n]*;|\S[^\n]*\}")
"""A rule on the line of its selector, or two declarations on one line."""


class Command(BaseCommand):
    """Compile every template of our own apps, and look at the lines of templates, styles and scripts."""

    help = "Compile every template and look for lines too long to read; exits 1 naming each."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Look at one after another."""
        problems, templates, others = [], 0, 0
        for app, path in _own_files("templates"):
            templates += 1
            problems += compiled(path.relative_to(app).as_posix())
            problems += lines_of(path) if path.suffix == ".html" else []
        for _, path in _own_files("static"):
            if path.suffix in (".css", ".js"):
                others += 1
                problems += lines_of(path)
        if problems:
            raise CommandError("\n".join([f"{len(problems)} things are wrong:", *problems]))
        self.stdout.write(
            f"{templates} templates compile; they and {others} other files can be read."
        )


def compiled(name: str) -> list[str]:
    """What is wrong with a template, if it does not compile."""
    try:
        engines["django"].get_template(name)
    except TemplateSyntaxError as error:
        return [f"{name}: {error}"]
    return []


def lines_of(path: Path) -> list[str]:
    """What is wrong with the lines of a file: too long, or packed with several declarations."""
    text = path.read_text()
    name = path.relative_to(BASE_DIR) if path.is_relative_to(BASE_DIR) else path
    found = [
        f"{name}:{number}: a line of {len(line)} letters; at most {MOST_LETTERS} can be read"
        for number, line in enumerate(text.splitlines(), 1)
        if len(line) > MOST_LETTERS
    ]
    if path.suffix == ".css":
        bare = COMMENT.sub(lambda one: "\n" * one[0].count("\n"), text)
        found += [
            f"{name}:{number}: one declaration a line, and none beside its selector"
            for number, line in enumerate(bare.splitlines(), 1)
            if PACKED.search(line)
        ]
    return found


def _own_files(folder: str) -> Iterator[tuple[Path, Path]]:
    """Every file in a folder of this name of the apps that live in this project, with that folder."""
    for app in apps.get_app_configs():
        root = Path(app.path) / folder
        if (BASE_DIR / app.name.partition(".")[0]).is_dir():
            yield from (
                (root, path)
                for path in sorted(root.rglob("*"))
                if path.is_file() and "third_party" not in path.parts
            )
