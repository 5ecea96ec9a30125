"""Forks: a phase played again elsewhere, by those who may know what it held, and nothing of it told."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from campaigns.domain import export_file
from campaigns.errors import NoSuchCampaign, NotNow, NotYours
from campaigns.models import Campaign, LogEntry, Origin, PressThread, Sheet, StandingOrders
from campaigns.selectors.history import forks, phase_story
from campaigns.selectors.reader import view_as
from campaigns.selectors.reader.access import reading
from campaigns.services.lifecycle import campaigns
from campaigns.services.lifecycle.import_campaign import import_campaign
from campaigns.services.repair import fork as campaign_fork
from campaigns.services.seats import seats
from tests.support.accounts import person, signed_in
from tests.support.books.tiny_book import NORTH
from tests.support.campaigns import Found, Table, a_campaign, a_turn
from tests.support.exports.files import faults, file_of, named
from tests.support.exports.tampering import body_with, must_be_named
from tests.support.pages.html import answer_of as programs
from tests.support.pages.reader import PageReader
from tests.support.repair import all_agree, ask_for_fork, fork_of
from tests.support.seats import give


@pytest.fixture
def forked(table: Table) -> Table:
    """A fork of a running campaign from its second phase; its parent is in the third, with a seal."""
    a_turn(table)
    table.seal("north", NORTH)
    ask_for_fork(table, 2)
    all_agree(table)
    return fork_of(table)


def test_all_who_have_a_seat_agree_and_play_it_in_the_same_seats(table: Table) -> None:
    a_turn(table)
    assert ask_for_fork(table, 2, by=table.players["south"]) == ""
    assert ask_for_fork(table, 2, by=table.players["south"]) == "", "the question is put once"
    assert (table.campaign.asking, Origin.objects.count()) == (1, 0)
    all_agree(table)
    fork = fork_of(table)
    assert fork.slug != table.slug
    here, there = (one.campaign.seats.order_by("order") for one in (table, fork))
    assert [*here.values_list("power", "person")] == [*there.values_list("power", "person")]
    assert (fork.campaign.status, fork.campaign.title) == ("running", "A test, from Turn 1")
    assert (fork.phase.number, fork.phase.line) == (1, 1)
    first = table.campaign.phases.get(number=2)
    assert (fork.phase.key, fork.phase.turn_title) == (first.key, first.turn_title)
    assert list(fork.campaign.moderators.all()) == [table.moderator]
    assert table.phase.number == 3, "the campaign goes on"


def test_the_name_of_a_private_fork_stands_nowhere_in_the_campaign_it_comes_from(
    table: Table,
) -> None:
    a_turn(table)
    by, name = table.players["south"], "Operation Nightfall"
    campaign_fork.propose(table.slug, by=by, phase=2, reason="To try", title=name)
    all_agree(table)
    assert fork_of(table).campaign.title == name
    rows = LogEntry.objects.filter(campaign=table.campaign)
    assert not [row.kind for row in rows if name in row.body]
    assert name.encode() not in file_of(table)
    for address in ("", "seats/", "log/", "fork/"):
        assert name not in Client().get(f"/c/{table.slug}/{address}").text
    assert faults(file_of(table)) == []


@pytest.mark.long
def test_no_seal_draft_press_standing_order_or_link_comes_with_it_and_nobody_else_reads_it(
    forked: Table,
) -> None:
    parent = Origin.objects.get(campaign=forked.campaign).parent
    assert Sheet.objects.filter(phase__campaign=parent).exists()
    for row in (
        Sheet.objects.filter(phase__campaign=forked.campaign),
        PressThread.objects.filter(campaign=forked.campaign),
        StandingOrders.objects.filter(campaign=forked.campaign),
    ):
        assert not row.exists()
    assert forked.campaign.dice_head != parent.dice_head
    assert forked.campaign.dice_used == 0
    assert not forked.campaign.invitations.filter(closed_at=None).exists()
    assert (forked.campaign.private, forked.campaign.listed) == (True, False)
    for who in (None, person("stranger")):
        assert forks.forks(parent.slug, who).forks == ()
    told = forks.forks(parent.slug, forked.players["north"])
    assert [one.slug for one in told.forks] == [forked.slug]
    assert forks.forks(forked.slug, forked.players["north"]).origin is not None


@pytest.mark.long
def test_nobody_sits_down_in_it_but_who_has_that_seat_here(forked: Table) -> None:
    seats.leave(forked.slug, by=forked.players["south"], power="south")
    for name in ("stranger", "north"):
        who = forked.players.get(name) or person(name)
        with pytest.raises(NotNow, match="only who plays Southland there can play it here"):
            _seat(forked, who.username)
    _seat(forked, "south")
    assert forked.campaign.seats.get(power="south").person == forked.players["south"]


def _seat(table: Table, username: str) -> None:
    if give(table, "south", username):
        all_agree(table)


def test_an_autopilot_would_tell_in_the_fork_what_it_does_here(found: Found) -> None:
    table = found(bots=("isle",))
    with pytest.raises(NotNow, match="No person plays isle"):
        ask_for_fork(table, 1)


def test_strangers_ask_for_nothing_and_others_wait_for_the_end(table: Table) -> None:
    with pytest.raises(NotYours):
        ask_for_fork(table, 1, by=person("stranger"))
    with pytest.raises(NotNow, match="still secret"):
        campaign_fork.fork(table.slug, by=table.moderator, phase=1)
    with pytest.raises(NotNow, match="no phase 7"):
        ask_for_fork(table, 7)


def test_who_sits_alone_asks_nobody(found: Found) -> None:
    alone = person("alone")
    slug = a_campaign(by=alone, seats=dict.fromkeys(("north", "south", "isle"), alone)).slug
    made = campaign_fork.propose(slug, by=alone, phase=1, reason="To try", title="Tried")
    assert Campaign.objects.get(slug=made).title == "Tried"


def test_what_a_fork_began_with_is_opened_when_both_are_over(forked: Table, table: Table) -> None:
    forked.play_out(place=NORTH)
    assert forked.campaign.status == "finished"
    data = file_of(forked, forked.players["north"])
    checks = named(data)
    assert export_file.read(data).origin is None
    assert [phase.nonce for phase in export_file.read(data).phases if phase.nonce] == []
    assert faults(data) == []
    assert "is opened when this campaign and the one" in checks["forks"].left[0]
    assert "a fork's first position is opened at the end" in checks["replay"].left[0]
    at = reading(forked.slug, forked.players["north"])
    assert view_as.choices(at) == ()
    with pytest.raises(NotNow, match="forked from is not over"):
        view_as.through(at, "isle")
    with pytest.raises(NotNow, match="still secret"):
        campaign_fork.fork(forked.slug, by=forked.moderator, phase=1)
    table.play_out(place=NORTH)
    data = file_of(forked, forked.players["north"])
    checks = named(data)
    assert [line for one in checks.values() for line in (*one.faults, *one.left)] == []
    assert checks["forks"].said.startswith(f"begins with phase 2 of {table.slug}")
    assert "same bytes of state" in checks["replay"].said
    assert len(view_as.choices(reading(forked.slug))) if not forked.campaign.private else True


@pytest.fixture
def of_the_end(table: Table) -> Table:
    """A fork of a campaign that is over, from its third phase; somebody new plays north."""
    a_turn(table)
    a_turn(table)
    keeper = person("keeper")
    slug = campaign_fork.fork(
        table.slug, by=keeper, phase=3, title="Anew", take=["north"], bots=["isle"]
    )
    return Table(slug, keeper, {"north": keeper})


@pytest.mark.long
def test_who_reads_a_campaign_that_is_over_forks_it_with_whom_they_like(of_the_end: Table) -> None:
    fork = of_the_end
    assert fork.campaign.status == "gathering"
    shown = reading(fork.slug)
    assert shown.view.turn == 2, "who looks at it before it begins sees its first position"
    seats.join(fork.slug, by=person("newcomer"), powers=["south"])
    campaigns.start(fork.slug, by=fork.moderator)
    assert (fork.phase.number, fork.phase.turn_title) == (1, "Turn 2")
    assert fork.phase.key == "place"
    told = phase_story.phases(fork.slug)
    assert told == () or told[0].number == 1
    assert faults(file_of(fork)) == []


@pytest.mark.long
def test_the_fork_of_a_private_campaign_is_private(of_the_end: Table) -> None:
    parent = Origin.objects.get().parent
    Campaign.objects.filter(pk=parent.pk).update(private=True)
    player = parent.seats.get(power="north").person
    made = campaign_fork.fork(parent.slug, by=player, phase=1, private=False, listed=True)
    assert (Campaign.objects.get(slug=made).private, forks.forks(made, player).origin.slug) == (
        True,
        parent.slug,
    )
    with pytest.raises(NoSuchCampaign):
        campaign_fork.fork(parent.slug, by=person("stranger"), phase=1)


def _over(fork: Table) -> bytes:
    fork.players["south"] = person("newcomer")
    seats.join(fork.slug, by=fork.players["south"], powers=["south"])
    campaigns.start(fork.slug, by=fork.moderator)
    fork.play_out(place=NORTH)
    return file_of(fork)


@pytest.mark.long
def test_a_fork_is_taken_in_on_another_site(of_the_end: Table) -> None:
    data = _over(of_the_end)
    assert [line for one in named(data).values() for line in (*one.faults, *one.left)] == []
    Campaign.objects.filter(slug=of_the_end.slug).update(slug="elsewher")
    again = export_file.read(
        file_of(Table(import_campaign(data, by=of_the_end.moderator), None, {}))
    )
    first = export_file.read(data)
    assert (again.log, again.phases, again.origin) == (first.log, first.phases, first.origin)


def _change(*path: Any, to: Any) -> Callable[[dict[str, Any]], None]:
    def change(content: dict[str, Any]) -> None:
        spot = content
        for key in path[:-1]:
            spot = spot[key]
        assert spot[path[-1]] != to
        spot[path[-1]] = to

    return change


FORGERIES: dict[str, tuple[Callable[[dict[str, Any]], None], str]] = {
    "the position": (_change("origin", "state", "turn", to=1), "forks: the position with which"),
    "its nonce": (_change("origin", "nonce", to="00" * 32), "forks: the position with which"),
    "what it commits to": (_change("log", 0, "commitment", to="00" * 32), "forks: the position"),
    "from where": (
        _change("log", 0, "body", "forked", "phase", to=2),
        "log: the hash of log entry 1",
    ),
    "that it is a fork": (
        lambda c: c["log"][0]["body"].pop("forked"),
        "forks: the file holds a position",
    ),
}


def test_whatever_is_changed_of_a_fork_is_named(of_the_end: Table) -> None:
    data = _over(of_the_end)
    for change, fault in FORGERIES.values():
        must_be_named(data, change, fault)


def test_a_fork_that_the_log_tells_of_was_agreed_to(table: Table, forked: Table) -> None:
    data = file_of(table)
    assert faults(data) == []
    for part, value, check in (
        ("from", 1, "forks"),
        ("from", 77, "forks"),
        ("title", "Elsewhere", "forks"),
        ("consent", 7, "agreements of the players"),
    ):
        change = body_with("campaign.forked", part, value)
        must_be_named(data, change, f"{check}: log entry")


@pytest.mark.long
def test_the_pages_ask_found_and_lead_there_and_back(table: Table, client: Client) -> None:
    a_turn(table)
    client.force_login(table.players["north"])
    north = PageReader(table.players["north"], table.slug)
    assert "Fork from here" in north.open("history/2/").says()
    assert "All who have a seat (3) must agree" in north.open("fork/?phase=2").says()
    north.press("Ask the players", reason="What if?", title="Otherwise")
    asked_for = " ".join(client.get(f"/c/{table.slug}/seats/").text.split())
    assert "A fork begins with phase 2, Turn 1" in asked_for
    assert "Otherwise" not in asked_for, "what it is called is its own players' affair"
    all_agree(table)
    fork = fork_of(table)
    entry = LogEntry.objects.get(kind="campaign.forked")
    assert fork.campaign.title == "Otherwise"
    assert fork.slug not in entry.body, "nobody else learns where it is"
    log = " ".join(client.get(f"/c/{table.slug}/log/?at={entry.seq}").text.split())
    assert "A fork begins with Turn 1" in log
    assert f"/c/{fork.slug}/" in client.get(f"/c/{table.slug}/fork/").text
    assert f"/c/{table.slug}/" in client.get(f"/c/{fork.slug}/fork/").text
    assert client.get(f"/c/{fork.slug}/").status_code == 200


@pytest.mark.long
def test_one_request_makes_one_fork(of_the_end: Table, client: Client) -> None:
    client.force_login(of_the_end.moderator)
    parent = Origin.objects.get().parent
    page = client.get(f"/c/{parent.slug}/fork/?phase=1").text
    key = page.split('name="key" value="')[1].split('"')[0]
    sent = {"phase": 1, "key": key, "watch": "link", "seat-south": "me", "seat-isle": "bot"}
    answers = [client.post(f"/c/{parent.slug}/fork/", sent) for _ in range(2)]
    assert answers[0]["Location"] == answers[1]["Location"]
    made = Origin.objects.latest("pk").campaign
    assert Origin.objects.count() == 2
    assert (made.private, made.listed, made.title) == (False, False, "A test, from Turn 1")
    assert [(s.power, s.person_id, s.bot) for s in made.seats.order_by("order")] == [
        ("north", None, False),
        ("south", of_the_end.moderator.pk, False),
        ("isle", None, True),
    ]


@pytest.mark.long
def test_programs_ask_and_fork(table: Table) -> None:
    a_turn(table)
    north = signed_in(table.players["north"])
    here = f"/api/campaigns/{table.slug}/forks/"
    assert (told := north.get(here).json())["may"]
    assert [one["number"] for one in told["phases"]] == [3, 2, 1]
    body = {"phase": 2, "ask": True, "reason": "What if?", "key": "a-fork"}
    for _ in range(2):
        assert programs(north, "POST", here, body)["slug"] == ""
    assert table.campaign.asking == 1
    programs(north, "POST", here, {"phase": 2}, status=409)
    table.play_out(place=NORTH)
    own = {"phase": 1, "take": ["north"], "bots": ["south"], "anonymous": True, "key": "over"}
    made, again = (programs(north, "POST", here, own, status=201) for _ in range(2))
    assert made == again
    fork = Campaign.objects.get(slug=made["slug"])
    assert (fork.status, fork.anonymous) == ("gathering", True)
    assert [one["slug"] for one in north.get(here).json()["forks"]] == [made["slug"]]
