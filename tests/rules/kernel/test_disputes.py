"""Disputing what others declared: the same in every book, and without a trace where nobody does."""

from typing import Any

import pytest

from rules.kernel.audience import viewer
from rules.kernel.dice import NoDice
from rules.kernel.errors import NotAllowed
from rules.kernel.facts import Claim
from rules.kernel.orders import understand
from rules.kernel.serial import canonical, load
from rules.registry import BOOKS

SIDES = {
    "world_at_war": ("germany", "britain", "italy"),
    "days_of_decision": ("germany", "ussr", None),
    "war_game_1939": ("germany", "uk", None),
    "world_in_flames": ("axis", "allied", None),
}
"""Who declares, who may dispute, and an ally of the first where the book has one that may not."""


class Table:
    """A book at its first phase in which facts can be declared, with one fact declared."""

    def __init__(self, key: str) -> None:
        self.book, (self.one, self.other, self.ally) = BOOKS[key], SIDES[key]
        self.state: Any = self.book.start(next(iter(self.book.scenarios)), {}, {}).state
        field = self.menus(self.one)["declare"].fields[0]
        other = {spec.key for spec in self.menus(self.other)["declare"].fields[0].facts}
        self.spec = next(
            spec
            for spec in field.facts
            if spec.type in ("control", "choice") and spec.key in other and len(spec.options) > 1
        )
        self.held = next(o for o in self.spec.options if o != self.state.facts[self.spec.key])
        self.do(self.one, kind="declare", facts={self.spec.key: self.held})

    def menus(self, power: str) -> dict[str, Any]:
        view = self.book.view(self.state, viewer(power))
        return {menu.order: menu for menu in self.book.acts(view, power)}

    def disputable(self, power: str) -> set[str]:
        menu = self.menus(power).get("dispute")
        return {choice.value for choice in menu.fields[0].choices} if menu else set()

    def do(self, power: str, **act: Any) -> tuple[Any, ...]:
        done = self.book.perform(
            self.state, power, understand(act, self.book.orders[act["kind"]]), NoDice()
        )
        self.state = done.state
        return done.events

    @property
    def claim(self) -> Claim:
        return self.state.claims[self.spec.key]


@pytest.fixture(params=sorted(BOOKS))
def table(request: pytest.FixtureRequest) -> Table:
    return Table(request.param)


def test_a_dispute_says_who_and_what_it_is_instead_and_changes_no_fact(table: Table) -> None:
    key, before = table.spec.key, dict(table.state.facts)
    instead = next(option for option in table.spec.options if option != table.held)
    (event,) = table.do(table.other, kind="dispute", facts=[key], instead={key: instead})
    assert table.claim.disputed
    assert (table.claim.disputed.by, table.claim.disputed.instead) == (table.other, instead)
    assert table.state.facts == before
    line = table.book.tell(event)
    assert "disput" in line.head
    assert "Said to be" in line.rest
    assert load(canonical(table.state), type(table.state)) == table.state


def test_words_are_enough_and_silence_is_not(table: Table) -> None:
    key = table.spec.key
    with pytest.raises(NotAllowed, match="Say what it is instead"):
        table.do(table.other, kind="dispute", facts=[key])
    with pytest.raises(NotAllowed, match="at most 200 characters"):
        table.do(table.other, kind="dispute", facts=[key], reason=201 * "x")
    (event,) = table.do(table.other, kind="dispute", facts=[key], reason="My men hold it.")
    assert "My men hold it." in table.book.tell(event).rest
    assert key not in table.disputable(table.other)


def test_only_who_disputes_may_confirm_and_that_ends_it(table: Table) -> None:
    key = table.spec.key
    table.do(table.other, kind="dispute", facts=[key], reason="No.")
    for power in table.book.powers:
        menu = table.menus(power).get("confirm")
        offered = (
            {choice.value for field in menu.fields for choice in field.choices} if menu else ()
        )
        assert (key in offered) == (power == table.other)
    table.do(table.other, kind="confirm", facts=[key])
    assert table.claim.confirmed_by == table.other
    assert not table.claim.disputed


def test_a_new_declaration_ends_it(table: Table) -> None:
    key = table.spec.key
    table.do(table.other, kind="dispute", facts=[key], reason="No.")
    table.do(table.one, kind="declare", facts={key: table.held})
    assert not table.claim.disputed
    assert key in table.disputable(table.other)


def test_nobody_disputes_what_is_their_own_or_their_sides(table: Table) -> None:
    for power in (table.one, table.ally):
        if power is not None:
            assert table.spec.key not in table.disputable(power)


def test_what_nobody_disputes_is_written_as_it_was_before(table: Table) -> None:
    assert b"disputed" not in canonical(table.claim)
