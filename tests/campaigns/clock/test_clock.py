"""The clock in play: least time, extensions of the players, changes of policy, and every step to a deadline."""

import json
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from django.utils import timezone

from campaigns.domain.absence_policy import AbsencePolicy
from campaigns.domain.clock_policy import ClockPolicy, Holiday, changes
from campaigns.errors import NotNow, NotYours, StalePhase
from campaigns.models import Campaign, Heartbeat, LogEntry, Phase
from campaigns.selectors.campaign import campaign_page
from campaigns.selectors.lobby import lobby_page
from campaigns.services.advance import sweep
from campaigns.services.advance.phase_advance import Outcome
from campaigns.services.deadlines import moderation, player_extensions
from campaigns.services.orders import orders
from campaigns.services.seats import seats
from campaigns.services.voting import agree
from tests.support.books.tiny_book import PLACE
from tests.support.campaigns import Found, Table
from tests.support.clock import follows
from tests.support.exports.files import named
from tests.support.exports.tampering import Change, body_of, must_be_named
from tests.support.seats import heads

BUDGET: dict[str, Any] = {"extensions": 2, "extension_hours": 12}


def take(table: Table, power: str = "north", by: Any = None, **more: Any) -> int:
    return player_extensions.take(table.slug, by=by or table.players[power], power=power, **more)


def kinds(table: Table) -> list[str]:
    return [step.kind for step in table.phase.steps]


class TestLeastTime:
    """A phase for which all are ready does not end before its least time."""

    def test_it_waits_and_then_ends_without_another_word(self, found: Found) -> None:
        table = found(least_hours=6)
        table.seal_all()
        opened = table.phase.opened_at
        assert table.campaign.wakes_at == opened + timedelta(hours=6)
        assert table.advance() is Outcome.NOT_YET
        seen = campaign_page.campaign_page(table.slug, table.players["north"]).phase
        assert seen.early_from == opened + timedelta(hours=6)
        Phase.objects.update(early_from=timezone.now())
        assert table.advance() is Outcome.RESOLVED

    def test_who_takes_a_seal_back_meanwhile_is_waited_for(self, found: Found) -> None:
        table = found(least_hours=6)
        table.seal_all()
        orders.unseal(
            table.slug, by=table.players["north"], power="north", phase=table.phase.number
        )
        assert table.campaign.wakes_at == table.phase.due_at

    def test_a_pause_gives_it_back_too(self, found: Found) -> None:
        table = found(least_hours=6, hours={"default": None})
        early = table.phase.early_from
        moderation.pause(table.slug, by=table.moderator, reason="Feast day")
        Campaign.objects.update(stopped_at=timezone.now() - timedelta(hours=5))
        moderation.resume(table.slug, by=table.moderator)
        now = table.phase.early_from
        assert now - early >= timedelta(hours=5)

    def test_autopilots_alone_are_not_in_haste_either(self, found: Found) -> None:
        table = found(least_hours=6, bots=("north", "south", "isle"))
        assert table.advance() is Outcome.NOT_YET


class TestExtensions:
    """Time that players take by themselves, so often in a campaign."""

    def test_everybody_has_the_time_and_the_log_says_who_took_it(self, found: Found) -> None:
        table = found(**BUDGET)
        due = table.phase.due_at
        assert take(table, reason="Back on  Monday") == 1
        assert table.phase.due_at == due + timedelta(hours=12)
        assert table.phase.due_in_words == "72 hours, plus 12 hours taken by Northland"
        assert "Northland: north takes 12 hours more" in heads(table)
        [entry] = LogEntry.objects.filter(kind="clock.extended")
        assert json.loads(entry.body)["reason"] == "Back on Monday"

    def test_when_none_is_left_none_is_taken(self, found: Found) -> None:
        table = found(**BUDGET)
        assert [take(table), take(table)] == [1, 0]
        with pytest.raises(NotNow, match="all your extensions"):
            take(table)
        assert take(table, "south") == 1

    def test_a_successor_has_what_is_left(self, found: Found) -> None:
        table = found(**BUDGET)
        take(table)
        assert take(table, by=follows(table)) == 0

    @pytest.mark.parametrize(
        ("policy", "match"),
        [({}, "no extensions"), ({**BUDGET, "hours": {"default": None}}, "no deadline")],
    )
    def test_where_there_is_none_or_no_deadline(
        self, found: Found, policy: dict[str, Any], match: str
    ) -> None:
        table = found(**policy)
        with pytest.raises(NotNow, match=match):
            take(table)

    def test_only_before_the_deadline_for_ones_own_seat_and_the_phase_meant(
        self, found: Found
    ) -> None:
        table = found(grace_hours=5, **BUDGET)
        with pytest.raises(NotYours):
            take(table, "south", by=table.players["north"])
        with pytest.raises(NotYours):
            take(table, by=table.moderator)
        with pytest.raises(StalePhase):
            take(table, phase=7)
        table.strike()
        with pytest.raises(NotNow, match="deadline has passed"):
            take(table)
        assert table.advance() is Outcome.GRACE
        with pytest.raises(NotNow, match="deadline has passed"):
            take(table)

    def test_taking_one_tells_nothing_of_what_is_written(self, found: Found) -> None:
        table = found(extensions=9)
        take(table)
        orders.save_draft(
            table.slug, by=table.players["north"], power="north", order=PLACE, phase=1
        )
        take(table)
        bodies = [json.loads(e.body) for e in LogEntry.objects.filter(kind="clock.extended")]
        assert all(body.keys() == bodies[0].keys() for body in bodies)
        assert [body["left"] for body in bodies] == [8, 7]
        assert {body["seconds"] for body in bodies} == {24 * 3600}


