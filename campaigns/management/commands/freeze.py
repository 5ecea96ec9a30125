"""`manage.py freeze`: keep the rules as they stand, for the campaigns that play by them.

`manage.py freeze --check` says whether a change of rules was forgotten: it belongs to `make check`.
"""

import gzip
import hashlib
import platform
import subprocess
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError

from campaigns import rulebooks
from campaigns.recordings.recording import difference, read
from core.paths import BASE_DIR
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
            "--repairs",
            metavar="REVISION",
            default="",
            help="a frozen revision with a hole in it, which this one replaces for all its campaigns",
        )
        parser.add_argument("--reason", default="", help="why, for the index; with --repairs")
        parser.add_argument(
            "--leaked",
            default="",
            help="with --repairs: in words, what recorded campaigns no longer give because it leaked. "
            "Without it they must give the same bytes",
        )
        parser.add_argument("--recordings", type=Path, default=BASE_DIR / "tests" / "recordings")
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
        kept = loading.read_index(folder)
        repaired = self._repaired(kept.get(book, ()), options)
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
        if repaired is not None:
            self._repair(folder, book, repaired, entry, options)
            return
        _enter(folder, book, entry)
        called = loading.load(book, name, folder).revision
        if any(called in one.names for one in kept.get(book, ())):
            # Campaigns that bear this word began with the revision that bears it already.
            said = f"{book}: a state of {called!r} is frozen as {name}"
        else:
            _enter(folder, book, msgspec.structs.replace(entry, names=(name, called)))
            said = f"{book}: {called!r} is frozen as {name}"
        self.stdout.write(f"{said}, {len(files)} files, {len(data)} bytes.")

    def _repaired(
        self, kept: Sequence[loading.Frozen], options: dict[str, Any]
    ) -> loading.Frozen | None:
        """The revision that is to be replaced, if one is."""
        name = options["repairs"]
        if not name:
            return None
        if not options["reason"].strip():
            raise CommandError(
                "Say with --reason why the revision is replaced; the index keeps it."
            )
        found = next((one for one in reversed(kept) if name in one.names), None)
        if found is None:
            raise CommandError(f"No revision {name!r} of {options['book']} is kept.")
        return found

    def _repair(
        self,
        folder: Path,
        book: str,
        old: loading.Frozen,
        new: loading.Frozen,
        options: dict[str, Any],
    ) -> None:
        """Put a revision in the place of another, under all its names, if it plays as that did."""
        replaced = loading.Repair(
            zip=old.zip,
            closure=old.closure,
            commit=old.commit,
            reason=options["reason"].strip(),
            leaked=options["leaked"].strip(),
        )
        new = msgspec.structs.replace(
            new, names=(*new.names, *old.names), repairs=(*old.repairs, replaced)
        )
        before = loading.read_index(folder)
        _write(folder, {**before, book: _with(before[book], new, instead=old)})
        try:
            differing = list(_differing(folder, book, old, new, options["recordings"]))
            if differing and not replaced.leaked:
                raise CommandError(
                    "Recorded campaigns come out otherwise; a repair changes nothing but what leaked.\n"
                    + "\n".join(differing)
                )
        except (CommandError, RulesError) as error:
            _write(folder, before)
            loading.file_of(book, new.revision, folder).unlink()
            raise CommandError(str(error)) from error
        loading.file_of(book, old.revision, folder).unlink(missing_ok=True)
        for line in differing:
            self.stdout.write(f"As it leaked: {line}")
        self.stdout.write(f"{book}: {old.revision} is replaced by {new.revision}.")

    def _check(self, folder: Path) -> None:
        """Say what is wrong; nothing where all is well."""
        found = list(today.problems(rulebooks.every(), folder))
        for problem in found:
            self.stderr.write(problem)
        if found:
            raise CommandError(f"{len(found)} problem{'s' if len(found) > 1 else ''}.")


def _enter(folder: Path, book: str, entry: loading.Frozen) -> None:
    """Write the index with this revision as the book's newest."""
    kept = loading.read_index(folder)
    others = tuple(one for one in kept.get(book, ()) if one.revision != entry.revision)
    _write(folder, {**kept, book: (*others, entry)})


def _with(
    kept: Sequence[loading.Frozen], entry: loading.Frozen, *, instead: loading.Frozen
) -> tuple[loading.Frozen, ...]:
    """The revisions with one in another's place."""
    return tuple(entry if one.revision == instead.revision else one for one in kept)


def _differing(
    folder: Path, book: str, old: loading.Frozen, new: loading.Frozen, recordings: Path
) -> Iterator[str]:
    """What recorded campaigns of a revision come to otherwise by the one that replaces it."""
    rules = loading.load(book, new.revision, folder)
    files = sorted(
        file for name in old.names for file in (recordings / book / name).glob("*.jsonl.gz")
    )
    if not files:
        raise CommandError(
            f"There are no recorded campaigns of {old.revision} in {recordings / book} to compare."
        )
    for file in files:
        if found := difference(rules, read(gzip.decompress(file.read_bytes()))):
            yield f"{file.name}: {found}"


def _write(folder: Path, kept: Mapping[str, Sequence[loading.Frozen]]) -> None:
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
