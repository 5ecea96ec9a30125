"""``manage.py conformance``: run case files against the rulebooks."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError

from campaigns import rulebooks
from campaigns.errors import NotOnTheMenu
from campaigns.rulebooks import conformance
from rules.kernel.conformance import Coverage
from rules.kernel.conformance.matching import plain
from rules.kernel.errors import RulesError
from rules.kernel.near_misses import suggestion


class Command(BaseCommand):
    """Runs conformance cases; the exit code is 1 when one fails or none is found."""

    help = (
        "Run conformance cases (docs/conformance.md) from files and folders, the project's own by "
        "default. Prints a line for each failure and the coverage by rule; ends with 'N passed, N failed'."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The command line."""
        parser.add_argument(
            "paths", nargs="*", type=Path, metavar="PATH", help="files or folders of *.yaml"
        )
        parser.add_argument("--json", action="store_true", help="print one JSON document instead")
        parser.add_argument(
            "--uncovered",
            action="store_true",
            help="only print the rules that no project case names",
        )
        parser.add_argument("--rulebook", default="", help="only this rulebook")
        parser.add_argument(
            "--part", default="", help="only this part of the rule index, such as diplomacy"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        """Run what was asked for."""
        book, part = options["rulebook"], options["part"]
        if book:
            try:
                rulebooks.load(book)
            except NotOnTheMenu as error:
                raise CommandError(str(error)) from error
        self._known_part(book, part)
        try:
            if options["uncovered"]:
                self._uncovered(options["paths"], book, part)
                return
            paths = options["paths"] or [conformance.project_cases()]
            report = conformance.read(paths, rulebook=book)
        except RulesError as error:
            raise CommandError(str(error)) from error
        report.results += [conformance.run(case) for case in report.cases]
        if options["json"]:
            self._as_json(report, part)
        else:
            self._as_lines(report, part)
        if report.failed or not report.cases:
            sys.exit(1)

    def _known_part(self, key: str, part: str) -> None:
        books = [book for book in rulebooks.every() if key in ("", book.key)]
        parts = sorted({entry.part for book in books for entry in book.index if entry.part})
        if part and part not in parts:
            raise CommandError(f"There is no part {part!r}. {suggestion(part, parts)}")

    def _uncovered(self, paths: list[Path], key: str, part: str) -> None:
        """Of the rulebooks asked for: the one named, those the named files are about, or all."""
        report = conformance.read(paths or [conformance.project_cases()], rulebook=key)
        about = {case.rulebook for case in report.cases} if paths and not key else set()
        for result in report.results:
            for line in result.lines():
                self.stderr.write(f"FAIL {line}")
        for book in rulebooks.every():
            if key in ("", book.key) and (not about or book.key in about):
                for ref in report.of(book, part=part).uncovered:
                    self.stdout.write(ref)

    def _as_lines(self, report: conformance.Report, part: str) -> None:
        for result in report.results:
            for line in result.lines():
                self.stdout.write(f"FAIL {line}")
        for covered in report.covered(part=part):
            self.stdout.write(covered.summary())
            if covered.uncovered:
                self.stdout.write(f"  without a case: {_shortened(covered)}")
        if not report.cases and not report.failed:
            self.stderr.write(
                "No case was found: name a folder that holds *.yaml files with cases."
            )
        self.stdout.write(f"{report.passed} passed, {report.failed} failed")

    def _as_json(self, report: conformance.Report, part: str) -> None:
        found = {
            "format": 1,
            "passed": report.passed,
            "failed": report.failed,
            "results": [
                {
                    **msgspec.structs.asdict(result),
                    "failures": plain(result.failures),
                    "passed": result.passed,
                }
                for result in report.results
            ],
            "coverage": [plain(covered) for covered in report.covered(part=part)],
        }
        self.stdout.write(msgspec.json.encode(plain(found)).decode())


def _shortened(covered: Coverage, most: int = 12) -> str:
    """The first rules without a case, and how many more there are."""
    refs = covered.uncovered
    more = f" and {len(refs) - most} more (--uncovered lists them)" if len(refs) > most else ""
    return "; ".join(refs[:most]) + more
