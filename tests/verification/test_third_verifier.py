"""A stranger can write a verifier from docs/verification.md alone: here is one, and it holds."""

import ast
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from tests.support.exports import third_verifier as third
from tests.support.suite.sample import one_in
from tests.verification.played import HISTORY

SOURCE = Path(third.__file__)
PAGE = (Path(__file__).parents[2] / "docs/verification.md").read_text("utf-8")
VECTORS = dict(re.findall(r"^\| (.*\S) \| `(\S+)` \|$", PAGE.split("## Vectors")[1], re.MULTILINE))
ZEROS = bytes(32)

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("verification")]


def vector(*words: str) -> tuple[str, str]:
    """The one vector whose description has all these words: the description, and the value."""
    (found,) = [(what, value) for what, value in VECTORS.items() if all(w in what for w in words)]
    return found


# -- what it is -----------------------------------------------------------------------------------


def test_it_has_less_than_three_hundred_lines() -> None:
    assert len(SOURCE.read_text("utf-8").splitlines()) < 300


def test_it_shares_no_code_with_the_project() -> None:
    tree = ast.parse(SOURCE.read_text("utf-8"))
    names = {
        name.split(".")[0]
        for node in ast.walk(tree)
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or "."]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert names - set(sys.stdlib_module_names) == {"cryptography", "py_arkworks_bls12381"}
    called = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}  # fmt: skip
    assert not called & {"__import__", "eval", "exec"}


def test_it_runs_by_itself_far_from_the_project(
    file: Callable[[str], bytes], tmp_path: Path
) -> None:
    for name, data in (("good", file("plain")), ("bad", file("plain").replace(b"east", b"west"))):
        (tmp_path / name).write_bytes(data)
    (tmp_path / "third.py").write_text(SOURCE.read_text("utf-8"), "utf-8")
    codes = []
    for name in ("good", "bad"):
        command = [sys.executable, "third.py", name]
        run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        codes.append((run.returncode, run.stderr.split(":")[0]))
    assert codes == [(0, ""), (1, "file")]


# -- the vectors of the page ----------------------------------------------------------------------


def test_every_vector_of_the_page_is_looked_at() -> None:
    assert len(VECTORS) == 13


def entry() -> dict[str, Any]:
    """The entry that the page describes."""
    what, _ = vector("hash of a first entry")
    slug, kind, actor, power, at, body, *_ = re.findall(r"`([^`]+)`", what)
    assert slug == "abcd2345"
    return {
        "seq": 1, "kind": kind, "actor": actor, "power": power, "at": at, "body": json.loads(body),
        "commitment": vector("commitment of `")[1], "held": "0" * 64, "prev_hash": "",
    }  # fmt: skip


def test_commitment_and_hash_of_an_entry() -> None:
    what, value = vector("commitment of `")
    order = json.loads(re.findall(r"`([^`]+)`", what)[0])
    assert third.is_sealed(value, {"nonce": ZEROS.hex(), "order": order})
    assert third.entry_hash("abcd2345", entry()) == vector("hash of a first entry")[1]


def test_key_and_rolls_of_a_throw() -> None:
    key = third.throw_key(third.sha("site").hex(), {"britain": third.sha("seat").hex()})
    assert key.hex() == vector("key of a throw")[1]
    for words in (("roll 1", "6 sides"), ("roll 2", "12 sides")):
        what, value = vector(*words)
        number, purpose, sides = re.findall(r"roll (\d+) for `(\w+)` with (\d+)", what)[0]
        assert third.roll(key, purpose, int(number), int(sides)) == int(value)


def test_chains_and_seat_keys() -> None:
    assert third.nth_hash(ZEROS, 4) == vector("link 0 of a chain of 4")[1]
    public, signature = vector("Ed25519 seed")[1], vector("signature of the statement")[1]
    told = entry()
    parts = (told["kind"], told["commitment"], told["body"])
    text = third.statement("abcd2345", "britain", {"number": 1}, *parts)
    assert third.is_signed(public, text, signature)
    assert not third.is_signed(public, text + b" ", signature)
    for words, raw in ((("whose secret is",), False), (("seed of its first chain",), True)):
        what, value = vector(*words)
        info = re.findall(r"info `([^`]+)`", what)[0].replace("\\|", "|")
        salt = re.findall(r"salt `([^`]+)`", vector("whose secret is")[0])[0].encode()
        made = HKDF(hashes.SHA256(), 32, salt, info.encode()).derive(bytes(16))
        if not raw:
            made = Ed25519PrivateKey.from_private_bytes(made).public_key().public_bytes_raw()
        assert made.hex() == value


def test_what_autopilots_choose_by() -> None:
    what, value = vector("seed of the autopilots")
    number, line = re.findall(r"phase (\d+) of line (\d+)", what)[0]
    assert third.seed_of(ZEROS, {"line": int(line), "number": int(number)}).hex() == value
    what, key = vector("key of the rolls")
    assert third.mac(bytes.fromhex(value), re.findall(r"`(\w+)`", what)[0]).hex() == key


def test_a_round_of_the_beacon() -> None:
    what, value = vector("round 1000")
    beacon = {"public": re.findall(r"`([0-9a-f]{192})`", what)[0]}
    assert third.is_round(beacon, 1000, value)
    assert not third.is_round(beacon, 1001, value)


