"""Headlines and ledes of recorded campaigns claim nothing that the log does not show: whoever is named in one occurs
in an event of that phase.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from campaigns import rulebooks
from campaigns.recordings.recording import steps_again
from rules.days_of_decision.model.tables import build as days_tables
from rules.kernel.audience import SPECTATOR
from rules.kernel.serial import canonical
from rules.registry import BOOKS
from tests.support.books import recordings
from tests.support.books.watched import Heard

STEPS = 120
"""So many steps of a recording are told."""


def names_of(key: str) -> dict[str, set[str]]:
    """Whom a headline may name: every power and country by its name, with its keys."""
    found: dict[str, set[str]] = {}
    for power, row in BOOKS[key].powers.items():
        found.setdefault(row.name, set()).add(power)
    if key == "days_of_decision":
        for minor, row in days_tables({}).minors.items():
            found.setdefault(row.name, set()).add(minor)
    return found


def claims(book: Any, key: str, file: Any) -> Iterator[tuple[str, str]]:
    """Each name in a headline or lede that no event of its step has, with the words."""
    names = names_of(key)
    heard: Any = Heard(book)
    for number, _step in enumerate(steps_again(heard, recordings.read(file))):
        if number == STEPS:
            return
        public = [event for event in heard.events if event.seen_by(SPECTATOR)]
        text = " ".join(heard.headline([heard.tell(event) for event in public]))
        shown = " ".join(json.dumps(json.loads(canonical(event))) for event in public)
        for name, keys in names.items():
            if re.search(rf"\b{re.escape(name)}\b", text) and not any(
                re.search(rf"(?<![a-z]){re.escape(each)}(?![a-z])", shown) or name in shown
                for each in keys
            ):
                yield name, text


@pytest.mark.long
@pytest.mark.parametrize("key", sorted(BOOKS))
def test_whoever_a_headline_names_occurs_in_an_event_of_that_phase(key: str) -> None:
    files = sorted(recordings.folder(BOOKS[key]).glob(f"*{recordings.ENDING}"))
    assert files
    book = rulebooks.load(key, BOOKS[key].revision)
    for file in files[:2]:
        assert list(claims(book, key, file)) == [], file


def test_a_name_that_no_event_has_would_be_found() -> None:
    key = "days_of_decision"
    book = rulebooks.load(key, BOOKS[key].revision)

    class Boasting(Heard):
        def headline(self, lines: Any) -> tuple[str, str]:
            return ("Atlantis joins; Tannu Tuva and Siam sign", "")

    file = min(recordings.folder(BOOKS[key]).glob(f"chance-*{recordings.ENDING}"))
    heard = Boasting(book)
    assert next(claims(heard, key, file))[0] in ("Tannu Tuva", "Siam")
