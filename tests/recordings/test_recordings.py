"""The rules still do what they did: every recorded campaign plays to the same bytes.

A recording is played by the revision that it names: today's source, or a frozen one. If one of them
fails, a rule was changed. Freeze the book as it was (``manage.py freeze``), give the source a new
``revision``, and record anew (``python -m tests.recordings BOOK``); see docs/revisions.md.
"""

from pathlib import Path
from typing import Any

import pytest

from campaigns import rulebooks
from campaigns.recordings.recording import difference, steps_again
from rules.registry import BOOKS
from tests.support.books import recordings
from tests.support.books.watched import Watched
from tests.support.suite.sample import one_in

FILES = sorted(recordings.HERE.glob(f"*/*/*{recordings.ENDING}"))


@pytest.mark.parametrize(
    "file", one_in(6, FILES, ids=lambda file: str(file.relative_to(recordings.HERE)))
)
def test_a_recorded_campaign_plays_to_the_same_bytes(file: Path) -> None:
    recording = recordings.read(file)
    assert (file.parent.parent.name, file.parent.name) == (
        recording.played.book,
        recording.played.revision,
    )
    book = rulebooks.load(recording.played.book, recording.played.revision)
    assert difference(book, recording) == ""


@pytest.mark.parametrize("key", one_in(4, sorted(BOOKS)))
def test_no_position_of_a_recorded_campaign_contradicts_itself(key: str) -> None:
    for file in recordings.folder(BOOKS[key]).glob(f"*{recordings.ENDING}"):
        book: Any = Watched(BOOKS[key])
        for step in steps_again(book, recordings.read(file)):
            state = book.states[-1]
            broken = [each.note for each in book.consistency(state).broken(state.facts)]
            assert broken == [], f"{file.name}, {step.where}"


@pytest.mark.parametrize("key", sorted(BOOKS))
def test_every_scenario_and_every_choice_of_every_switch_is_recorded(key: str) -> None:
    book = BOOKS[key]
    played = [
        recordings.read(file).played
        for file in recordings.folder(book).glob(f"*{recordings.ENDING}")
    ]
    assert {one.scenario for one in played} == set(book.scenarios)
    defaults = {name: switch.default for name, switch in book.switches.items()}
    chosen = [{**defaults, **one.variants} for one in played]
    missing = [
        f"{name}: {choice}"
        for name, switch in book.switches.items()
        for choice in switch.choices
        if not any(variants[name] == choice for variants in chosen)
    ]
    assert missing == []


@pytest.mark.parametrize("key", sorted(BOOKS))
def test_every_script_is_recorded(key: str) -> None:
    scripts = {file.stem for file in (recordings.HERE / key / "scripts").glob("*.yaml")}
    recorded = {
        file.name.removesuffix(recordings.ENDING)
        for file in recordings.folder(BOOKS[key]).glob(f"*{recordings.ENDING}")
    }
    assert scripts <= recorded
