"""Files of versions 1 and 2 are read, and verified by their own rules."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from campaigns import exportfile
from campaigns.models import Campaign
from campaigns.selectors.export import export
from campaigns.services.importing import import_campaign
from campaigns.verifying import verify
from tests.campaigns.conftest import person
from tests.campaigns.test_export import faults, forged, named

FILES = Path(__file__).parent / "files"
OVER = FILES / "over-format-1.json"
RUNNING = FILES / "running-format-1.json"
OVER_2 = FILES / "over-format-2.json"
RUNNING_2 = FILES / "running-format-2.json"


@pytest.mark.parametrize("path", [OVER, OVER_2], ids=lambda path: path.stem)
def test_an_older_file_is_verified_and_plays_again(path: Path) -> None:
    checks = named(path.read_bytes())
    assert [line for check in checks.values() for line in (*check.faults, *check.left)] == []
    assert checks["replay"].said == (
        "4 phases played again, 4 of them to the same bytes of state, by revision 1; "
        "4 orders of autopilots compared"
    )
    assert checks["standing orders"].said == "4 versions opened"
    assert checks["acts"].said == "6 of 6 acts opened"


@pytest.mark.parametrize("path", [RUNNING, RUNNING_2], ids=lambda path: path.stem)
def test_a_running_one_stops_where_it_did(path: Path) -> None:
    checks = named(path.read_bytes())
    assert [check.faults for check in checks.values() if check.faults] == []
    assert "secret while the campaign runs" in checks["replay"].left[0]


def test_what_came_with_version_2_does_not_stand_in_version_1() -> None:
    def hold(content: dict[str, Any]) -> None:
        content["log"][0]["held"] = 64 * "0"

    with pytest.raises(exportfile.UnreadableExport, match="came with version 2"):
        verify(forged(OVER.read_bytes(), hold))


def test_what_came_with_version_3_does_not_stand_in_version_2(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(exportfile.CAME_WITH, 3, frozenset({"phase.resolved"}))
    for path, said in ((OVER, "says version 1"), (OVER_2, "says version 2")):
        with pytest.raises(exportfile.UnreadableExport, match=f"{said}.*came with version 3"):
            verify(path.read_bytes())


def test_a_forged_outcome_is_a_fault_there_as_ever() -> None:
    """No entry holds anything secret, so there is nothing on which another outcome could hang."""

    def forge(content: dict[str, Any]) -> None:
        phase = next(phase for phase in content["phases"] if phase["key"] == "name")
        event = next(one["event"] for one in phase["events"] if one["event"]["kind"] == "held")
        event["holder"] = "isle"

    assert any(fault.startswith("replay:") for fault in faults(forged(OVER.read_bytes(), forge)))


@pytest.mark.parametrize("path", [OVER, OVER_2], ids=lambda path: path.stem)
def test_it_is_taken_in_and_goes_out_again_as_version_3(db: None, path: Path) -> None:
    slug = import_campaign(path.read_bytes(), by=person("keeper"))
    assert Campaign.objects.get(slug=slug).status == "finished"
    data = b"".join(export(slug))
    first, again = json.loads(path.read_bytes()), json.loads(data)
    assert again["version"] == 3
    assert again["log"] == first["log"]
    assert [line for check in verify(data) for line in (*check.faults, *check.left)] == []


@pytest.mark.parametrize(("path", "code"), [(OVER, None), (RUNNING, 3), (RUNNING_2, 3)])
def test_what_could_not_be_checked_is_counted_and_exits_with_3(
    path: Path, code: int | None
) -> None:
    said = StringIO()
    if code is None:
        call_command("verify", path, stdout=said)
    else:
        with pytest.raises(SystemExit) as ended:
            call_command("verify", path, stdout=said)
        assert ended.value.code == code
    last = said.getvalue().splitlines()[-1]
    checks = verify(path.read_bytes())
    gaps = sum(len(check.left) for check in checks)
    assert last == f"{len(checks)} checks, 0 faults, {gaps} not checked"
    assert (gaps > 0) == (code == 3)
