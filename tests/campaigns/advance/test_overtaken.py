"""Orders that were sealed and that a fact overtook before the phase was resolved."""

from typing import Any

import pytest

from campaigns.models import LogEntry, Phase, Sheet
from campaigns.proofs import commitments
from campaigns.rulebooks import states
from campaigns.selectors.campaign import campaign_page
from campaigns.selectors.history import phase_story
from rules.kernel.autopilot import at_random
from rules.kernel.dice import SealedDice
from rules.kernel.phases import Phase as PhaseRules
from tests.support.campaigns import Table, a_campaign


@pytest.fixture
def war(db: None) -> Table:
    """A year of A World at War: Germany and Britain are played, the rest by the autopilot."""
    return a_campaign(book="world_at_war", seats=("germany", "britain"))


def _seal(war: Table, power: str, **parts: Any) -> Any:
    menu = campaign_page.orders(war.slug, war.players[power], power).menu
    assert menu is not None
    order = {**at_random(menu, SealedDice(power.encode() * 8)), **parts}
    war.seal(power, order)
    return order


def _declare(war: Table, power: str, **facts: Any) -> None:
    act = {"kind": "declare", "facts": {key.replace("__", "."): facts[key] for key in facts}}
    war.act(power, act)


@pytest.mark.long
def test_no_declaration_of_the_enemy_makes_a_sealed_placement_void(war: Table) -> None:
    sealed = _seal(war, "germany")
    _seal(war, "britain")
    _declare(war, "britain", control__london="axis")
    war.advance()
    sheet = Sheet.objects.get(phase__number=1, power="germany")
    assert (sheet.state, sheet.how) == ("used", "sealed")
    placed = dict[str, int]()
    for record in states.now(Phase.objects.get(number=1)).points:
        if record.power == "germany":
            placed[record.target] = placed.get(record.target, 0) + record.amount
    assert sum(placed.values()) == sum(sealed["points"].values()) + 1
    assert all(placed.get(target, 0) >= count for target, count in sealed["points"].items())


@pytest.mark.long
def test_no_declaration_of_the_enemy_makes_the_other_targets_void(war: Table) -> None:
    _seal(war, "germany", points={"turkey": 2, "usat": 2, "finland": 1})
    _seal(war, "britain")
    war.advance()
    assert war.phase.key == "axis.targets"
    order = {"kind": "targets", "country": "turkey", "free": ["bulgaria"], "usat": 1, "lesser": {}}
    _seal(war, "germany", reactions=[], demands=[], bind_war=False, **order)
    _declare(war, "britain", conquered__bulgaria=True)
    war.advance()
    sheet = Sheet.objects.get(phase__number=2, power="germany")
    assert (sheet.state, sheet.how) == ("used", "sealed")
    heads = [line.line.head for line in phase_story.story(war.slug, 2).lines]
    assert "The Axis name Turkey" in heads
    assert "Germany's naming of Bulgaria falls away" in heads


def test_a_seal_of_a_power_that_is_awaited_no_more_is_opened_with_the_others(
    table: Table, monkeypatch: pytest.MonkeyPatch, tiny_book: Any
) -> None:
    table.seal_all({"kind": "place", "points": {"east": 1}})
    real = type(tiny_book).phase

    def without_the_isle(book: Any, state: Any) -> PhaseRules:
        found = real(book, state)
        return type(found)(
            **{
                **{name: getattr(found, name) for name in found.__struct_fields__},
                "asked": tuple(asked for asked in found.asked if asked.power != "isle"),
                "release": "resolution",
            }
        )

    monkeypatch.setattr(type(tiny_book), "phase", without_the_isle)
    Phase.objects.update(release="resolution")
    table.advance()
    released = phase_story.story(table.slug, 1).orders
    opened = {orders.badge.key: orders for orders in released}
    assert opened["isle"].how == "void"
    isle = opened["isle"]
    assert commitments.matches(isle.commitment, bytes.fromhex(isle.nonce), isle.order)
    sealed = LogEntry.objects.filter(kind="order.sealed", phase__number=1)
    assert {entry.commitment for entry in sealed} == {one.commitment for one in released}
