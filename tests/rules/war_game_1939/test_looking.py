"""What is shown: the board, the tables, menus that know their rules, and words."""

from fractions import Fraction

import msgspec
import pytest

from rules.kernel.audience import SPECTATOR
from rules.kernel.orders import Chosen
from rules.kernel.serial import canonical
from rules.kernel.tally import Tally
from rules.war_game_1939 import BOOK
from rules.war_game_1939.model.events import (
    ConflictOpened,
    ConflictSettled,
    InfluenceTried,
    StatusRolled,
    VichyRolled,
)
from rules.war_game_1939.model.orders import Counter, Influence
from rules.war_game_1939.model.powers import ALLIES, SEATS
from rules.war_game_1939.model.state import Attempt, Conflict
from rules.war_game_1939.model.tables import build
from tests.rules.war_game_1939.playing import steps

of_a_campaign = pytest.mark.xdist_group("the war game as it is shown")


@pytest.fixture(scope="module")
def campaign():
    """Every act and every phase of one that was played: what stood before, and what was made of it."""
    return list(steps(5))


def test_the_opening_board_shows_every_nation_and_territory():
    board = BOOK.board(BOOK.start("1939", {}, {}).state, "uk")
    assert [row.nation for row in board.ladder] == list(ALLIES)
    assert [ledger.nation for ledger in board.ledgers] == list(SEATS)
    assert {card.key for card in board.territories} == set(build({}).land.territories)
    assert [card.nation for card in board.commerce if card.mine] == ["uk"]
    assert len(board.france.lines) == 16


