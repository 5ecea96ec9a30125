"""Checking files from a command line: what is asked, what is printed, and how it ends."""

import sys
import time
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from campaigns import rulebooks
from campaigns.domain import export_file
from campaigns.domain.export_file import UnreadableExport
from campaigns.errors import CampaignError
from verifier import first_fault, verify
from verifier.report import Watch, unwatched

SECONDS = 0.5
"""So long between two lines about how far it is."""
HELP = (
    "Check an exported campaign (docs/export.md) without a database: its log, seals and dice, "
    "and by playing it again. Exits with 1 on any fault, with 3 if something could not be checked."
)
SOUND, FAULTY, INCOMPLETE = 0, 1, 3
"""How it ends: all in order, anything at fault or unreadable, or not everything could be checked."""


class CannotVerify(Exception):
    """A file cannot be read, or is no export; the message says which and why."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Where to say how far it is: always, or on a terminal alone."""

    write: Callable[[str], object]
    always: bool = False

    def watch(self) -> Watch:
        """What a verification is to be watched by."""
        return _Watch(self.write) if self.always or sys.stderr.isatty() else unwatched


def add_options(parser: ArgumentParser) -> None:
    """What may be said beside the file."""
    parser.add_argument(
        "--rules",
        type=Path,
        action="append",
        default=[],
        metavar="ZIP",
        help="a frozen revision to play it again with, if it is not kept here. Its code is run: "
        "name only what you trust",
    )
    parser.add_argument(
        "--against",
        type=Path,
        action="append",
        nargs="+",
        default=[],
        metavar="OTHER",
        help="what was kept of the campaign: older files of it, files of heads "
        "(/.well-known/chancellery-heads.json), files of receipts; what they say must be in the file",
    )
    parser.add_argument(
        "--progress",
        action="store_true",
        help="say how far it is on the error output, as it does on a terminal",
    )


def check(
    path: Path,
    *,
    rules: Sequence[Path] = (),
    against: Sequence[Sequence[Path]] = (),
    say: Callable[[str], object],
    progress: Progress,
) -> int:
    """Check a file, and say each line; gives the exit code. Raises :class:`CannotVerify`."""
    try:
        data = _read(path)
        export = export_file.read(data)
        given = dict(rulebooks.load_unlisted(zipped, export.campaign.rulebook) for zipped in rules)
        others = [(other.name, _read(other)) for some in against for other in some]
        checks = verify(data, given, others=others, watch=progress.watch())
    except (CampaignError, UnreadableExport) as error:
        raise CannotVerify(str(error)) from error
    except OSError as error:
        name = error.filename or path
        raise CannotVerify(f"{name} cannot be read: {error.strerror}.") from error
    for one in checks:
        for line in one.lines():
            say(line)
    faults = sum(len(one.faults) for one in checks)
    gaps = sum(len(one.left) for one in checks)
    scripted = sum(len(one.given) for one in checks)
    by_script = "; dice given by the script, not checked" if scripted else ""
    say(f"{len(checks)} checks, {faults} faults, {gaps} not checked{by_script}")
    if (first := first_fault(checks)) is not None:
        say(f"first: {first[0]}; could be done by {first[1]}")
    if faults:
        return FAULTY
    return INCOMPLETE if gaps or scripted else SOUND


def main(arguments: Sequence[str] | None = None) -> int:
    """``python -m verifier FILE...``; gives the exit code, the worst of all files."""
    parser = ArgumentParser(prog="python -m verifier", description=HELP)
    parser.add_argument(
        "files", type=Path, nargs="+", metavar="FILE", help="a file, or - for standard input"
    )
    add_options(parser)
    options = parser.parse_args(arguments)
    progress = Progress(_write_error, options.progress)
    codes = set[int]()
    for path in options.files:
        if len(options.files) > 1:
            _say(f"{path}:")
        try:
            codes.add(
                check(
                    path,
                    rules=options.rules,
                    against=options.against,
                    say=_say,
                    progress=progress,
                )
            )
        except CannotVerify as error:
            _write_error(f"{error}\n")
            codes.add(FAULTY)
    return next((code for code in (FAULTY, INCOMPLETE) if code in codes), SOUND)


def _read(path: Path) -> bytes:
    return sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def _write_error(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()


class _Watch:
    """Says how far it is, at most twice a second, each time on the same line."""

    def __init__(self, write: Callable[[str], object]) -> None:
        self._write, self._last = write, time.monotonic()

    def __call__(self, what: str, done: int, of: int) -> None:
        """So much of so much."""
        now = time.monotonic()
        if now - self._last >= SECONDS or done == of:
            self._last = now
            ending = "\n" if done == of else ""
            self._write(f"\r{done} of {of} {what}   {ending}")
