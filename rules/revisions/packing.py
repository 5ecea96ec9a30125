"""Making a frozen revision: what a book imports, renamed, as a zip that is the same on every machine.

Pure: it takes the source as a table of paths and contents (of a commit, or of the working tree) and
gives bytes back. ``manage.py freeze`` reads the source and writes the file.
"""

import ast
import hashlib
import io
import re
import zipfile
from collections.abc import Iterator, Mapping
from functools import cache

from rules.kernel.errors import RulesError

Source = Mapping[str, bytes]
"""Files by path, such as ``rules/kernel/dice.py``."""

ROOT = "rules"
DATA = "data"
DIGEST_LETTERS = 8
_EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The time every packed file bears: the earliest that a zip can hold."""


def closure(source: Source, book: str) -> dict[str, bytes]:
    """The modules that a book imports, directly or not, and the data files beside them.

    Imports within functions and for types alone count too: what is packed must never have to look
    outside. Raises ``RulesError`` for a book that is not there or that reaches the registry.
    """
    start = _file_of(source, f"{ROOT}.{book}")
    if start is None:
        raise RulesError(
            f"There is no rulebook {book!r} in this source.", remedy="Check its folder's name."
        )
    found: dict[str, bytes] = {}
    waiting = [start]
    while waiting:
        path = waiting.pop()
        if path in found:
            continue
        found[path] = source[path]
        waiting += (file for file in _imported(source, path) if file not in found)
    packages = {path.rpartition("/")[0] for path in found}
    for path, content in source.items():
        package, _, rest = path.partition(f"/{DATA}/")
        if rest and package in packages:
            found[path] = content
    return dict(sorted(found.items()))


def digest(files: Source) -> str:
    """SHA-256 of files, by path and content, before anything is renamed."""
    total = hashlib.sha256()
    for path in sorted(files):
        total.update(f"{path}\0{hashlib.sha256(files[path]).hexdigest()}\n".encode())
    return total.hexdigest()


def revision_name(files: Source, date: str) -> str:
    """What a revision is called: a date (``2026-11-22``) and the beginning of its digest."""
    return f"{date}-{digest(files)[:DIGEST_LETTERS]}"


def package_name(book: str, revision: str) -> str:
    """The package under which a revision is loaded; no two have the same."""
    return f"frozen_{book}_{re.sub(r'[^0-9a-z]', '_', revision.lower())}"


def packed(files: Source, *, package: str) -> bytes:
    """The zip: every file under ``package`` instead of ``rules``, with imports that say so.

    The same files give the same bytes.
    """
    books = sorted({path.split("/")[1].removesuffix(".py") for path in files})
    ours = re.compile(rf"(?<![\w.]){ROOT}\.(?=(?:{'|'.join(map(re.escape, books))})\b)")
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as file:
        _put(file, f"{package}/__init__.py", b"")
        for path, content in sorted(files.items()):
            if path.endswith(".py"):
                content = ours.sub(f"{package}.", content.decode()).encode()  # noqa: PLW2901
            _put(file, f"{package}/{path.removeprefix(f'{ROOT}/')}", content)
    return buffer.getvalue()


def unpacked(data: bytes) -> tuple[str, dict[str, bytes]]:
    """What was packed: the package of a zip, and its files under the names and with the imports that
    they had before. Raises ``BadZipFile``.
    """
    files: dict[str, bytes] = {}
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        names = [name for name in file.namelist() if not name.endswith("/")]
        packages = {name.partition("/")[0] for name in names}
        if len(packages) != 1:
            raise zipfile.BadZipFile("it does not hold one package")
        package = packages.pop()
        for name in names:
            content = file.read(name)
            if name.endswith(".py"):
                content = content.decode().replace(f"{package}.", f"{ROOT}.").encode()
            files[f"{ROOT}/{name.partition('/')[2]}"] = content
    # It was put there, and is no part of what was packed.
    files.pop(f"{ROOT}/__init__.py", None)
    return package, dict(sorted(files.items()))


def _put(file: zipfile.ZipFile, path: str, content: bytes) -> None:
    entry = zipfile.ZipInfo(path, _EARLIEST)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.create_system = 3  # the same on every machine
    entry.external_attr = 0o644 << 16
    file.writestr(entry, content)


def _imported(source: Source, path: str) -> Iterator[str]:
    """The files that a module needs to be imported: what it names, and the packages around it."""
    around = path.split("/")[1:-1]
    for depth in range(1, len(around) + 1):
        yield from _with_packages(source, ".".join((ROOT, *around[:depth])))
    if not path.endswith(".py"):
        return
    for name in _names(source[path], path):
        if name == f"{ROOT}.registry":
            raise RulesError(f"{path} imports the registry, so it cannot be packed.")
        yield from _with_packages(source, name)


@cache
def _names(content: bytes, path: str) -> tuple[str, ...]:
    """What of ``rules`` a module names in its imports. All books share the kernel, so it is asked again."""
    found: list[str] = []
    for node in ast.walk(ast.parse(content, path)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.ImportFrom) and node.level:
            raise RulesError(
                f"{path} imports relatively in line {node.lineno}.",
                remedy="Name the whole module; packing follows names.",
            )
        else:
            continue
        found += (name for name in names if name.startswith(f"{ROOT}."))
    return tuple(found)


def _with_packages(source: Source, module: str) -> Iterator[str]:
    parts = module.split(".")
    for depth in range(2, len(parts) + 1):
        file = _file_of(source, ".".join(parts[:depth]))
        if file is not None:
            yield file


def _file_of(source: Source, module: str) -> str | None:
    """The file of a module or package; ``None`` for a name that is neither."""
    path = module.replace(".", "/")
    for file in (f"{path}.py", f"{path}/__init__.py"):
        if file in source:
            return file
    return None
