"""A new log entry is one type: its tag, its fields, its words. Nothing else need know it."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest
from django.test import Client
from django.utils import timezone

from campaigns.domain import entries, vote_kinds
from campaigns.domain.entries import KINDS, SECRET_KINDS, Entry, Telling
from campaigns.models import LogEntry
from campaigns.services.log import entries as log
from rules.kernel.events import Line
from tests.support.campaigns import Table
from tests.support.exports.files import faults, file_of

ROOT = Path(__file__).parents[3]


@pytest.fixture
def bells() -> Iterator[type[Entry]]:
    """A kind that no release has."""

    class BellRung(Entry, frozen=True, kw_only=True):
        tag: ClassVar[str] = "bell.rung"
        times: int
        reason: str

        def words(self, t: Telling) -> Line:
            return t.line(f"{t.person} rings {self.times} times for {t.power}", self.because)

    yield BellRung
    KINDS.pop(BellRung.tag, None)


def rung(table: Table, kind: Any) -> LogEntry:
    campaign = table.campaign
    by = {"actor": "moderator", "person": table.moderator, "power": "north"}
    entry = log.append(campaign, kind(times=3, reason="noon."), at=timezone.now(), **by)
    campaign.save()
    return entry


def test_a_new_log_entry_is_one_type(table: Table, client: Client, bells: type[Entry]) -> None:
    entry = rung(table, bells)
    assert entry.body == '{"reason":"noon.","times":3}'
    client.force_login(table.moderator)
    page = client.get(f"/c/{table.slug}/log/").text
    assert "rings 3 times for" in page
    told = client.get(f"/api/campaigns/{table.slug}/log/").json()
    assert any("rings 3 times for" in line["line"]["head"] for line in told)
    assert faults(file_of(table)) == []


def test_a_kind_of_a_later_release_is_kept_and_not_told(
    table: Table, client: Client, bells: type[Entry]
) -> None:
    rung(table, bells)
    del KINDS[bells.tag]
    client.force_login(table.moderator)
    answer = client.get(f"/c/{table.slug}/log/")
    assert answer.status_code == 200
    assert "rings" not in answer.text
    assert entries.read(bells.tag, "{}") is None
    assert faults(file_of(table)) == []


def test_a_kind_without_words_says_so() -> None:
    """Each has a line that it says, or words of its own, or is ``wordless``."""
    for tag, kind in KINDS.items():
        assert kind.wordless + bool(kind.says) + (kind.words is not Entry.words) == 1, tag


def test_two_kinds_have_two_tags() -> None:
    with pytest.raises(TypeError, match=r"seat\.freed"):

        class Again(Entry, frozen=True, kw_only=True):
            tag: ClassVar[str] = "seat.freed"


def test_what_other_tables_say_of_kinds_is_said_of_kinds_that_there_are() -> None:
    assert {kind.by_vote for kind in KINDS.values()} == {"", *vote_kinds.KINDS}


#: Where the checks of a file name kinds by their tags, and the kinds themselves.
BY_TAGS = ("campaigns/domain/", "campaigns/proofs/")


def test_no_other_module_spells_a_tag() -> None:
    """A kind is asked for by its type, so that a misspelt one is found before it runs."""
    dotted = {tag for tag in (*KINDS, *SECRET_KINDS) if "." in tag}
    for path in sorted((ROOT / "campaigns").rglob("*.py")):
        where = path.relative_to(ROOT).as_posix()
        if where.startswith(BY_TAGS):
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Constant) and node.value in dotted:
                assert not node.value, f"{where}:{node.lineno} spells {node.value}"
