"""The books of the last commit, frozen once for all these tests, and revisions that differ from them."""

import hashlib
import io
import shutil
from collections.abc import Mapping
from pathlib import Path

import msgspec
import pytest
from django.core.management import call_command

from rules.kernel.serial import canonical
from rules.registry import BOOKS
from rules.revisions import loading, packing, source
from tests.revisions.playing import Revise
from tests.support.programs.site import keep_quiet

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whoever needs the frozen books goes to one worker, so that they are frozen once."""
    for item in items:
        if item.path.parent == HERE and "folder" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.xdist_group("revisions"))


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of revisions with every book in it."""
    place = tmp_path_factory.mktemp("revisions")
    for key in sorted(BOOKS):
        call_command("freeze", key, commit="HEAD", folder=place, stdout=io.StringIO())
    return place


@pytest.fixture
def revise(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Revise:
    """Freezes today's source of a book with changes, in a folder that this site then keeps."""
    place = tmp_path / "revisions"
    shutil.copytree(folder, place)
    monkeypatch.setattr(loading, "HERE", place)

    def freeze(key: str, changes: Mapping[str, str]) -> str:
        files = packing.closure(source.files(), key)
        for old, new in changes.items():
            found = {path: text for path, text in files.items() if old.encode() in text}
            assert found, f"{old!r} stands nowhere in {key}"
            for path, text in found.items():
                files[path] = text.replace(old.encode(), new.encode())
        name = packing.revision_name(files, "2030-01-01")
        data = packing.packed(files, package=packing.package_name(key, name))
        loading.file_of(key, name, place).write_bytes(data)
        kept = loading.read_index(place)
        entry = msgspec.structs.replace(
            kept[key][-1],
            names=(name,),
            zip=hashlib.sha256(data).hexdigest(),
            closure=packing.digest(files),
        )
        (place / "index.json").write_bytes(canonical({**kept, key: (*kept[key], entry)}))
        loading._known.cache_clear()
        return name

    return freeze


@pytest.fixture
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """No pushes and no tasks."""
    keep_quiet(monkeypatch)
