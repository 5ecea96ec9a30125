"""Anonymous seats: who plays which power is read by nobody before the end, but by those who may know.

That no door tells it is shown by ``tests/secrecy/test_anonymous.py``.
"""

import json
from typing import Any

import pytest
from django.test import Client

from campaigns.domain.entries.campaign import AnonymityChanged
from campaigns.errors import NotNow, NotOnTheMenu
from campaigns.models import Campaign, Deputy, LogEntry
from campaigns.selectors.campaign import campaign_page
from campaigns.selectors.lobby import lobby_page
from campaigns.selectors.moderator import moderator_page
from campaigns.selectors.reader import access
from campaigns.selectors.seats import absences_page, account_closing
from campaigns.selectors.seats import seats_page as seats_pages
from campaigns.services.advance import end_phase
from campaigns.services.lifecycle.import_campaign import import_campaign
from campaigns.services.repair import fork as campaign_fork
from campaigns.services.seats import anonymity, deputies, moderators, seats
from campaigns.services.voting import agree
from tests.support.accounts import person
from tests.support.books.tiny_book import NORTH
from tests.support.campaigns import POWERS, Table, a_campaign, a_turn
from tests.support.exports.files import faults, file_of
from tests.support.exports.tampering import Change, body_of, first_entry, forged, must_be_named
from tests.support.repair import all_agree, ask_for_fork, forget, fork_of
from tests.support.seats import give
from tests.support.worlds import undone

WHY = "We want to be ourselves"


def _founded(*, start: bool = True, take: tuple[str, ...] = (), **more: Any) -> Table:
    host = person("host")
    players = {power: host if power in take else person(power) for power in POWERS}
    given = {"title": "Masks", "anonymous": True, **more}
    return a_campaign(by=host, seats=players, at_phase=int(start), **given)


@pytest.fixture
def masked(db: None) -> Table:
    """A running campaign with hidden players and a moderator who does not play."""
    return _founded()


def named(table: Table, who: Any = None) -> list[str]:
    """What is read of who sits where."""
    return [line.taken_by for line in seats_pages.seats_page(table.slug, who).seats]


def said(table: Table, who: Any = None) -> str:
    return " ".join(
        f"{one.line.head} {one.line.rest}" for one in campaign_page.log(table.slug, who)
    )


def test_everybody_reads_powers_and_their_own_name_at_the_table_and_in_the_lobby(
    masked: Table, client: Client
) -> None:
    assert named(masked) == ["a player"] * 3
    assert named(masked, masked.players["south"]) == ["a player", "south", "a player"]
    assert "a player takes the seat" in said(masked)
    assert named(masked, masked.moderator) == list(POWERS)
    assert "The moderator does not play, and knows" in seats_pages.seats_page(masked.slug).who_knows
    assert campaign_page.campaign_page(masked.slug).head.anonymous
    told = client.get(f"/c/{masked.slug}/seats/").text
    assert "The players are anonymous until the end." in told
    assert "The moderator does not play, and knows who has which seat." in told
    for who in (None, masked.moderator):
        cards = (*lobby_page.lobby(who).running, *lobby_page.lobby(who).mine)
        assert [line.taken_by for card in cards for line in card.seats] == ["a player"] * 3


def test_a_moderator_who_plays_reads_what_players_read(db: None) -> None:
    table = _founded(take=("north",))
    assert named(table, table.moderator) == ["host", "a player", "a player"]
    shown = seats_pages.seats_page(table.slug, table.players["south"])
    assert shown.moderators == ("a moderator",)
    assert "knows no more than the players" in shown.who_knows
    rows = moderator_page.moderator_page(table.slug, table.moderator)
    assert [(row.person_id, row.username) for row in rows.seats[1:]] == [(None, "")] * 2
    for act in (
        lambda: give(table, "isle", "south"),
        lambda: moderators.add_moderator(table.slug, by=table.moderator, username="south"),
        lambda: moderators.name_successor(table.slug, by=table.moderator, username="south"),
    ):
        with pytest.raises(NotNow, match="anonymous"):
            act()


def test_a_moderator_who_left_their_seat_does_not_come_to_know(db: None) -> None:
    table = _founded(take=("north",), start=False)
    seats.leave(table.slug, by=table.moderator, power="north")
    assert named(table, table.moderator) == ["", "a player", "a player"]


def test_a_moderator_who_knows_takes_no_seat(db: None) -> None:
    table = _founded(start=False)
    seats.leave(table.slug, by=table.players["north"], power="north")
    with pytest.raises(NotNow, match="seen who they are"):
        seats.join(table.slug, by=table.moderator, powers=["north"])
    with pytest.raises(NotNow, match="seen who they are"):
        give(table, "north", "host")


