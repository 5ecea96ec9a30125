"""A phase told afterwards: cards in order of play, each with what came of it."""

import re

import pytest
from msgspec import structs

from rules.days_of_decision import BOOK
from rules.days_of_decision.entry import war_chart
from rules.days_of_decision.model.events import political as e
from rules.days_of_decision.model.events.war import (
    MinorConquered,
    WarDeclared,
    WarEnded,
    WarsAnnounced,
)
from rules.days_of_decision.model.orders import Bid, Plays, Standing
from rules.days_of_decision.model.tables import build
from rules.days_of_decision.pages.cards import _price
from rules.kernel.audience import PUBLIC, SPECTATOR
from rules.kernel.dice import LoadedDice, SealedDice
from rules.kernel.events import FactDeclared, OrdersReleased
from rules.kernel.orders import Chosen
from rules.kernel.serial import canonical
from rules.kernel.tally import Row, tally
from tests.support.books.days_of_decision import chosen, key, mixed, play, thrown

STATES = {
    "done", "failed", "wasted", "proposed", "refused", "forced", "returned", "accepted", "lapsed",
    "idle",
}  # fmt: skip


def told(state, events):
    """The cards as a spectator reads them, with the events that he sees."""
    seen = [event for event in events if event.seen_by(SPECTATOR)]
    return BOOK.cards(BOOK.view(state, SPECTATOR), seen), seen


def first_turn(dice=(), **plays):
    state = BOOK.start("1936", {}, {}).state
    orders = {power: Plays(plays=tuple(cards)) for power, cards in plays.items()}
    result = BOOK.resolve(state, orders, {}, LoadedDice(dice))
    cards, seen = told(result.state, result.events)
    return {(card.power, card.code): card for card in cards}, seen


@pytest.mark.long
@pytest.mark.parametrize("choose", [thrown, mixed])
def test_every_card_is_told_once_in_the_order_it_was_turned(choose):
    found = set()

    def watch(state, orders, result, number):
        cards, seen = told(result.state, result.events)
        faces = [n for n, event in enumerate(seen) if isinstance(event, e.CardTurned)]
        opened = [card.face[0] for card in cards if card.face]
        assert [n for n in opened if n in faces] == faces
        # What a card did may stand on its face too, where it was turned in an earlier phase.
        assert {type(seen[n]) for n in opened} <= {e.CardTurned, e.CardPlayed}
        places = [
            n
            for c in cards
            for n in (*c.face, *((c.test,) if c.test is not None else ()), *c.events)
        ]
        assert len(places) == len(set(places))
        assert [card.place for card in cards] == sorted(card.place for card in cards)
        on_cards = {type(seen[n]) for n in places}
        assert not on_cards & {e.BidPointsGained, e.CardsSealed, e.TurnBegan, e.Produced}
        for kind in (e.CardWasted, e.CostPaid, e.CardPlayed, e.ProposalMade, e.CardReturned):
            left = [n for n, event in enumerate(seen) if isinstance(event, kind)]
            assert set(left) <= set(places), kind
        for card in cards:
            assert card.state in STATES
            assert (card.state == "wasted") <= bool(card.why and card.rule)
        found.update(card.state for card in cards)

    for seed in (1, 2, 3):
        play(choose, seed=seed, turns=6, watch=watch)
    assert found >= {"done", "failed", "idle", "proposed"}


@pytest.mark.long
def test_the_outcome_on_the_card_is_the_one_on_the_board():
    def watch(state, orders, result, number):
        cards, _ = told(result.state, result.events)
        if state.turn != result.state.turn:
            return
        now = [c.state for c in cards if c.face and c.code != "0(f)"]
        board = [t.outcome for t in result.state.turned if t.option != "0f"][-len(now) :]
        if now:
            assert now == board

    play(mixed, seed=4, turns=8, watch=watch)


def test_a_card_shows_aim_price_and_the_place_of_its_power():
    cards, seen = first_turn(
        germany=[chosen("ipo-3", minor="turkey")],
        france=[chosen("ipo-4", target="germany", minors=("poland", "rumania"))],
    )
    aid = cards["germany", "IPO 3"]
    assert (aid.title, aid.aim, aid.price, aid.place) == ("Economic aid", "Turkey", "2 money", 1)
    assert cards["france", "IPO 4"].aim == "Germany, Poland, Rumania"
    assert any(isinstance(seen[n], e.ValuesChanged) for n in aid.events)
    assert cards["italy", ""].state == "idle"
    assert cards["italy", ""].place == 2


