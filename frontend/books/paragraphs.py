"""What the rules of a book say, as ``rules/*.yaml`` beside its face tell it, in other languages ``rules/<language>/*.yaml``.

Each rule has either a sentence or two, or ``says``, ``when``, ``example``, ``see``, ``tables`` and ``words``, as
`campaigns.selectors.rules.paragraphs` explains them. What is not told in the reader's language is told in English.
"""

from functools import cache
from pathlib import Path

import yaml
from django.utils.translation import get_language
from msgspec.structs import replace

from campaigns.selectors.rules.paragraphs import Paragraph, Said
from rules.kernel.serial import shaped

HERE = Path(__file__).parent
SOURCE = "en"


def paragraphs_of(book: str) -> Said:
    """The paragraphs of a book in the reader's language, by the reference of their rule."""
    return told(book, (get_language() or SOURCE).split("-")[0])


@cache
def told(book: str, language: str) -> Said:
    """The paragraphs of a book in a language; those that are not translated are ``english``."""
    source = written(book)
    if language == SOURCE:
        return source
    theirs = written(book, language)
    return {
        ref: replace(
            theirs[ref], see=own.see, tables=own.tables, words=(*own.words, *theirs[ref].words)
        )
        if ref in theirs
        else replace(own, english=True)
        for ref, own in source.items()
    }


def written(book: str, language: str = "") -> Said:
    """What stands in the files of one language; nothing where there are none."""
    return {
        ref: shaped({"says": said} if isinstance(said, str) else said, Paragraph)
        for path in sorted((HERE / book / "rules" / language).glob("*.yaml"))
        for ref, said in yaml.safe_load(path.read_bytes()).items()
    }
