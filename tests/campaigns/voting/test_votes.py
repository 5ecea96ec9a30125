"""What the players decide by vote, and how many of them must agree."""

from datetime import timedelta
from typing import Any, ClassVar

import msgspec
import pytest
import time_machine
from django.utils import timezone

from campaigns.domain import vote_kinds
from campaigns.domain.clock_policy import ClockPolicy, words
from campaigns.errors import NotNow, NotOnTheMenu, NotYours
from campaigns.models import Consent
from campaigns.selectors.campaign import campaign_page
from campaigns.selectors.seats import seats_page as selector
from campaigns.services.deadlines import moderation
from campaigns.services.repair import rollback
from campaigns.services.voting import agree
from campaigns.services.voting.effects import EFFECTS
from tests.support.accounts import person
from tests.support.campaigns import Found, Table
from tests.support.exports.files import faults, file_of
from tests.support.exports.tampering import body_of, must_be_named, without
from tests.support.pages.reader import PageReader
from tests.support.seats import heads
from verifier import verify

ASK: dict[str, Any] = {"reason": "Holidays"}


@pytest.mark.parametrize(
    ("threshold", "people", "needed"),
    [("most", 0, 0), ("most", 1, 1), ("most", 2, 2), ("most", 3, 2), ("most", 4, 3),
     ("two_thirds", 1, 1), ("two_thirds", 3, 2), ("two_thirds", 4, 3), ("two_thirds", 7, 5),
     ("all", 0, 0), ("all", 5, 5)],
)  # fmt: skip
def test_how_many_must_agree(threshold: vote_kinds.Threshold, people: int, needed: int) -> None:
    assert vote_kinds.needed(threshold, people) == needed


def test_every_kind_of_question_has_what_carries_it_out() -> None:
    assert set(EFFECTS) == set(vote_kinds.KINDS)
    for kind in vote_kinds.KINDS.values():
        assert EFFECTS[kind.key].put is not None or not kind.votable


def test_a_policy_names_votes_that_there_are() -> None:
    (problem,) = ClockPolicy(votes={"win": "most"}).problems()
    assert (problem.field, "win" in problem.message) == ("votes", True)
    assert "more time for the phase by two thirds" in words(
        ClockPolicy(votes={"extend": "two_thirds"})
    )


@pytest.mark.long
def test_with_a_moderator_there_the_players_vote_on_what_the_policy_names(found: Found) -> None:
    table = found(votes={"pause": "all", "resume": "most"})
    north, south, isle = table.players.values()
    with pytest.raises(NotNow, match="moderator"):
        agree.propose(table.slug, by=north, kind="extend", hours=4, **ASK)
    assert selector.seats_page(table.slug, north).can_vote == {"pause"}
    assert not selector.seats_page(table.slug, table.moderator).can_vote
    assert not agree.propose(table.slug, by=north, kind="pause", phase=1, **ASK)
    assert not agree.agree(table.slug, by=south, number=1)
    assert agree.agree(table.slug, by=isle, number=1)
    assert table.campaign.status == "paused"
    assert not agree.propose(table.slug, by=south, kind="resume", **ASK)
    assert agree.agree(table.slug, by=isle, number=2)
    assert table.campaign.status == "running"
    with pytest.raises(NotYours):
        agree.propose(table.slug, by=table.moderator, kind="pause", **ASK)


@pytest.mark.long
def test_how_many_is_fixed_when_the_vote_opens(found: Found) -> None:
    table = found(votes={"pause": "all"})
    north, south, isle = table.players.values()
    agree.propose(table.slug, by=north, kind="pause", phase=1, **ASK)
    policy = msgspec.structs.replace(table.campaign.policy, votes={"pause": "most"})
    moderation.change_policy(table.slug, by=table.moderator, policy=policy, reason="Easier")
    assert not agree.agree(table.slug, by=south, number=1)
    assert agree.agree(table.slug, by=isle, number=1)