def test_a_test_that_fails_keeps_its_die_and_its_price():
    cards, seen = first_turn([6], germany=[chosen("ipo-8", minor="austria")])
    card = cards["germany", "IPO 8"]
    assert (card.state, card.dice) == ("failed", (6,))
    assert isinstance(seen[card.test], e.TestRolled)
    assert card.price.endswith("money")


def forced_by_germany(seed=1):
    """The second turn, in which Germany presses China to move before China's card."""
    state = BOOK.start("1936", {}, {}).state
    bids = {"germany": Bid(options=1, points=6), "china": Bid(options=3)}
    for orders in ({}, {}, bids):
        state = BOOK.resolve(state, orders, {}, SealedDice(key(seed, state.step))).state
    push = chosen("ipo-9", target="china", demand="move", direction="toward:democratic")
    plays = {
        "germany": Plays(plays=(push,)),
        "china": Plays(plays=(chosen("ipo-3", minor="siam"), chosen("ipo-3", minor="persia"))),
    }
    result = BOOK.resolve(state, plays, {}, SealedDice(key(seed, "select")))
    return told(result.state, result.events)


def test_a_forced_move_takes_the_place_of_a_card_that_goes_back():
    cards, _ = forced_by_germany()
    china = [(card.code, card.state, card.by) for card in cards if card.power == "china"]
    assert china[:2] == [("", "returned", ""), ("IPO 1", "forced", "germany")]
    assert ("IPO 3", "done", "") in china
    back = next(card for card in cards if card.state == "returned")
    assert back.title == "A card that was not turned"
    assert b"Siam" not in canonical(back)
    assert b"Persia" not in canonical(back)


@pytest.mark.long
def test_an_answer_without_a_card_stands_in_the_place_of_who_gave_it():
    answers = []

    def watch(state, orders, result, number):
        cards, _ = told(result.state, result.events)
        answers.extend(
            (state.awaited, card.power, card.state) for card in cards[:1] if state.step == "answer"
        )

    for seed in range(1, 5):
        play(thrown, seed=seed, turns=8, watch=watch)
    assert answers
    assert all(asked == power for asked, power, _ in answers)
    assert {how for *_, how in answers} <= {"accepted", "refused"}


def test_the_ledger_names_every_track_and_counter_that_moved():
    state = BOOK.start("1936", {}, {}).state
    orders = {"germany": Plays(plays=(chosen("ipo-3", minor="turkey", activate="turkey"),))}
    after = BOOK.resolve(state, orders, {}, LoadedDice(())).state
    rows = {row.label: row for row in BOOK.ledger(state, after)}
    money = rows["Germany, money"]
    assert (money.before, money.change, money.actor) == (
        str(state.nations["germany"].money),
        "−2",
        "germany",
    )
    moved = rows["Turkey, toward the fascist center"]
    assert moved.actor == "fascist"
    assert moved.change.startswith("−")
    assert BOOK.ledger(state, state) == ()


def test_dice_without_a_six_gain_nothing_and_pass_no_test():
    parts = tally("Buy effectiveness", [], base=0, base_reason="0 sixes")
    turned = e.CardTurned(power="japan", option="0a", details={"dice": 2}, audience=PUBLIC)
    for dice, passed, verdict, told in (
        ((1, 5), False, "Gains nothing.", "The dice are 1 and 5: no six."),
        ((6, 5), True, "Gains effectiveness.", "The dice are 6 and 5: one six."),
    ):
        rolled = e.TestRolled(
            power="japan", option="0a", dice=dice, passed=passed, tally=parts, audience=PUBLIC
        )
        (card,) = [
            each
            for each in BOOK.cards(BOOK.start("1936", {}, {}).state, [turned, rolled])
            if each.code == "0(a)"
        ]
        assert card.verdict == verdict
        assert BOOK.tell(rolled).rest == told


def test_a_number_in_an_order_is_a_number_and_no_card():
    said = BOOK.say(Plays(plays=(Chosen(option="0a", details={"dice": 2}),)))
    assert said == "buy effectiveness (dice: 2)"
    left = BOOK.say(
        Standing(powers={"italy": "accept", "ussr": ""}, kinds={"naval-treaty": "refuse"})
    )
    assert left == "powers: Italy: accept; answers to options: Naval treaty: refuse"


