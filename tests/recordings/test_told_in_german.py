"""What was said in recorded campaigns, by frozen revisions too, as a reader of German reads it."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.template import Context, Template
from django.utils.translation import override

from campaigns import rulebooks
from campaigns.domain.wording import said_by
from campaigns.recordings.recording import steps_again
from rules.registry import BOOKS
from tests.support.books import recordings
from tests.support.books.watched import Heard

pytestmark = pytest.mark.long

SHOWN = Template("{{ text|in_language }}")
ENGLISH = re.compile(r'<span lang="en">(.*?)</span>', re.DOTALL)
STEPS = 25
"""So many steps of a recording are told."""
MAPS = ("The bend of the river",)
SHARE = 0.02
"""So much of what a frozen revision said may have been said otherwise than today, and stays English."""


def told(file: Path) -> dict[str, str]:
    """Every line and headline of a recording with its German."""
    recording = recordings.read(file)
    book: Any = Heard(rulebooks.load(recording.played.book, recording.played.revision))
    found: dict[str, str] = {}
    with override("de"), said_by(recording.played.book):
        for number, _step in enumerate(steps_again(book, recording)):
            if number == STEPS:
                break
            lines = [book.tell(event) for event in book.events]
            said = [part for line in lines for part in (line.head, line.rest)]
            for text in (*said, *book.headline(lines)):
                if text and text not in found:
                    found[text] = SHOWN.render(Context({"text": text}))
    return found


def english(said: str) -> list[str]:
    """What of it is marked as English, but for the names of maps, which their players gave them."""
    return [part for part in ENGLISH.findall(said) if part not in MAPS]


def first(key: str, revision: str) -> Path:
    """The first recording of a revision that was played by chance: it does what no autopilot would."""
    return min((recordings.HERE / key / revision).glob(f"chance-*{recordings.ENDING}"))


RECORDED = [
    (key, place.name)
    for key in sorted(BOOKS)
    for place in sorted((recordings.HERE / key).iterdir())
    if place.name != "scripts"
]


@pytest.mark.parametrize(("key", "revision"), RECORDED)
def test_what_is_said_in_a_recorded_campaign_is_said_in_german(key: str, revision: str) -> None:
    found = told(first(key, revision))
    assert len(found) > 10
    left = [text for text, said in found.items() if english(said)]
    share = 0 if revision == BOOKS[key].revision else SHARE
    assert len(left) <= share * len(found), left
