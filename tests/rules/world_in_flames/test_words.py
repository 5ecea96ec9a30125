"""What readers are told: orders, surrenders, and what a phase changed."""

import msgspec
import pytest

from rules.kernel.tally import Row, Tally
from rules.world_in_flames import BOOK
from rules.world_in_flames.model.events import CampaignEnded, ItalyConquered, ItalyRolled
from rules.world_in_flames.model.orders import RollItaly


@pytest.mark.parametrize(
    ("order", "words"),
    [(RollItaly(roll=True), "a roll for the surrender of Italy"), (RollItaly(), "")],
)
def test_the_choice_to_roll_is_no_raw_yes(order, words):
    assert BOOK.say(order) == words


@pytest.mark.parametrize(
    ("points", "words"),
    [
        (6, "6 or less was needed, one for each point of the Allied garrison."),
        (0, "No die could be enough: the Allied garrison is worth less than one point."),
    ],
)
def test_the_garrison_is_the_number_and_nothing_is_added_to_the_die(points, words):
    garrison = Tally(title="x", base=0, rows=(Row("a", points, "Mainland Italy"),), net=points)
    rolled = ItalyRolled(die=4, tally=garrison, succeeded=points > 3, rule="")
    assert BOOK.tell(rolled).rest == words


def test_an_italy_that_gives_up_surrenders_and_counts_as_conquered():
    line = BOOK.tell(ItalyConquered(early=True, rule=""))
    assert (line.head, line.rest) == (
        "Italy surrenders",
        "It counts as completely conquered from now on.",
    )


def test_the_end_does_not_name_the_beginning():
    assert BOOK.tell(CampaignEnded(title="September/October 1939", rule="")).head == (
        "The campaign is over"
    )


def test_what_changed_tells_the_way_to_surrender():
    before = BOOK.start(next(iter(BOOK.scenarios)), {}, {}).state
    after = msgspec.structs.replace(
        before,
        facts={
            **before.facts,
            "italian_surrender.tripoli": "allied",
            "italian_surrender.sicily": True,
            "japanese_surrender.bombed": before.facts["japanese_surrender.bombed"] + 2,
        },
        conquered={"italy": 1},
    )
    rows = {row.label: (row.before, row.after, row.change) for row in BOOK.ledger(before, after)}
    assert rows["Conditions met for the surrender of Italy"][1:] == ("2", "+2")
    assert rows["Italy"] == ("at war", "surrendered", "")
    assert rows["Original factories of Japan lost"][2] == "+2"
    assert "Japan" not in rows
    back = {row.label: row.change for row in BOOK.ledger(after, before)}
    assert back["Original factories of Japan lost"] == "\N{MINUS SIGN}2"
    assert BOOK.ledger(before, before) == ()