OPTIONS = {
    ("4", "armed"): "Germany may declare war this turn",
    ("ipo-18", "bonus"): "Germany takes the bonus of two bid points",
    ("ipo-3", "done"): "Germany sends economic aid to Turkey",
    ("ipo-7", "ceded"): "Turkey yields to the claim of Germany",
    ("ipo-8", "void"): "Nothing comes of the subversion of Germany",
    ("ipo-9", "move"): "Germany puts pressure on France",
    ("0e", "exchanged"): "Germany exchanges money and build points",
    ("3", "signed"): "The treaty of Germany with France takes effect",
}


@pytest.mark.parametrize(("option", "effect"), OPTIONS)
def test_an_option_is_told_by_what_it_did_and_not_by_its_number(option, effect):
    about = {"minor": "turkey", "target": "france"}
    played = e.CardPlayed(power="germany", option=option, effect=effect, about=about)
    assert BOOK.tell(played).head == OPTIONS[option, effect]


EFFECTS = {
    *("bonus", "armed", "surrendered", "signed", "varied", "broken", "forced_vichy", "exchanged"),
    *("bought", "built", "prepared", "elected", "moved", "geared", "home", "with_kiev", "founded"),
    *("war", "civil_war", "free", "taken", "joined", "ceded", "subverted", "guaranteed", "sent"),
    *("secret", "closed", "burma", "joint", "bound", "agreed", "embargoed", "ended", "factory"),
    *("resource", "resources", "oil"),
}


@pytest.mark.parametrize("effect", sorted(EFFECTS))
def test_no_effect_of_an_option_is_told_as_a_failure(effect):
    played = e.CardPlayed(power="germany", option="", effect=effect, about={"minor": "turkey"})
    assert "comes to nothing" not in BOOK.tell(played).head


OF_OPTIONS = {
    "0a": "bought", "0b": "secret", "0c": "elected", "0d": "built", "0e": "exchanged", "0h": "prepared",
    "2": "geared", "4b": "closed", "4c": "burma", "germany-6": "home", "germany-11": "founded",
    "japan-6": "war", "china-7": "civil_war", "ussr-7": "civil_war", "commonwealth-8": "free",
    "ipo-1": "moved", "ipo-2": "factory", "ipo-5": "joined", "ipo-7": "ceded", "ipo-8": "subverted",
    "ipo-10": "elected", "ipo-11": "broken", "ipo-12": "guaranteed", "ipo-13": "joint",
    "ipo-14": "taken", "ipo-15": "bound", "ipo-16": "agreed", "ipo-17": "embargoed",
    "ipo-18": "bonus", "ipo-19": "ended", "ipo-20": "sent",
}  # fmt: skip


@pytest.mark.parametrize("option", sorted(build({}).cards.keys() - {"0f"}))
def test_every_option_has_words_for_what_it_did(option):
    effect = {"3": "signed", "4": "armed", "4a": "forced_vichy", "5": "surrendered"}
    played = e.CardPlayed(
        power="germany",
        option=option,
        effect=effect.get(option) or OF_OPTIONS.get(option, "done"),
        about={"minor": "turkey", "target": "france"},
    )
    assert not re.search("nothing comes|IPO|Option", BOOK.tell(played).head, re.IGNORECASE)


def test_a_test_and_a_waste_are_told_by_what_was_tried():
    parts = tally("Election", [], base=3, base_reason="Political effectiveness")
    lost, won = (
        e.TestRolled(power="usa", option="ipo-10", dice=(5,), passed=passed, tally=parts)
        for passed in (False, True)
    )
    assert BOOK.tell(lost).head == "The government of the United States loses an election"
    assert BOOK.tell(won).head == "The United States succeeds with the election"
    wasted = e.CardWasted(power="usa", option="ipo-2", why="The factory is gone.")
    assert BOOK.tell(wasted).head == "Nothing comes of the trade deal of the United States"


def test_a_declared_fact_that_is_news_is_told_as_news():
    fact = FactDeclared(
        key="fate.poland",
        label="Poland: what the war game made of it",
        before="standing",
        after="conquered",
        by="germany",
    )
    told = BOOK.tell(fact)
    assert (told.head, told.rest) == ("Poland is conquered", "Declared by Germany.")


