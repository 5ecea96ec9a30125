"""Where counters would go is shown beforehand just as it comes out, by every order of played campaigns."""

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from rules.days_of_decision import BOOK
from rules.days_of_decision.model.events import political as e
from rules.days_of_decision.model.orders import Activate, Answer, Plays
from rules.kernel.audience import viewer
from rules.kernel.dice import SealedDice
from rules.kernel.orders import Chosen
from tests.support.books.days_of_decision import key, mixed, play, thrown

OPENED = BOOK.start("1936", {}, {}).state


def chosen(option: str, **details: Any) -> Plays:
    return Plays(plays=(Chosen(option=option, details=details),))


def shown(order: Any, state: Any = OPENED, power: str = "germany") -> Any:
    return BOOK.movements(BOOK.view(state, viewer(power)), power, order)


def test_aid_and_an_activation_show_the_way_with_the_points_that_the_aid_adds():
    (found,) = shown(chosen("ipo-3", minor="rumania", activate="rumania"))
    assert found.words == "Rumania: 3 points toward Germany, one hex, 1 point lost."
    assert (found.points, len(found.places) - 1, found.lost) == (3, 1, 1)
    assert found.part == "IPO 3 Economic aid"
    assert (found.when, found.parts, found.whole) == ("", 1, 1)
    assert found.tally.net == found.lost


def test_nothing_is_shown_before_anything_is_chosen():
    assert shown(None) == ()
    assert shown(Plays()) == ()
    assert shown(chosen("ipo-3", minor="rumania")) == ()


def test_a_way_that_hangs_on_a_test_says_so_with_its_exact_chance():
    (found,) = shown(chosen("ipo-8", minor="austria"))
    assert found.when == "if IPO 8 Subversion succeeds"
    assert (found.parts, found.whole) == (2, 3)
    assert found.words.startswith("Austria: free steps, 2 hexes")


def test_a_marker_of_ones_own_has_a_way_too():
    (found,) = shown(chosen("ipo-1", direction="toward:fascist"))
    assert found.places == ("11_0", "10_0")
    assert found.words == "The marker of Germany: toward the fascist center, one hex."


def test_a_minor_that_may_be_activated_says_beforehand_what_would_happen_now():
    values = {"germany": 3, "italy": -2}
    minors = {**OPENED.minors, "rumania": replace(OPENED.minors["rumania"], values=values)}
    state = BOOK.view(replace(OPENED, minors=minors), viewer("germany"))
    (field,) = BOOK.menu(state, "germany").fields
    activate = next(each for each in field.shared if each.key == "activate")
    notes = {choice.value: choice.note for choice in activate.choices if choice.note}
    assert notes == {
        "rumania": "now: 3 points toward Germany, one hex, 1 point lost; "
        "2 points away from Italy, one hex"
    }
    minor = next(each for each in BOOK.board(state, "germany").minors if each.key == "rumania")
    assert [move.lost for move in minor.now] == [1, 0]


SWITCHED = (
    {},
    {"plays": "open", "activation": "asked"},
    {"activation": "asked", "experimental": "on"},
    {"alternate": "on", "oil": "on", "intelligence": "on"},
)


def alone(state: Any, power: str, order: Any, number: int) -> list[Any]:
    """What happens by an order if nobody else gives one: up to the next card of somebody else."""
    dice = SealedDice(key("alone", number, power))
    done = BOOK.resolve(state, {power: order}, {}, dice)
    told = list(done.events)
    while isinstance(order, Plays) and any(card.power == power for card in done.state.sealed):
        done = BOOK.resolve(done.state, {}, {}, dice)
        told += done.events
    events, mine = [], not isinstance(order, Plays)
    for event in told:
        if isinstance(event, e.CardTurned):
            if not isinstance(order, Plays):
                break
            mine = event.power == power
        if mine:
            events.append(event)
    return events


def ways_of(events: list[Any]) -> Counter[tuple[Any, ...]]:
    return Counter(
        (each.counter, tuple(f"{q}_{r}" for q, r in each.path), each.tally, each.lost)
        for each in events
        if isinstance(each, e.CounterMoved)
    )


def ways_shown(found: Any) -> Counter[tuple[Any, ...]]:
    return Counter((each.piece, each.places, each.tally, each.lost) for each in found)


@pytest.mark.long
@pytest.mark.parametrize("variants", SWITCHED, ids=["as it ships", "open", "asked", "more"])
def test_what_is_shown_is_what_an_order_alone_comes_to(variants):
    compared = Counter[str]()

    def watch(state: Any, orders: Any, result: Any, number: int) -> None:
        for power, order in orders.items():
            if not isinstance(order, Plays | Activate | Answer):
                continue
            found = shown(order, state, power)
            events = alone(state, power, order, number)
            happened = ways_of(events)
            tested = any(isinstance(each, e.TestRolled) for each in events)
            if tested:
                assert not happened - ways_shown(found), (number, power, order)
            else:
                sure = ways_shown(each for each in found if not each.when)
                assert happened == sure, (number, power, order)
            compared[type(order).__name__] += sum(happened.values())

    play(thrown, seed=4, turns=5, variants=variants, watch=watch)
    play(mixed, seed=6, turns=5, variants=variants, watch=watch)
    assert sum(compared.values()) > 20, compared
