"""Going back to an earlier phase: a new line, the old one readable, nothing sealed opened."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from campaigns.domain import export_file
from campaigns.errors import NotNow, NotYours
from campaigns.models import LogEntry, Phase, Sheet
from campaigns.rulebooks import states
from campaigns.rulebooks.values import overrides as value_overrides
from campaigns.rulebooks.values.overrides import ValueChange
from campaigns.selectors.campaign.campaign_page import orders
from campaigns.selectors.history import chronicle, phase_story, rollback
from campaigns.selectors.history.repairs import Repairs
from campaigns.selectors.moderator import overrides_page
from campaigns.selectors.reader.access import reading
from campaigns.services.deadlines import moderation, player_extensions
from campaigns.services.lifecycle.import_campaign import import_campaign
from campaigns.services.repair import overrides
from campaigns.services.seats import dice_seeds
from rules.registry import BOOKS
from tests.support.accounts import person
from tests.support.books.tiny_book import NAME, NORTH
from tests.support.campaigns import Found, Table, a_campaign, a_turn
from tests.support.exports.files import faults, file_of, named
from tests.support.exports.tampering import body_with, first_entry, must_be_named
from tests.support.pages.reader import PageReader
from tests.support.repair import a_rule, all_agree, back, forget, holder, override
from tests.support.suite.sample import one_in


def kinds(table: Table) -> list[str]:
    return list(LogEntry.objects.filter(campaign=table.campaign).values_list("kind", flat=True))


def test_what_was_revealed_is_undone_by_consent_of_all_who_have_a_seat(table: Table) -> None:
    a_turn(table)
    table.seal("north", NORTH)
    assert back(table, 2) is not None
    assert back(table, 2) == 1, "the question is put once"
    assert table.phase.number == 3
    all_agree(table)
    phases = {one.number: one for one in Phase.objects.filter(campaign=table.campaign)}
    assert [number for number, one in phases.items() if one.undone_at] == [2, 3]
    assert (phases[4].again, phases[4].line, phases[4].key) == (2, 2, phases[2].key)
    assert phases[4].due_at > phases[3].opened_at
    assert table.phase == phases[4]
    # The seal is void: not opened, not a draft, and never published.
    assert not Sheet.objects.filter(phase=phases[3]).exclude(state="withdrawn").exists()
    written = kinds(table)
    at = written.index("line.rolled_back")
    assert written[at - 1] == "order.voided"
    assert written[at + 1] == "phase.opened"
    # A second click finds it done.
    assert back(table, 2) is None
    with pytest.raises(NotNow, match="undone already"):
        back(table, 3)


def test_a_moderator_goes_back_alone_only_where_nothing_was_revealed(table: Table) -> None:
    table.seal("north", NORTH)
    table.act("isle", {"kind": "spy"})
    assert back(table, 1) is not None, "the die of a spy was thrown for all to count"
    with pytest.raises(NotYours):
        back(table, 1, by=person("stranger"))


def test_without_anything_revealed_the_moderator_needs_nobody(table: Table) -> None:
    table.seal("north", NORTH)
    assert back(table, 1) is None
    assert (table.phase.number, table.phase.again) == (2, 1)
    assert faults(file_of(table)) == []


def test_a_moderator_who_plays_asks_always(table: Table) -> None:
    table.campaign.moderators.add(table.players["north"])
    assert back(table, 1, by=table.players["north"]) is not None


@pytest.mark.long
def test_a_player_proposes_it_to_all(table: Table) -> None:
    table.seal("north", NORTH)
    assert back(table, 1, by=table.players["south"]) is not None
    assert LogEntry.objects.filter(kind="consent.asked").get().actor == "person"
    all_agree(table)
    assert table.phase.again == 1


def test_a_pause_is_not_given_back_twice(table: Table) -> None:
    moderation.pause(table.slug, by=table.moderator, reason="Holidays")
    back(table, 1)
    assert table.campaign.status == "paused"
    moderation.resume(table.slug, by=table.moderator)
    resumed = LogEntry.objects.get(kind="clock.resumed")
    assert json.loads(resumed.body)["seconds"] < 60


@pytest.fixture
def over(table: Table) -> Table:
    """A campaign that went back from its third phase to its second, and is over."""
    a_turn(table)
    table.seal("north", NORTH)
    back(table, 2)
    all_agree(table)
    table.play()
    a_turn(table)
    assert table.campaign.status == "finished"
    return table


@pytest.mark.long
def test_the_pages_say_what_would_be_undone_and_what_was(table: Table) -> None:
    a_turn(table)
    north = PageReader(table.players["north"], table.slug)
    looked = north.open("undo/?to=2").says()
    assert "2 phases would be undone" in looked
    assert "All who have a seat (3) must agree" in looked
    north.press("Ask the players", reason="The map was misread")
    all_agree(table)
    entry = LogEntry.objects.get(kind="line.rolled_back")
    seen = [north.open(path).says() for path in ("", "undo/", "history/2/", f"log/?at={entry.seq}")]
    assert "What was revealed stays known" in seen[0]
    assert "Phases 2 to 3 count no more" in seen[1]
    assert "Undone" in seen[2]
    assert "nothing follows from this phase any more" in seen[2]
    assert "by agreement of the players" in seen[3]


@pytest.mark.long
def test_what_was_mended_stands_beside_the_dice(over: Table, client: Client) -> None:
    told = chronicle.page(over.slug, None).story
    undone = json.loads(LogEntry.objects.get(kind="orders.released", phase__number=2).body)
    assert told.mended == Repairs(back=1, phases=1, dice=len(undone.get("rolls", ())), overrides=0)
    shown = " ".join(client.get(f"/c/{over.slug}/").text.split())
    assert "The campaign went back once." in shown


@pytest.mark.long
def test_both_lines_are_read_checked_and_played_again(over: Table) -> None:
    for who in (None, over.players["north"]):
        data = file_of(over, who)
        checks = named(data)
        assert [line for one in checks.values() for line in (*one.faults, *one.left)] == []
        assert checks["lines"].said == "2 lines, rolled back 1 time"
        assert checks["replay"].said.startswith("5 phases played again, 5 of them to the same")
    read = export_file.read(data)
    links = [phase.link for phase in read.phases if phase.link]
    assert len(set(links)) == len(links) == 5, "the dice of the new line are new links"
    undone = [phase for phase in read.phases if phase.undone]
    assert [(one.number, one.released, bool(one.resolved_at)) for one in undone] == [
        (2, True, True),
        (3, False, False),
    ]
    # What was played is read still, marked; what was undone before anything came of it has no story.
    told = phase_story.phases(over.slug)
    assert [one.number for one in told] == [1, 2, 4, 5, 6]
    story = phase_story.story(over.slug, 2)
    assert (story.undone_at is not None, story.replayed_by, story.next) == (True, 4, 4)
    assert (phase_story.story(over.slug, 4).again, phase_story.newest(over.slug)) == (
        2,
        6,
    )


@pytest.mark.long
def test_two_lines_are_taken_in_as_they_are(over: Table) -> None:
    data = file_of(over)
    forget(over.campaign)
    slug = import_campaign(data, by=person("keeper"))
    assert slug == over.slug
    again = export_file.read(file_of(over))
    first = export_file.read(data)
    assert (again.log, again.phases, again.claims) == (first.log, first.phases, first.claims)


def _without_consent(content: dict[str, Any]) -> None:
    del first_entry(content, "line.rolled_back")["body"]["consent"]


def _seal_kept(content: dict[str, Any]) -> None:
    at = next(n for n, e in enumerate(content["log"]) if e["kind"] == "line.rolled_back")
    del content["log"][at - 1]


def _phase(number: int, part: str, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(content: dict[str, Any]) -> None:
        phase = next(one for one in content["phases"] if one["number"] == number)
        assert phase[part] != value
        phase[part] = value

    return change


FORGERIES: dict[str, tuple[Callable[[dict[str, Any]], None], str]] = {
    "how far": (body_with("line.rolled_back", "to", 1), "replay: "),
    "where to, in words": (body_with("line.rolled_back", "title", "Elsewhere"), "lines: log entry"),
    "to no phase": (body_with("line.rolled_back", "to", 77), "lines: log entry"),
    "the line": (body_with("line.rolled_back", "line", 3), "phases: log entry"),
    "the reason": (body_with("line.rolled_back", "reason", "I felt so"), "log: the hash of log entry"),
    "the consent": (_without_consent, "lines: log entry"),
    "a seal that was voided": (_seal_kept, "lines: log entry"),
    "an undone phase that counts": (_phase(2, "undone", ""), "lines: phase 2: when it was undone"),
    "what is played again": (_phase(4, "again", 1), "lines: phase 4: what it plays again"),
    "a phase of the first line": (_phase(2, "line", 2), "phases: phase 2: its line"),
}  # fmt: skip


@pytest.mark.parametrize("name", one_in(4, FORGERIES))
def test_whatever_is_changed_of_a_line_is_named(whole: bytes, name: str) -> None:
    change, expected = FORGERIES[name]
    must_be_named(whole, change, expected)


@pytest.mark.long
def test_what_would_be_undone_is_counted_and_what_would_be_as_it_was_is_listed(
    table: Table, client: Client
) -> None:
    a_turn(table)
    looked = rollback.rollback_page(table.slug, table.players["north"], to=1)
    assert looked.counted.phases == 2
    released = LogEntry.objects.filter(kind="orders.released").values_list("body", flat=True)
    orders_of = [one for body in released for one in json.loads(body)["orders"]]
    assert looked.counted.opened == sum(bool(one["commitment"]) for one in orders_of) == 5
    thrown = [
        roll
        for body in LogEntry.objects.values_list("body", flat=True)
        for roll in json.loads(body).get("rolls", ())
    ]
    assert looked.counted.dice == len(thrown)
    assert all(row.now != row.then for row in looked.counted.again)
    assert rollback.rollback_page(table.slug, table.players["north"], to=3).counted.phases == 0
    # The line is one of plain links; what would be undone is marked on it.
    client.force_login(table.players["north"])
    shown = client.get(f"/c/{table.slug}/undo/?to=2").text
    here = f"/c/{table.slug}/undo/"
    assert re.search(rf'class="would" href="{here}\?to=2"[^>]*aria-current="page"', shown)
    assert re.search(rf'tabindex="-1" href="{here}\?to=1"', shown)
    assert f'class="now would" href="{here}?to=3"' in shown
    assert "Dice thrown" in shown
    assert f"/c/{table.slug}/fork/?phase=2" in shown


def test_values_that_everybody_knows_are_listed_as_they_would_be_again(table: Table) -> None:
    act = {"kind": "declare", "facts": {"boats": 4}}
    table.act("north", act)
    looked = rollback.rollback_page(table.slug, table.players["north"], to=1)
    found = {row.label: (row.now, row.then) for row in looked.counted.again}
    assert found["Boats"] == ("4", "2")


def test_what_is_sealed_for_the_open_phase_is_void_by_power_and_told_before(table: Table) -> None:
    table.seal("north", NORTH)
    looked = rollback.rollback_page(table.slug, table.moderator, to=1)
    assert [badge.key for badge in looked.counted.void] == ["north"]
    said = PageReader(table.moderator, table.slug).open("undo/?to=1").says("table.counted")
    assert "Sealed orders of the open phase Northland: void, unread; nobody opens them 1" in said
    assert "what is played again throws new ones" in said
    assert "kept, and private letters too" in said


def test_who_stands_with_whom_comes_before_tracks_and_money(db: None) -> None:
    """By the names by which an override finds the same values."""
    book = "days_of_decision"
    table = a_campaign(book=book, scenario=next(iter(BOOKS[book].scenarios)))
    was = dict(value_overrides.values(reading(table.slug).public_view))
    changed = {
        ("nations", "germany", "money"): 30,
        ("nations", "germany", "entry"): 9,
        ("minors", "tannu_tuva", "joined"): "ussr",
        ("rhineland_home",): True,
    }
    for path, value in changed.items():
        override(table, value, was[path], list(path))
    looked = rollback.rollback_page(table.slug, table.moderator, to=1)
    again = [(row.label, row.now, row.then) for row in looked.counted.again]
    assert again[:2] == [
        ("Tannu Tuva, aligned with", "USSR", "nobody"),
        ("Rhineland is remilitarized", "yes", "no"),
    ]
    labels = [label for label, _now, _then in again[2:]]
    assert labels == ["Germany, own entry points", "Germany, money"]
    for label in labels:
        found = overrides_page.overrides(table.slug, table.moderator, words=label).values
        assert label in {one.label for one in found}


def test_a_treaty_that_would_not_be_signed_is_named(db: None) -> None:
    book, both = "days_of_decision", ("france", "commonwealth")
    table = a_campaign(book=book, scenario=next(iter(BOOKS[book].scenarios)), seats=both)
    for power, other in (both, both[::-1]):
        play = {"option": "3", "details": {"agreement": f"plain:{other}"}}
        table.seal(power, {"kind": "plays", "plays": [play]})
    assert table.advance() == "resolved"
    looked = rollback.rollback_page(table.slug, table.moderator, to=1)
    found = {row.label: (row.now, row.then) for row in looked.counted.again}
    assert found["Commonwealth and France: Treaty of level 1: pact and trade"] == (
        "in force",
        "not in force",
    )


@pytest.mark.parametrize(("faction", "power"), [("axis", "germany"), ("russia", "russia")])
def test_a_power_and_its_side_in_one_record_are_one_line(faction: str, power: str) -> None:
    def changed(field: str, after: str) -> ValueChange:
        return ValueChange(path=("countries", "bulgaria", field), before="", after=after)

    both = [changed("faction", faction), changed("power", power)]
    assert list(rollback.said_once(BOOKS["world_at_war"], both)) == both[1:]
    apart = [changed("faction", "western"), changed("power", power)]
    assert list(rollback.said_once(BOOKS["world_at_war"], apart)) == apart


@pytest.mark.long
def test_a_power_is_offered_what_it_had_sealed_for_a_phase_that_is_played_again(
    table: Table, client: Client
) -> None:
    a_turn(table)
    assert page(table, "north").earlier == 0
    back(table, 2)
    all_agree(table)
    mine = page(table, "north")
    assert mine.earlier == 2
    assert (mine.order, mine.draft, mine.sealed) == (NAME, None, None), "it is offered, not sealed"
    client.force_login(table.players["north"])
    assert "had sealed for phase 2" in " ".join(client.get(f"/c/{table.slug}/").text.split())
    table.seal("north", NAME)
    assert page(table, "north").earlier == 0


def page(table: Table, power: str) -> Any:
    """The orders of a power as its player has them."""
    return orders(table.slug, table.players[power], power)


@pytest.mark.long
def test_going_back_over_an_override_a_switch_an_extension_and_chains_of_seats(
    found: Found,
) -> None:
    table = found(extensions=1, extension_hours=12)
    for power, seed in (("north", "1" * 64), ("south", "2" * 64)):
        dice_seeds.bring_seed(table.slug, by=table.players[power], power=power, seed=seed)
    before = states.now(table.phase)
    player_extensions.take(table.slug, by=table.players["north"], power="north")
    a_turn(table)
    was = before.variants.get("fog")
    now = next(one for one in states.book_of(table.campaign).switches["fog"].choices if one != was)
    held = holder(table)
    other = "isle" if held != "isle" else "north"
    changes = [
        {"path": ["holders", "east"], "before": held, "after": other},
        {"path": ["variants", "fog"], "before": was, "after": now},
    ]
    given = {"by": table.moderator, "rule": a_rule(table), "reason": "It was misread"}
    overrides.override(table.slug, changes=changes, **given)
    all_agree(table)
    assert states.now(table.phase).variants["fog"] == now
    back(table, 1)
    all_agree(table)
    after = states.now(table.phase)
    assert (after.holders, after.variants) == (before.holders, before.variants), "as it was then"
    with pytest.raises(NotNow, match="all your extensions"):
        player_extensions.take(table.slug, by=table.players["north"], power="north")
    # What was overridden stays to be read, and everything follows from what was written down.
    assert LogEntry.objects.filter(kind="state.overridden").count() == 1
    a_turn(table)
    links = [phase.link for phase in Phase.objects.filter(campaign=table.campaign) if phase.link]
    assert len(set(links)) == len(links), "no link of the dice, nor of a seat's chain, comes twice"
    assert faults(file_of(table)) == []