@pytest.mark.parametrize(
    ("event", "head", "rest"),
    [
        (
            MinorConquered(minor="poland", by="germany", guaranteed=("commonwealth", "france")),
            "Poland is conquered by Germany",
            (
                "Guaranteed until now by the Commonwealth and France. "
                "Grounds for war over it last through the next political phase."
            ),
        ),
        (MinorConquered(minor="ethiopia", grounds=False), "Ethiopia is conquered", ""),
        (
            WarEnded(one="germany", other="poland", why="conquest"),
            "The war of Germany and Poland is over",
            "Poland is conquered.",
        ),
        (
            WarsAnnounced(power="germany", targets=("denmark", "norway")),
            "Germany announces war on Denmark and Norway",
            "It begins with the first impulse.",
        ),
    ],
)
def test_a_conquest_is_no_peace_and_says_what_it_ends(event, head, rest):
    told = BOOK.tell(event)
    assert (told.head, told.rest) == (head, rest)


def war_on(target, *, declared):
    """The card of a power that announces war, with all that came after it in its phase."""
    price = tally("War", [], base=5, base_reason="A minor country")
    events = [
        WarsAnnounced(power="italy", targets=(target,)),
        e.CardTurned(power="italy", option="4", details={"named": (target,)}),
        e.CardPlayed(power="italy", option="4", effect="armed"),
        e.CardTurned(power="china", option="ipo-18"),
        e.CardPlayed(power="china", option="ipo-18", effect="bonus"),
        OrdersReleased(phases=("select",)),
    ]
    if declared:
        events += [
            WarDeclared(power="italy", target=target, price=price),
            e.ValuesChanged(power="italy", changes={"greece": -1}, reason="War"),
        ]
    events.append(e.BidPointsGained(power="china", after=3, tally=price))
    card, other = (c for c in BOOK.cards(BOOK.start("1936", {}, {}).state, events) if c.code)
    assert [BOOK.tell(events[n]).head for n in other.events] == [
        "China takes the bonus of two bid points"
    ]
    return [BOOK.tell(events[n]).head for n in card.events]


def test_a_card_that_began_a_war_says_so():
    said = war_on("albania", declared=True)
    assert said == ["Italy declares war on Albania", "Italian values change: Greece −1"]


def test_a_card_that_announced_a_war_says_so():
    assert war_on("albania", declared=False) == ["Italy announces war on Albania"]


def test_a_card_that_brought_its_bonus_alone_is_routine():
    cards, _seen = first_turn(
        germany=[chosen("ipo-18")],
        france=[chosen("ipo-3", minor="turkey")],
    )
    assert cards["germany", "IPO 18"].routine.slots["who"] == ("Germany",)
    assert cards["france", "IPO 3"].routine is None


def test_values_that_change_in_many_countries_are_counted_before_they_are_listed():
    minors = ("turkey", "greece", "poland", "norway", "siam", "persia", "iraq")
    told = BOOK.tell(
        e.ValuesChanged(power="france", changes=dict.fromkeys(minors, -1), reason="War on Germany")
    )
    assert told.head == "French values change in 7 countries (War on Germany)"
    assert told.rest.startswith("Turkey −1, Greece −1, ")


def test_a_war_that_is_over_says_who_fell_and_no_peace_is_made_by_conquest():
    over = BOOK.tell(WarEnded(one="germany", other="netherlands", why="conquest"))
    assert over.head == "The war of Germany and the Netherlands is over"
    assert over.rest == "The Netherlands are conquered."
    surrender = BOOK.tell(WarEnded(one="france", other="germany", why="surrender"))
    assert (surrender.head, surrender.rest) == (
        "The war of France and Germany is over",
        "One of them has surrendered.",
    )


def test_what_a_war_costs_is_its_price_and_its_sum_names_the_country_as_a_sentence_does():
    price = war_chart.price_tally(build({}), "netherlands")
    line = BOOK.tell(WarDeclared(power="germany", target="netherlands", price=price))
    assert line.detail.title == "War on the Netherlands"
    declared = WarDeclared(power="germany", target="france", price=tally("War", [], 10, "A war"))
    assert _price([declared], declared) == "10 money"