@pytest.mark.long
def test_a_vote_on_what_the_moderator_did_meanwhile_lapses(found: Found) -> None:
    table = found(votes={"pause": "all"})
    agree.propose(table.slug, by=table.players["north"], kind="pause", phase=1, **ASK)
    moderation.pause(table.slug, by=table.moderator, reason="So be it")
    assert Consent.objects.get().state == "lapsed"
    assert table.campaign.asking == 0


@pytest.mark.long
def test_a_threshold_that_was_changed_afterwards_is_found_out(found: Found) -> None:
    table = found(votes={"pause": "all"})
    agree.propose(table.slug, by=table.players["north"], kind="pause", phase=1, **ASK)
    data = file_of(table)
    assert faults(data) == []
    for forged in ({"threshold": "most"}, {"threshold": "few"}, {"needed": 1}):
        must_be_named(data, body_of("consent.asked", **forged), "agreements of the players: ")


class TestReplacing:
    """The players replace one of them; the one concerned has no vote."""

    WHO: ClassVar[dict[str, Any]] = {"kind": "seat", "power": "isle", "reason": "No word for weeks"}

    @pytest.mark.long
    def test_by_the_autopilot_if_as_many_agree_as_the_policy_says(self, found: Found) -> None:
        table = found(votes={"seat": "most"})
        north, south, isle = table.players.values()
        assert not agree.propose(table.slug, by=north, to="bot", **self.WHO)
        [question] = selector.seats_page(table.slug, south).questions
        assert (question.needed, question.threshold) == (2, "more than half")
        assert [badge.key for badge in question.missing] == ["south"]
        assert agree.agree(table.slug, by=south, number=1)
        assert "The Isle is played by the autopilot" in heads(table)
        assert isle.pk not in table.campaign.seats.values_list("person", flat=True)

    @pytest.mark.long
    def test_their_own_word_is_enough(self, found: Found) -> None:
        table = found(votes={"seat": "all"})
        agree.propose(table.slug, by=table.players["north"], to="free", **self.WHO)
        assert agree.agree(table.slug, by=table.players["isle"], number=1)

    @pytest.mark.long
    def test_only_by_what_can_have_a_seat(self, found: Found) -> None:
        table = found(votes={"seat": "most"}, bots=("isle",), scenario="short")
        person("friend")
        who = {**self.WHO, "power": "south"}
        north = table.players["north"]
        agree.propose(table.slug, by=north, to="bot", **who)
        assert Consent.objects.count() == 1
        with pytest.raises(NotOnTheMenu, match="no account"):
            agree.propose(table.slug, by=north, to="person", username="nobody", **who)
        with pytest.raises(NotOnTheMenu, match="not given"):
            agree.propose(table.slug, by=north, to="king", **who)

    @pytest.mark.long
    def test_a_person_knows_what_the_seat_knows(self, found: Found) -> None:
        table = found(votes={"seat": "most"})
        person("friend")
        agree.propose(
            table.slug, by=table.players["north"], to="person", username="friend", **self.WHO
        )
        [question] = selector.seats_page(table.slug).questions
        assert (question.needed, question.threshold) == (2, "all")

    def test_not_ones_own_seat_and_none_that_nobody_plays(self, found: Found) -> None:
        table = found(votes={"seat": "most"}, bots=("isle",))
        north = table.players["north"]
        with pytest.raises(NotNow, match="Nobody plays"):
            agree.propose(table.slug, by=north, to="free", **self.WHO)
        with pytest.raises(NotNow, match="own seat"):
            agree.propose(table.slug, by=north, to="free", **{**self.WHO, "power": "north"})


