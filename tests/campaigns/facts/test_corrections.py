"""A moderator's correction: one function for the service and for playing again."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from campaigns.domain import export_file
from campaigns.models import LogEntry, Sheet
from campaigns.rulebooks import states
from campaigns.rulebooks.values import corrections
from campaigns.services.lifecycle.import_campaign import import_campaign
from examples.three_harbors.turn import steps
from rules import registry
from rules.kernel.phases import AskedPower, Phase
from rules.kernel.serial import canonical
from tests.support.accounts import person
from tests.support.books.tiny_book import BOOK, TinyState
from tests.support.campaigns import POWERS, Table, a_campaign, corrected
from tests.support.exports.files import file_of, states_of
from tests.support.worlds import undone
from verifier import verify

CORRECTIONS: dict[str, dict[str, Any]] = {"world_at_war": {"ledger.italy.other": -3}}
"""For each rulebook in which something follows from a correction, one from which it does."""


def test_every_book_in_which_something_follows_is_tried() -> None:
    books = {k for k, book in registry.BOOKS.items() if book is not BOOK}
    following = {k for k in books if registry.BOOKS[k].turn.corrected is not None}
    assert set(CORRECTIONS) == following


@pytest.mark.long
@pytest.mark.parametrize("book_key", sorted(CORRECTIONS))
def test_a_campaign_with_a_correction_plays_again_and_is_taken_in(db: None, book_key: str) -> None:
    book = registry.BOOKS[book_key]
    moderator = person("moderator")
    facts = {key: value for key, value in CORRECTIONS[book_key].items() if key in book.facts}
    assert facts
    with undone():
        table = a_campaign(book=book_key, by=moderator)
        corrected(table, **facts)
        table.play_out()
        assert table.campaign.status == "finished"
        before, data = states_of(table.slug), file_of(table, moderator)
    export_ = export_file.read(data)
    (entry,) = (entry.seq for entry in export_.log if entry.kind == "moderator.facts")
    events = (one for phase in export_.phases for one in phase.events)
    brought = [one.event["kind"] for one in events if one.entry == entry]
    assert set(brought) > {"fact_declared"}, "nothing followed"
    assert [line for check in verify(data) for line in (*check.faults, *check.left)] == []
    assert states_of(import_campaign(data, by=moderator)) == before


def without(state: Any, key: str) -> Any:
    """The state of a campaign that began before the book had this fact."""
    facts = {name: value for name, value in state.facts.items() if name != key}
    return msgspec.structs.replace(state, facts=facts)


def test_a_fact_that_came_later_has_its_default(table: Table) -> None:
    phase = table.phase
    phase.campaign = table.campaign
    old = without(states.now(phase), "boats")
    states.keep(phase, old)
    phase.save()
    assert "boats" in states.now(phase).facts
    before = table.campaign.log_seq
    corrected(table, boats=2)
    assert table.campaign.log_seq == before
    corrected(table, boats=5)
    made = corrections.correct(BOOK, old, {"boats": 5})
    (event,) = made.events
    assert (event.before, event.after) == (2, 5)
    phase = table.phase
    phase.campaign = table.campaign
    assert states.now(phase) == made.state


@pytest.mark.parametrize("book_key", sorted(registry.BOOKS))
def test_a_state_of_before_is_read_with_the_defaults_of_what_came_later(book_key: str) -> None:
    """So no menu, board or rule has to ask whether a fact was there when the campaign began."""
    book = registry.BOOKS[book_key]
    for scenario in book.scenarios:
        state = book.start(scenario, {}, {}).state
        defaults = {spec.key: spec.default for spec in book.facts}
        facts = {k: v for k, v in state.facts.items() if v != defaults[k]}
        assert len(facts) < len(defaults)
        old = canonical(msgspec.structs.replace(state, facts=facts))
        assert canonical(book.read_state(old)) == canonical(state)
        for power in book.scenarios[scenario].seats:
            assert book.acts(book.read_state(old), power) == book.acts(state, power)


def _asked(state: TinyState) -> tuple[AskedPower, ...]:
    whole = steps.asked(state)
    return tuple(one for one in whole if one.power != "isle" or not state.facts["bridge"])


def _phase(state: TinyState) -> Phase:
    return msgspec.structs.replace(steps.phase(state), asked=_asked(state))


BRIDGEHEAD = replace(BOOK, turn=replace(BOOK.turn, phase=_phase, asked=_asked))
"""The tiny rulebook, in which the isle is asked for orders only while the bridge is down."""


def test_an_autopilot_whom_a_correction_asks_for_orders_seals_them(
    found: Callable[..., Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "BOOKS", {**registry.BOOKS, BOOK.key: BRIDGEHEAD})
    table = found(bots=("isle",), missed="wait")
    assert not Sheet.objects.filter(power="isle").exists()
    corrected(table, bridge=False)
    sheet = Sheet.objects.get(power="isle")
    assert (sheet.state, sheet.how, sheet.phase) == ("sealed", "bot", table.phase)
    entries = LogEntry.objects.order_by("-seq").values_list("kind", "power")
    assert list(entries[:2]) == [("order.sealed", "isle"), ("moderator.facts", "")]
    for power in table.players:
        table.seal(power, {"kind": "place", "points": {"east": 1}})
    assert table.advance() == "resolved", "it waits for nobody"


@pytest.mark.long
def test_what_an_autopilot_seals_after_a_correction_is_verified(
    found: Callable[..., Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "BOOKS", {**registry.BOOKS, BOOK.key: BRIDGEHEAD})
    with undone():
        table = found(bots=POWERS)
        corrected(table, bridge=False)
        table.play_out()
        data = file_of(table, table.moderator)
    sealed = [one.power for one in export_file.read(data).log if one.kind == "order.sealed"]
    assert sealed[:3] == ["north", "south", "isle"]
    assert [line for check in verify(data) for line in (*check.faults, *check.left)] == []


def test_a_correction_leaves_what_is_sealed_alone(found: Callable[..., Table]) -> None:
    table = found(bots=("isle",))
    table.seal("north", {"kind": "place", "points": {"east": 1}})
    before = [*Sheet.objects.order_by("pk").values_list("pk", "state", "commitment")]
    assert len(before) == 2
    corrected(table, boats=5)
    assert [*Sheet.objects.order_by("pk").values_list("pk", "state", "commitment")] == before
