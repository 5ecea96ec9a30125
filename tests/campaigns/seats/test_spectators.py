"""Who may watch, with how much delay, and how that changes. What they are shown: ``tests/secrecy/test_delayed.py``."""

import re
from typing import Any

import pytest
from django.test import Client

from campaigns.errors import NoSuchCampaign, NotNow, NotOnTheMenu, NotYours
from campaigns.models import Consent, LogEntry, ReadMark
from campaigns.selectors.campaign import campaign_page, spectator_column
from campaigns.selectors.history import charts, phase_story
from campaigns.selectors.lobby import lobby_page
from campaigns.selectors.reader.access import reading
from campaigns.selectors.seats import seats_page as seats_pages
from campaigns.services.deadlines import moderation
from campaigns.services.lifecycle import campaigns, spectator_delay
from campaigns.services.log import read_marks
from campaigns.services.repair import rollback
from campaigns.services.seats import seats
from campaigns.services.voting import agree
from frontend import chronicle_pages
from rules.kernel.headlines import QUIET
from rules.registry import BOOKS
from tests.support.accounts import person, signed_in
from tests.support.campaigns import POWERS, Found, Table, a_campaign, next_turn
from tests.support.campaigns import watched as _founded
from tests.support.exports.files import faults, file_of
from tests.support.exports.tampering import first_entry, forged


def _shown(table: Table, who: Any = None) -> list[int]:
    return [past.number for past in phase_story.phases(table.slug, who)]


def test_who_follows_with_a_delay_looks_as_far_as_they_may_and_sees_a_turn_when_the_next_begins(
    delayed: Table, client: Client
) -> None:
    page_shown = client.get(f"/c/{delayed.slug}/undo/").text
    assert "has not begun" not in page_shown
    assert "Only those at the table go back; you follow with a delay." in page_shown
    reader = person("reader")
    read_marks.mark_seen(delayed.slug, by=reader)
    assert (
        ReadMark.objects.get(person=reader).seq == campaign_page.campaign_page(delayed.slug).log_seq
    )
    assert ReadMark.objects.get(person=reader).seq < delayed.campaign.log_seq
    assert _shown(delayed) == [1, 2]
    assert _shown(delayed, delayed.players["north"]) == [1, 2, 3]
    next_turn(delayed)
    assert _shown(delayed) == [1, 2, 3, 4]


def test_a_campaign_of_the_link_is_read_by_its_address_and_not_listed(db: None) -> None:
    table = _founded(listed=False)
    assert campaign_page.campaign_page(table.slug).head.listed is False
    assert lobby_page.lobby().open == lobby_page.lobby().running == ()
    assert [card.slug for card in lobby_page.lobby(table.moderator).mine] == [table.slug]


def test_a_private_campaign_stays_what_it_was(db: None) -> None:
    host = person("host")
    slug = a_campaign(scenario="long", by=host, private=True, delay=1).slug
    with pytest.raises(NoSuchCampaign):
        campaign_page.campaign_page(slug)
    assert campaign_page.campaign_page(slug, host).head.private


def test_before_the_start_there_is_no_delay(db: None) -> None:
    table = _founded(delay=3)
    assert campaign_page.campaign_page(table.slug).head.behind is False
    campaigns.start(table.slug, by=table.moderator)
    shown = campaign_page.campaign_page(table.slug)
    assert (shown.head.behind, shown.head.ended, shown.head.status) == (True, "", "running")
    assert shown.log_seq < table.campaign.log_seq


def test_when_it_is_over_everything_is_shown(db: None) -> None:
    table = a_campaign(delay=5)
    for _ in range(4):
        assert _shown(table) == []
        table.pass_deadline()
    assert _shown(table) == [1, 2, 3, 4]
    assert campaign_page.campaign_page(table.slug).head.status == "finished"


