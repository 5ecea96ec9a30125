"""What a power sealed stays unseen until it is turned over, whatever it is."""

import pytest

from rules.days_of_decision import BOOK
from rules.days_of_decision.model.orders import Plays, Standing
from rules.kernel.audience import SPECTATOR, viewer
from rules.kernel.dice import SealedDice
from rules.kernel.serial import canonical
from tests.support.books.days_of_decision import chosen


def everything(state, who, power):
    """All that one can see of a state, as bytes."""
    view = BOOK.view(state, who)
    phase = BOOK.phase(view)
    menu = BOOK.menu(view, power) if power else None
    standing = BOOK.standing_menu(view, power) if power else None
    acts = BOOK.acts(view, power) if power else ()
    return canonical([view, phase, menu, standing, acts, BOOK.board(view, power)])


def seen(result, who):
    return canonical([event for event in result.events if event.seen_by(who)])


def waiting_for_italy(japanese):
    """Germany proposes a naval treaty to Italy, which has an option to spare and must answer.

    Japan's card still lies face down then.
    """
    opened = BOOK.start("1936", {}, {}).state
    orders = {
        "germany": Plays(plays=(chosen("ipo-15", partner="italy"),)),
        "japan": Plays(plays=(japanese,)),
    }
    return BOOK.resolve(opened, orders, {}, SealedDice(b"x"))


ONE = waiting_for_italy(chosen("ipo-3", minor="siam"))


@pytest.mark.parametrize(
    "other",
    [
        chosen("ipo-12", minor="mexico"),
        chosen("0f"),
        chosen("ipo-9", target="usa", demand="tell"),
        chosen("0a", dice=5),
        chosen("ipo-1", direction="toward:fascist", activate="siam", order=("japan", "usa")),
    ],
)
def test_nobody_sees_what_japan_sealed(other):
    two = waiting_for_italy(other)
    assert ONE.state.step == two.state.step == "answer"
    for power in (None, *BOOK.powers):
        if power == "japan":
            continue
        who = viewer(power) if power else SPECTATOR
        assert everything(ONE.state, who, power) == everything(two.state, who, power)
        assert seen(ONE, who) == seen(two, who)
    assert everything(ONE.state, viewer("japan"), "japan") != everything(
        two.state, viewer("japan"), "japan"
    )


def test_only_the_number_of_sealed_options_shows():
    view = BOOK.view(ONE.state, SPECTATOR)
    assert view.sealed == ()
    assert view.counts["japan"] == 1
    assert view.counts["italy"] == 0


def test_a_unit_built_in_secret_shows_neither_minor_nor_order():
    opened = BOOK.start("1936", {"map": "none"}, {}).state
    plenty = BOOK.read_state(canonical(opened).replace(b'"bp":0', b'"bp":9'))
    results = [
        BOOK.resolve(
            plenty,
            {"france": Plays(plays=(chosen("0b", minor=minor, cost=2),))},
            {},
            SealedDice(b"y"),
        )
        for minor in ("belgium", "greece")
    ]
    for power in (None, *(p for p in BOOK.powers if p != "france")):
        who = viewer(power) if power else SPECTATOR
        assert seen(results[0], who) == seen(results[1], who)
        one, two = (everything(result.state, who, power) for result in results)
        assert one == two
    kinds = {type(event).__name__ for event in results[0].events}
    assert "OrdersReleased" not in kinds
    assert results[0].state.held_back == ("select@1",)


def test_a_standing_order_answers_without_waiting():
    opened = BOOK.start("1936", {}, {}).state
    orders = {"germany": Plays(plays=(chosen("ipo-15", partner="italy"),))}
    standing = {"italy": Standing(powers={"germany": "accept"})}
    result = BOOK.resolve(opened, orders, standing, SealedDice(b"x"))
    assert result.state.step == "map"
    assert result.state.naval == ("germany", "italy")


def test_entry_chits_show_their_values_to_the_united_states_alone():
    from rules.days_of_decision.entry.entry import draw
    from rules.days_of_decision.model.adjudication import Adjudication

    course = Adjudication(BOOK.start("1936", {}, {}).state, SealedDice(b"z"))
    draw(course, "germany")
    for power in BOOK.powers:
        view = BOOK.view(course.state, viewer(power))
        assert len(view.chits) == (1 if power == "usa" else 0)
        assert view.pool == ()
        assert view.chit_counts == {"germany": 1}
