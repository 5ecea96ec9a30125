"""What one power keeps secret changes nothing that anybody else can get, in any book and any phase.

The harness is described in `harness.py`; `test_planted_leaks.py` shows that it can fail.
"""

from collections import Counter
from collections.abc import Iterator

import pytest

from campaigns.models import PendingDispatch
from rules.registry import BOOKS
from tests.secrecy import doors, kept
from tests.secrecy.harness import EVERYBODY, leaks
from tests.secrecy.kept import KEPT, TableWithSecrets
from tests.secrecy.scenes import FOUNDINGS, HIDING, KINDS, OPEN, played, scripts, unseen
from tests.secrecy.table import by_turns, in_rotation
from tests.support.pages.routes import sockets
from tests.support.suite.sample import one_in
from tests.support.worlds import undone

pytestmark = pytest.mark.django_db

ENOUGH = 8
"""In so many scenes everybody has a turn if one is asked in each, a player or another, and every door has
several if those of the game are asked in each and a third of the rest. In fewer two are asked, at all doors.
"""

GROUPED = [pytest.param(key, marks=pytest.mark.xdist_group(f"leaks {key}")) for key in KINDS]
every_book = pytest.mark.parametrize("book", GROUPED)


@pytest.fixture
def tables(still: object, book: str, one_scene_in: int) -> Iterator[tuple[int, TableWithSecrets]]:
    """Every scene of a book, or each so many-th, set up one after another."""

    def each() -> Iterator[tuple[int, TableWithSecrets]]:
        for number, script in enumerate(scripts(book)):
            if number % one_scene_in:
                continue
            with undone():
                # Every other one lives with secrets or without; the rest with these or with those.
                founding = FOUNDINGS[number % len(FOUNDINGS)]
                yield number, TableWithSecrets(script, bare=number % 2 == 1, **founding)

    return each()


EVERYWHERE = frozenset(
    [
        "orders",
        "drafts",
        "standing orders",
        "dispatches",
        "press",
        "notes",
        "plans",
        "forks",
        "advice",
    ]
)
VARIED = {
    "days_of_decision": EVERYWHERE | {"offers", "chits", "values"},
    "war_game_1939": EVERYWHERE | {"points"},
    "world_at_war": EVERYWHERE | {"points", "values"},
    "world_in_flames": EVERYWHERE,
}
"""In what the lives differ, by book: all that can be kept secret there."""
ANYWHERE = frozenset(["orders", "drafts", "press", "notes", "advice"])
"""In what they differ at least in a book that is not listed."""


SOME = 7
"""Of so many scenes one is played in `make test`."""


@pytest.mark.parametrize("book", one_in(2, GROUPED))
@pytest.mark.parametrize("one_scene_in", [SOME, pytest.param(1, marks=pytest.mark.long)])
def test_what_is_secret_changes_nothing_for_strangers_in_any_phase(
    book, tables, one_scene_in
) -> None:
    found, varied = [], set()
    many = len(scripts(book)) >= ENOUGH
    whom = by_turns if many else in_rotation
    for number, table in tables:
        asked = None if EVERYBODY else whom(table.strangers(), number)
        only = doors.in_scene(number) if many and not EVERYBODY else None
        found += [f"{table.script}: {leak}" for leak in leaks(table, asked, only=only)]
        varied |= table.varied
    assert not found, "\n".join(found)
    if one_scene_in > 1:
        assert varied, "nothing was kept secret in these scenes"
        return
    missing = VARIED.get(book, ANYWHERE) - varied
    assert not missing, f"can be kept secret and is not varied: {sorted(missing)}"
    assert book not in VARIED or varied == VARIED[book], "more is varied than the table says"


@every_book
def test_every_kind_of_phase_of_a_book_has_its_scene(book) -> None:
    kinds = {BOOKS[book].phase(turned.before).key for *_, game in played(book) for turned in game}
    assert kinds == KINDS[book]
    assert {script.kind for script in scripts(book)} == KINDS[book]


@every_book
def test_in_one_scene_of_a_book_a_dispatch_waits_for_a_look(still: object, book: str) -> None:
    (script,) = (script for script in scripts(book) if script.waits)
    with undone():
        table = TableWithSecrets(script)
        (row,) = PendingDispatch.objects.filter(campaign__slug=table.slug, open=True)
        assert row.what.power != table.hider
        assert row.what.waits_for


def test_campaigns_are_founded_in_every_way_that_hides_something() -> None:
    assert {way for founding in FOUNDINGS for way in founding} == {
        "private",
        "listed",
        "delay",
        "anonymous",
    }
    for book in KINDS:
        assert len(scripts(book)) >= len(FOUNDINGS) or book not in HIDING


@every_book
def test_every_choice_of_a_switch_that_hides_something_has_its_scene(book: str) -> None:
    assert unseen(book, scripts(book)) == {}


@every_book
def test_of_every_switch_it_is_decided_whether_it_hides_something(book: str) -> None:
    hiding = set(HIDING.get(book, {}))
    plain = set(OPEN[book].split()) if book in OPEN else set(BOOKS[book].switches) - hiding
    assert hiding | plain == set(BOOKS[book].switches)
    assert hiding.isdisjoint(plain)


def test_every_book_is_looked_at() -> None:
    assert set(KINDS) == set(BOOKS)


def test_everything_that_is_kept_secret_is_varied_in_some_book() -> None:
    assert frozenset().union(*VARIED.values()) == set(KEPT)
    for name in KEPT:
        assert f"\n{name}  " in str(kept.__doc__), "it is not described"


def test_the_sockets_are_those_that_frames_are_read_from() -> None:
    assert sockets() == ("ws/campaign/<slug:slug>/",), "tests/secrecy/frames.py knows one socket"


def test_in_the_scenes_of_a_book_every_door_has_several_turns() -> None:
    turns = Counter(door for number in range(ENOUGH) for door in doors.in_scene(number))
    assert set(turns) == doors.every_door()
    assert {turns[door] for door in doors.of_the_game()} == {ENOUGH}
    assert min(turns.values()) >= 2