def test_every_step_to_the_deadline_is_kept(found: Found) -> None:
    table = found(zone="Europe/Berlin", at="20:00", **BUDGET)
    take(table, "south")
    moderation.extend(table.slug, by=table.moderator, hours=24, reason="Travel")
    moderation.pause(table.slug, by=table.moderator, reason="Feast day")
    Campaign.objects.update(stopped_at=timezone.now() - timedelta(hours=5))
    moderation.resume(table.slug, by=table.moderator)
    Heartbeat.objects.create(name="sweep", beat_at=timezone.now() - timedelta(hours=8))
    Phase.objects.update(opened_at=timezone.now() - timedelta(hours=8))
    sweep.sweep()
    assert kinds(table) == ["opened", "hours", "hour", "extended", "extended", "pause", "outage"]
    assert table.phase.due_in_words == (
        "72 hours, then the next 20:00 (Europe/Berlin), plus 12 hours taken by Southland, plus 24 hours "
        "from the moderator, plus 5 hours of pause, plus 3 hours because the service was away"
    )
    seen = campaign_page.campaign_page(table.slug).phase
    assert seen.steps[-1].to == table.phase.due_at.replace(microsecond=0)
    assert seen.steps[-1].words == "plus 3 hours because the service was away"


class TestChangingThePolicy:
    """A change by the desk is logged, old → new."""

    def test_everybody_reads_what_was_and_what_is(self, found: Found) -> None:
        table = found(votes={"extend": "all"})
        policy = msgspec.structs.replace(
            table.campaign.policy,
            hours={"default": 48, "facts": None},
            holidays=(Holiday("Christmas", "2026-12-24", "2026-12-26"),),
            extensions=3,
            votes={"extend": "two_thirds"},
        )
        moderation.change_policy(
            table.slug, by=table.moderator, policy=policy, reason="Winter is here."
        )
        lines = [one.line for one in campaign_page.log(table.slug)]
        [line] = [line for line in lines if line.head == "Clock changed by moderator"]
        assert line.rest == (
            "Hours for every phase: 72 hours → 48 hours; extensions for each player: 0 → 3; vote, more "
            "time for the phase: all → two thirds; hours for facts: none → no deadline; holidays: none → "
            "2026-12-24 to 2026-12-26: Christmas. Winter is here."
        )

    def test_whatever_is_changed_is_told(self) -> None:
        away = AbsencePolicy(stretch_hours=24)
        assert changes(ClockPolicy(), ClockPolicy(absence=away)) == [
            (
                "who is away: does deputy, stretch hours 72, days a year 60 → does deputy, stretch hours "
                "24, days a year 60"
            )
        ]


@pytest.fixture
def over(found: Found) -> Table:
    """A campaign in which the clock was changed, extended and voted on."""
    table = found(votes={"pause": "two_thirds"}, **BUDGET)
    take(table)
    agree.propose(table.slug, by=table.players["north"], kind="pause", phase=1, reason="Feast")
    policy = msgspec.structs.replace(table.campaign.policy, at="20:00")
    moderation.change_policy(table.slug, by=table.moderator, policy=policy, reason="So")
    table.play()
    return table


def test_a_true_clock_has_no_fault(whole: bytes) -> None:
    check = named(whole)["the clock"]
    assert not check.faults
    assert check.said == "2 deadlines as the policy has it, 1 extension taken by players"


def policy_of(**parts: Any) -> Change:
    return lambda content: content["log"][0]["body"]["policy"].update(parts)


FORGED: dict[str, tuple[Change, str]] = {
    "another deadline": (body_of("phase.opened", due="2030-01-01T00:00:00+00:00"), "its steps lead"),
    "other steps": (body_of("phase.opened", steps=[{"kind": "none"}], due=""), "every phase has a deadline"),
    "steps of other hours": (policy_of(hours={"default": 71}), "how its deadline came about"),
    "no policy at all": (policy_of(hours={"default": -1}), "no campaign has this policy"),
    "what is no policy": (policy_of(hours=3), "no clock policy"),
    "fewer extensions": (policy_of(extensions=0), "had no extension left"),
    "more left": (body_of("clock.extended", left=5), "how many are left"),
    "longer": (body_of("clock.extended", seconds=99), "its length"),
    "another policy before": (body_of("moderator.policy", before={"hours": {"default": 1}}), "the policy before"),
    "another threshold": (policy_of(votes={"pause": "most"}), "another threshold"),
}  # fmt: skip


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_clock_is_found_out(whole: bytes, name: str) -> None:
    change, fault = FORGED[name]
    must_be_named(whole, change, "the clock: ", fault)


def test_who_looks_for_a_campaign_reads_its_clock_in_one_sentence(found: Found) -> None:
    table = found(start=False, at="20:00", weekdays=("mon", "thu"), **BUDGET)
    seats.leave(table.slug, by=table.players["north"], power="north")
    [card] = lobby_page.lobby().open
    assert card.clock == (
        "At least 72 hours a phase, on Mondays and Thursdays at 20:00 (UTC), each player may take 12 hours more "
        "2 times, then the autopilot plays."
    )
    [mine] = lobby_page.lobby(table.moderator).mine
    assert mine.clock == card.clock
