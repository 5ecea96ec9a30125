"""`manage.py verify FILE --against OTHER...`: what others kept must be in the file, and who could have
changed it is said.
"""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.core.management import CommandError, call_command

from campaigns.crypto import site_keys
from campaigns.domain import export_file
from campaigns.proofs import signatures
from campaigns.proofs.receipt_files import HeadsFile, NamedHead, Receipt, ReceiptsFile, SeenHead
from campaigns.selectors.log import receipts
from campaigns.services.orders import standing_orders
from campaigns.services.seats import seat_keys
from rules.kernel.serial import canonical
from tests.support.books.tiny_book import PLACE
from tests.support.campaigns import Found
from tests.support.exports.files import file_of
from tests.support.exports.tampering import first_entry, forged, rehash
from tests.support.seat_keys import Keyholder
from verifier import Check, first_fault, verify

OTHER_KEY = "YW5vdGhlciBrZXkgb2YgdGhlIHNhbWUgc2l0ZSEgISE="


class Kept(msgspec.Struct):
    """A campaign that is over, and what was kept of it on the way."""

    whole: bytes
    older: bytes
    receipts: bytes
    heads: bytes
    slug: str


_KEPT: list[Kept] = []


@pytest.fixture
def kept(request: pytest.FixtureRequest) -> Kept:
    """Played once for all."""
    if _KEPT:
        return _KEPT[0]
    found: Found = request.getfixturevalue("found")
    table = found()
    key = Keyholder(table.slug, "north", b"n" * 16)
    key.bring(table.players["north"])
    key.does(lambda: table.seal("north", PLACE))
    table.seal_all(but="north")
    table.advance()
    left = {"kind": "answer", "valley": "east"}
    standing_orders.set_standing(table.slug, by=table.players["isle"], power="isle", order=left)
    older = file_of(table)
    heads = canonical(receipts.public_heads())
    seat_keys.drop_key(table.slug, by=table.players["north"], power="north")
    table.let_go()
    own = canonical(receipts.receipts_of(table.slug, table.players["isle"]))
    _KEPT.append(Kept(file_of(table), older, own, heads, table.slug))
    return _KEPT[0]


def against(whole: bytes, *others: bytes) -> list[Check]:
    named = [(f"other-{number}", data) for number, data in enumerate(others, 1)]
    return [one for one in verify(whole, others=named) if one.name.startswith("against")]


def seal_of(content: dict[str, Any], power: str) -> dict[str, Any]:
    """The one entry in which a power sealed."""
    (entry,) = (
        one for one in content["log"] if (one["kind"], one["power"]) == ("order.sealed", power)
    )
    return entry


def other_order(entry: dict[str, Any]) -> None:
    entry["commitment"] = "ab" * 32


def rewritten(data: bytes, kind: str, change: Callable[[dict[str, Any]], None]) -> bytes:
    """The file after somebody changed an entry of its log who makes all hashes anew."""

    def again(content: dict[str, Any]) -> None:
        change(first_entry(content, kind))
        rehash(content)

    return forged(data, again)


def test_what_was_kept_is_in_an_honest_file_without_a_fault(kept: Kept) -> None:
    found = against(kept.whole, kept.older, kept.heads, kept.receipts)
    assert len(found) == 3
    for check in found:
        assert (check.faults, check.left) == ([], []), check.lines()
    number = len(json.loads(kept.receipts)["receipts"])
    assert f"{number} of {number} receipts" in found[2].said
    assert first_fault(verify(kept.whole)) is None


def test_another_history_is_named_with_its_first_entry(kept: Kept) -> None:
    other = rewritten(kept.whole, "phase.resolved", other_order)
    seq = next(e.seq for e in export_file.read(kept.whole).log if e.kind == "phase.resolved")
    (check,) = against(other, kept.older)
    (fault,) = check.faults
    assert f"log entry {seq} (phase.resolved" in fault
    assert check.could_have(fault) == "the site, or whoever edited one of the two files"
    (check,) = against(other, kept.heads)
    assert "had another hash when it was seen" in check.faults[0]


def test_a_receipt_that_the_log_contradicts_is_the_sites_doing(kept: Kept) -> None:
    def of_isle(content: dict[str, Any]) -> None:
        other_order(seal_of(content, "isle"))
        rehash(content)

    (check,) = against(forged(kept.whole, of_isle), kept.receipts)
    assert any("order.sealed of isle" in fault for fault in check.faults)
    assert {check.could_have(fault) for fault in check.faults if "receipt" in fault} == {"the site"}


