"""A phase is resolved once, when its time has come, from what was sealed."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from campaigns.crypto import dice_chain
from campaigns.errors import NotOnTheMenu, NotYours, OrderRefused, OrdersClosed, StalePhase
from campaigns.models import Campaign, Heartbeat, LogEntry, Outage, Phase, Sheet
from campaigns.proofs import commitments, dice_links
from campaigns.rulebooks import states
from campaigns.services.advance import end_phase, phase_advance, resolve, sweep
from campaigns.services.advance.phase_advance import Outcome
from campaigns.services.clock import outages
from campaigns.services.deadlines import moderation
from campaigns.services.lifecycle import campaigns
from campaigns.services.orders import orders, standing_orders
from tests.support.accounts import person
from tests.support.books.tiny_book import PLACE
from tests.support.campaigns import Found, Table, a_campaign, corrected


def test_when_all_have_sealed_the_next_phase_opens(table: Table) -> None:
    table.seal_all()
    assert table.advance() is Outcome.RESOLVED
    assert (table.phase.number, table.phase.key) == (2, "name")
    first = Phase.objects.get(campaign=table.campaign, number=1)
    assert first.resolved_how == "ready"
    assert {s.state for s in Sheet.objects.filter(phase=first)} == {"used"}


def test_a_seal_that_is_not_ready_waits_for_the_deadline(table: Table) -> None:
    table.seal_all(but="isle")
    table.seal("isle", PLACE, ready=False)
    assert table.advance() is Outcome.NOT_YET
    table.seal("isle", PLACE)
    assert table.campaign.wakes_at <= timezone.now()
    assert table.advance() is Outcome.RESOLVED


def test_asking_twice_resolves_once(table: Table) -> None:
    table.seal_all()
    campaign = table.campaign
    assert campaign.phase_id
    assert phase_advance.advance(campaign.pk, phase_id=campaign.phase_id) is Outcome.RESOLVED
    assert phase_advance.advance(campaign.pk, phase_id=campaign.phase_id) is Outcome.ALREADY
    assert Phase.objects.filter(campaign=campaign).count() == 2


def test_at_the_deadline_the_autopilot_plays_for_the_silent(table: Table) -> None:
    table.seal("north", PLACE)
    assert table.pass_deadline() is Outcome.RESOLVED
    first = Phase.objects.get(campaign=table.campaign, number=1)
    assert {s.power: s.how for s in Sheet.objects.filter(phase=first)} == {
        "north": "sealed",
        "south": "autopilot",
        "isle": "autopilot",
    }
    assert states.now(first).purses["south"].points in ({"east": 2}, {"east": 1, "west": 1})


def test_held_powers_send_nothing(found: Found) -> None:
    table = found(missed="hold")
    table.seal("north", PLACE)
    assert table.pass_deadline() is Outcome.RESOLVED
    assert set(states.now(Phase.objects.get(number=1)).purses) == {"north"}


def test_the_campaign_waits_for_its_moderator_where_that_is_the_policy(found: Found) -> None:
    table = found(missed="wait")
    table.seal("north", PLACE)
    assert table.pass_deadline() is Outcome.WAITING
    assert table.campaign.status == "waiting"
    with pytest.raises(OrdersClosed, match="stay as they are"):
        table.seal("north", {"kind": "place", "points": {}})
    table.seal("south", PLACE)
    table.seal("isle", PLACE)
    assert table.campaign.status == "running"
    assert table.advance() is Outcome.RESOLVED


def test_grace_is_for_the_silent_alone(found: Found) -> None:
    table = found(grace_hours=2)
    table.seal("north", PLACE)
    assert table.pass_deadline() is Outcome.GRACE
    with pytest.raises(OrdersClosed):
        table.seal("north", {"kind": "place", "points": {}})
    table.seal("south", PLACE)
    assert table.advance() is Outcome.NOT_YET
    table.seal("isle", PLACE, ready=False)
    assert table.advance() is Outcome.RESOLVED


def test_after_grace_the_policy_speaks(found: Found) -> None:
    table = found(grace_hours=2)
    assert table.pass_deadline() is Outcome.GRACE
    assert table.pass_deadline() is Outcome.RESOLVED


def test_an_order_against_the_rules_is_refused_with_its_rule(table: Table) -> None:
    with pytest.raises(OrderRefused) as refused:
        table.seal("north", {"kind": "place", "points": {"east": 9}})
    assert refused.value.rule == "1.1"
    assert "only 3 to place" in refused.value.message


def test_a_form_for_an_earlier_phase_or_of_another_is_refused(table: Table) -> None:
    table.play()
    form = {"power": "north", "order": PLACE, "phase": 1}
    with pytest.raises(StalePhase, match="phase 1, but the campaign is in phase 2"):
        orders.seal_orders(table.slug, by=table.players["north"], **form)
    with pytest.raises(NotYours):
        orders.seal_orders(table.slug, by=table.players["south"], **{**form, "phase": 2})


def test_sealing_again_publishes_a_new_fingerprint_for_the_same_order_too(table: Table) -> None:
    orders = (PLACE, PLACE, {"kind": "place", "points": {"west": 3}})
    assert len({table.seal("north", order).commitment for order in orders}) == 3
    assert LogEntry.objects.filter(kind="order.sealed", power="north").count() == 3


def test_a_seal_taken_back_becomes_the_draft(table: Table) -> None:
    table.seal("north", PLACE)
    orders.unseal(table.slug, by=table.players["north"], power="north", phase=1)
    assert {s.state for s in Sheet.objects.filter(power="north")} == {"withdrawn", "draft"}


def test_released_orders_match_their_fingerprints(table: Table) -> None:
    sealed = {power: table.seal(power, PLACE).commitment for power in table.players}
    table.advance()
    assert not LogEntry.objects.filter(kind="orders.released").exists()
    table.seal_all({"kind": "name", "valley": "east"})
    table.advance()
    released = {
        json.loads(e.body)["phase"]: json.loads(e.body)
        for e in LogEntry.objects.filter(kind="orders.released")
    }
    assert set(released) == {1, 2}
    for order in released[1]["orders"]:
        assert order["commitment"] == sealed[order["power"]]
        assert commitments.matches(
            order["commitment"], bytes.fromhex(order["nonce"]), order["order"]
        )


def test_the_log_is_one_chain_of_hashes_and_the_dice_one_of_links(table: Table) -> None:
    from rules.kernel.dice import follows

    for _ in range(4):
        table.pass_deadline()
    assert table.campaign.status == "finished"
    before = ""
    for entry in LogEntry.objects.filter(campaign=table.campaign).order_by("seq"):
        assert entry.prev_hash == before
        assert entry.hash == entry.digest()
        before = entry.hash
    link_before = table.campaign.dice_head
    for phase in Phase.objects.filter(campaign=table.campaign).order_by("number"):
        assert phase.link_before == link_before
        assert follows(bytes.fromhex(phase.link), bytes.fromhex(phase.link_before))
        link_before = phase.link


def test_a_new_chain_of_dice_is_drawn_before_anything_is_sealed_for_it(table: Table) -> None:
    used = dice_chain.LENGTH - dice_links.RESERVE
    Campaign.objects.update(dice_used=used)
    for number in (1, 2):
        for power in table.players:
            name = {"kind": "name", "valley": "east"}
            table.seal(power, PLACE if number == 1 else name, ready=True)
        table.advance()
    drawn = LogEntry.objects.get(kind="dice.chained")
    first_seal = LogEntry.objects.filter(kind="order.sealed", phase__number=2).earliest("seq")
    assert drawn.seq < first_seal.seq
    assert json.loads(drawn.body)["head"] == Phase.objects.get(number=2).link_before


def test_at_the_end_standing_orders_are_opened_too(table: Table) -> None:
    for valley in ("west", "east"):
        order = {"kind": "answer", "valley": valley}
        standing_orders.set_standing(
            table.slug, by=table.players["isle"], power="isle", order=order
        )
    table.let_go()
    entry = LogEntry.objects.get(kind="standing.released")
    opened = json.loads(entry.body)["standing"]
    assert [one["order"]["valley"] for one in opened] == ["west", "east"]
    for one in opened:
        assert commitments.matches(one["commitment"], bytes.fromhex(one["nonce"]), one["order"])
    secrets = json.loads(LogEntry.objects.get(kind="secrets.opened").body)["secrets"]
    assert [one["commitment"] for one in secrets if one["kind"] == "standing.set"] == [
        one["commitment"] for one in opened
    ]


def test_the_log_cannot_be_rewritten(table: Table) -> None:
    from django.db import IntegrityError, transaction

    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        LogEntry.objects.filter(campaign=table.campaign).update(body="{}")
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        LogEntry.objects.filter(campaign=table.campaign).delete()


def test_a_campaign_of_autopilots_plays_itself_to_its_end(found: Found) -> None:
    table = found(bots=("north", "south", "isle"))
    for _ in range(4):
        assert table.advance() is Outcome.RESOLVED
    assert table.campaign.status == "finished"


def test_a_sealed_order_that_a_fact_made_illegal_counts_as_silence(found: Found) -> None:
    table = found(missed="hold")
    table.seal("north", PLACE)
    corrected(table, bridge=False)
    assert Sheet.objects.get(power="north").state == "sealed"
    table.seal("south", {"kind": "place", "points": {"east": 2}})
    table.seal("isle", {"kind": "place", "points": {"east": 2}})
    table.advance()
    first = Phase.objects.get(number=1)
    assert Sheet.objects.get(phase=first, power="north").state == "void"
    assert set(states.now(first).purses) == {"south", "isle"}


class TestTheClock:
    """Pauses, extensions, outages."""

    def test_a_pause_is_given_back(self, table: Table) -> None:
        due = table.phase.due_at
        moderation.pause(table.slug, by=table.moderator, reason="Feast day")
        assert table.campaign.wakes_at is None
        Campaign.objects.update(stopped_at=timezone.now() - timedelta(hours=5))
        moderation.resume(table.slug, by=table.moderator)
        assert timedelta(hours=5) <= table.phase.due_at - due < timedelta(hours=5, minutes=1)
        assert "of pause" in table.phase.due_in_words

    def test_an_outage_in_a_pause_is_given_back_once(self, table: Table) -> None:
        due, now = table.phase.due_at, timezone.now()
        Phase.objects.update(opened_at=now - timedelta(hours=48))
        Heartbeat.objects.create(name="sweep", beat_at=now - timedelta(hours=6))
        moderation.pause(table.slug, by=table.moderator, reason="Feast day")
        Campaign.objects.update(stopped_at=now - timedelta(hours=5))
        sweep.sweep()
        moderation.resume(table.slug, by=table.moderator)
        sweep.sweep()
        more = table.phase.due_at - due
        assert timedelta(hours=6) <= more < timedelta(hours=6, minutes=1)

    def test_a_pause_after_the_deadline_opens_no_seal_again(self, found: Found) -> None:
        table = found(missed="wait")
        table.seal("north", PLACE)
        assert table.pass_deadline() is Outcome.WAITING
        moderation.pause(table.slug, by=table.moderator, reason="Feast day")
        with pytest.raises(OrdersClosed, match="stay as they are"):
            table.seal("north", {"kind": "place", "points": {}})
        table.seal("south", PLACE)

    def test_nothing_resolves_while_paused(self, table: Table) -> None:
        moderation.pause(table.slug, by=table.moderator, reason="Feast day")
        table.seal_all()
        assert table.advance() is Outcome.STANDS_STILL
        moderation.resume(table.slug, by=table.moderator)
        assert table.advance() is Outcome.RESOLVED

    def test_an_extension_says_so(self, table: Table) -> None:
        due = table.phase.due_at
        moderation.extend(table.slug, by=table.moderator, hours=24, reason="Travel")
        assert table.phase.due_at == due + timedelta(hours=24)
        assert table.phase.due_in_words.endswith("plus 24 hours from the moderator")

    def test_only_the_moderator_forces(self, table: Table) -> None:
        with pytest.raises(NotYours):
            end_phase.force(table.slug, by=table.players["north"], phase=1, reason="Now")
        end_phase.force(table.slug, by=table.moderator, phase=1, reason="All agreed", silent="hold")
        assert table.phase.number == 2

    def test_time_lost_to_an_outage_is_given_back_once(self, table: Table) -> None:
        due = table.phase.due_at
        now = timezone.now()
        Heartbeat.objects.create(name="sweep", beat_at=now - timedelta(hours=8))
        Phase.objects.update(opened_at=now - timedelta(hours=72))
        sweep.sweep()
        sweep.sweep()
        assert Outage.objects.count() == 1
        assert (
            timedelta(hours=7, minutes=59)
            < table.phase.due_at - due
            < timedelta(hours=8, minutes=1)
        )
        assert LogEntry.objects.filter(kind="clock.given_back").count() == 1

    def test_an_outage_noticed_while_a_phase_is_looked_at_costs_no_deadline(
        self, table: Table, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        now = timezone.now()
        Heartbeat.objects.create(name="sweep", beat_at=now - timedelta(hours=8))
        Phase.objects.update(opened_at=now - timedelta(hours=72), due_at=now - timedelta(hours=2))
        Campaign.objects.update(wakes_at=now - timedelta(hours=2))
        gives_back = outages.give_back

        def and_then_another_sweep_notices(*arguments: Any) -> None:
            gives_back(*arguments)
            sweep.beat()

        monkeypatch.setattr(outages, "give_back", and_then_another_sweep_notices)
        assert table.advance() is Outcome.NOT_YET
        monkeypatch.setattr(outages, "give_back", gives_back)
        assert sweep.sweep() == 0
        assert table.phase.number == 1
        assert table.phase.due_at > now
        assert LogEntry.objects.filter(kind="clock.given_back").count() == 1

    def test_a_deadline_that_fell_into_an_outage_resolves_nothing(self, table: Table) -> None:
        now = timezone.now()
        Heartbeat.objects.create(name="sweep", beat_at=now - timedelta(hours=8))
        Phase.objects.update(opened_at=now - timedelta(hours=72), due_at=now - timedelta(hours=2))
        Campaign.objects.update(wakes_at=now - timedelta(hours=2))
        # A task of before the outage comes first.
        assert table.advance() is Outcome.NOT_YET
        assert sweep.sweep() == 0
        assert table.phase.number == 1
        assert (
            timedelta(hours=5, minutes=59)
            < table.phase.due_at - now
            < timedelta(hours=6, minutes=1)
        )

    def test_what_was_ready_before_an_outage_resolves_at_once_after_it(self, table: Table) -> None:
        table.seal_all()
        now = timezone.now()
        Heartbeat.objects.create(name="sweep", beat_at=now - timedelta(hours=8))
        Phase.objects.update(opened_at=now - timedelta(hours=24))
        assert sweep.sweep() == 1

    def test_the_sweep_resolves_what_is_due(self, table: Table) -> None:
        table.strike()
        assert sweep.sweep() == 1
        assert sweep.sweep() == 0

    def test_a_rulebook_that_breaks_stops_its_own_campaign_only(
        self, table: Table, monkeypatch: pytest.MonkeyPatch, tiny_book: Any
    ) -> None:
        table.strike()
        monkeypatch.setattr(type(tiny_book), "resolve", lambda *_: 1 // 0)
        assert sweep.sweep() == 0
        assert table.campaign.status == "paused"
        assert "could not be resolved" in table.campaign.status_reason
        assert table.phase.resolved_at is None

    def test_what_the_database_refuses_stops_its_own_campaign_only(
        self, table: Table, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        other = a_campaign(by=table.moderator)
        table.strike()
        real = resolve.resolve

        def refused(campaign: Campaign, *given: Any, **more: Any) -> None:
            if campaign.slug == table.slug:
                Campaign.objects.filter(pk=campaign.pk).update(dice_used=campaign.dice_length + 1)
            real(campaign, *given, **more)

        monkeypatch.setattr(resolve, "resolve", refused)
        sweep.sweep()
        assert table.campaign.status == "paused"
        assert other.campaign.status == "finished"


def test_founding_checks_what_it_is_given(db: None) -> None:
    with pytest.raises(NotOnTheMenu, match="no scenario"):
        campaigns.create_campaign(by=person("a"), rulebook="tiny", scenario="nowhere", title="X")


def test_who_was_ready_and_is_called_on_has_time_to_look(table: Table) -> None:
    table.seal_all(but="north")
    table.act("north", {"kind": "call"})
    table.seal("north", PLACE)
    assert table.advance() == Outcome.NOT_YET
    sheets = {sheet.power: sheet for sheet in table.phase.sheets.filter(state="sealed")}
    assert [sheets[p].ready for p in ("north", "south", "isle")] == [True, False, False]
    table.act("south", {"kind": "reply"})
    table.seal_all(but="north")
    assert table.advance() == Outcome.RESOLVED


def test_a_call_keeps_no_seal_from_counting_at_the_deadline(table: Table) -> None:
    table.seal_all(but="north")
    table.act("north", {"kind": "call"})
    table.seal("north", PLACE)
    assert table.pass_deadline() == Outcome.RESOLVED
    assert not Sheet.objects.filter(phase__number=1).exclude(how="sealed").exists()
