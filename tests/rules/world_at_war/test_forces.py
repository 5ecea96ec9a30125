"""Tables of minor forces: every name exists, every lost cell can be entered, every answer is given."""

import msgspec
import pytest

from rules.kernel.errors import TableError
from rules.world_at_war import BOOK
from rules.world_at_war.forces import movement
from rules.world_at_war.forces.movement import DEEDS, UNITS
from rules.world_at_war.model.tables.campaign import build, tables_of
from rules.world_at_war.pages import dossier

START = BOOK.start("fall-1939", {}, {}).state
TABLES = tables_of(START)


def test_every_country_of_the_tables_is_an_area():
    known = {*TABLES.areas, *TABLES.roaming.regions, "vlasov"}
    named = {key for row in TABLES.roaming.rows for key in (*row.of, *row.to, *row.fronts)}
    named |= {key for bar in TABLES.roaming.bars for key in (*bar.of, *bar.to)}
    named |= {key for row in TABLES.forces.building for key in row.of}
    named |= set(TABLES.forces.pools) | set(TABLES.roaming.balkans)
    assert named <= known


def lost(state, area):
    return {one.path for one in dossier.file(state, area, None).unknown}


@pytest.fixture(scope="module")
def mended():
    """A campaign in which every lost cell of every country is entered, each by its own path."""
    missing = {path: 3 for area in TABLES.areas for path in lost(START, area)}
    assert missing
    return BOOK.start("fall-1939", {}, missing).state


@pytest.mark.parametrize("area", sorted(TABLES.areas))
def test_every_lost_cell_is_entered_by_the_path_that_its_file_names(area, mended):
    assert not lost(mended, area) & lost(START, area)


def test_a_lost_cell_takes_no_word():
    with pytest.raises(TableError):
        build({"forces.pools.finland.units.infantry_2_3": "many"})


@pytest.mark.parametrize("area", sorted(TABLES.forces.pools))
def test_every_question_about_movement_has_an_answer_with_a_rule(area):
    for to in (*TABLES.areas, *TABLES.roaming.regions):
        for unit in UNITS:
            for deed in DEEDS:
                answer = movement.may(START, area, to, unit, deed)
                assert answer.rule
                assert answer.may or answer.why


def test_a_dominion_never_loses_what_war_gave_it():
    for area in ("canada", "australia"):
        before: dict[str, int] = {}
        for turn in range(1, 12):
            state = msgspec.structs.replace(START, turn=turn)
            now = BOOK.ask(state, "forces", {"of": area})["units"]
            assert all(now[kind] >= count for kind, count in before.items())
            before = now