def test_at_the_end_the_names_appear(masked: Table) -> None:
    seats.leave(masked.slug, by=masked.players["isle"], power="isle")
    heir, north = person("heir"), masked.players["north"]
    give(masked, "isle", "heir")
    before = seats_pages.seats_page(masked.slug, north)
    assert [line.name for line in before.tenures] == ["a player", "a player"]
    masked.players["isle"] = heir
    masked.play_out(place=NORTH)
    over = seats_pages.seats_page(masked.slug, north)
    assert [line.taken_by for line in over.seats] == ["north", "south", "heir"]
    assert [(line.badge.name, line.name) for line in over.tenures] == [
        ("The Isle", "isle"),
        ("The Isle", "heir"),
    ]
    assert "The Isle goes to heir" in said(masked)
    assert not campaign_page.campaign_page(masked.slug).head.anonymous


def test_who_is_asked_for_consent_is_read_as_powers(masked: Table) -> None:
    north = masked.players["north"]
    seats.free_seat(masked.slug, by=masked.moderator, power="isle", reason=WHY)
    (question,) = seats_pages.questions(masked.slug, north)
    assert {voice.name for voice in question.voices} == {"north", "a player"}
    agree.agree(masked.slug, by=masked.players["south"], number=question.number)
    assert "Southland: a player agrees" in said(masked, north)


def test_a_name_is_no_way_to_ask_who_plays(masked: Table) -> None:
    """Who plays can be named as a deputy, like everybody else, and is refused when they accept."""
    north, south = masked.players["north"], masked.players["south"]
    keys = [
        deputies.name(masked.slug, by=north, power="north", username=name, level="see")
        for name in ("south", person("helper").username)
    ]
    assert [line.name for line in absences_page.away(masked.slug, north).deputies] == [
        "south",
        "helper",
    ]
    (request,) = absences_page.requests(south)
    assert request.line.principal == "a player"
    with pytest.raises(NotOnTheMenu, match="plays, has played or moderates"):
        deputies.accept(masked.slug, by=south, key=keys[0])
    deputies.accept(masked.slug, by=Deputy.objects.get(pk=keys[1]).person, key=keys[1])
    assert [line.name for line in absences_page.away(masked.slug, south).deputies] == ["a deputy"]
    assert access.reading(masked.slug, Deputy.objects.get(pk=keys[1]).person).stands_in_for == (
        "a player"
    )
    assert "Northland: a deputy stands in for its player" in said(masked, south)


def test_deleting_an_account_names_nobody_who_follows(db: None) -> None:
    table = _founded(take=("north",))
    moderators.offer(table.slug, by=table.players["south"], willing=True)
    (told,) = account_closing.consequences(table.moderator.pk)
    assert "a player, who plays there and offered it" in told.text
    assert "a player would take the desk" in said(table)


# --- How it changes -------------------------------------------------------------------------------------


def test_all_who_play_must_agree_to_be_named(masked: Table) -> None:
    seats.leave(masked.slug, by=masked.players["isle"], power="isle")
    number = anonymity.set_anonymous(masked.slug, by=masked.moderator, anonymous=False, reason=WHY)
    assert number is not None
    assert named(masked) == ["a player", "a player", "autopilot"]
    for power in ("north", "south"):
        agree.agree(masked.slug, by=masked.players[power], number=number)
    assert named(masked) == ["north", "south", "autopilot"]
    assert "Southland: south takes the seat" in said(masked)
    # Who had left by then was not asked.
    assert "The Isle: a player takes the seat" in said(masked)
    with pytest.raises(NotNow, match="only before a campaign starts"):
        anonymity.set_anonymous(masked.slug, by=masked.moderator, anonymous=True, reason=WHY)


def test_before_the_start_all_may_agree_to_be_hidden(db: None) -> None:
    table = _founded(start=False, anonymous=False)
    assert named(table) == list(POWERS)
    number = anonymity.set_anonymous(table.slug, by=table.moderator, anonymous=True, reason=WHY)
    assert number is not None
    for player in table.players.values():
        assert named(table) == list(POWERS)
        agree.agree(table.slug, by=player, number=number)
    assert named(table) == ["a player"] * 3


def test_where_nobody_sits_the_moderator_decides(db: None) -> None:
    slug = a_campaign(by=(host := person("host")), bots=(), at_phase=0).slug
    anonymity.set_anonymous(slug, by=host, anonymous=True, reason=WHY)
    anonymity.set_anonymous(slug, by=host, anonymous=True, reason=WHY)
    assert Campaign.objects.get(slug=slug).anonymous
    assert LogEntry.objects.filter(kind=AnonymityChanged.tag).count() == 1


def test_the_desk_asks_and_founds(db: None, client: Client) -> None:
    host = person("host")
    client.force_login(host)
    slug = a_campaign(by=host, bots=(), at_phase=0).slug
    answer = client.post(
        f"/c/{slug}/desk/anonymity/", {"anonymous": "yes", "reason": WHY}, follow=True
    )
    assert "The players are anonymous now." in answer.text


@pytest.mark.long
def test_a_fork_hides_its_people_as_long_as_the_first_campaign(masked: Table) -> None:
    a_turn(masked)
    ask_for_fork(masked, 2)
    all_agree(masked)
    fork = fork_of(masked)
    assert fork.campaign.anonymous
    end_phase.force(fork.slug, by=fork.moderator, phase=fork.phase.number, reason=WHY)
    fork.play_out(place=NORTH)
    assert fork.campaign.status == "finished"
    north = fork.players["north"]
    assert named(fork, north) == ["north", "a player", "a player"]
    masked.play_out(place=NORTH)
    assert named(fork, north) == list(POWERS)