@pytest.mark.long
def test_a_moderator_lengthens_it_alone_and_what_was_shown_stays_shown(delayed: Table) -> None:
    spectator_delay.set_delay(delayed.slug, by=delayed.moderator, turns=4, reason="A tournament")
    assert _shown(delayed) == [1, 2]
    for _ in range(2):
        next_turn(delayed)
    assert _shown(delayed) == [1, 2]
    for _ in range(2):
        next_turn(delayed)
    assert _shown(delayed) == [1, 2, 3, 4]


def test_of_a_campaign_without_a_delay_the_turn_in_play_is_hidden(found: Found) -> None:
    table = next_turn(found(scenario="long"))
    expected = LogEntry.objects.filter(campaign=table.campaign, kind="phase.opened")
    last = expected.get(phase__number=3).seq - 1
    assert campaign_page.campaign_page(table.slug).head.behind is False
    spectator_delay.set_delay(table.slug, by=table.moderator, turns=2, reason="We are watched")
    shown = campaign_page.campaign_page(table.slug)
    assert (shown.head.ended, shown.log_seq, _shown(table)) == ("Turn 1", last, [1, 2])


def test_to_shorten_it_every_player_must_agree(delayed: Table) -> None:
    number = spectator_delay.set_delay(
        delayed.slug, by=delayed.moderator, turns=0, reason="Nobody minds"
    )
    assert number is not None
    question = seats_pages.questions(delayed.slug, delayed.players["north"])[0]
    assert question.what == "spectators follow without a delay"
    assert seats_pages.questions(delayed.slug) == ()
    for power in POWERS:
        assert campaign_page.campaign_page(delayed.slug).head.behind
        agree.agree(delayed.slug, by=delayed.players[power], number=number)
    assert Consent.objects.get().state == "carried"
    assert campaign_page.campaign_page(delayed.slug).head.behind is False
    assert _shown(delayed) == [1, 2, 3]
    file = file_of(delayed)
    assert faults(file) == []
    assert any("without asking the players" in fault for fault in faults(forged(file, _alone)))


def _alone(content: dict[str, Any]) -> None:
    """As if the moderator had shortened it alone."""
    entry = first_entry(content, "spectators.delayed")
    del entry["body"]["consent"]


def test_while_players_gather_it_is_changed_without_asking(db: None) -> None:
    table = _founded(delay=3)
    assert (
        spectator_delay.set_delay(table.slug, by=table.moderator, turns=1, reason="Too long")
        is None
    )
    assert table.campaign.delay == 1


def test_who_may_not_change_it_is_told_why_and_spectators_not_which_questions_there_are(
    delayed: Table,
) -> None:
    with pytest.raises(NotYours):
        spectator_delay.set_delay(delayed.slug, by=delayed.players["north"], turns=9, reason="Mine")
    with pytest.raises(NotOnTheMenu):
        spectator_delay.set_delay(delayed.slug, by=delayed.moderator, turns=41, reason="Long")
    with pytest.raises(NotNow):
        spectator_delay.set_delay(delayed.slug, by=delayed.moderator, turns=9, reason=" ")
    spectator_delay.set_delay(delayed.slug, by=delayed.moderator, turns=0, reason="Nobody minds")
    reader = person("reader")
    said = set()
    for number in (1, 2):
        with pytest.raises(NotYours) as refusal:
            agree.agree(delayed.slug, by=reader, number=number)
        said.add(str(refusal.value))
    assert len(said) == 1


def test_what_the_table_looked_like_then_is_what_is_shown(delayed: Table) -> None:
    moderation.pause(delayed.slug, by=delayed.moderator, reason="Summer")
    seats.leave(delayed.slug, by=delayed.players["isle"], power="isle")
    shown = seats_pages.seats_page(delayed.slug)
    assert [seat.taken_by for seat in shown.seats] == list(POWERS)
    assert (shown.head.status, shown.head.status_reason) == ("running", "")
    assert [seat.since is not None for seat in shown.seats] == [True] * 3


