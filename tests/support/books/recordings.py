"""Making the recorded campaigns of the rules as they stand: ``python -m tests.recordings [BOOK...]``.

Each book has recordings by autopilots, for each scenario; by chance, which declares facts, breaks
promises and plays what no autopilot would, with every choice of every switch in one of them; and by
the scripts in ``<book>/scripts/``, which reach what neither does. They lie in a folder named for the
revision that played them.
"""

import gzip
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from campaigns.recordings import recording, scripts
from campaigns.recordings.recording import Recorder, Recording
from campaigns.rulebooks import simulation
from core.paths import BASE_DIR
from rules.kernel.rulebook import Rulebook
from rules.registry import BOOKS
from tests.support.books import playing

HERE = BASE_DIR / "tests" / "recordings"
ENDING = ".jsonl.gz"
TURNS = 6
"""How many turns autopilots play; the longest scenario is sixty."""
PHASES = 60
"""How many phases are played by chance."""


def folder(book: Rulebook[Any]) -> Path:
    """Where the recordings of a book's present revision lie."""
    return HERE / book.key / book.revision


def write(file: Path, found: Recording) -> None:
    """Write a recording, the same bytes each time."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(gzip.compress(recording.written(found), 9, mtime=0))


def read(file: Path) -> Recording:
    """A recording from its file."""
    return recording.read(gzip.decompress(file.read_bytes()))


def every(book: Rulebook[Any]) -> Iterator[tuple[str, Recording]]:
    """All recordings of a book as it plays now, by name."""
    for scenario in book.scenarios:
        yield f"autopilots-{scenario}", by_autopilots(book, scenario)
    for scenario in book.scenarios:
        for number, variants in enumerate(all_choices(book), 1):
            yield f"chance-{scenario}-{number}", by_chance(book, scenario, variants, number)
    for script in sorted((HERE / book.key / "scripts").glob("*.yaml")):
        yield script.stem, scripts.play(scripts.read(script.read_text("utf-8")))


def by_autopilots(book: Rulebook[Any], scenario: str) -> Recording:
    """The first turns of a scenario, autopilots on all seats."""
    recorder: Any = Recorder(book)
    for _ in simulation.play(recorder, scenario, turns=TURNS, seed=1):
        pass
    return recorder.recording(f"{book.scenarios[scenario].title}, played by autopilots")


def by_chance(book: Rulebook[Any], scenario: str, variants: dict[str, str], seed: int) -> Recording:
    """A scenario with these switches: orders, acts and facts by chance among those that are legal,
    now and then by autopilots or not at all.
    """
    recorder: Any = Recorder(book)
    state = playing.open_campaign(recorder, scenario, variants)
    for _ in playing.play_on(recorder, state, f"recorded {seed}", manner="mixed", most=PHASES):
        pass
    return recorder.recording("Orders, acts and facts by chance")


def all_choices(book: Rulebook[Any]) -> list[dict[str, str]]:
    """As few sets of switches as hold every choice of every switch, the defaults first."""
    most = max(len(switch.choices) for switch in book.switches.values())
    return [
        {
            key: sorted(switch.choices, key=lambda choice: choice != switch.default)[
                number % len(switch.choices)
            ]
            for key, switch in book.switches.items()
        }
        for number in range(most)
    ]


def main(names: list[str]) -> None:
    """Write the recordings of these books (all, if none is named); others of them stay."""
    for key in names or sorted(BOOKS):
        book = BOOKS[key]
        for old in folder(book).glob(f"*{ENDING}"):
            old.unlink()
        for name, found in every(book):
            write(folder(book) / f"{name}{ENDING}", found)
            sys.stdout.write(f"{key} {book.revision}: {name}, {len(found.steps)} steps\n")
