"""The scripts of history are played by the rules alone, and come to the same as their files."""

import json
from functools import cache, partial
from typing import Any

import pytest

from campaigns import rulebooks
from campaigns.as_it_happened import files, script
from campaigns.as_it_happened.script import ScriptStops
from campaigns.domain import export_file
from campaigns.domain.export_file import Export
from rules.kernel.serial import canonical, plain
from rules.world_at_war.model.facts import FACTS
from rules.world_at_war.obligations import obligations
from tests.as_it_happened import playing
from tests.as_it_happened.playing import Step
from tests.as_it_happened.small import small
from verifier import verify

BOOKS = script.books()
each_book = pytest.mark.parametrize("book", BOOKS)


@cache
def exported(book: str) -> Export:
    return export_file.read(files.data(book))


@cache
def played(book: str) -> tuple[Step, ...]:
    return tuple(playing.play(script.of(book)))


@pytest.mark.long
@each_book
def test_a_script_played_by_the_rules_comes_to_its_file(book: str) -> None:
    found, export = script.of(book), exported(book)
    for name in ("slug", "title", "rulebook", "revision", "scenario", "tables"):
        assert getattr(export.campaign, name) == getattr(found, name), name
    secret = {act.entry: act.order for act in export.acts}
    opened = [one for e in export.log for one in e.body.get("secrets", []) if one["kind"] == "act"]
    acts = [e.body.get("order") or secret[e.seq] for e in export.log if e.kind == "act"]
    done = [step for step in played(book) if step.what == "act"]
    told = [*acts, *(one["order"] for one in opened)]
    given = [order for step in done for order in step.orders.values()]
    assert sorted(map(canonical, told)) == sorted(map(canonical, given))
    phases = [step for step in played(book) if step.what == "phase"]
    assert [phase.key for phase in export.phases] == [step.phase for step in phases]
    for phase, step in zip(export.phases, phases, strict=True):
        assert plain(phase.rolls) == plain(step.rolls)
        sealed = {one.power: one.order for one in phase.orders if one.how == "sealed"}
        assert canonical(sealed) == canonical(step.orders)
        seen = [canonical(event) for event in step.events if event.audience.everybody]
        public = [canonical(one.event) for one in phase.events]
        assert public[len(public) - len(seen) :] == seen


@each_book
def test_its_file_verifies_in_its_own_words(book: str) -> None:
    checks = verify(files.data(book))
    assert [fault for check in checks for fault in check.faults] == []
    assert [gap for check in checks for gap in check.left] == []
    given = {check.name: check for check in checks if check.given}
    assert set(given) == {"dice links", "rolls"}
    for check in given.values():
        lines = check.lines()
        assert lines[0].startswith("given ")
        assert "dice given by the script, not checked" in lines[-1]


@each_book
def test_its_file_is_small_and_pinned(book: str) -> None:
    assert len((files.HERE / f"{book}{files.ENDING}").read_bytes()) < 300_000
    export = exported(book)
    assert files.pinned()[book] == {"slug": export.campaign.slug, "log": export.through.hash}
    assert {phase.revision for phase in export.phases} == {script.of(book).revision}
    assert export.campaign.status == "finished"


@each_book
def test_every_turn_has_a_commentary_and_every_other_way_a_rule(book: str) -> None:
    found = script.of(book)
    rules = rulebooks.load(book, found.revision)
    turns = list(dict.fromkeys(phase.turn_title for phase in exported(book).phases))
    assert [turn.turn for turn in found.turns] == turns
    for turn in found.turns:
        assert len(turn.history) > 60, turn.turn
        for other in turn.here:
            assert other.rule in rules.index, f"{turn.turn}: {other.rule}"
            assert other.history
            assert other.here
    assert any(turn.here for turn in found.turns)


def test_who_has_surrendered_holds_nothing_at_the_end() -> None:
    state, facts = played("world_at_war")[-1].state, FACTS
    held = {state.facts.get(fact.key, fact.default) for fact in facts if fact.type == "control"}
    assert held == {"western", "russia", "neutral", "none"}


def test_what_is_owed_is_done_in_its_turn() -> None:
    late = [
        (step.turn, owed.text)
        for step in played("world_at_war")
        for owed in obligations(step.state)
        if owed.due and owed.due < step.state.turn
    ]
    assert late == []


