"""The page that checks an export without a server: from the site and from a disk, it finds what honest files hold
and names what was tampered with.
"""

import hashlib
import json
import re
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from campaigns.as_it_happened import files
from frontend import verifier
from tests.browser import verifier_files as made
from tests.browser.verifier_files import Content, entry_of
from tests.browser.verifier_page import _KEYED, another_order, checked, keyed, page
from tests.support.campaigns import tiny_book
from tests.support.dice import signed
from tests.support.suite.sample import one_in

__all__ = ["keyed", "page", "tiny_book"]

pytestmark = pytest.mark.xdist_group("verifier page")

DOC = Path(__file__).parents[2] / "docs/verification.md"


# -- the file -------------------------------------------------------------------------------------


def test_the_site_serves_the_very_file_and_the_page_asks_for_nothing(
    live_site: Any, new_browser: Callable[..., Any]
) -> None:
    page = new_browser().new_page()
    asked: list[str] = []
    said: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: said.append(message.text))
    answer = page.goto(f"{live_site.url}/verify/")
    assert answer.body() == verifier.page()
    policy = answer.headers["content-security-policy"]
    assert policy == verifier.served_policy()
    assert "default-src 'none'" in policy
    assert "connect-src" not in policy
    assert "unsafe" not in policy
    found = checked(page, files.data("world_in_flames"))
    assert found.verdict == "Everything that was checked here holds"
    assert asked == [f"{live_site.url}/verify/"]
    assert said == []
    blocked = page.evaluate("fetch('/').then(() => 'came', () => 'refused')")
    assert blocked == "refused"


def test_about_and_the_documents_name_its_hash(client: Any, db: None) -> None:
    assert hashlib.sha256(verifier.page()).hexdigest() == verifier.digest()
    assert verifier.digest() in client.get("/about/").content.decode()
    assert f"`{verifier.digest()}`" in DOC.read_text("utf-8")


@pytest.mark.long
def test_from_a_disk_it_may_fetch_nothing_either(page: Page) -> None:
    assert page.url.startswith("file://")
    assert page.evaluate("fetch('data:,x').then(() => 'came', () => 'refused')") == "refused"
    assert b"src=" not in re.sub(rb"<script>.*</script>", b"", verifier.page(), flags=re.S)
    assert b"href=" not in re.sub(rb"<script>.*</script>", b"", verifier.page(), flags=re.S)


@pytest.mark.long
def test_the_test_vectors_of_the_document_come_out_of_its_own_functions(page: Page) -> None:
    rows = re.findall(r"^\| (.+) \| `([0-9a-f]+)` \|$", DOC.read_text("utf-8"), re.M)
    expected = [value for _what, value in rows]
    found = page.evaluate(
        """async ([key, round]) => {
          const { bytesOf, canonical, chainHead, entryHash, hex, opens, readJson, rollOf, seatStatement, sha256,
            throwKey, utf8, areRounds, autopilotKey, autopilotSeed, Signatures } = chancellery;
          const order = readJson('{"points":{"turkey":2},"kind":"place"}');
          const zeros = new Uint8Array(32), body = { phase: 1, how: "sealed" };
          const commitment = hex(sha256(zeros, utf8(canonical(order))));
          const entry = { prev_hash: "", seq: 1, kind: "order.sealed", actor: "power", power: "britain", body,
            at: "1939-09-01T04:45:00.000000+00:00", commitment, held: "0".repeat(64) };
          const link = hex(sha256(utf8("site"))), seat = hex(sha256(utf8("seat")));
          const thrown = throwKey({ link, links: { britain: [seat, ""] } });
          const pkcs8 = bytesOf("302e020100300506032b657004220420" + "00".repeat(32));
          const own = await crypto.subtle.importKey("pkcs8", pkcs8, "Ed25519", true, ["sign"]);
          const jwk = await crypto.subtle.exportKey("jwk", own);
          const publicKey = Uint8Array.from(atob(jwk.x.replace(/-/g, "+").replace(/_/g, "/")), c => c.charCodeAt(0));
          const text = seatStatement("abcd2345", "britain", 1, "order.sealed", body, commitment);
          const signature = hex(new Uint8Array(await crypto.subtle.sign("Ed25519", own, utf8(text))));
          if (!opens(commitment, "00".repeat(32), order)) throw Error("does not open");
          if (!await new Signatures().holds(hex(publicKey), text, signature)) throw Error("does not hold");
          return [commitment, entryHash("abcd2345", entry), hex(thrown), String(rollOf(thrown, "fate", 1, 6)),
            String(rollOf(thrown, "fate", 2, 12)), chainHead(zeros, 4), autopilotSeed(zeros, 2, 7),
            hex(autopilotKey(bytesOf(autopilotSeed(zeros, 2, 7)), "britain")), hex(publicKey), signature,
            areRounds(key, [{ number: 1000, signature: round }])];
        }""",
        [*re.findall(r"`public` `([0-9a-f]{192})`", DOC.read_text("utf-8")), expected[-1]],
    )
    assert found[:-1] == expected[:10]
    assert found[-1] is True


