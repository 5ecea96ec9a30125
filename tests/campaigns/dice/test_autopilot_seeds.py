"""What autopilots choose by: a seed that is committed when a phase opens, and that nobody reads before its orders."""

import hashlib
import hmac
import json
from collections.abc import Callable
from typing import Any
from unittest import mock

import msgspec
import pytest
from django.db import models

from campaigns import rulebooks
from campaigns.crypto import autopilot_seeds
from campaigns.domain import export_file
from campaigns.models import Campaign, LogEntry
from campaigns.proofs import phase_seeds
from campaigns.rulebooks import order_sheets as sheet_service
from campaigns.rulebooks import states
from campaigns.selectors.history import phase_story
from campaigns.services.site import restore as site_restore
from rules.kernel.dice import face
from rules.kernel.serial import canonical
from tests.support.books.tiny_book import BOOK
from tests.support.campaigns import Table
from tests.support.dice import entries
from tests.support.exports.files import faults, file_of, named
from tests.support.exports.tampering import unguarded
from tests.support.repair import all_agree, back
from verifier import autopilots

BOTH = ({"east": 2}, {"east": 1, "west": 1})
"""What the tiny book's autopilot places by the two faces of its die."""


@pytest.fixture
def table(found: Callable[..., Table]) -> Table:
    return found(bots=("isle",), scenario="long")


def secret_of(campaign: Campaign, number: int = 0) -> bytes:
    kept = campaign.autopilot_secret or b""
    return kept[32 * number : 32 * number + 32]


def sealed_by_the_isle(table: Table) -> Any:
    sheet = sheet_service.counting(table.phase)["isle"]
    sheet.phase = table.phase
    return sheet.content.order


def hashed(secret: bytes) -> str:
    return hashlib.sha256(secret).hexdigest()


def test_a_seed_is_committed_when_its_phase_opens_and_opened_with_its_orders(table: Table) -> None:
    secret = secret_of(table.campaign)
    assert entries(table, "campaign.founded")[0]["autopilots"] == {"root": hashed(secret)}
    expected = [phase_seeds.seed_of(secret, 1, number) for number in (1, 2, 3)]
    (opened,) = entries(table, "phase.opened")
    assert opened["autopilots"] == {"seed": hashed(expected[0])}
    order = sealed_by_the_isle(table)
    table.play(2)
    assert [one["autopilots"]["seed"] for one in entries(table, "phase.opened")] == [
        hashed(seed) for seed in expected
    ]
    released = {one["phase"]: one for one in entries(table, "orders.released")}
    assert {number: one["autopilots"] for number, one in released.items()} == {
        number: expected[number - 1].hex() for number in (1, 2)
    }
    (played,) = [one["order"] for one in released[1]["orders"] if one["power"] == "isle"]
    die = face(hmac.digest(expected[0], b"isle", "sha256"), "placement", 1, 2)
    assert order == played == {"kind": "place", "points": BOTH[die - 1]}
    assert not faults(file_of(table))


@pytest.mark.long
def test_at_the_end_all_seeds_follow_from_the_secret(
    found: Callable[..., Table],
) -> None:
    table = found(bots=("isle",))
    secret = secret_of(table.campaign)
    table.play_out()
    (over,) = entries(table, "campaign.finished")
    assert over["autopilots"] == [secret.hex()]
    data = file_of(table)
    check = named(data)["autopilots' seeds"]
    assert not check.faults
    assert not check.left
    export = export_file.read(data)
    assert all(phase.autopilots for phase in export.phases if phase.released)


@pytest.mark.long
def test_a_silent_player_is_played_by_the_seed_that_was_committed(
    found: Callable[..., Table],
) -> None:
    table = found(missed="autopilot", scenario="long")
    phase, campaign = table.phase, table.campaign
    dice = autopilot_seeds.dice(campaign, phase, "isle")
    assert dice is not None
    expected = BOOK.autopilot(states.now(phase), "isle", dice)
    for power in ("north", "south"):
        table.seal(power, {"kind": "place", "points": {"east": 1}})
    table.pass_deadline()
    table.play()
    (released,) = [one for one in entries(table, "orders.released") if one["phase"] == 1]
    (played,) = [one["order"] for one in released["orders"] if one["how"] == "autopilot"]
    assert played == rulebooks.as_data(expected)
    assert not faults(file_of(table))


