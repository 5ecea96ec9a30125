"""Checking files from a command line: what is asked, what is printed, and how it ends."""

import sys
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from campaigns import rulebooks
from campaigns.domain import export_file
from campaigns.domain.export_file import UnreadableExport
from campaigns.errors import CampaignError
from verifier import first_fault, verify
from verifier.report import unwatched

SECONDS = 0.5
"""So long between two lines about how far it is."""
HELP = (
    "Check an exported campaign (docs/export.md) without a database: its log, seals and dice, "
    "and by playing it again. Exits with 1 on any fault, with 3 if something could not be checked."
)
SOUND, FAULTY, INCOMPLETE = 0, 1, 3
"""How it ends: all in order, anything at fault or unreadable, or not everything could be checked."""


Output = Any
"""A text file, or what Django has in place of one."""


class CannotVerify(Exception):
    """A file cannot be read, or is no export; the message says which and why."""


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
    progress: bool = False,
    out: Output,
    err: Output,
) -> int:
    """Check a file, and write each line; gives the exit code. How far it is stands on ``err``, with ``progress``
    or on a terminal. Raises :class:`CannotVerify`.
    """
    watch = _Watch(err) if progress or sys.stderr.isatty() else unwatched
    try:
        data = _read(path)
        export = export_file.read(data)
        given = dict(rulebooks.load_unlisted(zipped, export.campaign.rulebook) for zipped in rules)
        others = [(other.name, _read(other)) for some in against for other in some]
        checks = verify(data, given, others=others, watch=watch)
    except (CampaignError, UnreadableExport) as error:
        raise CannotVerify(str(error)) from error
    except OSError as error:
        name = error.filename or path
        raise CannotVerify(f"{name} cannot be read: {error.strerror}.") from error
    lines = [line for one in checks for line in one.lines()]
    faults = sum(len(one.faults) for one in checks)
    gaps = sum(len(one.left) for one in checks)
    scripted = any(one.given for one in checks)
    by_script = "; dice given by the script, not checked" if scripted else ""
    lines.append(f"{len(checks)} checks, {faults} faults, {gaps} not checked{by_script}")
    if (first := first_fault(checks)) is not None:
        lines.append(f"first: {first[0]}; could be done by {first[1]}")
    out.write("".join(f"{line}\n" for line in lines))
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
    options = vars(parser.parse_args(arguments))
    files, codes = options.pop("files"), set[int]()
    for path in files:
        if len(files) > 1:
            sys.stdout.write(f"{path}:\n")
        try:
            codes.add(check(path, **options, out=sys.stdout, err=sys.stderr))
        except CannotVerify as error:
            sys.stderr.write(f"{error}\n")
            codes.add(FAULTY)
    return next((code for code in (FAULTY, INCOMPLETE) if code in codes), SOUND)


def _read(path: Path) -> bytes:
    return sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()


class _Watch:
    """Says how far it is, at most twice a second, each time on the same line."""

    def __init__(self, err: Output) -> None:
        self._err, self._last = err, time.monotonic()

    def __call__(self, what: str, done: int, of: int) -> None:
        """So much of so much."""
        now = time.monotonic()
        if now - self._last >= SECONDS or done == of:
            self._last = now
            ending = "\n" if done == of else ""
            self._err.write(f"\r{done} of {of} {what}   {ending}")
            self._err.flush()
