"""What a page is given: boards, previews with exact chances, menus with reasons."""

import re
from fractions import Fraction

import msgspec
import pytest

from rules.days_of_decision import BOOK
from rules.days_of_decision.model.orders import Bid, Plays
from rules.days_of_decision.model.state import DecisionState
from rules.days_of_decision.model.tables import build, tables_of
from rules.days_of_decision.pages.board import Board
from rules.kernel.audience import SPECTATOR, viewer
from rules.kernel.dice import SealedDice
from rules.kernel.orders import Chosen
from rules.kernel.serial import canonical
from tests.support.books.days_of_decision import chosen, play, thrown

OPENED = BOOK.start("1936", {}, {}).state


def board(power, state=OPENED):
    who = viewer(power) if power else SPECTATOR
    return BOOK.board(BOOK.view(state, who), power)


def test_the_display_has_547_hexes_and_three_ideologies_of_37():
    cells = board("france").cells
    assert len(cells) == 547
    for zone in ("fascist", "democratic", "communist"):
        assert sum(cell.zone == zone for cell in cells) == 37
        assert sum(cell.zone == zone and cell.ring == 3 for cell in cells) == 18


def test_a_stack_reads_aloud():
    stack = next(s for s in board("france").stacks if s.hex == (1, -4))
    assert stack.text == (
        "Hex q 1, r −4: Denmark, Greece, Ireland, Saudi Arabia, Uruguay; neutral; "
        "6 from the democratic center"
    )


def test_a_hand_shows_price_effect_entry_and_the_reason_of_a_bar():
    cards = {card.option: card for card in board("germany").hand}
    assert cards["ipo-5"].state == "barred"
    assert cards["ipo-5"].entry.net == 6
    assert cards["ipo-3"].cost == "2 money"
    assert cards["0a"].cost == "3 money each"
    assert "effectiveness" in cards["0a"].lines[-1]
    assert cards["3"].cost == "4 money"
    assert cards["5"].barred_rule == "8.7.2 Option 5"
    assert all(card.barred for card in cards.values() if card.state == "barred")


def test_a_long_list_of_minors_begins_with_those_closest_to_the_power():
    assert isinstance(OPENED, DecisionState)
    turkey = msgspec.structs.replace(OPENED.minors["turkey"], values={"france": 1})
    state = msgspec.structs.replace(OPENED, minors={**OPENED.minors, "turkey": turkey})
    menu = BOOK.menu(BOOK.view(state, viewer("france")), "france")
    aims, deals = (menu.field("plays").option(key).fields[0].choices for key in ("ipo-3", "ipo-2"))
    closest = [choice.value for choice in aims if choice.group == "Closest to you"]
    assert closest == [choice.value for choice in aims[:4]]
    assert closest[:2] == ["turkey", "belgium"]
    assert len({choice.value for choice in aims}) == len(aims)
    rest = [choice.label for choice in aims[4:]]
    assert rest == sorted(rest)
    assert deals[0].group == "Turkey"
    # What is won already is not what one looks for first.
    assert "philippines" not in closest


def test_a_spectator_holds_no_hand_and_a_board_survives_json():
    assert board(None).hand == ()
    for power in (None, "usa"):
        shown = board(power)
        assert msgspec.json.decode(canonical(shown), type=Board) == shown


def test_what_moved_shows_as_arrows_with_the_place_before():
    plays = Plays(plays=(chosen("ipo-1", direction="toward:fascist"),))
    after = BOOK.resolve(OPENED, {"germany": plays}, {}, SealedDice(b"a")).state
    shown = board("germany", after)
    arrow = next(arrow for arrow in shown.arrows if arrow.counter == "germany")
    assert arrow.path == ((11, 0), (10, 0))
    marker = next(marker for marker in shown.markers if marker.power == "germany")
    assert (marker.before, marker.hex, marker.mine) == ((11, 0), (10, 0), True)
    row = next(row for row in shown.standing if row.power == "germany")
    assert [card.outcome for card in row.turned] == ["done"]


@pytest.mark.parametrize(
    ("play_", "row", "chance"),
    [
        (chosen("ipo-8", minor="austria"), "pass", Fraction(2, 3)),
        (chosen("0a", dice=2), "six", Fraction(11, 36)),
    ],
)
def test_previews_give_exact_chances(play_, row, chance):
    panels = BOOK.preview(OPENED, "germany", Plays(plays=(play_,)))
    found = next(c for panel in panels for c in panel.chances if c.row == row)
    assert Fraction(found.parts, found.whole) == chance


