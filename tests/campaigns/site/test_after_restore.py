"""A restored database throws no dice that are public already, and says so to everybody."""

import json
from io import StringIO
from typing import Any

import pytest
from django.core import mail
from django.core.management import CommandError, call_command

from campaigns.crypto import dice_chain
from campaigns.models import Campaign, LogEntry, Notification, Restore, Sheet
from campaigns.selectors.campaign import campaign_page
from campaigns.services.lifecycle import import_campaign
from campaigns.services.notifications import email as outgoing_email
from campaigns.services.orders import orders
from campaigns.services.site import restore
from tests.support.accounts import person, reachable
from tests.support.books.tiny_book import NAME, PLACE
from tests.support.campaigns import Found, Table, a_campaign
from tests.support.exports.files import faults, file_of, named
from tests.support.worlds import undone

WHY = "A disk failed; the backup is of 3 o'clock."


def after_restore(*arguments: str) -> str:
    """What the command says."""
    said = StringIO()
    call_command("after-restore", *arguments, stdout=said)
    return said.getvalue()


def test_the_log_says_where_the_chain_changed_and_why(table: Table) -> None:
    table.play()
    table.seal("north", NAME)
    after_restore("--reason", WHY)
    entries = LogEntry.objects.filter(campaign=table.campaign).order_by("-seq")[:2]
    chained, voided = ((entry.kind, json.loads(entry.body)) for entry in entries)
    campaign = table.campaign
    # Of what autopilots choose by, tests/campaigns/dice/test_autopilot_seeds.py says more.
    assert chained[1].pop("autopilots").keys() == {"root", "seed"}
    assert chained == (
        "dice.chained",
        {
            "head": campaign.dice_head,
            "length": dice_chain.LENGTH,
            "next": dice_chain.next_head(campaign),
            "reason": WHY,
        },
    )
    assert voided == ("order.voided", {"phase": 2, "reason": WHY})
    seal = LogEntry.objects.filter(kind="order.sealed").latest("seq")
    assert (entries[1].power, entries[1].commitment) == ("north", seal.commitment)


@pytest.mark.long
def test_open_seals_are_void_unread_and_their_owners_hand_in_again(table: Table) -> None:
    reachable(*table.players.values())
    first = table.seal("north", PLACE, ready=False)
    orders.save_draft(table.slug, by=table.players["south"], power="south", order=PLACE, phase=1)
    after_restore("--reason", WHY)

    north = Sheet.objects.filter(phase=table.phase, power="north")
    assert sorted(north.values_list("state", flat=True)) == ["draft", "withdrawn"]
    voided = Notification.objects.get(kind="voided")
    assert voided.person == table.players["north"]
    outgoing_email.send_due()
    (told,) = [letter for letter in mail.outbox if "void" in letter.subject]
    assert told.to == ["north@example.org"]
    assert WHY in str(told.body)

    again = table.seal("north", PLACE)
    assert again.commitment != first.commitment
    table.seal_all(but="north")
    table.advance()
    table.let_go()
    released = json.loads(LogEntry.objects.get(kind="orders.released", phase__number=1).body)
    opened = {one["commitment"] for one in released["orders"]}
    assert again.commitment in opened
    assert first.commitment not in opened
    assert faults(file_of(table)) == []


def test_who_has_sealed_again_gets_no_letter(table: Table) -> None:
    reachable(table.players["north"])
    table.seal("north", PLACE, ready=False)
    after_restore("--reason", WHY)
    table.seal("north", PLACE, ready=False)
    outgoing_email.send_due()
    assert [letter for letter in mail.outbox if "void" in letter.subject] == []
    assert Notification.objects.get(kind="voided").state == "dropped"


@pytest.mark.long
def test_autopilots_seal_again_once_the_chain_is_drawn(found: Found) -> None:
    table = found(bots=("south", "isle"))
    after_restore("--reason", WHY)
    kinds = list(
        LogEntry.objects.filter(campaign=table.campaign)
        .order_by("seq")
        .values_list("kind", flat=True)
    )
    assert kinds[-5:] == [
        "order.voided", "order.voided", "dice.chained", "order.sealed", "order.sealed",
    ]  # fmt: skip
    table.play()
    table.let_go()
    assert faults(file_of(table)) == []