@pytest.mark.long
def test_its_hash_is_the_hash_and_its_text_the_canonical_text(page: Page) -> None:
    for length in (0, 1, 55, 56, 63, 64, 65, 119, 120, 1000):
        found = page.evaluate(
            "n => chancellery.hex(chancellery.sha256(new Uint8Array(n).fill(97)))", length
        )
        assert found == hashlib.sha256(b"a" * length).hexdigest()
    read = "text => { try { return chancellery.canonical(chancellery.readJson(text)) } catch { return null } }"
    odd = '{"b":[1.0,-0,1e5,12345678901234567890],"\\uffee":1,"\\ud83d\\ude00":"\\u001f\\/\\n\\u007f","__proto__":{}}'
    assert page.evaluate(read, odd) == (
        '{"__proto__":{},"b":[1.0,-0,1e5,12345678901234567890],"\uffee":1,"\U0001f600":"\\u001f/\\n\x7f"}'
    )
    for wrong in ('{"a":1,"a":2}', "[1,]", "01", '"\\ud800"', "[1] 2", "", '{"a" 1}', "nul"):
        assert page.evaluate(read, wrong) is None, wrong


# -- honest files ---------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("book", sorted(files.pinned()))
def test_the_recorded_campaign_of_each_book_holds(page: Page, book: str) -> None:
    found = checked(page, files.data(book))
    assert found.faults == ""
    assert found.verdict == "Everything that was checked here holds"
    assert found.checks["dice chains"].startswith("given")


@pytest.mark.long
def test_a_campaign_with_seat_keys_its_receipts_and_older_files_hold(
    page: Page, keyed: bytes
) -> None:
    content = json.loads(keyed)
    sealed = entry_of(content, "order.sealed", "north")
    receipts = made.receipts_file(
        keyed,
        made.receipt(content, sealed["seq"]),
        made.receipt_of_secret(content),
        e3=content["log"][2]["hash"],
    )
    heads = {"campaign": content["campaign"]["slug"], "seq": 3, "hash": content["log"][2]["hash"]}
    named = {"format": "chancellery-heads", "version": 1, "at": sealed["at"], "heads": [heads]}
    found = checked(page, keyed, receipts, json.dumps(named).encode(), keyed)
    assert found.faults == ""
    assert "2 of 2 receipts and 1 of 1 head" in found.checks["against other-1.json"]
    assert found.checks["site's secret"].startswith("ok")
    assert "0 links withheld" in found.checks["dice chains"]
    assert "2 keys named" in found.checks["site's key"]
    row = page.locator("#seats tr", has_text="isle")
    assert re.search(r"1 \([0-9a-f]{16}\)", row.inner_text())
    assert "site alone vouches" not in found.checks["seat keys"]


@pytest.mark.long
def test_a_running_campaign_holds_as_far_as_it_is_public(page: Page, keyed: bytes) -> None:
    found = checked(page, _KEYED[0][1].older)
    assert found.faults == ""
    assert "could not be checked" in found.first


@pytest.mark.long
def test_what_the_site_gave_to_keep_is_in_its_file(page: Page, keyed: bytes) -> None:
    kept = _KEYED[0][1]
    found = checked(page, kept.whole, kept.older, kept.heads, kept.receipts)
    assert found.faults == ""
    number = len(json.loads(kept.receipts)["receipts"])
    assert number > 2
    assert f"{number} of {number} receipts" in found.checks["against other-3.json"]
    assert found.checks["against other-2.json"].startswith("ok")
    assert "not checked" not in "".join(found.checks.values())