def test_what_cards_add_to_the_value_in_one_minor_is_added_up():
    deal = chosen("ipo-2", deal="central_america:resources")
    aid = chosen("ipo-3", minor="central_america")
    first, both = (
        [panel for panel in BOOK.preview(OPENED, "france", Plays(plays=plays)) if panel.sum_on][-1]
        for plays in ((deal,), (deal, aid))
    )
    assert first.sum_on == both.sum_on == "central_america"
    assert (first.brief, first.net_label) == ("0 → +2", "If it is played")
    assert (both.brief, both.net_label) == ("0 → +3, with option 1 +5", "If both are played")
    assert [(row.amount, row.reason) for row in both.tally.rows] == [
        (2, "IPO 2 Trade deal with a minor"),
        (3, "IPO 3 Economic aid"),
    ]
    # Elsewhere, and where a die decides, there is nothing to add up.
    apart = (deal, chosen("ipo-3", minor="greece"))
    assert BOOK.preview(OPENED, "france", Plays(plays=apart))[-1].brief == "0 → +3"
    tried = BOOK.preview(OPENED, "france", Plays(plays=(chosen("ipo-8", minor="greece"),)))
    assert not [panel for panel in tried if panel.sum_on]
    # A draft may hold a card that is none any more: it adds nothing, and the other is reckoned as ever.
    lost = chosen("ipo-99", minor="central_america")
    (left,) = [
        panel for panel in BOOK.preview(OPENED, "france", Plays(plays=(lost, aid))) if panel.sum_on
    ]
    assert left.brief == "0 → +3"
    assert [row.reason for row in left.tally.rows] == ["IPO 3 Economic aid"]


def test_every_panel_of_chances_adds_up_to_one():
    def watch(state, orders, result, number):
        for power, order in orders.items():
            for panel in BOOK.preview(BOOK.view(state, viewer(power)), power, order):
                whole = sum(Fraction(c.parts, c.whole) for c in panel.chances)
                assert whole == 1

    play(thrown, seed=11, turns=6, watch=watch)


def test_a_bid_shows_the_exact_chance_of_each_position():
    panel = BOOK.preview(OPENED, "italy", Bid(options=2, points=1))[0]
    assert sum(Fraction(chance.parts, chance.whole) for chance in panel.chances) == 1
    assert {chance.row for chance in panel.chances} <= {
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth",
    }  # fmt: skip
    assert "if every other bids no points" in panel.assumption
    assert len(panel.others) == 2


OVERRIDES = (
    ("cards.ipo-6.entry.0", 9),
    ("cards.0g.test", 2),
    ("display.positive.0.cost", 5),
    ("minors.siam.blue", 2),
    ("start.powers.france.pe", 4),
    ("start.exchange.usa.oil", 3),
    ("limits.bonus_bids", 4),
    ("limits.pressure.move", 6),
    ("limits.naval.france", 3),
    ("elections.usa.every", 2),
    ("economy.levels.italy.1.home", 9),
    ("economy.original.italy", 11),
    ("economy.printed.few.1", 5),
    ("victory.powers.italy.needed", 7),
    ("victory.last.nd1945", 72),
    ("entry.chits.1939", [1, 2, 3]),
    ("entry.threshold.0.1", 55),
    ("groups.italy", {}),
    ("groups.france.syria.distance", 5),
)


@pytest.mark.parametrize(("path", "value"), OVERRIDES, ids=[path for path, _ in OVERRIDES])
def test_every_table_can_be_replaced(path, value):
    state = BOOK.start("1936", {}, {path: value}).state
    assert state.tables == {path: value}
    whole = tables_of(state)
    table, *steps = path.split(".")
    spot = whole.levels if path.startswith("economy.levels") else getattr(whole, table)
    for step in steps[1:] if path.startswith("economy.levels") else steps:
        spot = spot.row if hasattr(spot, "row") else spot
        if isinstance(spot, (list, tuple)):
            spot = spot[int(step)]
        elif isinstance(spot, dict):
            spot = spot[step]
        else:
            spot = getattr(spot, step)
    assert spot == value


def test_america_is_everything_from_mexico_southward_and_nothing_else():
    americas = {key for key, row in tables_of(OPENED).minors.items() if row.americas}
    assert americas == {
        *("mexico", "central_america", "cuba", "colombia", "venezuela", "brazil", "peru"),
        *("bolivia", "chile", "argentina", "uruguay"),
    }


def test_the_rules_page_marks_what_is_ours():
    shown = {table.key: table for table in BOOK.tables()}
    figures = {row[0]: row[-1] for row in shown["numbers"].rows}
    assert figures["limits.debt"] == "house"
    assert figures["limits.die_cost"] == ""
    assert figures["limits.pressure.move"] == ""
    assert {row[-1] for row in shown["elections"].rows} == {"house"}
    assert all(len(row) == len(table.columns) for table in shown.values() for row in table.rows)


def test_a_moderator_can_replace_the_numbers_of_a_card():
    state = BOOK.start("1936", {}, {"cards.ipo-3.cost.money": 7}).state
    menu = BOOK.menu(state, "germany")
    assert menu.field("plays").option("ipo-3").cost == {"money": 7}


def test_a_released_order_is_said_in_names_with_its_details():
    details = {"isolated": True, "surrender": "vichy:germany", "pays": {"resources": 2}}
    plays = BOOK.orders["plays"](plays=(Chosen(option="5", details=details),))
    said = BOOK.say(plays)
    assert said.endswith(
        "(isolated; surrender in the manner of Vichy, to Germany; pays resources 2)"
    )
    assert "True" not in said


def test_cards_write_what_is_lost_with_a_minus():
    effects = [card.row.effect for card in build({}).cards.values()]
    assert any("−3" in effect for effect in effects)
    assert not [effect for effect in effects if re.search(r"(?<!\w)-\d", effect)]
