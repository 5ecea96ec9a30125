"""Files that older releases made: each verifies by the rules it was played by, or says what was not checked.

``files/`` holds exports of eight earlier commits. None of them names its rules by digest, as no release
did then.
"""

import gzip
import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from campaigns import exportfile
from campaigns.errors import NotOnTheMenu
from campaigns.models import Campaign, Phase
from campaigns.selectors.export import export
from campaigns.services.importing import import_campaign
from campaigns.verifying import verify
from rules.revisions import loading, packing
from tests.campaigns.conftest import person
from tests.campaigns.test_export import forged
from tests.revisions.conftest import KEPT_BEFORE

pytestmark = pytest.mark.long

FILES = Path(__file__).parent / "files"
EXPORTS = sorted(file for file in FILES.glob("*.json.gz") if ".rows." not in file.name)
OTHER_RULES = "the file does not say exactly by which rules it was played"
OF_OTHER_RULES = {
    "528c3d0-days_of_decision",
    "528c3d0-world_at_war",
    "9b200ee-war_game_1939",
    "9b200ee-world_at_war",
    "b93c612-war_game_1939",
    "eead7fc-days_of_decision",
}
"""Files that were played by rules of which this release keeps others under the same name."""


def content(name: str) -> bytes:
    return gzip.decompress((FILES / f"{name}.json.gz").read_bytes())


def called(file: Path) -> str:
    return file.name.removesuffix(".json.gz")


def test_they_are_of_at_least_five_commits() -> None:
    assert len({called(file).partition("-")[0] for file in EXPORTS}) >= 5


@pytest.mark.parametrize("file", EXPORTS, ids=called)
def test_an_old_export_verifies_or_is_not_checked(file: Path) -> None:
    checks = {check.name: check for check in verify(content(called(file)))}
    assert [fault for check in checks.values() for fault in check.faults] == []
    doubted = [gap for check in checks.values() for gap in check.left if OTHER_RULES in gap]
    assert len(doubted) == (called(file) in OF_OTHER_RULES)


@pytest.mark.parametrize("name", ["662d053-world_in_flames", "7e6feb1-world_in_flames"])
def test_one_that_is_over_verifies_wholly_and_is_taken_in(name: str, db: None) -> None:
    data = content(name)
    assert [gap for check in verify(data) for gap in (*check.faults, *check.left)] == []
    slug = import_campaign(data, by=person("keeper"))
    again = json.loads(b"".join(export(slug)))
    assert again["log"] == json.loads(data)["log"]
    assert set(Phase.objects.values_list("revision", "rules")) == {("1", "")}


def test_a_zip_that_a_person_names_checks_what_was_not(tmp_path: Path) -> None:
    export_file = tmp_path / "export.json"
    export_file.write_bytes(content("9b200ee-war_game_1939"))
    assert said_of(export_file, ends=3).endswith("0 faults, 1 not checked")
    zipped = next((KEPT_BEFORE / "war_game_1939").glob("*.zip"))
    assert said_of(export_file, "--rules", zipped).endswith("0 faults, 0 not checked")


def test_no_other_file_is_run(tmp_path: Path) -> None:
    export_file, other = tmp_path / "export.json", tmp_path / "rules.zip"
    export_file.write_bytes(content("9b200ee-war_game_1939"))
    other.write_bytes(b"no zip")
    with pytest.raises(CommandError, match="is no frozen revision"):
        call_command("verify", export_file, rules=[other], stdout=StringIO())
    # One whose code is not what its name says.
    harmful = {"rules/war_game_1939/__init__.py": b"raise SystemExit('run')\n"}
    other.write_bytes(packing.packed(harmful, package="frozen_war_game_1939_2026_11_21_6c8e0e1e"))
    with pytest.raises(CommandError, match="its content is not what its name says"):
        call_command("verify", export_file, rules=[other], stdout=StringIO())


@pytest.mark.parametrize("key", sorted(loading.kept()))
def test_a_zip_tells_the_digest_of_what_it_was_packed_from(key: str) -> None:
    for one in loading.kept()[key]:
        package, files = packing.unpacked(loading.file_of(key, one.revision).read_bytes())
        assert package == packing.package_name(key, one.revision)
        assert packing.digest(files) == one.closure


def with_digest(data: bytes, rules: str) -> bytes:
    """The file as a release would have made it that notes the digest of its rules."""

    def note(told: dict[str, Any]) -> None:
        for phase in told["phases"]:
            phase["rules"] = rules

    return forged(data, note)


def test_rules_that_are_not_here_are_no_fault() -> None:
    data = with_digest(content("662d053-world_in_flames"), 64 * "5")
    replay = {check.name: check for check in verify(data)}["replay"]
    assert replay.faults == []
    assert "the rules with digest 5555555555555555" in replay.left[0]
    assert "are not here" in replay.left[0]


def test_what_is_not_checked_is_not_taken_in(db: None) -> None:
    data = with_digest(content("662d053-world_in_flames"), 64 * "5")
    with pytest.raises(NotOnTheMenu):
        import_campaign(data, by=person("keeper"))
    assert not Campaign.objects.exists()


def test_with_the_digest_a_forged_outcome_is_a_fault() -> None:
    """The rules are known exactly, so there is nothing else on which another outcome could hang."""
    kept = next(one for one in loading.kept()["world_in_flames"] if "1" in one.names)
    honest = with_digest(content("7e6feb1-world_in_flames"), kept.closure)
    replay = {check.name: check for check in verify(honest)}["replay"]
    assert (replay.faults, replay.left) == ([], [])
    assert kept.revision in replay.said

    def forge(told: dict[str, Any]) -> None:
        phase = next(phase for phase in told["phases"] if phase["rolls"])
        phase["rolls"][0]["value"] = phase["rolls"][0]["value"] % 6 + 1

    replay = {check.name: check for check in verify(forged(honest, forge))}["replay"]
    assert replay.faults != []


def test_doubt_about_a_phase_stays_with_all_that_hangs_on_it() -> None:
    """The last phase names its rules exactly, as on a site that was brought up to date; those before it
    were played by others of the same name.
    """
    kept = next(one for one in loading.kept()["days_of_decision"] if "2026.11.22" in one.names)

    def note(told: dict[str, Any]) -> None:
        over = [phase for phase in told["phases"] if phase["resolved_at"]]
        over[-1]["rules"] = kept.closure

    data = forged(content("528c3d0-days_of_decision"), note)
    checks = {check.name: check for check in verify(data)}
    assert [fault for check in checks.values() for fault in check.faults] == []
    assert [gap for gap in checks["replay"].left if OTHER_RULES in gap] != []


def test_version_2_carries_the_digest_and_older_files_are_read_without() -> None:
    old = exportfile.read(content("9b200ee-war_game_1939"))
    assert old.version == 1
    assert {phase.rules for phase in old.phases} == {""}


def said_of(file: Path, *more: Any, ends: int = 0) -> str:
    """The last line of `verify`, which must exit so."""
    said = StringIO()
    if ends:
        with pytest.raises(SystemExit) as ended:
            call_command("verify", file, *more, stdout=said)
        assert ended.value.code == ends
    else:
        call_command("verify", file, *more, stdout=said)
    return said.getvalue().splitlines()[-1]