def test_an_entry_that_was_signed_with_a_seats_key_may_be_its_holders_doing(kept: Kept) -> None:
    def of_north(content: dict[str, Any]) -> None:
        entry = seal_of(content, "north")
        other_order(entry)
        key = Keyholder(content["campaign"]["slug"], "north", b"n" * 16)
        text = signatures.statement(
            key.slug, "north", 1, "order.sealed", entry["body"], entry["commitment"]
        )
        entry["signature"] = key.sign(text)
        rehash(content)

    (check,) = against(forged(kept.whole, of_north), kept.older)
    (fault,) = check.faults
    assert check.could_have(fault) == "the site or whoever holds the seat's key"


@pytest.mark.long
def test_an_entry_that_is_gone_is_missed(kept: Kept) -> None:
    def gone(content: dict[str, Any]) -> None:
        content["log"].remove(seal_of(content, "isle"))
        rehash(content)

    (check,) = against(forged(kept.whole, gone), kept.receipts)
    assert any("the log has another entry" in fault for fault in check.faults)


def test_a_receipt_beyond_the_files_end_is_missing_only_if_the_file_goes_on(kept: Kept) -> None:
    (check,) = against(kept.older, kept.receipts)
    assert not check.faults
    assert check.left
    export = export_file.read(kept.whole)
    late = HeadsFile(
        at=export.log[3].at,
        heads=(NamedHead(campaign=kept.slug, seq=len(export.log) + 4, hash="00" * 32),),
    )
    (check,) = against(kept.whole, canonical(late))
    assert "goes on" in check.faults[0]


def test_a_receipt_that_was_edited_is_its_editors(kept: Kept) -> None:
    body = json.loads(kept.receipts)
    body["receipts"][-1]["commitment"] = "ab" * 32
    (check,) = against(kept.whole, canonical(body))
    (fault,) = check.faults
    assert "not signed by its key" in fault
    assert check.could_have(fault) == "whoever edited that file"


def test_a_key_that_the_log_does_not_name_signs_nothing(kept: Kept, settings: Any) -> None:
    settings.SITE_KEY = OTHER_KEY
    key = site_keys.newest()
    body = json.loads(kept.receipts)
    first = msgspec.convert(body["receipts"][0], Receipt)
    made = msgspec.structs.replace(first, key=key.public, signature="")
    body["receipts"] = [{**msgspec.to_builtins(made), "signature": key.sign(made.signed)}]
    (check,) = against(kept.whole, canonical(body))
    assert "a key that the log does not name" in check.faults[0]


def test_files_of_other_campaigns_say_nothing(kept: Kept) -> None:
    elsewhere = canonical(
        ReceiptsFile(campaign="other", key="", receipts=(), heads=(SeenHead(seq=1, hash="00"),))
    )
    (check,) = against(kept.whole, elsewhere)
    assert (check.faults, check.left) == ([], ["it is of another campaign"])
    with pytest.raises(export_file.UnreadableExport):
        verify(kept.whole, others=[("nonsense", b"{}")])
    with pytest.raises(export_file.UnreadableExport):
        verify(kept.whole, others=[("nonsense", b"x")])


def test_the_command_names_the_first_thing_and_who_could_have_done_it(
    kept: Kept, tmp_path: Path
) -> None:
    files = {
        "whole.json": rewritten(kept.whole, "phase.resolved", other_order),
        "older.json": kept.older,
        "heads.json": kept.heads,
    }
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    said, watched = io.StringIO(), io.StringIO()
    whole, *others = (str(tmp_path / name) for name in files)
    with pytest.raises(SystemExit) as ended:
        call_command(
            "verify", whole, "--against", *others, "--progress", stdout=said, stderr=watched
        )
    assert ended.value.code == 1
    last = said.getvalue().splitlines()[-1]
    assert last.startswith("first: against older.json: log entry")
    assert last.endswith("could be done by the site, or whoever edited one of the two files")
    assert "entries played again" in watched.getvalue()
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("verify", whole, "--against", str(tmp_path / "none.json"))


def test_the_sites_keys_follow_one_another(kept: Kept) -> None:
    def stranger(content: dict[str, Any]) -> None:
        entry = first_entry(content, "campaign.started")
        entry["kind"] = "site.key"
        entry["body"] = {"key": "11" * 32, "before": "22" * 32, "proof": "", "by_before": "33" * 64}
        rehash(content)

    (check,) = [one for one in verify(forged(kept.whole, stranger)) if one.name == "site's key"]
    assert len(check.faults) == 3


def test_title_seats_and_autopilots_are_bound(kept: Kept) -> None:
    bot = json.loads(kept.whole)["seats"][0]["bot"]
    changes: tuple[tuple[str, Callable[[dict[str, Any]], None]], ...] = (
        ("campaign", lambda content: content["campaign"].update(title="Another")),
        ("seats", lambda content: content["seats"].reverse()),
        ("seats", lambda content: content["seats"][0].update(bot=not bot)),
    )
    for name, change in changes:
        found = {one.name: one.faults for one in verify(forged(kept.whole, change))}
        assert found[name], name
