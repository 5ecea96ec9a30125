"""Conformance cases in files: finding them, reading them, running them.

The format and the runner are the rules' own (``rules.kernel.conformance``); here are the files,
and which rulebook each of them is about.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from campaigns import rulebooks
from core.records import like
from rules.kernel.conformance import (
    Case,
    Coverage,
    Failure,
    Result,
    Unreadable,
    coverage,
    read_file,
    run_case,
)
from rules.kernel.errors import NotUnderstood, RulesError
from rules.kernel.near_misses import suggestion

SUFFIXES = (".yaml", ".yml")


def project_cases() -> Path:
    """Where the project keeps its own cases."""
    return Path(__file__).resolve().parents[2] / "tests" / "conformance"


def case_files(paths: Iterable[Path]) -> Iterator[Path]:
    """Every case file under these folders (or the named files), in a settled order.

    Raises :class:`NotUnderstood` for a path that is not there.
    """
    for path in paths:
        if path.is_dir():
            yield from sorted(file for file in path.rglob("*") if file.suffix in SUFFIXES)
        elif path.exists():
            yield path
        else:
            raise NotUnderstood(
                f"{path}: no such file or folder.", remedy="Name a folder of *.yaml files."
            )


def book_of(path: Path, books: Mapping[str, rulebooks.Book]) -> str:
    """The rulebook a file is about, where it does not say so: from its folders or its name."""
    for name in (path.stem, *(folder.name for folder in path.resolve().parents)):
        if (key := name.replace("-", "_")) in books:
            return key
    return next(iter(books)) if len(books) == 1 else ""


@dataclass
class Report:
    """What became of a run: the cases that were read, and a result for each (or for a file)."""

    cases: list[Case] = field(default_factory=list)
    results: list[Result] = field(default_factory=list)
    files: int = 0

    @property
    def passed(self) -> int:
        """Cases that held."""
        return sum(result.passed for result in self.results)

    @property
    def failed(self) -> int:
        """Cases that did not, and files that could not be read."""
        return len(self.results) - self.passed

    def covered(self, *, part: str = "") -> list[Coverage]:
        """Coverage of every rulebook that a case is about."""
        books = {book.key: book for book in rulebooks.every()}
        about = sorted({case.rulebook for case in self.cases if case.rulebook in books})
        return [self.of(books[key], part=part) for key in about]

    def of(self, book: rulebooks.Book, *, part: str = "") -> Coverage:
        """Coverage of one rulebook, or of a part of it."""
        cases = [case for case in self.cases if case.rulebook == book.key]
        return coverage(book.index, cases, part=part)


def read(paths: Iterable[Path], *, rulebook: str = "") -> Report:
    """Read every case; a file or a case that cannot be read is a failed result of its own."""
    books = {book.key: book for book in rulebooks.every()}
    report = Report()
    for path in case_files(paths):
        report.files += 1
        try:
            found = read_file(
                path.read_text("utf-8"), str(path), rulebook=rulebook or book_of(path, books)
            )
        except (RulesError, UnicodeDecodeError) as error:
            report.results.append(_unread(path, "-", error))
            continue
        for one in found:
            if isinstance(one, Unreadable):
                report.results.append(_unread(path, one.case, one.error))
            elif not rulebook or one.rulebook == rulebook:
                report.cases.append(one)
    return report


def _unread(path: Path, case: str, error: Exception) -> Result:
    """The result of what could not be read."""
    told = str(error).removeprefix(str(path)).lstrip(": ")
    failure = Failure(what="file", expected="cases", found=told)
    return Result(case=case, rule=[], title="", file=str(path), rulebook="", failures=[failure])


def run(case: Case) -> Result:
    """Run one case against the rulebook that it names."""
    books = {book.key: book for book in rulebooks.every()}
    if case.rulebook not in books:
        failure = Failure(
            what="rulebook",
            expected="a rulebook",
            found=f"{case.rulebook or 'none named'}. {suggestion(case.rulebook, books)}",
        )
        return like(Result, case, failures=[failure])
    return run_case(case, books[case.rulebook])
