"""A frozen revision holds all that its book imports and nothing else, and is the same each time."""

import io
import zipfile
from pathlib import Path

import pytest

from core.paths import BASE_DIR
from rules.kernel.errors import RulesError
from rules.registry import BOOKS
from rules.revisions import packing


@pytest.fixture(scope="module")
def source() -> dict[str, bytes]:
    """The rules in the working tree."""
    return {
        str(path.relative_to(BASE_DIR)): path.read_bytes()
        for path in Path(BASE_DIR / "rules").rglob("*")
        if path.suffix in (".py", ".yaml")
    }


SMALL = {
    "rules/__init__.py": b"",
    "rules/kernel/__init__.py": b"",
    "rules/kernel/dice.py": b"SIDES = 6\n",
    "rules/kernel/unused.py": b"",
    "rules/chess/__init__.py": b'PACKAGE = "rules.chess"\nfrom rules.chess.book import BOOK\n',
    "rules/chess/book.py": b"def f():\n    import rules.kernel.dice\nBOOK = 1\n",
    "rules/chess/data/board.yaml": b"a: 1\n",
    "rules/chess/rulings.md": b"words\n",
    "rules/go/__init__.py": b"",
    "rules/go/data/board.yaml": b"a: 2\n",
}


def test_what_is_imported_is_packed_with_its_data_and_nothing_else() -> None:
    assert list(packing.closure(SMALL, "chess")) == [
        "rules/chess/__init__.py",
        "rules/chess/book.py",
        "rules/chess/data/board.yaml",
        "rules/kernel/__init__.py",
        "rules/kernel/dice.py",
    ]


def test_packed_code_names_its_own_package() -> None:
    data = packing.packed(packing.closure(SMALL, "chess"), package="frozen_chess_1")
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        assert file.read("frozen_chess_1/chess/__init__.py") == (
            b'PACKAGE = "frozen_chess_1.chess"\nfrom frozen_chess_1.chess.book import BOOK\n'
        )
        assert b"import frozen_chess_1.kernel.dice" in file.read("frozen_chess_1/chess/book.py")


def test_the_name_follows_from_every_byte() -> None:
    files = packing.closure(SMALL, "chess")
    name = packing.revision_name(files, "2026-11-22")
    assert name == f"2026-11-22-{packing.digest(files)[:8]}"
    changed = {**files, "rules/chess/data/board.yaml": b"a: 3\n"}
    assert packing.revision_name(changed, "2026-11-22") != name
    moved = {**files}
    moved["rules/chess/data/game.yaml"] = moved.pop("rules/chess/data/board.yaml")
    assert packing.revision_name(moved, "2026-11-22") != name


@pytest.mark.parametrize("key", sorted(BOOKS))
def test_the_same_source_gives_the_same_bytes(source: dict[str, bytes], key: str) -> None:
    files = packing.closure(source, key)
    backwards = dict(reversed(files.items()))
    assert packing.packed(files, package="p") == packing.packed(backwards, package="p")


@pytest.mark.parametrize("key", sorted(BOOKS))
def test_nothing_packed_looks_outside(source: dict[str, bytes], key: str) -> None:
    data = packing.packed(packing.closure(source, key), package="frozen_p")
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        for name in file.namelist():
            if name.endswith(".py"):
                text = file.read(name).decode()
                assert "from rules." not in text, name
                assert "import rules." not in text, name


def test_a_book_that_is_not_there_cannot_be_packed() -> None:
    with pytest.raises(RulesError, match="no rulebook 'checkers'"):
        packing.closure(SMALL, "checkers")


def test_a_book_that_reaches_the_registry_cannot_be_packed() -> None:
    source = {**SMALL, "rules/chess/book.py": b"from rules.registry import BOOKS\n"}
    with pytest.raises(RulesError, match="imports the registry"):
        packing.closure(source, "chess")


def test_a_relative_import_is_refused_because_packing_follows_names() -> None:
    source = {**SMALL, "rules/chess/book.py": b"from . import moves\n"}
    with pytest.raises(RulesError, match="imports relatively in line 1"):
        packing.closure(source, "chess")
