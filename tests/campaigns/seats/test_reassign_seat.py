"""When a seat may change hands, and who has to agree."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaigns.domain.absence_policy import SilencePolicy
from campaigns.domain.clock_policy import ClockPolicy
from campaigns.errors import CampaignError, NotNow, NotYours
from campaigns.models import Campaign, Consent, Phase, Seat, Sheet, Tenure
from campaigns.selectors.campaign import campaign_page
from campaigns.selectors.seats import seats_page
from campaigns.selectors.seats.missed_deadlines import missed_at_the_table, missed_deadlines
from campaigns.services.advance import end_phase
from campaigns.services.deadlines import moderation
from campaigns.services.orders import orders, standing_orders
from campaigns.services.phases import void_seals
from campaigns.services.repair import rollback
from campaigns.services.seats import invitations, seats
from campaigns.services.voting import agree as vote_agree
from tests.support.accounts import person, signed_in
from tests.support.campaigns import Found, Passing, Table
from tests.support.clock import all_agree, override_east
from tests.support.exports.files import file_of, named
from tests.support.exports.tampering import (
    Change,
    body_of,
    entry_with,
    first_entry,
    must_be_named,
    without,
)
from tests.support.seats import WHY, give

PLACE = {"kind": "place", "points": {"east": 3}}


def holder(table: Table, power: str) -> str:
    seat = Seat.objects.select_related("person").get(campaign__slug=table.slug, power=power)
    return seat.person.username if seat.person else ""


def agree(table: Table, by: Any, number: int | None) -> bool:
    return vote_agree.agree(table.slug, by=by, number=number)


def heads(table: Table) -> list[str]:
    return [f"{line.line.head}. {line.line.rest}" for line in campaign_page.log(table.slug)]


def test_a_friend_seated_for_a_minute_gets_in_by_no_door(table: Table) -> None:
    """The adversary's script: seat a friend, read the sheet, seat the player again."""
    north, friend, moderator = table.players["north"], person("friend"), table.moderator
    table.seal("north", PLACE, ready=False)
    orders.save_draft(table.slug, by=north, power="north", order=PLACE, phase=1)
    tries: tuple[Callable[[], Any], ...] = (
        lambda: give(table, "north", "friend"),
        lambda: give(table, "north", "moderator"),
        lambda: seats.seat_bot(table.slug, by=moderator, power="north", reason=WHY),
        lambda: seats.free_seat(table.slug, by=moderator, power="north", reason=WHY),
    )
    for attempt in tries:
        assert attempt() is not None
        assert holder(table, "north") == "north"
    with pytest.raises(NotYours):
        agree(table, moderator, Consent.objects.latest("number").number)
    with pytest.raises(NotNow, match="taken"):
        invitations.invite(table.slug, by=moderator, power="north", days=1, uses=1)
    for who in (friend, moderator):
        client = signed_in(who)
        here = f"/api/campaigns/{table.slug}"
        for door in ("orders/north/", "menu/north/"):
            assert client.get(f"{here}/{door}").status_code == 403
        for answer in (
            client.post(f"{here}/preview/north/", {"order": PLACE}, "application/json"),
            client.delete(f"{here}/orders/north/?phase=1"),
            client.post(f"{here}/standing/north/", {"order": None}, "application/json"),
        ):
            assert answer.status_code == 403
        seen = client.get(f"/c/{table.slug}/orders/").text
        assert 'name="points' not in seen
        told = client.get(f"{here}/").content + file_of(table, who)
        assert b'"east":3' not in told.replace(b" ", b"")
    assert campaign_page.orders(table.slug, north, "north").sealed == PLACE


def test_a_seat_changes_hands_when_all_the_others_agree(table: Table) -> None:
    person("friend")
    number = give(table, "north", "friend")
    assert not agree(table, table.players["south"], number)
    assert holder(table, "north") == "north"
    assert agree(table, table.players["isle"], number)
    assert holder(table, "north") == "friend"
    told = heads(table)
    assert any("Northland goes to friend" in line and WHY in line for line in told)
    assert any("question 1" in line for line in told)


def test_the_one_whose_seat_it_is_may_agree_alone(table: Table) -> None:
    person("friend")
    number = give(table, "north", "friend")
    assert agree(table, table.players["north"], number)
    assert holder(table, "north") == "friend"


