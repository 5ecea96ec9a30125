"""`make check` notices a change of rules that was given no new name, and damage to what is kept."""

import io
import shutil
from pathlib import Path

import msgspec
import pytest
from django.core.management import CommandError, call_command

from rules import registry
from rules.kernel.serial import canonical
from rules.registry import BOOKS
from rules.revisions import loading, source
from tests.revisions.playing import called

BOOK = "world_in_flames"


@pytest.fixture
def kept(folder: Path, tmp_path: Path) -> Path:
    """One book as it stands, frozen, in a folder of its own."""
    place = tmp_path / "revisions"
    (place / BOOK).mkdir(parents=True)
    found = loading.read_index(folder)[BOOK][-1]
    # As it would be entered if the working tree were the commit.
    today = msgspec.structs.replace(found, closure=source.digest(BOOK))
    (place / "index.json").write_bytes(canonical({BOOK: [today]}))
    shutil.copy(loading.file_of(BOOK, found.revision, folder), place / BOOK)
    return place


def said(kept: Path) -> list[str]:
    return list(source.problems(BOOKS.values(), kept))


def entered(kept: Path) -> loading.Frozen:
    return loading.read_index(kept)[BOOK][0]


def test_a_source_that_is_its_frozen_revision_may_be_called_so(kept: Path) -> None:
    assert BOOKS[BOOK].revision in entered(kept).names
    assert said(kept) == []


def test_a_changed_source_under_the_name_of_a_frozen_revision_fails(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(source, "digest", lambda _: 64 * "0")
    problem = said(kept)[0]
    assert f"{BOOK} was changed" in problem
    assert entered(kept).revision in problem
    with pytest.raises(CommandError, match="1 problem"):
        call_command("freeze", check=True, folder=kept, stderr=io.StringIO())
    called(monkeypatch, BOOK, "the next one")
    assert list(source.problems(registry.BOOKS.values(), kept)) == []


def test_a_lost_or_damaged_file_fails(kept: Path) -> None:
    file = loading.file_of(BOOK, entered(kept).revision, kept)
    file.write_bytes(file.read_bytes() + b"!")
    assert said(kept) == [f"{file.name} of {BOOK} is not the file that the index names."]
    file.rename(file.with_name("another.zip"))
    assert said(kept) == [
        f"{file.name} of {BOOK} is in the index, but not there.",
        f"{BOOK}/another.zip is not in the index.",
    ]


def test_two_revisions_of_one_name_and_another_interface_fail(kept: Path) -> None:
    one = entered(kept)
    (kept / "index.json").write_bytes(
        canonical({BOOK: [one, msgspec.structs.replace(one, interface=99)]})
    )
    problems = said(kept)
    assert f"{one.revision} of {BOOK} speaks interface 99, this release 1." in problems
    assert f"Two revisions of {BOOK} are called {one.revision!r}." in problems


def test_what_this_release_keeps_is_in_order() -> None:
    assert list(source.problems(BOOKS.values())) == []


def test_only_what_is_committed_is_frozen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "digest", lambda _: 64 * "0")
    with pytest.raises(CommandError, match="not what was committed last"):
        call_command("freeze", BOOK, folder=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_name_that_campaigns_bear_keeps_its_meaning(kept: Path) -> None:
    """An earlier state of the same name, frozen later, is known by its own name alone."""
    before = entered(kept)
    called = io.StringIO()
    call_command("freeze", BOOK, commit="HEAD", folder=kept, stdout=called)
    if "nothing new" in called.getvalue():  # the working tree is what was committed
        return
    after = loading.read_index(kept)[BOOK]
    assert [name for one in after for name in one.names].count(before.names[1]) == 1