def test_a_second_run_changes_nothing_and_another_restore_is_another_one(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.seal("north", PLACE, ready=False)
    after_restore("--reason", WHY)
    before = table.campaign.log_hash
    assert "Nothing to do" in after_restore("--reason", WHY)
    assert "Nothing to do" in after_restore()
    assert table.campaign.log_hash == before
    assert Restore.objects.count() == 1
    first = table.campaign.dice_head
    after_restore("--reason", WHY, "--again")
    second = table.campaign.dice_head
    assert first != second
    # A dump that is brought back makes another database, whatever stood in the dump.
    monkeypatch.setattr(restore, "database_name", lambda: "another")
    after_restore("--reason", WHY)
    assert table.campaign.dice_head != second


def test_broken_off_it_goes_on_with_the_rest(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    other = a_campaign(by=table.moderator, bots=(), at_phase=0).slug
    renew = restore.renew

    def fail(slug: str, **more: Any) -> Any:
        if slug == other:
            raise RuntimeError("its book is gone")
        return renew(slug, **more)

    monkeypatch.setattr(restore, "renew", fail)
    with pytest.raises(SystemExit):
        after_restore("--reason", WHY)
    done = table.campaign.dice_head
    monkeypatch.undo()
    # Whatever reason is given now: it is the same restore, and the log says the same everywhere.
    assert other in after_restore("--reason", "something else")
    assert table.campaign.dice_head == done
    chained = LogEntry.objects.filter(kind="dice.chained", campaign__slug=other).get()
    assert json.loads(chained.body)["reason"] == WHY
    assert Restore.objects.get().ended_at is not None


@pytest.mark.long
def test_a_campaign_that_gathers_gets_a_chain_and_one_that_is_over_none(table: Table) -> None:
    table.let_go()
    gathering = a_campaign(by=table.moderator, bots=(), at_phase=0).slug
    over = table.campaign.dice_head
    after_restore("--reason", WHY)
    assert table.campaign.dice_head == over
    drawn = LogEntry.objects.get(kind="dice.chained")
    assert drawn.campaign.slug == gathering


def test_a_reason_is_needed(table: Table) -> None:
    with pytest.raises(CommandError, match="--reason"):
        after_restore()
    assert not LogEntry.objects.filter(kind="dice.chained").exists()


@pytest.mark.long
def test_a_chain_that_is_used_up_is_replaced_whatever_is_sealed(
    found: Found, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dice_chain, "LENGTH", 2)
    monkeypatch.setattr(dice_chain, "RESERVE", 0)
    table = found()
    table.seal("north", PLACE, ready=False)
    for _ in range(3):
        spy = {"kind": "spy"}
        table.act("isle", spy)
    assert LogEntry.objects.filter(kind="dice.chained").count() == 1
    table.let_go()
    assert faults(file_of(table)) == []


@pytest.mark.long
def test_a_campaign_that_was_restored_is_taken_in_elsewhere(found: Found) -> None:
    with undone():
        table = found()
        table.seal("north", PLACE, ready=False)
        after_restore("--reason", WHY)
        table.let_go()
        data, head = file_of(table), table.campaign.log_hash
    slug = import_campaign.import_campaign(data, by=person("keeper"))
    assert Campaign.objects.get(slug=slug).log_hash == head
    assert (
        named(file_of(table))["dice links"].said
        == "4 throws from 2 chains of the site and 0 chains of seats"
    )


def test_everybody_reads_it_in_the_log(table: Table) -> None:
    table.seal("north", PLACE, ready=False)
    after_restore("--reason", WHY)
    told = [line.line for line in campaign_page.log(table.slug)]
    assert any(line.head == "Northland: the seal is void" and WHY in line.rest for line in told)
    assert any(
        line.head == "A new chain of dice was drawn" and line.rest.startswith(WHY) for line in told
    )
