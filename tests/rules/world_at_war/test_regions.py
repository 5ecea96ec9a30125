"""Rules of single countries that need more than one case: clocks, memory, words, tables."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.kernel.audience import PUBLIC, viewer
from rules.kernel.conditions import Always
from rules.kernel.dice import NoDice
from rules.kernel.errors import NotAllowed, TableError
from rules.kernel.events import Line
from rules.kernel.fact_acts import Declare
from rules.world_at_war import BOOK
from rules.world_at_war.model.adjudication import Adjudication
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.events import regions
from rules.world_at_war.model.orders import Undertake
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.state.regions import Regions
from rules.world_at_war.model.tables.campaign import build
from rules.world_at_war.obligations import obligations
from rules.world_at_war.regions import ethiopia, far_east
from rules.world_at_war.regions.far_east import thai_moment
from rules.world_at_war.status.local_rules import effects, number, permitted
from tests.rules.world_at_war.helpers import started, with_facts

AREAS = tuple(build({}).areas)


def at(state: WarState, turn: int, step: str) -> WarState:
    """The same position at another moment."""
    return msgspec.structs.replace(state, turn=turn, step=step)


# -- what holds ------------------------------------------------------------------------------------


@pytest.mark.parametrize("area", AREAS)
def test_every_effect_says_why_in_sentences(area: str) -> None:
    for effect in effects(started(), area):
        assert effect.text
        assert effect.why.endswith(".") or (effect.in_force and not effect.why)
        assert R(effect.rule) == effect.rule


def test_every_row_that_can_fail_says_why_it_does() -> None:
    for row in build({}).regions.standing:
        if not isinstance(row.when, Always):
            assert row.otherwise.endswith("."), row.key
            assert row.because.endswith(".") or row.key == "ethiopia-combat", row.key


def test_a_power_is_told_what_its_side_may_do_too() -> None:
    german = {one.key for one in permitted(started(), "egypt", "germany")}
    italian = {one.key for one in permitted(started(), "egypt", "italy")}
    assert {"axis-raiders", "axis-submarines"} <= german
    assert "axis-submarines" not in italian
    assert "canal-western" not in german


def test_everybody_sees_the_same_effects() -> None:
    state = started()
    told = effects(state, "norway")
    assert effects(BOOK.view(state, viewer("russia")), "norway") == told
    assert effects(BOOK.view(state, viewer(None)), "norway") == told


def test_an_entered_amount_of_a_lost_number_is_an_ordinary_row() -> None:
    tables = {"regions.tallies.submarines.rows.ports.amount": 3}
    state = BOOK.start("fall-1939", {}, tables).state
    told = number(with_facts(state, ports__vigo__axis=True), "submarines")
    assert told.net == 3
    assert [row.key for row in told.rows] == ["ports"]


def test_the_rules_page_lists_every_row_of_the_tables() -> None:
    sheets = [sheet for sheet in BOOK.tables() if sheet.part == "Single countries"]
    cells = {cell for sheet in sheets for row in sheet.rows for cell in row}
    tables = build({}).regions
    for one in tables.standing:
        assert any(cell.startswith(one.text) for cell in cells), one.key
    for given_sum in tables.sums.values():
        assert {row.reason for row in given_sum.rows} <= cells


def test_what_may_be_undertaken_stands_among_the_things_to_do() -> None:
    def keys(state: WarState) -> set[str]:
        return {one.key for one in obligations(state)}

    winter, spring = at(started(), 6, "axis.targets"), at(started(), 7, "axis.targets")
    assert "mining-britain" in keys(winter)
    assert "mining-united_states" not in keys(winter)
    assert not any(key.startswith("mining") for key in keys(spring))
    at_war = with_facts(spring, war__germany__russia=True)
    assert "route-britain" in keys(at_war)
    assert "route-britain" not in keys(spring)


# -- Ethiopia ----------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 8)), min_size=1, max_size=12))
def test_ethiopia_falls_after_four_player_turns_of_two_to_one_and_no_sooner(
    factors: list[tuple[int, int]],
) -> None:
    """A whole game turn and an Axis player turn must follow the one in which the ratio is reached."""
    state = at(with_facts(started(), war__italy__western=True), 5, "axis.facts")
    course = Adjudication(state, NoDice(), {})
    since, expected = None, None
    for index, (axis, western) in enumerate(factors):
        turn, stage = 5 + index // 2, ("axis.facts", "allied.facts")[index % 2]
        course.state = with_facts(
            at(course.state, turn, stage),
            factors__ethiopia__italy=axis,
            factors__ethiopia__western=western,
        )
        if expected is None:
            enough = western > 0 and western >= 2 * axis
            since = (since if since is not None else turn) if enough else None
            if since is not None and stage == "axis.facts" and turn >= since + 2:
                expected = turn
        ethiopia.leave(course, stage)
        fallen = course.state.regions.fallen.get("ethiopia")
        assert fallen == expected


# -- the Far East --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("war", "by_japan", "occupied", "expected"),
    [
        (None, True, (3, "axis.facts"), None),
        ((9, "axis.facts"), True, None, None),
        ((9, "axis.facts"), True, (0, ""), (9, "")),
        ((9, "axis.facts"), True, (8, "axis.facts"), (9, "")),
        ((9, "axis.facts"), True, (9, "axis.facts"), (10, "axis.targets")),
        ((9, "axis.facts"), True, (12, "axis.facts"), (13, "axis.targets")),
        ((9, "allied.facts"), False, (8, "axis.facts"), (10, "axis.targets")),
        ((9, "place"), False, (8, "axis.facts"), (9, "axis.targets")),
    ],
)
def test_when_thailand_joins_japan(
    war: tuple[int, str] | None,
    by_japan: bool,
    occupied: tuple[int, str] | None,
    expected: tuple[int, str] | None,
) -> None:
    facts = {
        "war__japan__britain": war is not None,
        "declared__japan__britain": war is not None and by_japan,
        "indochina__japan_all": occupied is not None,
    }
    moments = {"japan_britain": war, "indochina": occupied}
    since = {key: moment for key, moment in moments.items() if moment and moment != (0, "")}
    state = msgspec.structs.replace(
        with_facts(started(), **facts), regions=Regions(since=since), turn=14
    )
    assert thai_moment(state) == expected


def test_what_came_about_is_remembered_once_and_forgotten_only_when_taken_back_at_once() -> None:
    start = at(started(), 8, "axis.facts")
    course = Adjudication(with_facts(start, war__germany__russia=True), NoDice(), {})
    far_east.watch(course, start)
    assert course.state.regions.since == {"germany_russia": (8, "axis.facts")}
    peace = with_facts(at(course.state, 12, "axis.facts"), war__germany__russia=False)
    before, course.state = course.state, peace
    far_east.watch(course, before)
    assert course.state.regions.since == {"germany_russia": (8, "axis.facts")}
    before, course.state = course.state, with_facts(peace, war__germany__russia=True)
    far_east.watch(course, before)
    assert course.state.regions.since == {"germany_russia": (8, "axis.facts")}


# -- the whole way -------------------------------------------------------------------------------------


def test_acts_and_corrections_leave_a_state_that_reads_back() -> None:
    state = at(started(), 6, "allied.targets")
    done = BOOK.perform(state, "britain", Undertake(what="mining"), NoDice())
    assert msgspec.json.decode(msgspec.json.encode(done.state), type=WarState) == done.state
    assert BOOK.corrected(done.state, done.state).events == ()


def test_a_declaration_by_fact_sheet_is_mining_too() -> None:
    state = at(started(), 6, "allied.targets")
    declared = Declare(facts={"norway.mined_without_leave": True})
    done = BOOK.perform(state, "britain", declared, NoDice())
    assert done.state.facts["norway.mined"] is True
    back = Declare(facts={"norway.mined_without_leave": False})
    with pytest.raises(NotAllowed):
        BOOK.perform(done.state, "britain", back, NoDice())


SAMPLES = (
    regions.MinesLaid(power="britain", leave=True),
    regions.MinesLaid(power="britain", leave=False),
    regions.MinesCleared(),
    regions.DenmarkYielded(),
    regions.PartisansGone(area="ireland", why="Germany declared war on Ireland"),
    regions.RouteOpened(power="britain", price=number(started(), "persian_route")),
    regions.EthiopiaFell(why="The Allies hold the country", factors=1, rebuilt=True),
    regions.EthiopiaFell(why="The Allies hold the country", factors=0, rebuilt=False),
    regions.EthiopiaDecided(holder="axis", german=2, western=1),
    regions.EthiopiaDecided(holder="none", german=0, western=0),
    regions.AreaFell(area="philippines"),
    regions.AreaFell(area="dutch_east_indies"),
    regions.ReconquestRefused(),
    regions.ChinaAsked(),
    regions.ChinaChose(stays=True, how="chosen"),
    regions.ChinaChose(stays=False, how="silent", effects=("A sentence.",)),
    regions.TriggerUndone(area="thailand", power="japan", why="There is no war"),
)


@pytest.mark.parametrize("event", SAMPLES, ids=lambda event: type(event).__name__)
def test_every_regional_event_has_words_and_readers(event: regions.RegionalHappening) -> None:
    line: Line = BOOK.tell(event)
    assert line.head != type(event).__name__
    assert event.audience == PUBLIC
    assert not line.rest or line.rest.rstrip().endswith(".")


def test_overrides_of_unknown_rows_are_refused() -> None:
    with pytest.raises(TableError):
        BOOK.start("fall-1939", {}, {"regions.tallies.ore.rows.nothing.amount": 1})
