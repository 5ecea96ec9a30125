"""Frozen revisions are loaded beside today's rules, play as they did, and are never taken on trust."""

import io
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.core.management import call_command

from campaigns.rulebooks import simulation
from rules import registry
from rules.kernel.errors import RulesError
from rules.registry import BOOKS
from rules.revisions import loading
from tests.support.suite.sample import of_the_newest


def newest(folder: Path, key: str) -> loading.Frozen:
    return loading.read_index(folder)[key][-1]


def played(book: Any) -> list[str]:
    scenario = min(book.scenarios.values(), key=lambda one: one.turns).key
    return [
        simulation.fingerprint(phase.state)
        for phase in simulation.play(book, scenario, turns=3, seed=5)
    ]


@pytest.mark.parametrize("key", sorted(BOOKS))
def test_a_frozen_book_plays_by_itself_and_twice_the_same(folder: Path, key: str) -> None:
    found = newest(folder, key)
    book = loading.load(key, found.revision, folder)
    assert book is not BOOKS[key]
    assert type(book).__module__.startswith(f"frozen_{key}_")
    assert book.key == key
    assert book.revision in found.names
    assert played(book) == played(book) != []


def test_freezing_twice_keeps_one(folder: Path) -> None:
    said = io.StringIO()
    call_command("freeze", "world_in_flames", commit="HEAD", folder=folder, stdout=said)
    assert "nothing new" in said.getvalue()
    assert len(loading.read_index(folder)["world_in_flames"]) == 1


def test_a_changed_file_is_not_run(folder: Path, tmp_path: Path) -> None:
    found = newest(folder, "world_in_flames")
    (tmp_path / "index.json").write_bytes((folder / "index.json").read_bytes())
    file = loading.file_of("world_in_flames", found.revision, tmp_path)
    file.parent.mkdir()
    whole = loading.file_of("world_in_flames", found.revision, folder).read_bytes()
    file.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    with pytest.raises(RulesError, match="missing or was changed"):
        loading.load("world_in_flames", found.revision, tmp_path)


def test_a_missing_file_is_said(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "index.json").write_bytes((folder / "index.json").read_bytes())
    with pytest.raises(RulesError, match="missing or was changed"):
        loading.load("world_at_war", newest(folder, "world_at_war").revision, tmp_path)


def test_another_interface_is_refused(folder: Path, tmp_path: Path) -> None:
    kept = loading.read_index(folder)
    newer = msgspec.structs.replace(kept["world_in_flames"][-1], interface=99)
    (tmp_path / "index.json").write_bytes(msgspec.json.encode({"world_in_flames": [newer]}))
    with pytest.raises(RulesError, match="speaks interface 99"):
        loading.load("world_in_flames", newer.revision, tmp_path)


def test_an_unknown_revision_is_no_rulebook() -> None:
    with pytest.raises(RulesError, match="does not have revision 1066"):
        registry.rulebook("world_at_war", "1066")


@pytest.mark.parametrize(
    ("key", "revision"),
    of_the_newest(
        (key, one.revision) for key, kept in loading.read_index().items() for one in kept
    ),
)
def test_every_revision_that_is_kept_opens_and_plays(key: str, revision: str) -> None:
    book = loading.load(key, revision)
    assert played(book) != []
    for scenario in book.scenarios.values():
        assert book.start(scenario.key, {}, {}).state is not None
