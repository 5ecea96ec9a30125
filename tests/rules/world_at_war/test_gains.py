"""What a form says that points and names would bring: whose roll, what it was without them, and no gain that is none."""

import pytest
from msgspec.structs import replace

from rules.kernel.audience import only
from rules.kernel.field_odds import beside, gains
from rules.world_at_war import BOOK
from rules.world_at_war.model.orders import Place, Targets
from rules.world_at_war.model.state import Country, Points, Track, WarState
from tests.rules.world_at_war.helpers import at_step, seen, started

NAMES = {"axis": "European Axis", "western": "Western Allies"}


def words(state: WarState, power: str, order: Place | Targets | None = None) -> dict[str, str]:
    """What stands beside each control of a power's form."""
    view = seen(state, power)
    menu = BOOK.menu(view, power)
    return {each.path: each.text for each in beside(BOOK, view, power, menu, order)}


def test_a_panel_calls_no_row_a_gain_that_changes_nothing():
    """Neutral Greece, one British point: only the row of five BRPs brings anybody anything."""
    (panel,) = BOOK.preview(seen(started(), "britain"), "britain", Place(points={"greece": 1}))
    assert gains(panel.chances, "western", NAMES) == "gain 1 in 6"
    with_one_axis_point = panel.others[0]
    assert gains(with_one_axis_point.chances, "western", NAMES) == "no gain"


def test_guesses_that_come_to_the_same_are_one_row():
    """In Turkey nothing changes with one to three Axis points; in Greece the fourth is no gain of theirs either."""
    (panel,) = BOOK.preview(seen(started(), "britain"), "britain", Place(points={"turkey": 2}))
    assert [each.label for each in panel.others] == ["one to three Axis points", "four Axis points"]


@pytest.mark.parametrize(
    ("french", "said"),
    [(only("britain", "france"), "2 of yours, France 1"), (only("france"), "2 of yours")],
)
def test_a_choice_of_a_target_says_whose_points_lie_there(french, said):
    """Also to who looks at everything: what France alone knows is in no sheet of Britain's."""
    state = at_step(started(), "allied.targets")
    lying = tuple(
        Points(power=power, target="turkey", amount=amount, year=1939, audience=audience)
        for power, amount, audience in (("britain", 2, only("britain")), ("france", 1, french))
    )
    menu = BOOK.menu(replace(state, points=lying), "britain")
    notes = {choice.value: choice.note for choice in menu.fields[0].choices}
    assert notes["turkey"] == said
    assert notes["norway"] == ""


def test_no_policy_is_said_to_end_where_there_is_none():
    """Turkey with nothing in effect: its rows say so, and those that would end the other side's policy do not."""
    state, free = started(), "No pro-Axis policy to end"
    (panel,) = BOOK.preview(seen(state, "britain"), "britain", Place(points={"turkey": 2}))
    assert {chance.row: chance.meaning for chance in panel.chances}["1-2"] == free
    leaning = Country(result="7", faction="axis", power="germany", turn=1)
    held = replace(state, countries={**state.countries, "turkey": leaning})
    (panel,) = BOOK.preview(seen(held, "britain"), "britain", Place(points={"turkey": 2}))
    ending = {chance.row: (chance.meaning, chance.side) for chance in panel.chances}["1-2"]
    assert ending == ("Pro-Axis policy ends", "western")


def test_a_country_that_brings_nothing_offers_no_gain():
    """Not three rows that change nothing, but that none of them does."""
    state = at_step(started(), "allied.targets")
    offered = words(state, "britain")
    told = {key: text for key, text in offered.items() if key.startswith("country.")}
    assert told
    assert not any("policy" in text or "No change" in text for text in told.values())


@pytest.mark.parametrize(
    ("power", "country", "said"),
    [
        ("britain", "greece", "each roll: 5 BRPs 1 in 6 (none without you)"),
        (
            "britain",
            "bulgaria",
            "Allied roll: Axis gain 2 in 6 (3 in 6 without you)",
        ),
        ("britain", "ireland", "Axis roll: your gain 3 in 6 (2 in 6 without you)"),
        ("britain", "spain", "each roll: Axis gain 2 in 6, as without you"),
        ("britain", "turkey", "each roll: no gain, with or without you"),
        (
            "germany",
            "hungary",
            "Axis roll: your gain 4 in 6 (3 in 6 without you)",
        ),
        ("germany", "ukraine", "Axis roll: your gain 4 in 6 (3 in 6 without you)"),
        ("russia", "finland", "each roll: 5 BRPs 1 in 6 (none without you)"),
    ],
)
def test_a_point_says_whose_roll_it_changes_and_what_that_was_without_it(power, country, said):
    """Before it is placed what one would bring, and then what it brings."""
    before = words(started(), power)[f"points.{country}"]
    assert before.startswith(f"with 1: {said}")
    placed = words(started(), power, Place(points={country: 1}))[f"points.{country}"]
    assert placed.startswith(said)


def test_two_rolls_are_told_apart_where_a_point_does_not_do_the_same_for_both():
    """Bulgaria as Britain: both sides roll for it, and the modifiers differ. As Germany: the Allies' two are one."""
    told = words(started(), "britain")["points.bulgaria"]
    assert told.endswith("; Axis roll: no Axis gain (1 in 6 without you)")
    told = words(started(), "germany")["points.hungary"]
    assert told.endswith("; Allied rolls: your gain for certain (5 in 6 without you)")


@pytest.mark.parametrize(
    ("power", "italy", "france", "tension"),
    [
        ("britain", "Italian surrender level 0 → −1", "French surrender level 0 → +1", "0 → 1"),
        ("germany", "Italian surrender level 0 → +1", "French surrender level 0 → −1", "0 → −1"),
    ],
)
def test_points_on_powers_and_on_tension_say_what_they_do(power, italy, france, tension):
    """The rules of surrender and tension count them by side; the panel has the sum."""
    told = words(started(), power)
    assert told["points.italy"] == f"with 1: {italy}"
    assert told["points.france"] == f"with 1: {france}"
    assert told["points.usat"] == f"with 1: level {tension}, when you spend it"
    placed = Place(points={"italy": 1, "usat": 1})
    panels = BOOK.preview(seen(started(), power), power, placed)
    assert [panel.key for panel in panels] == ["italy", "usat"]
    assert all(panel.tally.rows and panel.brief for panel in panels)


def test_points_spent_on_tension_say_each_effect_once_with_its_whole_chance():
    state = at_step(started(), "allied.targets")
    point = Points(
        power="britain", target="usat", amount=1, year=1939, audience=frozenset(("britain",))
    )
    near = replace(state, points=(point,), tracks={**state.tracks, "usat": Track(level=10)})
    (panel,) = BOOK.preview(seen(near, "britain"), "britain", Targets(usat=1))
    assert panel.brief == "level 10 → 11; First American mobilization 5 in 6"
