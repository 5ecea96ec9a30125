"""What one power keeps secret changes nothing that anybody else can get, in any book and any phase.

The harness is described in `harness.py`; `test_planted_leaks.py` shows that it can fail.
"""

import os
from collections.abc import Iterator

import pytest

from campaigns.models import PendingDispatch
from rules.registry import BOOKS
from tests.routes import Route, routes, sockets
from tests.secrecy import doors
from tests.secrecy.harness import leaks
from tests.secrecy.scenes import KINDS, played, scripts
from tests.secrecy.table import Table, in_rotation
from tests.secrecy.worlds import undone

pytestmark = pytest.mark.django_db

EVERYBODY = bool(os.environ.get("LEAKS"))
"""Whether all strangers are asked in every scene, or one player and one other, another each time."""

every_book = pytest.mark.parametrize(
    "book", [pytest.param(key, marks=pytest.mark.xdist_group(f"leaks {key}")) for key in KINDS]
)


@pytest.fixture
def tables(still: object, book: str) -> Iterator[tuple[int, Table]]:
    """Every scene of a book, set up one after another."""

    def each() -> Iterator[tuple[int, Table]]:
        for number, script in enumerate(scripts(book)):
            with undone():
                yield number, Table(script)

    return each()


@every_book
def test_what_is_secret_changes_nothing_for_strangers_in_any_phase(book, tables) -> None:
    found = []
    for number, table in tables:
        asked = None if EVERYBODY else in_rotation(table.strangers(), number)
        found += [f"{table.script}: {leak}" for leak in leaks(table, asked)]
    assert not found, "\n".join(found)


@every_book
def test_every_kind_of_phase_of_a_book_has_its_scene(book) -> None:
    kinds = {BOOKS[book].phase(turned.before).key for *_, game in played(book) for turned in game}
    assert kinds == KINDS[book]
    assert {script.kind for script in scripts(book)} == KINDS[book]


@every_book
def test_in_one_scene_of_a_book_a_dispatch_waits_for_a_look(still: object, book: str) -> None:
    (script,) = (script for script in scripts(book) if script.waits)
    with undone():
        table = Table(script)
        (row,) = PendingDispatch.objects.filter(campaign__slug=table.slug, open=True)
        assert row.what.power != table.hider
        assert row.what.waits_for


def test_every_book_is_looked_at() -> None:
    assert set(KINDS) == set(BOOKS)


def test_every_door_is_looked_at_or_says_why_not() -> None:
    assert doors.unknown() == []
    assert sockets() == ("ws/campaign/<slug:slug>/",), "tests/secrecy/frames.py knows one socket"


def test_a_new_door_without_a_row_is_noticed() -> None:
    new = Route("frontend:unheard-of", "c/<slug:slug>/unheard-of/", (("slug", "slug"),), None)
    assert doors.unknown((*routes(), new)) == ["frontend:unheard-of"]
    assert doors.unknown(routes()[1:]) == [routes()[0].name]