def test_nothing_of_it_goes_into_the_dice(table: Table) -> None:
    from campaigns.crypto import dice_chain

    campaign = table.campaign
    before = dice_chain.links(campaign).link
    autopilot_seeds.renewed(campaign, table.phase)
    assert dice_chain.links(campaign).link == before
    assert secret_of(campaign) not in dice_chain.root_of(campaign)


@pytest.mark.long
def test_another_line_has_other_seeds(found: Callable[..., Table]) -> None:
    table = found(missed="autopilot", scenario="long")
    table.play(2)
    back(table, 1)
    all_agree(table)
    opened = [one["autopilots"]["seed"] for one in entries(table, "phase.opened")]
    assert len(opened) == len(set(opened)) == 4
    assert table.phase.line == 2
    seed = phase_seeds.seed_of(secret_of(table.campaign), 2, table.phase.number)
    assert opened[-1] == hashed(seed)
    table.play(2)
    assert not faults(file_of(table))


def test_after_a_restore_seeds_that_were_known_count_no_more(table: Table) -> None:
    first = secret_of(table.campaign)
    restore = site_restore.begin("The disk is new")
    assert restore is not None
    site_restore.renew(table.slug, restore=restore)
    second = secret_of(table.campaign, 1)
    assert second != first
    (chained,) = entries(table, "dice.chained")
    seed = phase_seeds.seed_of(second, 1, 1)
    assert chained["autopilots"] == {"root": hashed(second), "seed": hashed(seed)}
    die = face(hmac.digest(seed, b"isle", "sha256"), "placement", 1, 2)
    assert sealed_by_the_isle(table)["points"] == BOTH[die - 1]
    table.play(2)
    assert {
        one["autopilots"] for one in entries(table, "orders.released") if one["phase"] == 1
    } == {seed.hex()}
    check = phase_story.story(table.slug, 1).check
    assert (check.seeded, check.wrong) == (True, ())
    assert not faults(file_of(table))
    # The seed from before was committed to as well, but not last.
    entry = LogEntry.objects.get(kind="orders.released", phase__number=1)
    told = json.loads(entry.body) | {"autopilots": phase_seeds.seed_of(first, 1, 1).hex()}
    entry.body = canonical(told).decode()
    changed = {"body": entry.body, "hash": entry.digest()}
    unguarded(lambda: LogEntry.objects.filter(pk=entry.pk).update(**changed))
    (said,) = phase_story.story(table.slug, 1).check.wrong
    assert "is not the one that was committed to" in said


def test_a_book_without_seeds_gives_what_it_always_gives(table: Table) -> None:
    """The commitment is there all the same."""
    dice = autopilot_seeds.dice(table.campaign, table.phase, "isle")
    with mock.patch.dict(vars(BOOK), seeded=False):
        order, _ = rulebooks.autopilot_order(BOOK, states.now(table.phase), "isle", dice)
    assert order == {"kind": "place", "points": {"east": 1}}


@pytest.mark.long
def test_a_file_without_a_secret_does_not_hold(table: Table) -> None:
    table.play(2)
    export = export_file.read(file_of(table))
    log = tuple(
        msgspec.structs.replace(
            entry, body={name: it for name, it in entry.body.items() if name != "autopilots"}
        )
        for entry in export.log
    )
    check = autopilots.check_seeds(msgspec.structs.replace(export, log=log))
    assert check.faults[0].endswith("no secret of the autopilots is committed to")


# -- secrecy --------------------------------------------------------------------------------------


def test_at_rest_no_seed_and_no_secret_lies_in_the_clear(table: Table) -> None:
    campaign, phase = table.campaign, table.phase
    hidden = {secret_of(campaign), phase_seeds.seed_of(secret_of(campaign), 1, phase.number)}
    found = 0
    for row in (campaign, phase, *LogEntry.objects.filter(campaign=campaign)):
        for field in row._meta.concrete_fields:
            value = field.value_from_object(row)
            if isinstance(field, models.BinaryField):
                found += 1
                assert not any(one in bytes(value or b"") for one in hidden)
            else:
                assert not any(one.hex() in str(value) for one in hidden), field
    assert found


# -- what is said of it ---------------------------------------------------------------------------


def test_the_page_of_the_seats_says_what_autopilots_choose_by(table: Table, client: Any) -> None:
    said = client.get(f"/c/{table.slug}/seats/").text
    assert "No player can read it" in said
    with mock.patch.dict(vars(BOOK), seeded=False):
        said = client.get(f"/c/{table.slug}/seats/").text
    assert "Autopilots choose without a seed here" in said
