"""Going back to an earlier phase: a new line, the old one readable, nothing sealed opened."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from campaigns import exportfile
from campaigns.errors import NotNow, NotYours
from campaigns.models import Campaign, LogEntry, Phase, Sheet
from campaigns.selectors import history
from campaigns.services import acts, consenting, moderating, rolling_back
from campaigns.services.importing import import_campaign
from tests.campaigns.conftest import Table, person
from tests.campaigns.test_export import NAME, a_turn, faults, file_of, forged, named

NORTH = {"kind": "place", "points": {"east": 2}}


def back(table: Table, to: int, by: Any = None) -> int | None:
    return rolling_back.roll_back(
        table.slug, by=by or table.moderator, to=to, reason="The map was misread"
    )


def all_agree(table: Table) -> None:
    number = table.campaign.consents.latest("number").number
    for player in table.players.values():
        if table.campaign.asking:
            consenting.agree(table.slug, by=player, number=number)


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
    assert phases[4].due_at is not None
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
    acts.perform_act(table.slug, by=table.players["isle"], power="isle", act={"kind": "spy"})
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


def test_a_player_proposes_it_to_all(table: Table) -> None:
    table.seal("north", NORTH)
    assert back(table, 1, by=table.players["south"]) is not None
    assert LogEntry.objects.filter(kind="consent.asked").get().actor == "person"
    all_agree(table)
    assert table.phase.again == 1


def test_a_pause_is_not_given_back_twice(table: Table) -> None:
    moderating.pause(table.slug, by=table.moderator, reason="Holidays")
    back(table, 1)
    assert table.campaign.status == "paused"
    moderating.resume(table.slug, by=table.moderator)
    resumed = LogEntry.objects.get(kind="clock.resumed")
    assert json.loads(resumed.body)["seconds"] < 60


@pytest.fixture
def two_lines(found: Callable[..., Table]) -> Table:
    """A campaign that went back from its third phase to its second, and is over."""
    table = found()
    a_turn(table)
    table.seal("north", NORTH)
    back(table, 2)
    all_agree(table)
    for power in table.players:
        table.seal(power, NAME)
    table.advance()
    a_turn(table)
    assert table.campaign.status == "finished"
    return table


def test_the_pages_say_what_would_be_undone_and_what_was(table: Table, client: Client) -> None:
    a_turn(table)
    client.force_login(table.players["north"])
    looked = client.get(f"/c/{table.slug}/undo/?to=2").content.decode()
    assert "2 phases would be undone" in looked
    assert "All who have a seat (3) must agree" in " ".join(looked.split())
    client.post(f"/c/{table.slug}/undo/", {"to": 2, "reason": "The map was misread"})
    all_agree(table)
    entry = LogEntry.objects.get(kind="line.rolled_back")
    seen = [
        " ".join(client.get(f"/c/{table.slug}/{path}").content.decode().split())
        for path in ("", "undo/", "history/2/", f"log/?at={entry.seq}")
    ]
    assert "What was revealed stays known" in seen[0]
    assert "Phases 2 to 3 count no more" in seen[1]
    assert "Undone" in seen[2]
    assert "nothing follows from this phase any more" in seen[2]
    assert "by agreement of the players" in seen[3]


_TWO: list[bytes] = []


@pytest.fixture
def lines_file(request: pytest.FixtureRequest) -> bytes:
    if not _TWO:
        _TWO.append(file_of(request.getfixturevalue("two_lines")))
    return _TWO[0]


def test_both_lines_are_read_checked_and_played_again(two_lines: Table) -> None:
    for who in (None, two_lines.players["north"]):
        data = file_of(two_lines, who)
        checks = named(data)
        assert [line for one in checks.values() for line in (*one.faults, *one.left)] == []
        assert checks["lines"].said == "2 lines, rolled back 1 time"
        assert checks["replay"].said.startswith("5 phases played again, 5 of them to the same")
    read = exportfile.read(data)
    links = [phase.link for phase in read.phases if phase.link]
    assert len(set(links)) == len(links) == 5, "the dice of the new line are new links"
    undone = [phase for phase in read.phases if phase.undone]
    assert [(one.number, one.released, bool(one.resolved_at)) for one in undone] == [
        (2, True, True),
        (3, False, False),
    ]
    # What was played is read still, marked; what was undone before anything came of it has no story.
    told = history.phases(two_lines.slug)
    assert [one.number for one in told] == [1, 2, 4, 5, 6]
    story = history.story(two_lines.slug, 2)
    assert (story.undone_at is not None, story.replayed_by, story.next) == (True, 4, 4)
    assert (history.story(two_lines.slug, 4).again, history.newest(two_lines.slug)) == (2, 6)


def test_two_lines_are_taken_in_as_they_are(two_lines: Table) -> None:
    data = file_of(two_lines)
    _forget(two_lines.campaign)
    slug = import_campaign(data, by=person("keeper"))
    assert slug == two_lines.slug
    again = exportfile.read(file_of(two_lines))
    first = exportfile.read(data)
    assert (again.log, again.phases, again.claims) == (first.log, first.phases, first.claims)


def _forget(campaign: Campaign) -> None:
    """The campaign under another name, as on another site."""
    Campaign.objects.filter(pk=campaign.pk).update(slug="elsewher")


def _entry(content: dict[str, Any], kind: str) -> dict[str, Any]:
    return next(entry for entry in content["log"] if entry["kind"] == kind)


def _without_consent(content: dict[str, Any]) -> None:
    del _entry(content, "line.rolled_back")["body"]["consent"]


def _seal_kept(content: dict[str, Any]) -> None:
    at = next(n for n, e in enumerate(content["log"]) if e["kind"] == "line.rolled_back")
    del content["log"][at - 1]


def _body(part: str, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(content: dict[str, Any]) -> None:
        assert _entry(content, "line.rolled_back")["body"][part] != value
        _entry(content, "line.rolled_back")["body"][part] = value

    return change


def _phase(number: int, part: str, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(content: dict[str, Any]) -> None:
        phase = next(one for one in content["phases"] if one["number"] == number)
        assert phase[part] != value
        phase[part] = value

    return change


FORGERIES: dict[str, tuple[Callable[[dict[str, Any]], None], str]] = {
    "how far": (_body("to", 1), "replay: "),
    "where to, in words": (_body("title", "Elsewhere"), "lines: log entry"),
    "to no phase": (_body("to", 77), "lines: log entry"),
    "the line": (_body("line", 3), "phases: log entry"),
    "the reason": (_body("reason", "I felt so"), "log: the hash of log entry"),
    "the consent": (_without_consent, "lines: log entry"),
    "a seal that was voided": (_seal_kept, "lines: log entry"),
    "an undone phase that counts": (_phase(2, "undone", ""), "lines: phase 2: when it was undone"),
    "what is played again": (_phase(4, "again", 1), "lines: phase 4: what it plays again"),
    "a phase of the first line": (_phase(2, "line", 2), "phases: phase 2: its line"),
    "the version": (lambda c: c.update(version=2), "came with version 3"),
}  # fmt: skip


@pytest.mark.parametrize("name", FORGERIES)
def test_whatever_is_changed_of_a_line_is_named(lines_file: bytes, name: str) -> None:
    change, expected = FORGERIES[name]
    try:
        found = faults(forged(lines_file, change))
    except exportfile.UnreadableExport as error:
        found = [str(error)]
    assert any(expected in fault for fault in found), found