def test_entry_points_and_american_entry_are_two_names_with_one_meaning_each():
    state = BOOK.start("1936", {}, {}).state
    germany = structs.replace(state.nations["germany"], entry=40)
    after = structs.replace(state, nations={**state.nations, "germany": germany})
    [row] = BOOK.ledger(state, after)
    assert (row.label, row.after) == ("Germany, own entry points", "40")
    board = BOOK.board(BOOK.view(after, SPECTATOR), "")
    track = next(each for each in board.entry if each.power == "germany")
    assert track.total.title == "Entry points against Germany"
    assert track.level.title == "American entry against Germany"
    assert track.level.net == 40 + 20


def test_orders_are_said_by_what_they_ask_for():
    plays = Plays(
        plays=(
            chosen("4", named=("poland", "norway")),
            chosen("ipo-1", direction="toward:fascist"),
            chosen("ipo-3", minor="turkey", activate="greece"),
            chosen("3", agreement="plain:italy"),
        )
    )
    assert BOOK.say(plays) == (
        "war on Poland and Norway; "
        "move your own marker (moving toward the fascist center); "
        "economic aid (for Turkey; activates Greece); "
        "treaties and trade (offering a treaty with Italy)"
    )
    assert (
        BOOK.say(BOOK.orders["produce"](spend=2, withhold=("germany>ussr.oil",)))
        == "2 build points for the map; held back from trade: oil of Germany for the USSR"
    )


@pytest.mark.parametrize(
    ("plays", "said"),
    [
        ((chosen("ipo-18"),), "only the bonus of two bid points and money"),
        (
            (chosen("ipo-18"), chosen("japan-6")),
            "the bonus of two bid points and money; war with China",
        ),
        ((chosen("4", named=("ussr",)),), "war on the USSR"),
        ((chosen("4", notice="commonwealth"),), "notice of war to the Commonwealth"),
        (
            (chosen("4", named=("usa",), notice="ussr"),),
            "war on the United States; notice of war to the USSR",
        ),
        ((chosen("4"),), "wars to be declared on the map"),
        ((chosen("ipo-4", minors=("turkey",), target="ussr"),),
         "propaganda against a power (in Turkey; aimed at the USSR)"),
        ((), ""),
    ],
)  # fmt: skip
def test_options_are_said_without_their_numbers(plays, said):
    assert BOOK.say(Plays(plays=plays)) == said


@pytest.mark.parametrize(
    ("order", "said"),
    [
        (Bid(), "a bid for one option, without bid points"),
        (Bid(points=1), "a bid for one option, with 1 bid point"),
        (
            Bid(options=2, points=3, yield_to="france"),
            "a bid for 2 options, with 3 bid points; yield to: France",
        ),
        (BOOK.orders["produce"](spend=1), "1 build point for the map"),
        (BOOK.orders["produce"](), ""),
    ],
)
def test_bids_and_build_points_are_said_as_people_count_them(order, said):
    assert BOOK.say(order) == said


def test_a_sum_has_one_form_and_true_minus_signs():
    def moved(after, *rows, base=3):
        of = tally("Entry", rows, base=base, base_reason="Each turn", base_rule="6")
        given = {"power": "germany", "against": "japan", "option": "4a", "rule": "6"}
        return BOOK.tell(e.EntryMoved(**given, tally=of, after=after)).rest

    row = Row(key="democracy", amount=-4, reason="A democracy", rule="6")
    assert moved(-2, row) == "Each turn 3, a democracy −4: −1. Now −2."
    assert moved(1, base=1) == "Each turn 1. Now 1."


def test_what_is_paid_is_explained_where_it_has_reasons():
    def paid(*rows):
        price = tally("Trade deal", rows, base=3, base_reason="The option", base_rule="6")
        given = {"power": "france", "option": "ipo-2", "purse": "money", "rule": "6"}
        return BOOK.tell(e.CostPaid(**given, tally=price))

    assert (paid().head, paid().rest) == ("France pays 3 money", "")
    dearer = Row(key="before", amount=2, reason="Played before", rule="6")
    assert paid(dearer).rest == "The option 3, played before +2: 5."


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        ("It surrendered to two powers", "it surrendered to two powers"),
        ("War was declared on it", "war was declared on it"),
        ("Ukrainian independence", "Ukrainian independence"),
        ("Option 0(a)", "Option 0(a)"),
    ],
)
def test_a_reason_in_brackets_begins_as_within_a_sentence(reason, said):
    event = e.EffectivenessChanged(power="france", before=3, after=1, reason=reason)
    assert BOOK.tell(event).head == f"French effectiveness falls from 3 to 1 ({said})"
