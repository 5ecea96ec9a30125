"""`make audit` says what it knows, and never that all is well when it could not ask."""

import json
import re
import subprocess
from pathlib import Path

import pytest
from django.test import Client

from tests import audit

TOP = Path(__file__).parents[2]
GOOD = {"name": "one", "version": "1.0", "vulns": []}
WEAK = {"name": "two", "version": "2.0", "vulns": [{"id": "PYSEC-1", "fix_versions": ["2.1"]}]}
SKIPPED = {"name": "three", "skip_reason": "not found"}


@pytest.mark.parametrize(
    ("found", "status", "text"),
    [
        ([GOOD], audit.FINE, "1 pinned packages: no weakness is known."),
        ([GOOD, WEAK], audit.WEAK, "two 2.0: PYSEC-1 (mended in 2.1)"),
        ([GOOD, SKIPPED], audit.UNASKED, "three: not checked, not found"),
        ([], audit.UNASKED, "Not everything was checked"),
    ],
)
def test_it_says_what_is_known(found: list[object], status: int, text: str) -> None:
    said, told = audit.told(json.dumps({"dependencies": found}), "")
    assert said == status
    assert text in told


def test_without_the_service_it_says_that_nothing_was_checked_and_fails() -> None:
    status, told = audit.told("", "ERROR:pip_audit._cli:Could not connect to the feed\n")
    assert status == audit.UNASKED
    assert "nothing is known either way" in told
    assert "Could not connect to the feed" in told


def test_it_is_asked_of_everything_that_is_pinned_and_names_no_host() -> None:
    words = audit.command()
    assert [Path(word).name for word in words if word.endswith(".txt")] == ["dev.txt", "audit.txt"]
    assert not re.search(r"https?://|index", " ".join(words))
    for file in (TOP / "requirements").iterdir():
        assert "://" not in file.read_text(), file
    asked = subprocess.run(
        ["make", "--dry-run", "audit"], cwd=TOP, capture_output=True, text=True, check=True
    )
    assert "tests.audit" in asked.stdout


# --- Where somebody who has found a weakness writes to ----------------------------------------------


def test_security_txt_names_the_contacts_that_the_site_has(client: Client, settings) -> None:
    settings.SECURITY_CONTACT = ["keeper@example.org", "https://example.org/report"]
    answer = client.get("/.well-known/security.txt")
    assert answer["Content-Type"].startswith("text/plain")
    lines = dict(line.split(": ", 1) for line in answer.content.decode().splitlines()[1:])
    assert answer.content.decode().startswith("Contact: mailto:keeper@example.org\n")
    assert lines["Contact"] == "https://example.org/report"
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT00:00:00Z", lines["Expires"])
    assert lines["Canonical"] == "http://testserver/.well-known/security.txt"


@pytest.mark.django_db
def test_without_a_contact_there_is_no_security_txt(client: Client, settings) -> None:
    settings.SECURITY_CONTACT = []
    assert client.get("/.well-known/security.txt").status_code == 404


def test_the_project_says_where_a_weakness_is_reported() -> None:
    text = (TOP / "SECURITY.md").read_text()
    for named in re.findall(r"\]\(([\w/.-]+)", text):
        assert (TOP / named).exists(), named
