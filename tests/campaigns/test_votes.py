"""What the players decide by vote, and how many of them must agree."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from campaigns import exportfile, votes
from campaigns.deadlines import ClockPolicy, words
from campaigns.errors import NotNow, NotYours
from campaigns.models import Consent
from campaigns.selectors import table as selector
from campaigns.selectors.export import export
from campaigns.services import consenting, moderating
from campaigns.services.kinds import CARRIERS
from campaigns.verifying.consents import check_consents
from tests.campaigns.conftest import Table

ASK: dict[str, Any] = {"reason": "Holidays"}


@pytest.mark.parametrize(
    ("threshold", "people", "needed"),
    [
        ("most", 1, 1),
        ("most", 2, 2),
        ("most", 3, 2),
        ("most", 4, 3),
        ("two_thirds", 1, 1),
        ("two_thirds", 3, 2),
        ("two_thirds", 4, 3),
        ("two_thirds", 7, 5),
        ("all", 5, 5),
        ("all", 0, 0),
        ("most", 0, 0),
    ],
)
def test_how_many_must_agree(threshold: votes.Threshold, people: int, needed: int) -> None:
    assert votes.needed(threshold, people) == needed


def test_every_kind_of_question_has_what_carries_it_out() -> None:
    assert set(CARRIERS) == set(votes.KINDS)
    for kind in votes.votable():
        assert CARRIERS[kind.key].put is not None


def test_a_policy_names_votes_that_there_are() -> None:
    (problem,) = ClockPolicy(votes={"win": "most"}).problems()
    assert (problem.field, "win" in problem.message) == ("votes", True)
    assert "more time for the phase by two thirds" in words(
        ClockPolicy(votes={"extend": "two_thirds"})
    )


def test_with_a_moderator_there_the_players_vote_on_what_the_policy_names(
    found: Callable[..., Table],
) -> None:
    table = found(votes={"pause": "all", "resume": "most"})
    north, south, isle = table.players.values()
    with pytest.raises(NotNow, match="moderator"):
        consenting.propose(table.slug, by=north, kind="extend", hours=4, **ASK)
    assert selector.table(table.slug, north).can_vote == {"pause"}
    assert not selector.table(table.slug, table.moderator).can_vote
    assert not consenting.propose(table.slug, by=north, kind="pause", phase=1, **ASK)
    assert not consenting.agree(table.slug, by=south, number=1)
    assert consenting.agree(table.slug, by=isle, number=1)
    assert table.campaign.status == "paused"
    assert not consenting.propose(table.slug, by=south, kind="resume", **ASK)
    assert consenting.agree(table.slug, by=isle, number=2)
    assert table.campaign.status == "running"
    with pytest.raises(NotYours):
        consenting.propose(table.slug, by=table.moderator, kind="pause", **ASK)


def test_how_many_is_fixed_when_the_vote_opens(found: Callable[..., Table]) -> None:
    table = found(votes={"pause": "all"})
    north, south, isle = table.players.values()
    consenting.propose(table.slug, by=north, kind="pause", phase=1, **ASK)
    policy = msgspec.structs.replace(table.campaign.policy, votes={"pause": "most"})
    moderating.change_policy(table.slug, by=table.moderator, policy=policy, reason="Easier")
    assert not consenting.agree(table.slug, by=south, number=1)
    assert consenting.agree(table.slug, by=isle, number=1)


def test_a_vote_on_what_the_moderator_did_meanwhile_lapses(found: Callable[..., Table]) -> None:
    table = found(votes={"pause": "all"})
    consenting.propose(table.slug, by=table.players["north"], kind="pause", phase=1, **ASK)
    moderating.pause(table.slug, by=table.moderator, reason="So be it")
    assert Consent.objects.get().state == "lapsed"
    assert table.campaign.asking == 0


def test_a_threshold_that_was_changed_afterwards_is_found_out(found: Callable[..., Table]) -> None:
    table = found(votes={"pause": "all"})
    consenting.propose(table.slug, by=table.players["north"], kind="pause", phase=1, **ASK)
    whole = exportfile.read(b"".join(export(table.slug)))
    assert not check_consents(whole).faults
    for forged in ({"threshold": "most"}, {"threshold": "few"}, {"needed": 1}):
        log = [
            msgspec.structs.replace(entry, body={**entry.body, **forged})
            if entry.kind == "consent.asked"
            else entry
            for entry in whole.log
        ]
        assert check_consents(msgspec.structs.replace(whole, log=tuple(log))).faults