def test_their_word_alone_does_not_seat_somebody_who_knows_more(table: Table) -> None:
    number = give(table, "north", "moderator")
    with pytest.raises(NotYours, match="not asked"):
        agree(table, table.players["north"], number)
    assert not agree(table, table.players["south"], number)
    assert agree(table, table.players["isle"], number)
    assert holder(table, "north") == "moderator"


def test_who_has_had_another_seat_is_seated_by_consent_only(found: Found) -> None:
    table = found(bots=("isle",))
    number = give(table, "isle", "north")
    assert number is not None
    with pytest.raises(NotYours, match="not asked"):
        agree(table, table.players["north"], number)
    assert agree(table, table.players["south"], number)
    assert holder(table, "isle") == "north"
    seats.leave(table.slug, by=table.players["south"], power="south")
    seats.leave(table.slug, by=table.players["north"], power="isle")
    assert give(table, "isle", "south") is not None


def test_a_seat_that_was_left_is_the_moderators_to_give(table: Table) -> None:
    seats.leave(table.slug, by=table.players["north"], power="north")
    person("friend")
    assert give(table, "north", "friend") is None
    assert holder(table, "north") == "friend"
    assert give(table, "north", "moderator") is not None


def test_a_moderator_takes_an_autopilots_seat_alone_only_where_nobody_else_plays(
    found: Found,
) -> None:
    table = found(bots=("north", "south", "isle"))
    assert give(table, "north", "moderator") is None
    person("guest")
    assert give(table, "south", "guest") is None
    assert give(table, "isle", "moderator") is not None


def test_a_moderator_does_not_slip_in_by_an_invitation(found: Found) -> None:
    table = found(bots=("isle",))
    token = invitations.invite(table.slug, by=table.moderator, power="isle", days=1, uses=1)
    with pytest.raises(NotYours, match="other players must agree"):
        seats.join(table.slug, by=table.moderator, powers=["isle"], token=token)


def test_in_a_game_of_two_the_moderator_who_plays_has_no_vote(found: Found) -> None:
    """Else one of two would put the other out and look at what they know."""
    table = found(bots=("north", "isle"))
    assert give(table, "north", "moderator") is not None
    assert agree(table, table.players["south"], 1)
    person("friend")
    number = give(table, "south", "friend")
    [question] = Consent.objects.filter(state="open")
    assert [voice.person.username for voice in question.voices.all()] == ["south"]
    with pytest.raises(NotYours):
        agree(table, table.moderator, number)
    with pytest.raises(NotNow, match="Nobody else has a seat"):
        give(table, "south", "moderator")


def test_while_players_gather_a_moderator_seats_freely_with_a_reason(found: Found) -> None:
    table = found(start=False)
    with pytest.raises(NotNow, match="reason"):
        give(table, "north", "moderator", reason=" ")
    assert give(table, "north", "moderator") is None
    assert any(WHY in line for line in heads(table))


def test_a_person_has_one_vote_however_many_seats(found: Found) -> None:
    table = found(bots=("isle",))
    number = give(table, "isle", "south")
    agree(table, table.players["north"], number)
    person("friend")
    give(table, "north", "friend")
    [question] = table_of(table)
    [south] = [voice for voice in question.voices if not voice.alone]
    assert [badge.key for badge in south.powers] == ["south", "isle"]
    assert question.needed == 1
    assert agree(table, table.players["south"], question.number)


def table_of(table_: Table, who: Any = None) -> tuple[seats_page.Question, ...]:
    return seats_page.questions(table_.slug, who)


def test_everybody_sees_who_has_agreed_once_until_that_or_the_question_is_taken_back(
    table: Table,
) -> None:
    person("friend")
    number = give(table, "north", "friend")
    agree(table, table.players["south"], number)
    for who in (None, table.players["isle"], table.moderator):
        [question] = table_of(table, who)
        said = {voice.name: (voice.agreed_at is not None, voice.alone) for voice in question.voices}
        assert said == {"south": (True, False), "isle": (False, False), "north": (False, True)}
        assert (question.what, question.reason) == ("Northland goes to friend", WHY)
        assert (question.so_far, question.needed) == (1, 2)
    before = table.campaign.log_seq
    assert give(table, "north", "friend", reason="Again") == number
    assert not agree(table, table.players["south"], number)
    assert table.campaign.log_seq == before
    assert number is not None
    south = table.players["south"]
    vote_agree.take_back(table.slug, by=south, number=number)
    assert not agree(table, table.players["isle"], number)
    with pytest.raises(NotYours):
        vote_agree.withdraw(table.slug, by=south, number=number)
    vote_agree.withdraw(table.slug, by=table.moderator, number=number)
    assert table_of(table) == ()
    with pytest.raises(NotNow, match="closed"):
        agree(table, south, number)


