"""Rulings on the tension tracks that no single case can state."""

import pytest
from msgspec import structs

from rules.kernel.audience import SPECTATOR, viewer
from rules.kernel.dice import SealedDice
from rules.kernel.fact_acts import Declare
from rules.kernel.serial import canonical
from rules.world_at_war import BOOK
from rules.world_at_war.model.adjudication import Adjudication
from rules.world_at_war.model.events.diplomacy import TrackMoved
from rules.world_at_war.model.events.tensions import Mobilized
from rules.world_at_war.model.orders import Place
from rules.world_at_war.model.state import Mobilization, Track, WarState
from rules.world_at_war.model.tables.campaign import tables_of
from rules.world_at_war.tensions import mobilization
from rules.world_at_war.tensions.forecast import ahead, level_tally, what_if
from rules.world_at_war.tensions.levels import TRACKS
from rules.world_at_war.tensions.what_if import suppositions
from tests.rules.world_at_war.helpers import of_kind, started, with_facts
from tests.support.books.playing import open_campaign, play_on

VARIANTS = (
    {},
    {"pact_line": "moved", "prelude_europe": "gathering_storm"},
    {"prelude_asia": "storm_over_asia"},
)


def dice() -> SealedDice:
    return SealedDice(b"thirty-two bytes of some old key")


def moments(variants: dict[str, str], manner: str = "autopilot", most: int = 30) -> list[WarState]:
    """The first phases of a classic campaign that is played without people."""
    state = open_campaign(BOOK, "fall-1939", variants)
    return [turned.before for turned in play_on(BOOK, state, 3, manner=manner, most=most)]


@pytest.mark.long
@pytest.mark.parametrize("variants", VARIANTS)
def test_every_level_is_the_sum_of_its_reasons_at_every_moment(variants):
    for state in moments(variants, "mixed"):
        for track in TRACKS:
            told = level_tally(state, tables_of(state), track)
            assert told.net == state.level(track)
            assert told.base + sum(row.amount for row in told.rows) == told.net


@pytest.mark.long
@pytest.mark.parametrize("variants", VARIANTS)
def test_what_is_supposed_is_exactly_what_happens(variants):
    """Declare what was supposed, and each track stands where the supposition had it."""
    for state in moments(variants)[7::11]:
        offered = suppositions(state)
        assert offered
        for one in offered:
            done = BOOK.perform(state, "germany", Declare(facts=one.facts), dice()).state
            for track in TRACKS:
                told = what_if(state, track, 0, one.facts)
                assert told.now.net == done.level(track), (one.key, track)
                assert told.now.net - state.level(track) == one.changes[track]


@pytest.mark.long
@pytest.mark.parametrize("variants", VARIANTS)
def test_the_next_turn_opens_at_the_level_that_was_foretold(variants):
    """When nobody does anything, what was told at the end of a turn comes true."""
    told: dict[str, int] = {}
    compared = 0
    for state in moments(variants, "silent"):
        if state.step == "axis.targets" and told:
            assert told == {track: state.level(track) for track in TRACKS}
            compared += 1
        if state.step == "allied.facts":
            told = {track: ahead(state, tables_of(state), track).net for track in TRACKS}
    assert compared > 4


def test_a_supposition_changes_nothing():
    state = started()
    before = canonical(state)
    what_if(state, "usat", 3, {"control.paris": "axis"})
    suppositions(state)
    assert canonical(state) == before


def test_what_if_and_board_are_the_same_wherever_a_stranger_puts_his_points():
    boards, prospects = [], []
    for target in ("usat", "turkey"):
        orders = {"britain": Place(points={target: 1, "norway": 1, "greece": 1})}
        state = BOOK.resolve(started(), orders, {}, dice()).state
        for who in (viewer("germany"), viewer("russia"), SPECTATOR):
            seen = BOOK.view(state, who)
            boards.append(canonical(BOOK.board(seen, None)))
            prospects.append(BOOK.ask(seen, "prospect", {"points": 2}))
    half = len(boards) // 2
    assert boards[:half] == boards[half:]
    assert prospects[:half] == prospects[half:]


def test_what_a_moderator_corrects_moves_the_tracks_and_comes_off_again():
    state = started()
    there = BOOK.corrected(state, with_facts(state, control__paris="axis"))
    assert {event.track: event.amount for event in of_kind(list(there.events), TrackMoved)} == {
        "rgt": 2,
        "usat": 2,
        "usjt": 2,
    }
    back = BOOK.corrected(there.state, with_facts(there.state, control__paris="western"))
    assert [back.state.level(track) for track in TRACKS] == [state.level(t) for t in TRACKS]


def test_a_moderator_can_enter_an_attack_on_britain_and_the_die_waits():
    state = started()
    made = BOOK.corrected(state, with_facts(state, declared__japan__britain=True)).state
    assert (made.level("usjt"), made.tracks["usjt"].effective) == (20, None)


def test_every_obligation_of_a_bots_campaign_settles_by_itself():
    last = moments({}, most=60)[-1]
    open_turns = [record.turn for record in last.mobilizations if not record.settled]
    assert last.turn > 10
    assert all(turn >= last.turn - 1 for turn in open_turns)


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (
            1,
            "goes to Kuibyshev. If that is lost or has one, to Magnitogorsk, else Sverdlovsk, else a",
        ),
        (
            2,
            "to Sverdlovsk, else a supplied Russian city in European Russia that has none. Before it",
        ),
        (
            3,
            "Before it come Kuibyshev and Magnitogorsk, if Russia holds one of them without a center.",
        ),
        (4, "goes to a supplied Russian city in European Russia that has none. Before it come"),
    ],
)
def test_a_mobilization_says_where_its_center_goes_when_a_city_is_lost(number, words):
    course = Adjudication(started(), dice(), {})
    mobilization._begin(course, "russia", number, "Tension")
    (event,) = of_kind(course.events, Mobilized)
    assert words in BOOK.tell(event).rest


def test_a_track_looks_ahead_to_what_has_not_come_yet() -> None:
    """A mobilization that came by its date is not announced at its level; where a level alone does not do, it says so."""
    state = started()
    level = Track(level=11)
    state = structs.replace(state, step="allied.targets", tracks={**state.tracks, "usat": level})

    def said(state: WarState) -> str:
        cards = {card.key: card for card in BOOK.board(state, None).tensions.tracks}
        return cards["usat"].sentence.partition("stay. ")[2]

    assert said(state) == "At an effective level of 10: First American mobilization."
    made = Mobilization(theatre="us_europe", number=1, turn=1, brps=20)
    later = structs.replace(state, mobilizations=(made,))
    assert said(later) == "At 20: Second American mobilization."
    assert [each.level for each in what_if(state, "usat", 1).reaches] == [10]
    assert what_if(later, "usat", 1).reaches == ()
