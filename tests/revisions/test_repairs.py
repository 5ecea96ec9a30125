"""A frozen revision with a hole is replaced: for all its campaigns, with both digests and the reason."""

import io
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from campaigns import rulebooks
from campaigns.management.commands import freeze
from rules import registry
from rules.revisions import loading, packing, source
from tests.revisions.playing import called
from tests.support.exports.files import played
from tests.support.exports.tampering import forged
from verifier import verify

pytestmark = pytest.mark.long

KEY = "world_in_flames"
REASON = "The headline told a sealed order."


@pytest.fixture
def data(db: None, quiet: None) -> bytes:
    """The file of a finished campaign, by the rules as they stand."""
    return played()


@pytest.fixture
def kept(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The books of the last commit, frozen in a folder that this site keeps. The source has moved on since."""
    place = tmp_path / "revisions"
    shutil.copytree(folder, place)
    monkeypatch.setattr(loading, "HERE", place)
    loading._known.cache_clear()
    digest = source.digest
    monkeypatch.setattr(source, "digest", lambda key: 64 * "0" if key == KEY else digest(key))
    called(monkeypatch, KEY, "the next one")
    return place


@pytest.fixture
def old(kept: Path) -> loading.Frozen:
    """The revision that has to be repaired."""
    return loading.read_index(kept)[KEY][0]


def source_with(
    monkeypatch: pytest.MonkeyPatch, old: loading.Frozen, changes: dict[str, str]
) -> None:
    """A commit with the rules of a revision, changed."""
    _, files = packing.unpacked(loading.file_of(KEY, old.revision).read_bytes())
    for before, after in changes.items():
        found = [path for path, text in files.items() if before.encode() in text]
        assert found, before
        for path in found:
            files[path] = files[path].replace(before.encode(), after.encode())
    monkeypatch.setattr(freeze, "_of_commit", lambda _: (40 * "c", "2030-01-01", files))


def repair(kept: Path, old: loading.Frozen, **more: Any) -> str:
    said = io.StringIO()
    given: dict[str, Any] = {"commit": "mended", "folder": kept, "reason": REASON, **more}
    call_command("freeze", KEY, repairs=old.revision, stdout=said, **given)
    loading._known.cache_clear()
    return said.getvalue()


MENDED = {'"""A side within a sentence."""': '"""A side, within a sentence."""'}
"""What changes nothing that anybody sees."""


def test_the_index_keeps_both_digests_and_the_reason(
    kept: Path, old: loading.Frozen, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = loading.read_index(kept)[KEY]
    source_with(monkeypatch, old, MENDED)
    assert f"{old.revision} is replaced by" in repair(kept, old)
    after = loading.read_index(kept)[KEY]
    new = after[0]
    assert after[1:] == before[1:]
    assert new.names == (new.revision, *old.names)
    assert [(one.zip, one.closure, one.commit, one.reason, one.leaked) for one in new.repairs] == [
        (old.zip, old.closure, old.commit, REASON, "")
    ]
    assert new.closure != old.closure
    assert not loading.file_of(KEY, old.revision, kept).exists()
    assert list(source.problems(registry.BOOKS.values(), kept)) == []


def test_campaigns_of_the_old_one_are_played_by_the_new(
    kept: Path, old: loading.Frozen, monkeypatch: pytest.MonkeyPatch
) -> None:
    source_with(monkeypatch, old, MENDED)
    repair(kept, old)
    new = loading.read_index(kept)[KEY][0]
    for name in old.names:
        assert rulebooks.load(KEY, name) is loading.load(KEY, new.revision, kept)
        assert rulebooks.digest(KEY, name) == new.closure
    assert rulebooks.by_digest(KEY, old.closure) == (
        new.revision,
        rulebooks.load(KEY, new.revision),
    )


def noting(data: bytes, rules: str, **more: Any) -> bytes:
    """A file whose phases name these rules."""

    def note(told: dict[str, Any]) -> None:
        for phase in told["phases"]:
            phase["rules"] = rules
        if more:
            phase = next(phase for phase in told["phases"] if phase["rolls"])
            phase["rolls"][0]["value"] = phase["rolls"][0]["value"] % 6 + 1

    return forged(data, note)


def test_what_was_played_by_the_old_one_verifies_or_is_not_checked(
    data: bytes, kept: Path, old: loading.Frozen, monkeypatch: pytest.MonkeyPatch
) -> None:
    source_with(monkeypatch, old, MENDED)
    repair(kept, old)
    honest = {check.name: check for check in verify(noting(data, old.closure))}["replay"]
    assert (honest.faults, honest.left) == ([], [])
    # Whether what comes out otherwise is what leaked, nobody can say who does not run the old one.
    checks = {check.name: check for check in verify(noting(data, old.closure, forged=True))}
    assert checks["replay"].faults == []
    assert (
        f"its rules were repaired since, and those of then are not run any more: {REASON}"
        in (checks["replay"].left[0])
    )


def test_a_repair_that_changes_the_game_is_refused(
    kept: Path, old: loading.Frozen, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = loading.read_index(kept)
    source_with(monkeypatch, old, OTHERWISE)
    with pytest.raises(CommandError, match="changes nothing but what leaked"):
        repair(kept, old)
    assert loading.read_index(kept) == before
    assert sorted(one.name for one in (kept / KEY).iterdir()) == sorted(
        f"{one.revision}.zip" for one in before[KEY]
    )
    said = repair(kept, old, leaked="The rule that an event names.")
    assert "As it leaked: " in said
    assert loading.read_index(kept)[KEY][0].repairs[0].leaked == "The rule that an event names."


OTHERWISE = {'rule=R("Isolated Control: step")': 'rule=R("F-20")'}


def test_a_repair_needs_a_reason_and_a_revision_that_is_kept(
    kept: Path, old: loading.Frozen, monkeypatch: pytest.MonkeyPatch
) -> None:
    source_with(monkeypatch, old, MENDED)
    with pytest.raises(CommandError, match="--reason"):
        repair(kept, old, reason=" ")
    with pytest.raises(CommandError, match="no recorded campaigns"):
        repair(kept, old, recordings=kept)
    with pytest.raises(CommandError, match="No revision 'lost'"):
        call_command("freeze", KEY, repairs="lost", reason=REASON, commit="x", folder=kept)


def test_check_finds_a_repair_without_a_reason(kept: Path, old: loading.Frozen) -> None:
    index = json.loads((kept / "index.json").read_bytes())
    index[KEY][0]["repairs"] = [
        {"zip": old.zip, "closure": 64 * "0", "commit": old.commit, "reason": ""}
    ]
    (kept / "index.json").write_text(json.dumps(index))
    problems = list(source.problems(registry.BOOKS.values(), kept))
    assert problems == [
        f"{old.revision} of {KEY} replaces another revision, and the index does not say why."
    ]
