"""The harness notices a leak at every door of every book; without one it notices nothing.

A test that cannot fail protects nobody: each of these spoils one door on purpose.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace

from campaigns.selectors.moderator import secret_values_page
from tests.secrecy.harness import Leak, Spoilt, leaks, leaks_where_spoilt
from tests.secrecy.kept import TableWithSecrets
from tests.secrecy.planted import ASKED_TOO, PLANTS, Plant, reads_the_full_state, spoil
from tests.secrecy.scenes import KINDS, Script, scripts
from tests.secrecy.table import Table, in_rotation
from tests.support.suite.sample import one_in
from tests.support.worlds import undone

pytestmark = pytest.mark.django_db


def _seals_something(book: str) -> Script:
    return next(script for script in scripts(book) if script.seals and not script.lives)


LIVED = frozenset(["log entry", "push number"])
"""These tell something while a life is lived. All else is spoilt where a reader asks."""


@pytest.fixture(
    scope="module",
    params=one_in(
        len(KINDS),
        [pytest.param(key, marks=pytest.mark.xdist_group(f"leaks {key}")) for key in KINDS],
    ),
)
def stage(still: object, request: pytest.FixtureRequest) -> Iterator[Table]:
    """One scene of a book, for all leaks that are planted in it; as it is nothing leaks."""
    with undone():
        table = TableWithSecrets(_seals_something(request.param))
        readers = in_rotation(table.strangers(), 0).union(*ASKED_TOO.values())
        assert leaks(table, readers, only={noticed for _, noticed in PLANTS.values()}) == []
        yield table


@pytest.fixture(scope="module")
def at_doors(stage: Table) -> dict[str, list[Leak]]:
    """What is told with each leak that is planted where readers ask: for all of them the same two lives."""
    return leaks_where_spoilt(
        stage,
        {
            name: Spoilt(partial(_sown, sow, stage), frozenset(_readers(stage, name)), frozenset([noticed]))
            for name, (sow, noticed) in PLANTS.items()
            if name not in LIVED
        },
    )  # fmt: skip


def _sown(sow: Plant, stage: Table, patch: pytest.MonkeyPatch) -> None:
    sow(patch, stage)


def _readers(stage: Table, name: str) -> set[str]:
    return in_rotation(stage.strangers(), 0) | ASKED_TOO.get(name, set())


@pytest.mark.parametrize("name", one_in(4, PLANTS))
def test_a_planted_leak_is_noticed(
    stage: Table, at_doors: dict[str, list[Leak]], name: str, monkeypatch
) -> None:
    sow, noticed = PLANTS[name]
    if name in LIVED:
        sow(monkeypatch, stage)
        found = leaks(stage, _readers(stage, name), only={noticed})
    else:
        found = at_doors[name]
    assert [leak for leak in found if leak.door.split(" ")[0] == noticed], found


FACE_DOWN = [
    pytest.param(book, marks=pytest.mark.xdist_group(f"leaks {book}"))
    for book in ("days_of_decision", "world_at_war")
]
"""The books in whose states something stays secret after it was sealed."""


@pytest.mark.long
@pytest.mark.xdist_group("leaks world_at_war")
def test_a_secret_value_that_the_desk_is_told_is_noticed(still, monkeypatch) -> None:
    """What the desk accepts unseen; and that nobody else is told that there is anything."""
    with undone():
        table = TableWithSecrets(next(script for script in scripts("world_at_war") if script.lives))
        doors = {"api:secret-values", "frontend:overrides"}
        assert leaks(table, {"moderator", "visitor"}, only=doors) == []
        assert "values" in table.varied

        def telling(line: Any, _at: Any, one: Any) -> Any:
            return replace(line, why=f"{one.what.change.after}") if line else line

        spoil(monkeypatch, secret_values_page, "_line", telling)
        found = {(leak.reader, leak.door.split(" ")[0]) for leak in leaks(table, only=doors)}
        assert found == {("moderator", door) for door in doors}


@pytest.mark.long
@pytest.mark.parametrize("book", one_in(2, FACE_DOWN))
def test_a_page_made_from_the_full_state_is_noticed(still, book: str, monkeypatch) -> None:
    script = next(script for script in scripts(book) if script.lives)
    with undone():
        table = TableWithSecrets(script)
        readers = {next(reader.name for reader in table.strangers() if reader.power), "visitor"}
        doors = {"frontend:board", "api:campaign", "api:export"}
        assert leaks(table, readers, only=doors) == []
        reads_the_full_state(monkeypatch, table)
        assert {leak.reader for leak in leaks(table, readers, only=doors)} == readers