@pytest.mark.long
def test_going_back_takes_nothing_away_and_shows_nothing_sooner(db: None) -> None:
    table = _founded(delay=2)
    campaigns.start(table.slug, by=table.moderator)
    for _ in range(4):
        next_turn(table)
    assert _shown(table) == [1, 2, 3, 4, 5, 6]
    number = rollback.roll_back(
        table.slug, by=table.moderator, to=5, reason="The valley was misread"
    )
    assert number is not None
    for power in POWERS:
        agree.agree(table.slug, by=table.players[power], number=number)
    assert table.phase.again == 5
    assert _shown(table) == [1, 2, 3, 4, 5, 6]
    shown = phase_story.phases(table.slug)
    assert [past.undone_at for past in shown] == [None] * 6
    next_turn(table)
    next_turn(table)
    undone = [past.number for past in phase_story.phases(table.slug) if past.undone_at]
    assert undone == [5, 6, 7, 8]
    assert (
        campaign_page.campaign_page(table.slug).board
        == campaign_page.board_part(table.slug).board()
    )


@pytest.mark.long
def test_who_watches_is_told_the_last_reveal_that_they_may_read(delayed: Table) -> None:
    watched = campaign_page.page_with_news(delayed.slug).watched
    assert (watched.number, watched.turns) == (_shown(delayed)[-1], 1)
    next_turn(delayed)
    assert delayed.pass_deadline() == "resolved"  # of a turn that is not shown yet
    then = campaign_page.page_with_news(delayed.slug).watched
    assert (then.number, then.turns) == (_shown(delayed)[-1], 2)
    assert then.number < delayed.campaign.phase.number - 1
    html = Client().get(f"/c/{delayed.slug}/").text
    assert then.headline in html
    assert 'id="orders"' not in html
    assert campaign_page.page_with_news(delayed.slug, delayed.players["north"]).watched is None


def _watching(table: Table) -> str:
    html = Client().get(f"/c/{table.slug}/").text
    assert 'id="orders"' not in html
    return " ".join(html[html.index('id="watched"') : html.index('class="board-box"')].split())


def test_who_watches_before_the_first_reveal_is_told_who_plays_and_finds_no_empty_orders(
    db: None,
) -> None:
    table = a_campaign(scenario="long", seats=POWERS[:1])
    watched = campaign_page.page_with_news(table.slug).watched
    assert (watched.number, watched.tallies, watched.boards) == (0, (), None)
    shown = _watching(table)
    assert "The last reveal" not in shown
    assert "Nothing has been revealed yet" in shown
    assert shown.index("Who plays") < shown.index(f"{len(POWERS) - 1} autopilot")
    next_turn(table)
    shown = _watching(table)
    assert "The last reveal" in shown
    assert re.search(r"Begin at [^<]+, about \d+ minute", shown)
    # A page that is open asks for this column alone.
    part = Client().get(f"/c/{table.slug}/?part=watched").text
    assert " ".join(part[part.index('id="watched"') :].split()) in shown
    assert "<html" not in part
    seat = signed_in(table.players[POWERS[0]])
    assert seat.get(f"/c/{table.slug}/?part=watched").status_code == 204


def test_who_watches_while_players_gather_is_offered_the_seats(db: None) -> None:
    table = _founded()
    assert campaign_page.page_with_news(table.slug).watched is None
    assert 'id="seats"' in Client().get(f"/c/{table.slug}/").text


def test_a_seat_that_is_free_while_it_runs_is_offered_to_who_watches(db: None) -> None:
    table = a_campaign(scenario="long", seats=POWERS)
    seats.leave(table.slug, by=table.players["isle"], power="isle")
    table.campaign.seats.filter(power="isle").update(bot=False)
    assert 'id="seats"' in _watching(table)


