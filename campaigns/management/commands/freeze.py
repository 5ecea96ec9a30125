"""`manage.py freeze`: keep the rules as they stand, for the campaigns that play by them.

`manage.py freeze --check` says whether a change of rules was forgotten: it belongs to `make check`.
"""

import hashlib
import platform
import subprocess
from argparse import ArgumentParser
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError

from campaigns import rulebooks
from config.supervision.paths import BASE_DIR
from rules.kernel.errors import RulesError
from rules.kernel.serial import canonical
from rules.revisions import loading, packing
from rules.revisions import source as today


class Command(BaseCommand):
    """Packs a book of a commit as a frozen revision and enters it in the index."""

    help = "Freeze a rulebook as it stands in a commit, so that running campaigns keep it."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which book, of which commit, into which folder."""
        parser.add_argument("book", nargs="?", default="", help="all books with --check")
        parser.add_argument("--commit", help="the commit whose rules are packed; else the last one")
        parser.add_argument("--folder", type=Path, default=loading.HERE)
        parser.add_argument(
            "--check",
            action="store_true",
            help="freeze nothing: fail if a book was changed under the name of a frozen revision, or "
            "if what is kept was damaged",
        )

    def handle(self, *_: Any, **options: Any) -> None:
        """Pack, load it once to see that it works, and enter it."""
        book, folder = options["book"], options["folder"]
        if options["check"]:
            self._check(folder)
            return
        if not book:
            known = ", ".join(each.key for each in rulebooks.every())
            raise CommandError(f"Which book? There are: {known}.")
        try:
            commit, date, source = _of_commit(options["commit"] or "HEAD")
            files = packing.closure(source, book)
        except (RulesError, subprocess.CalledProcessError) as error:
            raise CommandError(str(error)) from error
        closure = packing.digest(files)
        if options["commit"] is None and closure != today.digest(book):
            raise CommandError(
                f"{book} in this folder is not what was committed last. Commit it first, or name a "
                "commit."
            )
        kept = loading.kept(folder)
        for one in kept.get(book, ()):
            if one.closure == closure:
                self.stdout.write(f"{book}: nothing new; these rules are kept as {one.revision}.")
                return
        name = packing.revision_name(files, date)
        data = packing.packed(files, package=packing.package_name(book, name))
        target = loading.file_of(book, name, folder)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
        entry = loading.Frozen(
            names=(name,),
            zip=hashlib.sha256(data).hexdigest(),
            closure=closure,
            commit=commit,
            python=".".join(platform.python_version_tuple()[:2]),
            msgspec=msgspec.__version__,
        )
        _enter(folder, book, entry)
        called = loading.load(book, name, folder).revision
        if any(called in one.names for one in kept.get(book, ())):
            # Campaigns that bear this word began with the revision that bears it already.
            said = f"{book}: a state of {called!r} is frozen as {name}"
        else:
            _enter(folder, book, msgspec.structs.replace(entry, names=(name, called)))
            said = f"{book}: {called!r} is frozen as {name}"
        self.stdout.write(f"{said}, {len(files)} files, {len(data)} bytes.")

    def _check(self, folder: Path) -> None:
        """Say what is wrong; nothing where all is well."""
        found = list(today.problems(rulebooks.every(), folder))
        for problem in found:
            self.stderr.write(problem)
        if found:
            raise CommandError(f"{len(found)} problem{'s' if len(found) > 1 else ''}.")


def _enter(folder: Path, book: str, entry: loading.Frozen) -> None:
    """Write the index with this revision as the book's newest."""
    kept = loading.kept(folder)
    others = tuple(one for one in kept.get(book, ()) if one.revision != entry.revision)
    kept[book] = (*others, entry)
    (folder / "index.json").write_bytes(msgspec.json.format(canonical(kept), indent=1) + b"\n")


def _of_commit(commit: str) -> tuple[str, str, dict[str, bytes]]:
    """A commit's full name, its day, and its files under ``rules/``."""
    name = _git("rev-parse", "--verify", f"{commit}^{{commit}}").decode().strip()
    moment = datetime.fromtimestamp(int(_git("show", "-s", "--format=%ct", name)), UTC)
    paths = _git("ls-tree", "-r", "-z", "--name-only", name, packing.ROOT).decode().split("\0")
    wanted = [path for path in paths if path and not path.endswith(".zip")]
    asked = "".join(f"{name}:{path}\n" for path in wanted).encode()
    return name, f"{moment:%Y-%m-%d}", dict(zip(wanted, _contents(asked), strict=True))


def _contents(asked: bytes) -> list[bytes]:
    """What ``git cat-file --batch`` answers: a line with the size, the content, a line's end."""
    answer = _git("cat-file", "--batch", given=asked)
    contents, start = [], 0
    while start < len(answer):
        end = answer.index(b"\n", start)
        size = int(answer[start:end].split()[2])
        contents.append(answer[end + 1 : end + 1 + size])
        start = end + size + 2
    return contents


def _git(*words: str, given: bytes | None = None) -> bytes:
    done = subprocess.run(
        ["git", *words],
        cwd=BASE_DIR,
        input=given,
        capture_output=True,
        check=True,
    )
    return done.stdout
