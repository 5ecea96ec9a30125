"""`manage.py check_translations`: what is translated is whole and keeps its blanks."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polib
from django.conf import settings
from django.core.management import BaseCommand, CommandError

# %(name)s and {name}: what the program fills in.
BLANK = re.compile(r"%\(\w+\)[a-z]|\{\w*\}")


class Command(BaseCommand):
    """Read every .po file under locale/, reporting all faults."""

    help = "Check every translation file; exits 1 naming each fault."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Check them one after another."""
        files = [
            path for folder in settings.LOCALE_PATHS for path in sorted(Path(folder).rglob("*.po"))
        ]
        faults = [fault for path in files for fault in _faults(path)]
        if faults:
            raise CommandError("\n".join(faults))
        self.stdout.write(f"{len(files)} translation files are sound.")


def _faults(path: Path) -> Iterator[str]:
    """What is wrong with one file, each with its line."""
    try:
        entries = polib.pofile(str(path))
    except OSError as error:
        yield f"{path}: cannot be read as translations: {error}"
        return
    for entry in entries:
        if entry.obsolete:
            continue
        where = f"{path}:{entry.linenum}"
        translations = [text for text in (entry.msgstr, *entry.msgstr_plural.values()) if text]
        if entry.fuzzy:
            yield f"{where}: marked fuzzy. Look at it and take the mark away."
        for text in translations:
            if set(BLANK.findall(text)) - set(BLANK.findall(entry.msgid + entry.msgid_plural)):
                yield f"{where}: fills in something that “{entry.msgid}” does not have."