class TestEnding:
    """The players end a campaign that the rules would let go on."""

    @pytest.mark.long
    def test_the_open_phase_is_resolved_and_all_is_opened(self, found: Found) -> None:
        table = found(votes={"end": "two_thirds"})
        north, south, _ = table.players.values()
        table.seal("isle", {"kind": "place", "points": {"east": 2}})
        assert not agree.propose(table.slug, by=north, kind="end", phase=1, reason="Enough")
        assert agree.agree(table.slug, by=south, number=1)
        assert table.campaign.status == "finished"
        assert table.campaign.status_reason == "Ended by vote of the players. Enough"
        assert "The players have agreed to end the campaign" in heads(table)
        seen = campaign_page.campaign_page(table.slug).ended
        assert (seen.text, seen.winner) == (table.campaign.status_reason, None)
        data = file_of(table)
        assert not [fault for check in verify(data) for fault in check.faults + check.left]
        must_be_named(data, without("consent.ended"), "had not agreed")

    @pytest.mark.long
    def test_a_vote_on_a_phase_that_is_over_is_gone(self, found: Found) -> None:
        table = found(votes={"end": "all"})
        agree.propose(table.slug, by=table.players["north"], kind="end", phase=1, reason="Enough")
        table.pass_deadline()
        assert Consent.objects.get().state == "lapsed"
        assert table.campaign.status == "running"


@pytest.mark.parametrize(
    ("kind", "button"),
    [
        ("extend", "Ask for more time"),
        ("pause", "Ask to pause the clock"),
        ("resolve", "Ask to resolve now"),
        ("seat", "Ask to replace them"),
        ("end", "Ask to end it"),
    ],
)
def test_each_question_is_put_by_the_form_of_the_page(found: Found, kind: str, button: str) -> None:
    table = found(votes={kind: "all"})
    PageReader(table.players["north"], table.slug).open("seats/").press(button, reason="As we said")
    assert Consent.objects.get().kind == kind


def test_once_play_has_begun_no_moderator_lets_fewer_decide(table: Table) -> None:
    assert table.campaign.policy.threshold("end") == "all"
    fewer = msgspec.structs.replace(table.campaign.policy, votes={"end": "most"})
    with pytest.raises(NotNow, match="End the campaign: all must agree"):
        moderation.change_policy(table.slug, by=table.moderator, policy=fewer, reason="Quick")


@pytest.mark.long
def test_what_became_of_a_question_can_be_read_for_a_while(found: Found, client: Any) -> None:
    table = found(votes={"pause": "most", "extend": "all"})
    slug = table.slug
    north, south, isle = table.players.values()
    agree.propose(slug, by=north, kind="extend", hours=4, **ASK)
    agree.agree(slug, by=south, number=1)
    agree.withdraw(slug, by=north, number=1)
    agree.propose(slug, by=north, kind="pause", phase=1, **ASK)
    agree.agree(slug, by=isle, number=2)
    agree.propose(slug, by=north, kind="extend", hours=9, **ASK)
    moderation.resume(slug, by=table.moderator)
    table.play()
    lapsed, carried, withdrawn = selector.seats_page(slug, south).closed
    assert (lapsed.became, lapsed.so_far, lapsed.needed) == ("lapsed: the phase is over", 1, 3)
    assert (carried.became, carried.carried) == ("agreed and carried out", True)
    assert (carried.so_far, carried.needed, carried.votes) == (2, 2, 3)
    assert [badge.key for badge in carried.for_it] == ["north", "isle"]
    assert (withdrawn.became, withdrawn.so_far, withdrawn.threshold) == ("withdrawn", 2, "all")
    shown = " ".join(client.get(f"/c/{slug}/seats/").text.split())
    assert "3 closed questions of the last 30 days" in shown
    assert "2 agreed, 2 were needed</b> (more than half of 3 asked)" in shown
    with time_machine.travel(timezone.now() + timedelta(days=31), tick=False):
        assert selector.seats_page(slug, south).closed == ()


@pytest.mark.long
def test_the_page_of_going_back_says_how_many_the_policy_asks_for(
    found: Found, client: Any
) -> None:
    table = found(votes={"rollback": "most"})
    table.play()
    client.force_login(table.players["north"])
    shown = " ".join(client.get(f"/c/{table.slug}/undo/?to=1").text.split())
    assert "2 of the 3 who have a seat must agree (more than half, by the campaign" in shown
    assert "All who have a seat" not in shown
    rollback.roll_back(table.slug, by=table.players["north"], to=1, reason="A slip")
    assert agree.agree(table.slug, by=table.players["isle"], number=1)
    assert table.phase.again == 1
