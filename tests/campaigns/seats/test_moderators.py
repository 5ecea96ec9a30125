"""Who moderates, who follows, and how a campaign goes on without."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from accounts.services import consequences, delete_account
from campaigns.errors import NotNow, NotOnTheMenu, NotYours
from campaigns.models import Campaign, Consent, LogEntry, Seat, Tenure
from campaigns.selectors.campaign import campaign_page
from campaigns.selectors.moderator import moderator_page as desk_selector
from campaigns.selectors.seats.seats_page import seats_page
from campaigns.services.deadlines import moderation
from campaigns.services.orders import orders
from campaigns.services.seats import moderators as moderator_seats
from campaigns.services.seats import seats
from campaigns.services.voting import agree
from tests.support.accounts import person, signed_in
from tests.support.campaigns import Table
from tests.support.exports.files import file_of, named
from tests.support.seats import give, heads

PLACE = {"kind": "place", "points": {"east": 3}}


def moderators(table_: Table) -> set[str]:
    return set(table_.campaign.moderators.values_list("username", flat=True))


def said(table_: Table) -> str:
    [one] = consequences(table_.moderator.pk)
    return one.text


def test_the_desk_passes_to_the_successor_that_was_named(table: Table) -> None:
    person("heir")
    moderator_seats.name_successor(table.slug, by=table.moderator, username="Heir")
    moderator_seats.offer(table.slug, by=table.players["north"], willing=True)
    assert "heir becomes its moderator" in said(table)
    delete_account(table.moderator.pk)
    assert moderators(table) == {"heir"}
    assert "heir is now the moderator" in heads(table)
    assert not table.campaign.unattended


def test_else_to_the_player_who_offered_and_has_sat_longest(table: Table) -> None:
    early = Tenure.objects.get(person=table.players["isle"])
    Tenure.objects.filter(pk=early.pk).update(joined_at=early.joined_at - timedelta(days=1))
    for power in ("south", "isle"):
        moderator_seats.offer(table.slug, by=table.players[power], willing=True)
    assert "isle, who plays there and offered it" in said(table)
    delete_account(table.moderator.pk)
    assert moderators(table) == {"isle"}


def test_nobody_gets_it_who_left_or_thought_better_of_it(table: Table) -> None:
    for power in ("north", "south"):
        moderator_seats.offer(table.slug, by=table.players[power], willing=True)
    moderator_seats.offer(table.slug, by=table.players["south"], willing=False)
    seats.leave(table.slug, by=table.players["north"], power="north")
    delete_account(table.moderator.pk)
    assert moderators(table) == set()
    assert table.campaign.unattended


def test_else_to_the_staff(table: Table) -> None:
    staff = person("keeper")
    staff.is_staff = True
    staff.save()
    assert "staff of this site" in said(table)
    delete_account(table.moderator.pk)
    assert moderators(table) == {"keeper"}


def test_a_second_moderator_goes_on_alone(table: Table) -> None:
    person("second")
    moderator_seats.add_moderator(table.slug, by=table.moderator, username="second")
    assert said(table) == "second moderates it without you."
    delete_account(table.moderator.pk)
    assert moderators(table) == {"second"}


def test_without_anybody_deletion_goes_through_and_the_players_decide(table: Table) -> None:
    moderation.pause(table.slug, by=table.moderator, reason="I am leaving")
    assert "no moderator" in said(table)
    delete_account(table.moderator.pk)
    assert "This campaign has no moderator" in heads(table)
    north, south = table.players["north"], table.players["south"]
    who: dict[str, Any] = {"kind": "resume", "reason": "On with it"}
    assert not agree.propose(table.slug, by=north, **who)
    assert not agree.propose(table.slug, by=north, **who)
    assert agree.agree(table.slug, by=south, number=1)
    assert table.campaign.status == "running"
    assert "Resumed by the players" in heads(table)


def test_more_than_half_of_the_players_give_more_time_or_end_a_phase(table: Table) -> None:
    delete_account(table.moderator.pk)
    north, south, isle = table.players.values()
    due = table.phase.due_at
    agree.propose(table.slug, by=north, kind="extend", hours=24, reason="Holidays")
    assert table.phase.due_at == due
    assert agree.agree(table.slug, by=isle, number=1)
    assert table.phase.due_at == due + timedelta(hours=24)
    assert "24 hours more, from the players" in heads(table)
    agree.propose(table.slug, by=south, kind="resolve", phase=1, reason="No word")
    assert agree.agree(table.slug, by=north, number=2)
    assert table.phase.number == 2
    assert "Resolved early by agreement of the players" in heads(table)
    check = named(file_of(table))["agreements of the players"]
    assert not check.faults
    assert check.said == "2 questions, 2 agreed to and carried out"


def test_a_question_about_a_phase_lapses_with_it(table: Table) -> None:
    delete_account(table.moderator.pk)
    agree.propose(table.slug, by=table.players["north"], kind="resolve", phase=1, reason="No word")
    table.pass_deadline()
    assert Consent.objects.get().state == "lapsed"
    assert table.campaign.asking == 0


def test_with_a_moderator_there_are_no_such_votes_and_strangers_have_none(table: Table) -> None:
    who: dict[str, Any] = {"kind": "extend", "hours": 1, "reason": "So"}
    with pytest.raises(NotNow, match="has a moderator"):
        agree.propose(table.slug, by=table.players["north"], **who)
    delete_account(table.moderator.pk)
    with pytest.raises(NotYours):
        agree.propose(table.slug, by=person("stranger"), **who)
    with pytest.raises(NotNow, match="reason"):
        agree.propose(table.slug, by=table.players["north"], kind="extend", reason="")
    with pytest.raises(NotOnTheMenu):
        agree.propose(table.slug, by=table.players["north"], kind="win", reason="Please")


def test_a_player_takes_the_desk_of_a_campaign_without_a_moderator(table: Table) -> None:
    delete_account(table.moderator.pk)
    with pytest.raises(NotYours):
        moderator_seats.offer(table.slug, by=person("stranger"), willing=True)
    agree.propose(table.slug, by=table.players["south"], kind="extend", hours=1, reason="So")
    moderator_seats.offer(table.slug, by=table.players["north"], willing=True)
    assert moderators(table) == {"north"}
    assert not table.campaign.unattended
    assert Consent.objects.get().state == "lapsed"
    moderation.pause(table.slug, by=table.players["north"], reason="Holidays")


def test_without_a_moderator_seats_change_by_consent_of_all_the_others(table: Table) -> None:
    delete_account(table.moderator.pk)
    person("friend")
    north, south, isle = table.players.values()
    number = give(table, "south", "friend", by=north)
    with pytest.raises(NotYours):
        agree.agree(table.slug, by=north, number=number)
    assert agree.agree(table.slug, by=isle, number=number)
    assert campaign_page.campaign_page(table.slug, south).mine == ()


def test_the_last_moderator_leaves_only_if_somebody_follows(table: Table) -> None:
    with pytest.raises(NotNow, match="Nobody would follow"):
        moderator_seats.leave_desk(table.slug, by=table.moderator)
    moderator_seats.offer(table.slug, by=table.players["north"], willing=True)
    moderator_seats.leave_desk(table.slug, by=table.moderator)
    assert moderators(table) == {"north"}
    with pytest.raises(NotYours):
        moderation.pause(table.slug, by=table.moderator, reason="Me again")


def test_only_a_moderator_names_a_successor_and_takes_the_name_back(table: Table) -> None:
    person("heir")
    with pytest.raises(NotYours):
        moderator_seats.name_successor(table.slug, by=table.players["north"], username="heir")
    with pytest.raises(NotOnTheMenu):
        moderator_seats.name_successor(table.slug, by=table.moderator, username="nobody-here")
    moderator_seats.name_successor(table.slug, by=table.moderator, username="heir")
    before = table.campaign.log_seq
    moderator_seats.name_successor(table.slug, by=table.moderator, username="heir")
    assert table.campaign.log_seq == before
    moderator_seats.name_successor(table.slug, by=table.moderator, username="")
    assert table.campaign.successor is None


def test_a_successor_who_is_gone_is_passed_over(table: Table) -> None:
    heir = person("heir")
    moderator_seats.name_successor(table.slug, by=table.moderator, username="heir")
    delete_account(heir.pk)
    delete_account(table.moderator.pk)
    assert table.campaign.unattended


def test_deletion_says_what_becomes_of_the_seat_and_of_each_campaign(table: Table) -> None:
    client = signed_in(table.moderator)
    told = client.get("/accounts/me/delete/").text
    assert "A test" in told
    assert "It will have no moderator" in told
    assert f"/c/{table.slug}/desk/" in told
    [one] = consequences(table.players["north"].pk)
    assert one.text == "Your seat (Northland) is played by the autopilot."
    assert one.address == f"/c/{table.slug}/seats/"
    Campaign.objects.update(status="finished", wakes_at=None)
    assert consequences(table.players["north"].pk) == []


def test_a_moderator_who_plays_learns_no_more_of_orders_than_any_player(table: Table) -> None:
    """All that the desk shows of the order status, with drafts and seals of others about."""
    moderator_seats.add_moderator(table.slug, by=table.moderator, username="south")
    both, plain = table.players["south"], table.players["isle"]
    before = desk_selector.moderator_page(table.slug, both).readiness
    orders.save_draft(table.slug, by=table.players["north"], power="north", order=PLACE, phase=1)
    assert desk_selector.moderator_page(table.slug, both).readiness == before
    table.seal("north", PLACE, ready=False)
    seen = {
        one.badge.key: one.state for one in desk_selector.moderator_page(table.slug, both).readiness
    }
    told = {one.badge.key: one.state for one in campaign_page.strip(table.slug, plain).readiness}
    assert seen == told
    kinds = {act.line.head for act in desk_selector.moderator_page(table.slug, both).acts}
    assert kinds
    assert kinds <= {line.line.head for line in campaign_page.log(table.slug, plain)}


def test_everybody_sees_who_moderates_and_who_follows(table: Table) -> None:
    person("heir")
    moderator_seats.name_successor(table.slug, by=table.moderator, username="heir")
    moderator_seats.offer(table.slug, by=table.players["north"], willing=True)
    seen = seats_page(table.slug)
    assert (seen.moderators, seen.successor, seen.standbys) == (("moderator",), "heir", ("north",))
    assert seats_page(table.slug, table.players["north"]).willing


@pytest.mark.long
def test_every_act_of_the_desk_takes_a_reason_that_all_read(found: Any, client: Client) -> None:
    table = found(start=False)
    person("heir")
    client.force_login(table.moderator)
    here = f"/c/{table.slug}/desk"

    def done(verb: str, **fields: Any) -> None:
        """Refused without a reason, and done with one, which stands in the log."""
        before = LogEntry.objects.filter(campaign=table.campaign).count()
        client.post(f"{here}/{verb}/", fields)
        assert LogEntry.objects.filter(campaign=table.campaign).count() == before, verb
        assert (
            client.post(f"{here}/{verb}/", {**fields, "reason": f"So we {verb}"}).status_code == 302
        )
        said = LogEntry.objects.filter(campaign=table.campaign, seq__gt=before)
        [entry] = [one for one in said if json.loads(one.body).get("reason") == f"So we {verb}"]
        log = client.get(f"/c/{table.slug}/log/?at={entry.seq}").text
        assert f"So we {verb}" in log, verb

    done("invite", days="3", uses="1")
    done("revoke", number="2")
    done("start")
    moderation.pause(table.slug, by=table.moderator, reason="Holidays")
    done("resume")
    done("add", username="isle")
    done("successor", username="heir")
    done("leave")


def test_what_was_asked_at_the_desk_may_be_asked_by_a_vote_too(table: Table) -> None:
    """Where nobody moderates both are the players': the question stays as it was put first."""
    delete_account(table.moderator.pk)
    north, slug = table.players["north"], table.slug
    asked = seats.seat_bot(slug, by=north, power="south", reason="They are gone")
    wish = {"kind": "seat", "reason": "They are gone", "power": "south", "to": "bot"}
    assert not agree.propose(slug, by=north, **wish)
    assert table.campaign.asking == 1
    question = table.campaign.consents.get(number=asked)
    assert [one.person.username for one in question.voices.filter(alone=False)] == ["isle"]
    browser = signed_in(north)
    answer = browser.post(f"/c/{slug}/votes/", {**wish, "phase": 1})
    assert answer.status_code == 302
    agree.agree(slug, by=table.players["isle"], number=question.number)
    assert Seat.objects.get(campaign=table.campaign, power="south").bot