def test_a_question_lapses_when_seats_change(table: Table) -> None:
    person("friend")
    number = give(table, "north", "friend")
    agree(table, table.players["south"], number)
    seats.leave(table.slug, by=table.players["isle"], power="isle")
    assert Consent.objects.get().state == "lapsed"
    assert any("Question 1 is closed" in line for line in heads(table))
    again = give(table, "north", "friend")
    assert again == 2
    assert not Consent.objects.get(number=2).voices.filter(agreed_at__isnull=False).exists()


def test_another_question_about_the_same_seat_takes_the_place_of_the_first(table: Table) -> None:
    person("friend")
    give(table, "north", "friend")
    seats.seat_bot(table.slug, by=table.moderator, power="north", reason=WHY)
    assert [question.number for question in table_of(table)] == [2]
    assert table.campaign.asking == 1


def test_only_a_moderator_asks(table: Table) -> None:
    with pytest.raises(NotYours):
        give(table, "north", "isle", by=table.players["south"])
    with pytest.raises(NotYours):
        give(table, "north", "isle", by=person("stranger"))


def test_of_a_private_campaign_a_stranger_learns_nothing(table: Table) -> None:
    person("friend")
    give(table, "north", "friend")
    Campaign.objects.update(private=True)
    stranger = person("stranger")
    said = []
    for slug in (table.slug, "nowhere1"):
        with pytest.raises(CampaignError) as refused:
            vote_agree.agree(slug, by=stranger, number=1)
        said.append(str(refused.value).replace(slug, "#"))
    assert said[0] == said[1]


def miss(table: Table) -> None:
    """A phase that was open for three days ends without a word of the north."""
    for power in ("south", "isle"):
        order = PLACE if table.phase.key == "place" else {"kind": "name", "valley": "east"}
        table.seal(power, order)
    phase = table.phase
    table.strike()
    opened = phase.opened_at - timedelta(days=3)
    Phase.objects.filter(pk=phase.pk).update(opened_at=opened)
    table.advance()


def missed(table: Table) -> int:
    return missed_deadlines(table.campaign, Seat.objects.get(power="north"))


@pytest.fixture
def late(found: Found) -> Table:
    """A table whose north joined long ago and has missed two deadlines."""
    table = found(scenario="long", reseat_after=2)
    for tenure in Tenure.objects.all():
        Tenure.objects.filter(pk=tenure.pk).update(joined_at=tenure.joined_at - timedelta(days=9))
    for _ in range(2):
        miss(table)
    return table


def test_after_missed_deadlines_a_seat_is_the_moderators_to_give(late: Table) -> None:
    person("friend")
    assert missed(late) == 2
    assert give(late, "north", "friend") is None
    assert holder(late, "north") == "friend"
    assert missed(late) == 0


@pytest.mark.long
def test_even_then_nobody_who_knows_more_is_seated_without_the_others(late: Table) -> None:
    assert give(late, "north", "moderator") is not None
    assert give(late, "north", "south") is not None


def test_an_order_ends_the_row_of_missed_deadlines(late: Table) -> None:
    late.seal("north", PLACE, ready=False)
    assert missed(late) == 0
    person("friend")
    assert give(late, "north", "friend") is not None


def test_a_clock_made_for_nobody_to_meet_counts_for_nothing(late: Table) -> None:
    """Neither short deadlines nor a lower number in the policy cost anybody the seat."""
    policy = ClockPolicy(hours={"default": 0.01}, reseat_after=1)
    moderation.change_policy(late.slug, by=late.moderator, policy=policy, reason="Quick now")
    assert missed(late) == 0
    late.seal_all(PLACE, but="north")
    late.pass_deadline()
    late.pass_deadline()
    assert missed(late) == 0


def test_a_phase_that_the_moderator_forced_was_no_deadline(found: Found) -> None:
    table = found(scenario="long")
    end_phase.force(table.slug, by=table.moderator, phase=1, reason="Go on", silent="hold")
    assert missed(table) == 0


def test_a_campaign_that_waits_for_somebody_counts_it_as_missed(found: Found) -> None:
    table = found(missed="wait", reseat_after=1)
    Tenure.objects.update(joined_at=table.phase.opened_at - timedelta(days=9))
    miss(table)
    assert table.campaign.status == "waiting"
    assert missed(table) == 1


