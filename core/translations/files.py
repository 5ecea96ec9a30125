"""What all files of translations have in common, whatever their texts are found in."""

import polib

PLURALS = {"de": "nplurals=2; plural=(n != 1);"}
"""Which forms a language has beside how many of a thing there are, as gettext writes it."""


def new_file(language: str) -> polib.POFile:
    """A file without entries, with what stands at its head."""
    file = polib.POFile(wrapwidth=100)
    file.metadata = {
        "Project-Id-Version": "Chancellery",
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": PLURALS[language],
    }
    return file
