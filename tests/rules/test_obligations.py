"""What a power has to do and has not done: every book answers, and says what the rules do otherwise."""

from typing import Any

import msgspec
import pytest

from rules.kernel.agreements import Obligation
from rules.kernel.audience import Viewer
from rules.registry import BOOKS
from rules.war_game_1939.model.state import Conflict, Loan
from rules.world_at_war.model.state import Mobilization


def changed(key: str, **fields: Any) -> tuple[Any, Any]:
    """A book, and its first position with these fields laid down."""
    book = BOOKS[key]
    state: Any = book.start(next(iter(book.scenarios)), {}, {}).state
    return book, msgspec.structs.replace(state, **fields)


@pytest.mark.parametrize("key", sorted(BOOKS))
def test_every_book_says_what_each_power_owes_from_what_it_knows(key: str) -> None:
    book = BOOKS[key]
    for scenario in book.scenarios:
        state = book.start(scenario, {}, {}).state
        for power in book.scenarios[scenario].seats:
            view = book.view(state, Viewer(frozenset({power})))
            for one in book.owed(view, power):
                assert isinstance(one, Obligation)
                assert one.power == power
                assert one.state in ("open", "failed")
                assert one.text
                assert one.rule


def test_a_mobilization_is_owed_with_its_date_and_what_happens_otherwise() -> None:
    record = Mobilization(theatre="us_europe", number=1, turn=1, brps=20)
    book, state = changed("world_at_war", mobilizations=(record,), turn=1)
    (owed,) = book.owed(state, "united_states")
    assert "choose 20 BRPs of units" in owed.text
    assert owed.due.startswith("by the end of ")
    assert not owed.soon
    assert owed.otherwise == "You get the required units, and infantry for the rest."
    assert owed.how == "Under “At once”: Mobilize."
    assert book.owed(msgspec.structs.replace(state, turn=2), "united_states")[0].soon
    assert book.owed(state, "russia") == ()


def test_an_announced_war_is_owed_until_it_is_declared() -> None:
    book, state = changed("days_of_decision", announced={"germany": ("commonwealth",)})
    owed = [one for one in book.owed(state, "germany") if "as announced" in one.text]
    assert [one.soon for one in owed] == [True]


def test_a_place_beside_vichy_and_a_debt_are_owed() -> None:
    book, state = changed(
        "war_game_1939",
        conflicts=(Conflict(place="indo_china", ally="japan", manned=False, waiting=("uk",)),),
        debts=(Loan(by="usa", to="uk", fund="cash", amount=5),),
    )
    place, debt = book.owed(state, "uk")
    assert place.soon
    assert place.otherwise == "Silence means: stay and win it for the Free French."
    assert debt.toward == "usa"
    assert "$5" in debt.text
    assert book.owed(state, "usa") == ()
