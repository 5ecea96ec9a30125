"""One whole turn in March and April 1936, as players would tell it."""

import msgspec

from rules.days_of_decision import BOOK
from rules.days_of_decision.model.orders import Bid, Plays, Standing
from rules.kernel.audience import SPECTATOR
from rules.kernel.dice import LoadedDice
from tests.support.books.days_of_decision import chosen

VARIANTS = {"map": "none"}


def second_turn():
    """The first turn passes quietly; then Greece and Bulgaria lean one way and the other."""
    first = BOOK.start("1936", VARIANTS, {}).state
    state = BOOK.resolve(first, {}, {}, LoadedDice()).state
    minors = {
        **state.minors,
        "bulgaria": msgspec.structs.replace(state.minors["bulgaria"], values={"italy": 6}),
        "greece": msgspec.structs.replace(state.minors["greece"], values={"france": -5}),
    }
    return msgspec.structs.replace(state, minors=minors)


def test_each_power_is_asked_for_as_many_options_as_its_menu_takes():
    state = second_turn()
    assert BOOK.phase(state).of("germany").what == "Bid for 1 to 3 options, in secret."
    state = BOOK.resolve(state, {"germany": Bid(options=2)}, {}, LoadedDice([1] * 8)).state
    public = BOOK.phase(BOOK.view(state, SPECTATOR))
    for power, said in (("germany", "Choose 2 options"), ("france", "Choose 1 option")):
        (field,) = BOOK.menu(state, power).fields
        assert said.startswith(f"Choose {field.most} ")
        assert public.of(power).what == f"{said}, face down."


def test_a_turn_with_all_that_can_happen_in_one():
    state = second_turn()
    assert BOOK.phase(state).key == "bid"
    bids = {"germany": Bid(options=2, points=5), "france": Bid(options=1, points=2)}
    opened = BOOK.resolve(state, bids, {}, LoadedDice([5, 6, 4, 3, 3, 1, 2, 2]))
    state = opened.state
    assert state.order_of_play() == (
        "italy", "germany", "commonwealth", "france", "ussr", "usa", "japan", "china",
    )  # fmt: skip

    orders = {
        "germany": Plays(
            plays=(
                chosen(
                    "ipo-9",
                    target="japan",
                    demand="move",
                    direction="toward:fascist",
                    activate="bulgaria",
                ),
                chosen("ipo-15", partner="france", activate="greece"),
            )
        ),
        "japan": Plays(plays=(chosen("ipo-3", minor="siam"),)),
    }
    standing = {"france": Standing(kinds={"naval-treaty": "accept"})}
    result = BOOK.resolve(state, orders, standing, LoadedDice())
    after, public = result.state, [e for e in result.events if e.seen_by(SPECTATOR)]

    story = [
        (event.__struct_config__.tag, getattr(event, "power", ""), getattr(event, "option", ""))
        for event in public
        if event.__struct_config__.tag in ("card_turned", "card_returned", "proposal_answered")
    ]
    assert story == [
        ("card_turned", "germany", "ipo-9"),
        ("card_turned", "germany", "ipo-15"),
        ("proposal_answered", "germany", "ipo-15"),
        ("card_returned", "japan", ""),
        ("card_turned", "japan", "ipo-1"),
    ]
    assert after.naval == ("france", "germany")
    assert after.turn == 3
    moved = {
        event.counter: (event.value, len(event.path) - 1, event.lost)
        for event in public
        if event.__struct_config__.tag == "counter_moved"
    }
    assert moved == {"bulgaria": (6, 3, 0), "greece": (-5, 2, 1), "japan": (1, 1, 0)}
    assert not any("siam" in str(event) for event in public)
    lines = [BOOK.tell(event) for event in public]
    headline, lede = BOOK.headline(lines)
    assert headline
    assert lede
