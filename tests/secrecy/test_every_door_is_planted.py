"""No door is without a planted leak: each way of telling one bit is tried at each, and noticed.

The doors are those of `doors.py`: every page and fragment, every address of the API, feeds, the lobby, and
what leaves by itself. All addresses are spoilt alike in one pass for each kind; none reaches another.
"""

from collections.abc import Iterator

import pytest

from tests.secrecy import doors
from tests.secrecy.harness import leaks
from tests.secrecy.kept import TableWithSecrets
from tests.secrecy.scenes import scripts
from tests.secrecy.spoilt import (
    ANSWERS,
    SENT,
    Answers,
    Bit,
    answer_as_if_the_owner_asked,
)
from tests.support.suite.sample import one_in
from tests.support.worlds import undone

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("leaks war_game_1939")]

BOOK = "war_game_1939"
"""Pages of other books answer that they are not there, and are spoilt no less."""


@pytest.fixture(scope="module")
def stage(still: object) -> Iterator[TableWithSecrets]:
    """A scene in which a power seals."""
    script = next(one for one in scripts(BOOK) if one.seals and not one.lives)
    with undone():
        yield TableWithSecrets(script, bare=True)


@pytest.fixture(scope="module")
def onlooker(stage: TableWithSecrets) -> set[str]:
    """A player who may know nothing of it."""
    return {stage.bystander}


@pytest.fixture(scope="module")
def answers(stage: TableWithSecrets) -> Answers:
    """What the onlooker gets at each address."""
    return Answers(stage)


def noticed(
    table: TableWithSecrets, readers: set[str], only: frozenset[str] | set[str]
) -> set[str]:
    return {leak.door.split(" ")[0] for leak in leaks(table, readers, only=only)}


ADDRESSES = doors.addresses_asked()


def test_as_it_is_no_door_tells_anything_and_every_door_is_asked(
    stage: TableWithSecrets, onlooker: set[str], answers: Answers, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers.spoil(monkeypatch)
    asked: set[str] = set()
    honest = doors.told_at_the_doors

    def told(*given, **more):
        for door, answer in honest(*given, **more):
            asked.add(door.split(" ")[0])
            yield door, answer

    monkeypatch.setattr(doors, "told_at_the_doors", told)
    found = leaks(stage, onlooker)
    assert not found, "\n".join(map(str, found))
    assert asked | {"frames"} == doors.every_door()


@pytest.mark.parametrize("kind", one_in(6, ANSWERS))
def test_every_address_that_tells_one_bit_is_noticed(
    stage: TableWithSecrets,
    onlooker: set[str],
    answers: Answers,
    kind: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answers.spoil(monkeypatch, kind)
    assert ADDRESSES - noticed(stage, onlooker, ADDRESSES) == set()


@pytest.mark.parametrize("kind", one_in(4, SENT))
def test_whatever_is_sent_that_tells_one_bit_is_noticed(
    stage: TableWithSecrets, onlooker: set[str], kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    bit, planted = Bit(stage), SENT[kind]
    for sow in planted.values():
        sow(monkeypatch, bit)
    assert noticed(stage, onlooker, set(planted)) == set(planted)


def test_no_door_is_without_a_planted_leak() -> None:
    """Whatever is asked at an address is spoilt; all else that leaves has leaks of its own."""
    sent = {door for planted in SENT.values() for door in planted}
    assert sent == doors.every_door() - ADDRESSES == {*doors.SENT, "frames"}


OWN = """
    api:campaign api:dispatch api:dispatch-declare api:log api:notes api:orders api:plan api:plans api:press
    api:press-file api:standing api:what-if api:what-ifs frontend:campaign frontend:facts frontend:hand-over
    frontend:log frontend:log-fragment frontend:notes frontend:orders frontend:plans frontend:press
    frontend:standing-orders frontend:thread frontend:what-if frontend:what-ifs api:receipts frontend:receipts
"""
"""Where a power is shown something that it alone may know, or that hangs on it."""


@pytest.mark.long
def test_a_door_that_takes_everybody_for_the_owner_is_noticed(
    stage: TableWithSecrets, onlooker: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answer_as_if_the_owner_asked(monkeypatch, stage)
    assert noticed(stage, onlooker, ADDRESSES) == set(OWN.split())