@pytest.mark.long
def test_rounds_of_a_beacon_are_verified(
    page: Page, db: None, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = made.with_a_beacon(settings, monkeypatch)
    found = checked(page, file)
    assert found.faults == ""
    assert found.checks["beacon"].startswith("ok")

    def another(content: Content) -> None:
        body = entry_of(content, "phase.resolved")["body"]
        body["beacon"] = signed(body["round"] + 1)

    assert "not the beacon's signature" in checked(page, made.rewritten(file, another)).faults

    def later(content: Content) -> None:
        for kind in ("phase.closed", "phase.resolved"):
            entry_of(content, kind)["body"]["round"] += 1

    assert "the round that goes in" in checked(page, made.rewritten(file, later)).faults


@pytest.mark.long
def test_of_many_rounds_one_false_one_is_found(page: Page) -> None:
    many = [{"number": number, "signature": signed(number)} for number in range(1, 9)]
    asked = "([key, rounds]) => chancellery.areRounds(key, rounds)"
    key = made.BEACON_KEY
    assert page.evaluate(asked, [key, many])
    swapped = [many[1] | {"number": 1}, many[0] | {"number": 2}, *many[2:]]
    assert not page.evaluate(asked, [key, swapped])
    assert not page.evaluate(asked, [key, [*many, {"number": 9, "signature": "c0" + "00" * 47}]])


# -- tampering ------------------------------------------------------------------------------------


def _die(content: Content) -> None:
    released = next(one for one in content["phases"] if one.get("rolls"))
    bodies = [one["body"] for one in content["log"] if one["kind"] == "orders.released"]
    told = next(body for body in bodies if body["phase"] == released["number"])
    for roll in (released["rolls"][0], told["rolls"][0]):
        roll["value"] = roll["value"] % roll["sides"] + 1


def _change(kind: str, power: str = "", **values: Any) -> Callable[[Content], None]:
    """Other values in the body, or in the entry itself, of the first entry of a kind."""

    def change(content: Content) -> None:
        entry = entry_of(content, kind, power)
        for name, value in values.items():
            (entry if name in entry else entry["body"])[name] = value

    return change


def _unsigned(content: Content) -> None:
    entry = entry_of(content, "order.sealed", "north")
    del entry["signature"], entry["scheme"]


def _link(content: Content) -> None:
    body = entry_of(content, "phase.resolved")["body"]
    body["links"]["north"][0] = "ab" * 32


def _not_ready(content: Content) -> None:
    entry_of(content, "phase.resolved")["body"]["ready"]["north"] = ""


def _secret(content: Content) -> None:
    entry_of(content, "secrets.opened")["body"]["secrets"][0]["power"] = "north"


def _left_out(content: Content) -> None:
    body = entry_of(content, "phase.resolved")["body"]
    body["links"].pop("south")
    body["withheld"] = ["south"]


def _backwards(content: Content) -> None:
    content["log"][-2]["at"] = content["log"][0]["at"]


def _forgotten(content: Content) -> None:
    content["log"] = [one for one in content["log"] if one["kind"] != "phase.closed"]


def _closed_too_early(content: Content) -> None:
    """The phase closes half an hour before its deadline, and its dice are thrown half an hour after it."""
    opened, closed, over = (
        entry_of(content, kind) for kind in ("phase.opened", "phase.closed", "phase.resolved")
    )
    due = datetime.fromisoformat(closed["at"]) + timedelta(minutes=30)
    opened["body"]["due"] = due.isoformat(timespec="seconds")
    closed["body"]["how"] = over["body"]["how"] = "deadline"
    for entry in content["log"][over["seq"] - 1 :]:
        later = datetime.fromisoformat(entry["at"]) + timedelta(hours=1)
        entry["at"] = later.isoformat(timespec="microseconds")


def _held(content: Content) -> None:
    """Where silence holds, an order is told as an autopilot's."""
    entry_of(content, "campaign.founded")["body"]["policy"]["missed"] = "hold"
    content["phases"][0]["orders"][0]["how"] = "autopilot"


TAMPERINGS: dict[str, tuple[Callable[[Content], Any], str, str]] = {
    "an order": (another_order, "seals", "is not what was sealed as"),
    "a seal": (_change("order.sealed", "north", commitment="ab" * 32), "seals", "its seal"),
    "a seal that north never signed": (_unsigned, "seat keys", "has a key and has not signed it"),
    "a signature": (
        _change("order.sealed", "north", signature="ab" * 64),
        "seat keys",
        "the signature is not that of north's key",
    ),
    "a seat's key": (
        _change("seat.key", "north", public="cd" * 32),
        "seat keys",
        "the key has not signed itself",
    ),
    "who was ready": (_not_ready, "seat keys", "could have ended the phase early"),
    "a die": (_die, "rolls", "is"),
    "a seat's link": (_link, "dice chains", "does not follow from the one before"),
    "the site's link": (
        _change("phase.resolved", link="ab" * 32),
        "dice chains",
        "does not follow from the one before",
    ),
    "a link left out": (_left_out, "dice chains", "left out before their time was over"),
    "a close": (_forgotten, "dice chains", "dice without a close before them"),
    "the seals of a close": (
        _change("phase.closed", seals={}),
        "dice chains",
        "the seals that it names",
    ),
    "the site's secret": (
        _change("campaign.finished", dice_root="ab" * 32),
        "site's secret",
        "the hash of the secret",
    ),
    "the seed of autopilots": (
        _change("orders.released", autopilots="ab" * 32),
        "autopilots' seeds",
        "the commitment to the autopilots' seed",
    ),
    "the secret of autopilots": (
        _change("campaign.finished", autopilots=["ab" * 32]),
        "autopilots' seeds",
        "the hashes of the autopilots' secrets",
    ),
    "what was done in secret": (_secret, "done in secret", "did not hold what is opened"),
    "what everybody was told": (_change("phase.resolved", told="ab" * 32), "phases", "told"),
    "moments": (_backwards, "times", "is earlier than the entry before it"),
    "why a phase ended": (_change("phase.resolved", how="forced"), "times", "before its time"),
    "when a phase closed": (_closed_too_early, "times", "before"),
    "what silence means": (_held, "times", "though silence is “hold” by what was in force"),
    "a player's seal, as an autopilot's": (
        _change("order.sealed", "isle", how="bot"),
        "times",
        "an autopilot sealed for isle, whose seat somebody plays",
    ),
    "the site's key": (
        _change("site.key", by_before="ab" * 64),
        "site's key",
        "not that of the key before",
    ),
}
"""What is changed in the file of a campaign, whose hashes are all made anew; which check names it, and how."""


@pytest.mark.parametrize("name", one_in(5, TAMPERINGS))
def test_what_was_tampered_with_is_named_even_where_all_hashes_were_made_anew(
    page: Page, keyed: bytes, name: str
) -> None:
    change, check, said = TAMPERINGS[name]
    found = checked(page, made.rewritten(keyed, change))
    assert found.checks[check].startswith("FAULT"), found.faults
    assert said in found.checks[check]
    assert "could have been done by: the site" in found.faults
    assert found.checks["file"].startswith("ok")
    assert found.checks["log"].startswith("ok")


@pytest.mark.long
def test_an_edited_log_and_an_edited_file_are_named(page: Page, keyed: bytes) -> None:
    def edited(content: Content) -> None:
        content["log"][1]["at"] = content["log"][0]["at"]

    found = checked(page, made.forged(keyed, edited))
    assert "the hash of log entry 2" in found.checks["log"]
    assert "whoever edited the file" in found.first
    touched = keyed.replace(b'"status":"finished"', b'"status":"running"', 1)
    found = checked(page, touched)
    assert "the SHA-256 of the file" in found.checks["file"]
    assert "that the campaign is over" in found.checks["campaign"]


@pytest.mark.long
def test_a_past_that_was_written_anew_contradicts_what_others_kept(
    page: Page, keyed: bytes
) -> None:
    content = json.loads(keyed)
    seq = entry_of(content, "campaign.started")["seq"]
    anew = made.rewritten(keyed, lambda one: one["log"][seq - 1].update(actor="clock"))
    assert entry_of(json.loads(anew), "campaign.started") != content["log"][seq - 1]
    receipts = made.receipts_file(keyed, made.receipt(content, seq), e2=content["log"][1]["hash"])
    found = checked(page, anew, keyed, receipts)
    assert f"log entry {seq} (campaign.started" in found.checks["against other-1.json"]
    assert f"the log has another entry {seq}" in found.checks["against other-2.json"]
    assert "1 of 1 head" in found.checks["against other-2.json"]


def test_receipts_that_do_not_hold_are_named(page: Page, keyed: bytes) -> None:
    content = json.loads(keyed)
    good = made.receipt(content, 5)
    said = {
        "not signed by its key": {**good, "kind": "another"},
        "a key that the log does not name": made.receipt(
            content, 5, made.Ed25519PrivateKey.from_private_bytes(b"x" * 32)
        ),
        "its kind is another one": made.receipt(content, 5, kind="another"),
        "is of another campaign": made.receipt(content, 5, campaign="abcd2345"),
        "among what was done in secret": made.receipt_of_secret(content, kind="standing.withdrawn"),
        "goes on to": made.receipt(content, 5, seq=10_000),
    }
    found = checked(page, keyed, *(made.receipts_file(keyed, one) for one in said.values()))
    for number, words in enumerate(said, 1):
        assert words in found.checks[f"against other-{number}.json"]


@pytest.mark.long
@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "it is not JSON"),
        (b"\xff", "UTF-8"),
        (b"[]", "no exported campaign"),
        (b'{"format":"chancellery-campaign","version":9}', "version 9"),
        (b'{"format":"chancellery-campaign","version":1}', "has no"),
    ],
)
def test_what_is_no_export_is_refused_with_the_reason(page: Page, data: bytes, said: str) -> None:
    assert said in checked(page, data).verdict


def test_what_stands_in_a_file_is_text_and_never_markup(page: Page, keyed: bytes) -> None:
    def marked(content: Content) -> None:
        content["campaign"]["title"] = "<img src=x onerror=alert(1)><script>1</script>"

    found = checked(page, made.forged(keyed, marked))
    assert found.checks["file"].startswith("ok")
    assert page.locator("#about dd").first.inner_text().startswith("<img src=x")
    assert page.locator("main img, main script").count() == 0