@pytest.mark.long
def test_a_fork_of_a_campaign_that_is_over_may_be_anonymous(masked: Table) -> None:
    masked.play_out(place=NORTH)
    slug = campaign_fork.fork(
        masked.slug, by=masked.moderator, phase=1, anonymous=True, take=("north",)
    )
    assert seats_pages.seats_page(slug).head.anonymous


# --- The file ------------------------------------------------------------------------------------------


def test_the_file_names_nobody_before_the_end(masked: Table) -> None:
    for who in (None, masked.players["south"], masked.moderator):
        assert faults(file_of(masked, who)) == []
    assert b'"taken_by":"north"' not in file_of(masked, masked.players["south"])
    masked.play_out(place=NORTH)
    assert b'"taken_by":"north"' in file_of(masked)
    assert faults(file_of(masked)) == []


def _name_all(table: Table) -> None:
    """All agree to be named."""
    number = anonymity.set_anonymous(table.slug, by=table.moderator, anonymous=False, reason=WHY)
    for player in table.players.values():
        agree.agree(table.slug, by=player, number=number)


SPOILED: tuple[tuple[Change, str], ...] = (
    (body_of(AnonymityChanged.tag, anonymous=True), "hidden after the start"),
    (
        lambda content: first_entry(content, AnonymityChanged.tag)["body"].pop("consent"),
        "without asking the players",
    ),
    (body_of("consent.asked", needed=2, threshold="most"), "must not all agree"),
)


def test_a_change_that_was_not_allowed_is_noticed(masked: Table) -> None:
    def naming(content: Any) -> None:
        content["seats"][0]["taken_by"] = "north"

    must_be_named(file_of(masked), naming, "is hidden")
    _name_all(masked)
    assert faults(file_of(masked)) == []
    for spoiled, noticed in SPOILED:
        must_be_named(file_of(masked), spoiled, noticed)


# --- Taken in elsewhere -----------------------------------------------------------------------------


def test_before_the_end_no_file_is_taken_in_whoever_it_names(masked: Table) -> None:
    a_turn(masked)
    data = file_of(masked, masked.moderator)
    assert b'"taken_by":"north"' in data, "who knows them has a file that names them"

    def ended(content: Any) -> None:
        content["campaign"]["status"] = "finished"

    with undone():
        forget(masked.campaign)
        keeper = person("keeper")
        for file, refused in ((data, "still running"), (forged(data, ended), "fails its check")):
            with pytest.raises(NotOnTheMenu, match=refused) as refusal:
                import_campaign(file, by=keeper)
            assert not [power for power in POWERS if power in str(refusal.value)]
        assert not Campaign.objects.filter(slug=masked.slug).exists()


@pytest.mark.long
def test_a_fork_that_is_over_names_nobody_elsewhere_while_the_first_goes_on(masked: Table) -> None:
    a_turn(masked)
    ask_for_fork(masked, 2)
    all_agree(masked)
    fork = fork_of(masked)
    fork.play_out(place=NORTH)
    data = file_of(fork, fork.players["south"])
    assert [seat["taken_by"] for seat in json.loads(data)["seats"]] == [
        "a player", "south", "a player",
    ]  # fmt: skip
    with undone():
        forget(fork.campaign)
        with pytest.raises(NotOnTheMenu, match="Not all of the file can be checked"):
            import_campaign(data, by=person("keeper"))
    masked.play_out(place=NORTH)
    assert [seat["taken_by"] for seat in json.loads(file_of(fork, fork.moderator))["seats"]] == [
        *POWERS
    ]
    over = file_of(fork, fork.moderator)
    forget(fork.campaign)
    assert named(Table(import_campaign(over, by=person("keeper")), fork.moderator, {})) == [""] * 3


@pytest.mark.long
@pytest.mark.parametrize("named_early", [False, True])
def test_once_it_is_over_it_is_taken_in_as_what_it_was_without_its_people(
    masked: Table, named_early: bool
) -> None:
    if named_early:
        _name_all(masked)
    masked.play_out(place=NORTH)
    before, data = masked.campaign, file_of(masked)
    assert [seat["taken_by"] for seat in json.loads(data)["seats"]] == [*POWERS]
    forget(before)
    keeper = person("keeper")
    taken = Table(import_campaign(data, by=keeper), keeper, {})
    assert (taken.campaign.anonymous, taken.campaign.named_at) == (True, before.named_at)
    assert named(taken) == [""] * 3
    for who in (None, keeper, masked.players["north"]):
        told = said(taken, who)
        assert "The players are anonymous until the end." in told
        assert "somebody takes the seat" in told
        assert not [name for name in ("north", "south", "isle", "host") if name in told.split()]
    again = file_of(taken)
    assert (faults(again), json.loads(again)["log"]) == ([], json.loads(data)["log"])