@of_a_campaign
def test_a_spectator_is_shown_the_same_board_but_for_what_is_his(campaign):
    state = campaign[len(campaign) // 2][1].state
    mine = BOOK.board(state, "germany")
    other = BOOK.board(BOOK.view(state, SPECTATOR), None)
    assert mine.ladder == other.ladder
    assert canonical(mine.territories) == canonical(other.territories)


@of_a_campaign
def test_the_chances_of_a_ladder_row_and_of_commerce_are_whole(campaign):
    for _, made in campaign[::5]:
        board = BOOK.board(made.state, None)
        for row in board.ladder:
            assert sum(Fraction(odds.parts, odds.whole) for odds in row.outlook) == 1
        for card in board.commerce:
            assert sum(Fraction(bar.parts, bar.whole) for bar in card.spread) == 1
            assert sum(move.best for move in card.moves) >= 1


@of_a_campaign
def test_the_ladder_ends_where_the_rolls_lead(campaign):
    """The level that is due is the lowest that can come of the next declarations."""
    for _, made in campaign[::5]:
        for row in BOOK.board(made.state, None).ladder:
            assert min(odds.level for odds in row.outlook) == row.due


@pytest.mark.parametrize("table", BOOK.tables(), ids=lambda table: table.key)
def test_a_table_of_the_rules_page_is_of_words_and_cites_a_rule(table):
    assert table.rows
    assert all(len(row) == len(table.columns) for row in table.rows)
    assert table.rule in BOOK.index


def test_every_seeded_table_says_where_its_figures_come_from():
    tables = build({})
    assert tables.land.source == "house"
    assert {row.source for row in tables.vichy.territories.values()} == {"seed"}
    assert {row.source for row in tables.commerce.dice.values()} == {"seed"}


def test_the_opening_sums_are_the_printed_ones():
    state = BOOK.start("1939", {}, {}).state
    assert BOOK.ask(state, "sum", {"of": "chinese"}).net == 9
    assert BOOK.ask(state, "sum", {"of": "neutral"}).net == 0


@of_a_campaign
def test_every_event_is_a_sentence_without_a_full_stop_at_its_head(campaign):
    for _, made in campaign:
        for event in made.events:
            line = BOOK.tell(event)
            assert line.head
            assert not line.head.endswith(".")
            assert "{" not in line.head + line.rest
            assert line.rule in BOOK.index


def test_orders_are_said_in_names():
    policy = BOOK.orders["plan"](policy="best")
    assert BOOK.say(policy) == "for commerce, whatever brings most on average"
    assert BOOK.say(BOOK.orders["deal"](move="roll")) == "move: roll; dice: 1"


def test_a_conflict_at_sea_is_shown_and_told_by_the_name_of_its_zone():
    state = BOOK.start("1939", {}, {}).state
    here = Conflict(place="bay_of_biscay", ally="germany", manned=True, waiting=("uk",), sea=True)
    board = BOOK.board(msgspec.structs.replace(state, conflicts=(here,)), "uk")
    assert [(card.name, card.sea) for card in board.france.conflicts] == [("Bay of Biscay", True)]
    opened = ConflictOpened(place="bay_of_biscay", nations=("uk",), manned=True, sea=True)
    left = ConflictSettled(place="bay_of_biscay", nation="uk", how="fought")
    assert "Bay of Biscay" in BOOK.tell(opened).head
    assert "Bay of Biscay" in BOOK.tell(left).head


def test_what_changed_tells_the_war_status_and_the_land():
    """An attack on Soviet land sends three Allies to Full War: that is the greatest change of its phase."""
    before = BOOK.start("1939", {}, {}).state
    nations = before.nations
    after = msgspec.structs.replace(
        before,
        nations={**nations, "uk": msgspec.structs.replace(nations["uk"], status=100)},
        facts={**before.facts, "control.belorussia": "germany"},
    )
    rows = [(row.label, row.before, row.after, row.change) for row in BOOK.ledger(before, after)]
    assert rows[0] == ("War status: Britain", "Peace", "Full War", "")
    land = {label: (old, new, change) for label, old, new, change in rows[1:]}
    assert set(land) == {"Value of the land: Germany", "Value of the land: Soviet Union"}
    assert land["Value of the land: Germany"][2].startswith("+")
    assert land["Value of the land: Soviet Union"][2].startswith("\N{MINUS SIGN}")
    assert BOOK.ledger(before, before) == ()


@pytest.mark.parametrize(
    ("order", "words"),
    [
        (Influence(attempts=(Chosen(option="romania", details={"money": 2}),)), "influence on Romania with $2"),
        (Counter(against={"germany:romania": 1}), "$1 against Germany in Romania"),
        (Counter(against={"usa:mexico": 1}), "$1 against the United States in Mexico"),
        (Influence(), ""),
    ],
)  # fmt: skip
def test_what_was_ordered_reads_as_a_sentence(order, words):
    assert BOOK.say(order) == words


@pytest.mark.parametrize(
    ("net", "words"),
    [
        (13, "Any die will do."),
        (4, "4 or less will do."),
        (0, "No die will do as yet."),
    ],
)
def test_a_roll_to_come_says_which_dice_will_do(net, words):
    tried = InfluenceTried(
        nation="germany", place="romania", money=0, tally=Tally(title="x", base=0, net=net), rule=""
    )
    assert BOOK.tell(tried).rest == words


@pytest.mark.parametrize(
    ("die", "net", "words"),
    [
        (9, 0, "The die is 9, but it could not succeed."),
        (9, 4, "The die is 9; 4 or less was needed."),
        (0, 12, "No die was needed: it could not fail."),
    ],
)
def test_a_roll_that_was_made_says_what_was_needed(die, net, words):
    rolled = StatusRolled(
        nation="uk", condition="ten", title="Phony War", die=die, made=not die,
        tally=Tally(title="x", base=0, net=net), rule="",
    )  # fmt: skip
    line = BOOK.tell(rolled)
    assert line.rest == f"The Axis holds neutral land. {words}"
    assert line.head.startswith("The war declaration roll of Britain")


def test_land_that_follows_vichy_says_what_would_have_kept_it():
    lost = VichyRolled(
        place="algeria", die=11, tally=Tally(title="x", base=0, net=4), free=False, ally="germany",
        rule="",
    )  # fmt: skip
    line = BOOK.tell(lost)
    assert line.head == "Algeria follows Vichy and sides with Germany"
    assert line.rest == "The die is 11. To stay with the Free French it needed 4 or less."


def test_each_target_of_influence_says_its_chances_by_dollars():
    state = BOOK.start("1939", {}, {}).state
    germany = msgspec.structs.replace(state.nation("germany"), commerce=2)
    state = msgspec.structs.replace(
        state,
        step="influence",
        awaiting=("germany",),
        nations={**state.nations, "germany": germany},
        tries={"germany:turkey": 2},
    )
    menu = BOOK.menu(state, "germany")
    field = menu.field("attempts")
    assert field.option("turkey").note == "Worth $4"
    chances = {option.value: option.fields[0].each for option in field.choices}
    assert chances["sweden"] == ("1 in 12", "1 in 6", "1 in 4")
    assert chances["turkey"] == ("1 in 3", "5 in 12", "1 in 2")
    # What can be reached comes first; of what is alike, the land that is worth most.
    assert [option.value for option in field.choices][:2] == ["turkey", "belgium_holland"]


def test_each_attempt_of_the_other_side_says_what_it_needs_and_what_a_dollar_does():
    attempt = Attempt(nation="germany", place="turkey", number=1, money=2)
    state = BOOK.start("1939", {}, {}).state
    state = msgspec.structs.replace(state, step="counter", awaiting=("uk",), attempts=(attempt,))
    (choice,) = BOOK.menu(state, "uk").field("against").choices
    assert choice.note == "3 or less; each dollar against it takes 1 off"