@pytest.fixture
def long_ago(found: Found) -> Callable[..., Table]:
    """A table at which everybody has sat for days."""

    def make(**policy: Any) -> Table:
        table = found(scenario="long", **policy)
        Tenure.objects.update(joined_at=table.phase.opened_at - timedelta(days=9))
        return table

    return make


def test_standing_orders_that_answered_cost_nobody_the_seat(
    long_ago: Callable[..., Table], tiny_book: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(tiny_book), "stands", lambda *_: True)
    table = long_ago(silence=SilencePolicy(disorder_after=1))
    answer = {"kind": "answer", "valley": "west"}
    standing_orders.set_standing(table.slug, by=table.players["north"], power="north", order=answer)
    miss(table)
    assert missed(table) == 0
    assert holder(table, "north") == "north"
    assert not [one for one in heads(table) if "standing" in one.casefold()]


def test_standing_orders_have_not_answered_while_a_campaign_waits(
    long_ago: Callable[..., Table], tiny_book: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever keeps the seat for them would be known to have some."""
    monkeypatch.setattr(type(tiny_book), "stands", lambda *_: True)
    table = long_ago(missed="wait")
    answer = {"kind": "answer", "valley": "west"}
    standing_orders.set_standing(table.slug, by=table.players["north"], power="north", order=answer)
    miss(table)
    assert (table.campaign.status, missed(table)) == ("waiting", 1)
    end_phase.force(table.slug, by=table.moderator, phase=1, reason="Go on", silent="hold")
    assert missed(table) == 0


def test_more_time_after_a_deadline_makes_it_another(long_ago: Callable[..., Table]) -> None:
    table = long_ago(missed="wait")
    miss(table)
    assert (table.campaign.status, missed(table)) == ("waiting", 1)
    moderation.extend(table.slug, by=table.moderator, hours=48, reason="They are ill")
    assert missed(table) == 0
    end_phase.force(table.slug, by=table.moderator, phase=1, reason="Go on", silent="hold")
    assert missed(table) == 0


def test_time_in_which_the_clock_stood_still_is_no_time_to_meet_a_deadline(
    long_ago: Callable[..., Table],
) -> None:
    table = long_ago(hours={"default": 4})
    moderation.pause(table.slug, by=table.moderator, reason="The fair")
    Passing.by += timedelta(hours=90)
    moderation.resume(table.slug, by=table.moderator)
    table.pass_deadline()
    assert table.phase.number == 2
    assert missed(table) == 0


def test_what_was_undone_is_not_missed(late: Table) -> None:
    assert missed(late) == 2
    rollback.roll_back(late.slug, by=late.moderator, to=2, reason="Once more")
    for power in ("north", "south", "isle"):
        number = late.campaign.consents.latest("number").number
        agree(late, late.players[power], number) if late.campaign.asking else None
    assert late.phase.again == 2
    assert missed(late) == 1


def take_back(table: Table) -> None:
    orders.unseal(table.slug, by=table.players["north"], power="north", phase=table.phase.number)


@pytest.mark.parametrize("seals", [1, 2])
def test_who_takes_a_seal_back_and_stays_silent_has_missed_the_deadline(
    long_ago: Callable[..., Table], seals: int
) -> None:
    """However often they had sealed before; what they sealed first was replaced, and counts no more either."""
    table = long_ago()
    for _ in range(seals):
        table.seal("north", PLACE, ready=False)
    take_back(table)
    miss(table)
    assert missed(table) == 1


def test_who_takes_a_seal_back_and_seals_again_has_missed_nothing(
    long_ago: Callable[..., Table],
) -> None:
    table = long_ago()
    table.seal("north", PLACE, ready=False)
    take_back(table)
    table.seal("north", PLACE, ready=False)
    miss(table)
    assert missed(table) == 0


def _voided(table: Table, *, after: float) -> None:
    """The north seals, and so many hours after the opening its seal is void, without any more time."""
    table.seal("north", PLACE, ready=False)
    opened = table.phase.opened_at
    with transaction.atomic():
        at, campaign = opened + timedelta(hours=after), table.campaign
        void_seals.void_seals(campaign, table.phase, reason="It changed", at=at)
        campaign.save()


@pytest.mark.parametrize(("after", "count"), [(71, 0), (30, 1)])
def test_a_seal_that_was_made_void_is_a_missed_one_only_if_a_day_was_left(
    long_ago: Callable[..., Table], after: float, count: int
) -> None:
    table = long_ago(hours={"default": 72})
    _voided(table, after=after)
    table.seal_all(PLACE, ready=False, but="north")
    table.pass_deadline()
    assert (table.phase.number, missed(table)) == (2, count)


def test_who_seals_again_after_a_late_void_has_met_the_deadline(
    long_ago: Callable[..., Table],
) -> None:
    table = long_ago(hours={"default": 72})
    _voided(table, after=71)
    table.seal_all(PLACE, ready=False)
    table.pass_deadline()
    north = Seat.objects.get(power="north")
    found = missed_at_the_table(table.campaign, [north])["north"]
    assert (found.in_all, found.of) == (0, 1)


def test_who_was_asked_again_for_a_void_seal_and_is_silent_has_missed_the_deadline(
    long_ago: Callable[..., Table],
) -> None:
    table = long_ago(hours={"default": 72})
    table.seal("north", PLACE, ready=False)
    Passing.by += timedelta(hours=71)
    override_east(table)
    assert Sheet.objects.filter(power="north", state=Sheet.State.WITHDRAWN).exists()
    assert missed(table) == 0
    Passing.by += timedelta(hours=25)
    table.advance()
    assert (table.phase.number, missed(table)) == (2, 1)


def test_a_seal_that_went_with_its_phase_is_not_missed(long_ago: Callable[..., Table]) -> None:
    table = long_ago()
    table.seal("north", PLACE, ready=False)
    rollback.roll_back(table.slug, by=table.moderator, to=1, reason="Once more")
    if table.campaign.asking:
        all_agree(table)
    assert (table.phase.again, missed(table)) == (1, 0)


def test_a_seat_is_counted_with_as_many_questions_however_long_it_goes(late: Table) -> None:
    asked = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            missed(late)
        asked.append(len(queries))
        miss(late)
    assert asked[0] == asked[1] <= 12


def test_the_policy_bounds_the_number() -> None:
    assert ClockPolicy().reseat_after == 3
    for number in (0, 21):
        [problem] = ClockPolicy(reseat_after=number).problems()
        assert problem.field == "reseat_after"


def test_questions_are_in_the_file_and_checked_there(table: Table) -> None:
    person("friend")
    number = give(table, "north", "friend")
    for power in ("south", "isle"):
        agree(table, table.players[power], number)
    give(table, "isle", "moderator")
    check = named(file_of(table))["agreements of the players"]
    assert not check.faults
    assert check.said == "2 questions, 1 agreed to and carried out"


def test_over_the_api(table: Table) -> None:
    person("friend")
    give(table, "north", "friend")
    here = f"/api/campaigns/{table.slug}/questions/"
    south = signed_in(table.players["south"])
    [question] = south.get(here).json()
    assert (question["mine"], question["agreed"]) == (True, False)
    [question] = south.post(f"{here}1/", {"agree": True}, "application/json").json()
    assert question["agreed"] is True
    [question] = south.post(f"{here}1/", {"agree": False}, "application/json").json()
    assert question["agreed"] is False
    answer = Client().post(f"{here}1/", {"agree": True}, "application/json")
    assert answer.status_code in (401, 403)
    left = south.post(f"/api/campaigns/{table.slug}/leave/", {"power": "south"}, "application/json")
    assert left.status_code == 200
    assert holder(table, "south") == ""


FORGED: dict[str, tuple[Change, str]] = {
    "a yes left out": (without("consent.given"), "too few had agreed"),
    "a question left out": (without("consent.asked"), "question 1 is not open"),
    "a yes of nobody asked": (entry_with("consent.given", "power", "north"), "the player of north was not asked"),
    "fewer needed afterwards": (body_of("consent.asked", needed=3), "too few had agreed"),
    "another seat": (entry_with("seat.assigned", "power", "isle"), "its power"),
    "another question": (body_of("consent.asked", kind="extend"), "carries out what was not asked"),
    "two of one number": (lambda content: content["log"].append(first_entry(content, "consent.asked")), "its number"),
}  # fmt: skip


@pytest.mark.parametrize("name", FORGED)
def test_even_a_forger_who_makes_the_chain_anew_is_found_out(table: Table, name: str) -> None:
    change, fault = FORGED[name]
    number = give(table, "north", "moderator")
    for power in ("south", "isle"):
        agree(table, table.players[power], number)
    must_be_named(file_of(table), change, "agreements of the players: ", fault)