# -- good files, and bad ones ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    one_in(
        3,
        [
            "signed", "running", "agreed", "chained", "plain", "left_out", "with_beacon",
            "changed_hands", *HISTORY,
        ],
    ),
)  # fmt: skip
def test_an_honest_file_holds(file: Callable[[str], bytes], name: str) -> None:
    assert list(third.verify(file(name))) == []


def test_any_byte_that_is_changed_is_noticed(file: Callable[[str], bytes]) -> None:
    data = file("plain")
    for at in range(100, len(data) - 80, len(data) // 40):
        if data[at : at + 1].isalnum():
            other = data[:at] + (b"1" if data[at : at + 1] != b"1" else b"2") + data[at + 1 :]
            try:
                assert list(third.verify(other))
            except ValueError:
                continue  # it is no JSON any more


# -- receipts -------------------------------------------------------------------------------------


SITE = Ed25519PrivateKey.from_private_bytes(b"s" * 32)


def receipt(file: dict[str, Any], key: Ed25519PrivateKey = SITE, **said: Any) -> dict[str, Any]:
    """One that a site signs, as the page says."""
    whole = {
        "campaign": file["campaign"]["slug"], "kind": "order.sealed", "power": "north", "phase": 0,
        "commitment": "", "at": file["log"][0]["at"], "hash": "",
        "key": key.public_key().public_bytes_raw().hex(), **said,
    }  # fmt: skip
    text = b"chancellery receipt 1\n" + third.canonical(whole)
    brief = {name: value for name, value in whole.items() if value or name not in ("phase", "commitment")}  # fmt: skip
    return {**brief, "signature": key.sign(text).hex()}


def of_a_site_with_a_key(data: bytes) -> dict[str, Any]:
    """The file as if the site had named its key when the campaign was founded."""
    content = json.loads(data)
    content["log"][0]["body"]["site_key"] = SITE.public_key().public_bytes_raw().hex()
    before = ""
    for one in content["log"]:
        one["prev_hash"] = before
        one["hash"] = before = third.entry_hash(content["campaign"]["slug"], one)
    return content


def complaints(content: dict[str, Any], *kept: dict[str, Any]) -> list[str]:
    return [words for words, holds in third.receipts({**content, "receipts": kept}) if not holds]


def test_receipts_hold_against_the_log_and_nothing_else_does(file: Callable[[str], bytes]) -> None:
    content = of_a_site_with_a_key(file("plain"))
    (sealed,) = [one for one in content["log"] if one["kind"] == "order.sealed"][:1]
    said = {"seq": sealed["seq"], "hash": sealed["hash"], "commitment": sealed["commitment"]}
    assert complaints(content, receipt(content, **said, phase=1)) == []
    assert complaints(content, receipt(content, **{**said, "hash": "ab" * 32}))
    assert complaints(content, receipt(content, **{**said, "seq": len(content["log"]) + 1}))
    assert complaints(content, {**receipt(content, **said), "commitment": "cd" * 32})
    assert complaints(content, receipt(content, **said, campaign="another1"))
    stranger = Ed25519PrivateKey.from_private_bytes(b"x" * 32)
    assert complaints(content, receipt(content, stranger, **said))


def test_the_receipts_that_a_site_gives_hold(file: Callable[[str], bytes]) -> None:
    kept = json.loads(file("plain.receipts"))["receipts"]
    assert {"seq", "after"} <= {name for one in kept for name in one}
    assert list(third.verify(file("plain"), kept)) == []
    assert list(third.verify(file("chained"), kept)), "they are of another campaign"


def test_what_was_done_in_secret_is_held_to_its_receipt(file: Callable[[str], bytes]) -> None:
    content = of_a_site_with_a_key(file("plain"))
    (opened,) = [one["body"] for one in content["log"] if one["kind"] == "secrets.opened"]
    secret = opened["secrets"][0]
    before = content["log"][secret["after"] - 1]
    said = {"after": before["seq"], "hash": before["hash"]}
    assert complaints(content, receipt(content, **said, commitment=secret["commitment"])) == []
    assert complaints(content, receipt(content, **said, commitment="ab" * 32))


@pytest.mark.long
def test_the_sites_keys_follow_one_another(file: Callable[[str], bytes]) -> None:
    content = of_a_site_with_a_key(file("plain"))
    new = Ed25519PrivateKey.from_private_bytes(b"t" * 32)
    old, public = SITE.public_key().public_bytes_raw(), new.public_key().public_bytes_raw()
    body = {"campaign": content["campaign"]["slug"], "key": public.hex(), "before": old.hex()}
    text = b"chancellery site key 1\n" + third.canonical(body)
    entry = {
        **content["log"][1], "kind": "site.key",
        "body": {**body, "proof": new.sign(text).hex(), "by_before": SITE.sign(text).hex()},
    }  # fmt: skip

    def found() -> list[str]:
        log = [content["log"][0], entry, *content["log"][1:]]
        return [words for words, holds in third.site_keys({**content, "log": log}) if not holds]

    assert found() == []
    entry["body"]["by_before"] = ""  # the site has lost the old one
    assert found() == []
    entry["body"]["by_before"] = new.sign(text).hex()
    assert found()
    entry["body"].update(by_before="", proof=SITE.sign(text).hex())
    assert found()
    entry["body"].update(proof=new.sign(text).hex(), before="")
    assert found()