def wars(state: Any) -> set[tuple[str, str]]:
    return {(war.attacker, war.target) for war in state.wars}


@pytest.mark.parametrize(
    ("turn", "begun", "over"),
    [
        ("September/October 1939", ["commonwealth>germany", "france>germany"], []),
        ("November/December 1939", ["ussr>finland"], []),
        ("March/April 1940", [], ["ussr>finland"]),
        ("May/June 1940", ["italy>france", "italy>commonwealth"], []),
        ("May/June 1941", ["germany>ussr", "italy>ussr"], []),
        (
            "November/December 1941",
            ["japan>usa", "japan>commonwealth", "germany>usa", "italy>usa"],
            [],
        ),
    ],
)
def test_wars_begin_and_end_when_they_did(turn: str, begun: list[str], over: list[str]) -> None:
    steps = played("days_of_decision")
    first = next(n for n, step in enumerate(steps) if step.turn == turn)
    before = wars(steps[first - 1].state)
    after = wars(next(step.state for step in reversed(steps) if step.turn == turn))
    assert {tuple(war.split(">")) for war in begun} <= after - before
    assert {tuple(war.split(">")) for war in over} <= before - after


def test_russia_declares_war_on_japan_before_it_surrenders() -> None:
    told = [canonical(step.orders).decode() for step in played("world_at_war")]
    declared, surrendered = (
        next(n for n, orders in enumerate(told) if fact in orders)
        for fact in ("declared.russia.japan", "japan.surrendered")
    )
    assert declared < surrendered


@pytest.mark.parametrize(
    ("moment", "said"),
    [
        ({"at": "declare", "acts": ({"axis": "Lisbon: Allied"},)}, "is not understood"),
        (
            {"at": "declare", "acts": ({"axis": {"kind": "declare_map", "map": "no map"}},)},
            "Isolated Control: step",
        ),
        ({"at": "declare", "orders": {"axis": {"kind": "agree"}}}, "is asked for, not 'agree'"),
        ({"at": "declare", "orders": {"peru": {"kind": "done"}}}, "nothing is asked of peru"),
        ({"at": "declare", "acts": ({"axis": {"kind": "march"}},)}, "is not asked for or open"),
        ({"at": "check", "dice": {"surrender": 3}}, "no die is thrown for surrender"),
        ({"at": "roll"}, "never came to 'roll'"),
    ],
)
def test_what_the_rules_refuse_stops_a_script_with_the_reason(
    moment: dict[str, Any], said: str
) -> None:
    with pytest.raises(ScriptStops, match=said):
        list(playing.play(small(**moment)))


def test_a_script_that_cannot_be_read_says_why() -> None:
    with pytest.raises(ScriptStops, match="missing required field `slug`"):
        script.read("title: x")


def without_its_digest(data: bytes, change: Any) -> bytes:
    """A file with something changed, its own digest made to fit."""
    whole = json.loads(data)
    change(whole)
    del whole["sha256"]
    return b"".join(export_file.written(whole.items()))


def another_die(whole: dict[str, Any], value: int = 9) -> None:
    phase = next(phase for phase in whole["phases"] if phase["rolls"])
    phase["rolls"][0]["value"] = value


def no_mark(whole: dict[str, Any]) -> None:
    whole["log"][0]["body"]["dice"] = {"head": "00" * 32, "length": 4096}


def unsaid(whole: dict[str, Any]) -> None:
    entry = next(entry for entry in whole["log"] if entry["kind"] == "phase.resolved")
    del entry["body"]["dice"]


def a_link(whole: dict[str, Any]) -> None:
    entry = next(entry for entry in whole["log"] if entry["kind"] == "phase.resolved")
    entry["body"] |= {"link": "00" * 32, "link_before": "00" * 32}


@pytest.mark.parametrize(
    ("change", "found_by"),
    [
        (another_die, "replay"),
        (no_mark, "dice links"),
        (unsaid, "dice links"),
        (a_link, "dice links"),
        (partial(another_die, value=13), "rolls"),
    ],
)
def test_nobody_changes_given_dice_or_passes_them_off_for_thrown_ones(
    change: Any, found_by: str
) -> None:
    checks = verify(without_its_digest(files.data("world_in_flames"), change))
    assert found_by in {check.name for check in checks if check.faults}