def test_a_reveal_without_sums_shows_the_dice_of_its_turn(db: None) -> None:
    table = a_campaign(book="world_at_war", at_phase=4)
    facts = table.campaign.phases.filter(number=3)
    facts.update(weight=100, headline="Moscow begins to mobilize")
    watched = spectator_column.watched_by(reading(table.slug))
    assert watched.number == 3
    assert watched.tallies
    assert all(item.line.die for item in watched.tallies)
    assert any(item.line.detail and item.line.detail.passed for item in watched.tallies)
    assert "did not apply" not in _watching(table)


def test_beside_the_board_stands_the_first_chart_as_far_as_the_reader_may_read(
    delayed: Table,
) -> None:
    def shown(who: Any = None, part: str = "") -> str:
        html = signed_in(who).get(f"/c/{delayed.slug}/{part}").text
        return html.partition('id="chart-so-far"')[2].partition("</section>")[0]

    def drawn(who: Any = None) -> str:
        found = charts.page(delayed.slug, who).charts
        return str(chronicle_pages.drawn(found, found.series[0]).svg)

    next_turn(delayed)
    delayed.pass_deadline()
    assert drawn() != drawn(delayed.moderator), "the turn in play moved something"
    for who in (None, delayed.moderator):
        assert drawn(who) in shown(who)
        assert drawn(who) in shown(who, "?part=watched")
    assert not shown(delayed.players["north"]), "who plays has orders there"


def test_closed_countries_are_one_sentence(db: None) -> None:
    html = Client().get(f"/c/{a_campaign(book='world_at_war').slug}/").text
    start = html.index("closed-sentence")
    sentence = " ".join(re.sub("<[^>]+>", "", html[start : html.index("</p>", start)]).split())
    assert sentence.count("Cannot be named:") == 1
    assert sentence.count(".") == 1
    assert sentence.endswith(").")


def test_the_last_reveal_is_one_in_which_something_changed(db: None) -> None:
    table = next_turn(next_turn(a_campaign(scenario="long", seats=POWERS[:1])))
    newest = table.campaign.phases.exclude(headline="").order_by("number").last()
    table.campaign.phases.filter(number=newest.number).update(headline=QUIET)
    watched = campaign_page.page_with_news(table.slug).watched
    assert 0 < watched.number < newest.number
    assert watched.headline != QUIET


BESIDE = {
    "days_of_decision": "Objective cities",
    "war_game_1939": "Soviet-Japanese pact",
    "world_at_war": "Mobilization",
    "world_in_flames": "Italian factories",
}


@pytest.mark.parametrize("book", sorted(BESIDE))
def test_what_of_the_board_is_no_picture_stands_in_the_column_of_who_watches_alone(
    db: None, book: str
) -> None:
    player = person("moderator")
    scenario = next(iter(BOOKS[book].scenarios.values()))
    seated = {scenario.seats[0]: player}
    slug = a_campaign(book=book, scenario=scenario.key, by=player, seats=seated).slug
    column, board = Client().get(f"/c/{slug}/").text.split('class="board-box"')
    assert f"{BESIDE[book]}<" in column
    assert f"{BESIDE[book]}<" not in board
    # Who asks for the board alone has it as it stands there; a player has all of it on the board.
    assert f"{BESIDE[book]}<" not in Client().get(f"/c/{slug}/board/").text
    column, board = signed_in(player).get(f"/c/{slug}/").text.split('class="board-box"')
    assert f"{BESIDE[book]}<" not in column
    assert f"{BESIDE[book]}<" in board


def test_a_country_says_once_what_is_added_to_its_die(db: None) -> None:
    html = Client().get(f"/c/{a_campaign(book='world_at_war').slug}/").text
    cards = re.findall(r'<article [^>]*class="dossier.*?<details', html, re.DOTALL)
    said = [" ".join(re.sub("<[^>]+>", " ", card).split()) for card in cards]
    assert len(said) > 3
    assert all(len(re.findall(r"\bnow\b", card, re.IGNORECASE)) == 1 for card in said)
    assert any("base 0, now 0" in card for card in said)
    assert any(re.search(r"now Axis \S+ ?, Allied \S+", card) for card in said)
