"""The harness notices a leak at every door of every book; without one it notices nothing.

A test that cannot fail protects nobody: each of these spoils one door on purpose.
"""

from collections.abc import Iterator

import pytest

from tests.secrecy import planted_away, planted_news  # noqa: F401 - their leaks are registered so
from tests.secrecy.harness import leaks
from tests.secrecy.planted import ASKED_TOO, PLANTS, reads_the_full_state
from tests.secrecy.scenes import KINDS, Script, scripts
from tests.secrecy.table import Table, in_rotation
from tests.secrecy.worlds import undone

pytestmark = pytest.mark.django_db


def _seals_something(book: str) -> Script:
    return next(script for script in scripts(book) if script.seals and not script.lives)


@pytest.fixture(
    scope="module",
    params=[pytest.param(key, marks=pytest.mark.xdist_group(f"leaks {key}")) for key in KINDS],
)
def stage(still: object, request: pytest.FixtureRequest) -> Iterator[Table]:
    """One scene of a book, for all leaks that are planted in it; as it is nothing leaks."""
    with undone():
        table = Table(_seals_something(request.param))
        readers = in_rotation(table.strangers(), 0).union(*ASKED_TOO.values())
        assert leaks(table, readers, only={noticed for _, noticed in PLANTS.values()}) == []
        yield table


@pytest.mark.parametrize("name", PLANTS)
def test_a_planted_leak_is_noticed(stage: Table, name: str, monkeypatch) -> None:
    sow, noticed = PLANTS[name]
    readers = in_rotation(stage.strangers(), 0) | ASKED_TOO.get(name, set())
    sow(monkeypatch, stage)
    found = leaks(stage, readers, only={noticed})
    assert [leak for leak in found if leak.door.split(" ")[0] == noticed], found


FACE_DOWN = [
    pytest.param(book, marks=pytest.mark.xdist_group(f"leaks {book}"))
    for book in ("world_at_war", "days_of_decision")
]
"""The books in whose states something stays secret after it was sealed."""


@pytest.mark.parametrize("book", FACE_DOWN)
def test_a_page_made_from_the_full_state_is_noticed(still, book: str, monkeypatch) -> None:
    script = next(script for script in scripts(book) if script.lives)
    with undone():
        table = Table(script)
        readers = {next(reader.name for reader in table.strangers() if reader.power), "visitor"}
        doors = {"frontend:board", "api:campaign", "api:export"}
        assert leaks(table, readers, only=doors) == []
        reads_the_full_state(monkeypatch, table)
        assert {leak.reader for leak in leaks(table, readers, only=doors)} == readers
