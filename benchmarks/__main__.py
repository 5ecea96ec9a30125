"""`make bench`: measure everything, print one table, write JSON.

    python -m benchmarks [--quick] [--only push,orders] [--json var/bench.json]

Each part runs on a site of its own, started as `make play` starts it, in an empty folder. The load
comes from programs of their own (`benchmarks.load`). Nothing but the loopback is asked.
"""

import argparse
import importlib
import json
import os
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks import figures, site

#: The parts in their order, and whether they need a site.
PARTS = {
    "resolving": False,
    "isolated_control": False,
    "memory": False,
    "push": True,
    "orders": True,
    "pages": True,
    "weight": True,
    "clock": True,
    "verifying": True,
    "hosts": True,
}
#: What the short form does not measure, by part; all else it measures in fewer and shorter runs.
LEFT_OUT = {
    "isolated_control": "a million hexes",
    "memory": "other values of SITE_PROCESSES than its own",
    "push": "500 and 2,000 sockets",
    "orders": "a hundred times the accounts, campaigns and phases",
    "pages": "a history of 500 phases, a lobby of 100,000 campaigns",
    "weight": "the layout of other pages than the campaign page",
    "clock": "100,000 campaigns, a thousand of them due at once",
}
#: The load average from which a machine counts as doing something else.
IDLE = 0.5
FOLDER = site.ROOT / "var" / "bench"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure; 1 if a part could not be measured. A target that is missed is told, not failed."""
    given = _parser().parse_args(arguments)
    wanted = given.only.split(",") if given.only else list(PARTS)
    if unknown := [name for name in wanted if name not in PARTS]:
        sys.exit(f"There is no part {', '.join(unknown)}. Parts: {', '.join(PARTS)}.")
    if given.part:
        return _measure_here(given.part, quick=given.quick, into=Path(given.json))
    began, found, broken = time.monotonic(), [], []
    busy = os.getloadavg()[0]
    if busy > IDLE:
        print(f"The machine is busy (load {busy:.1f}); the figures will be worse than they are.")
    FOLDER.mkdir(parents=True, exist_ok=True, mode=0o711)
    for name in wanted:
        started = time.monotonic()
        print(f"{name} ...", end=" ", flush=True)
        answer = FOLDER / f"{name}.json"
        answer.unlink(missing_ok=True)
        code = _in_its_own_process(name, quick=given.quick, into=answer)
        print(f"{time.monotonic() - started:.0f} s", flush=True)
        if code:
            broken.append(name)
        else:
            found += [figures.figure_of(row) for row in json.loads(answer.read_text())]
    report: dict[str, Any] = {
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "quick": given.quick,
        "load_before": busy,
        "seconds": round(time.monotonic() - began),
        "machine": figures.machine(),
        "figures": figures.as_json(found),
        "left_out": [
            f"{name}: {LEFT_OUT[name]}" for name in wanted if given.quick and name in LEFT_OUT
        ],
        "not_measured": broken,
    }
    Path(given.json).parent.mkdir(parents=True, exist_ok=True)
    Path(given.json).write_text(json.dumps(report, indent=1) + "\n")
    print(f"\n{figures.table(found)}\n")
    for line in report["left_out"]:
        print(f"Left out of the short form: {line}.")
    print(f"Written to {given.json}. `python -m benchmarks.report` puts it into the documentation.")
    for name in broken:
        print(f"NOT MEASURED: {name}; see above.")
    return 1 if broken else 0


def _in_its_own_process(name: str, *, quick: bool, into: Path) -> int:
    """A part sets Django up for its own folder, which can be done once in a process."""
    command = [sys.executable, "-m", "benchmarks", "--part", name, "--json", str(into)]
    return site.run([*command, *(["--quick"] if quick else [])])


def _measure_here(name: str, *, quick: bool, into: Path) -> int:
    folder = FOLDER / name
    site.prepare(folder)
    importlib.import_module("django").setup()
    found: list[figures.Figure]
    part: Any = importlib.import_module(f"benchmarks.{name}")
    if PARTS[name]:
        with site.running(folder) as running:
            found = part.measure(running, quick=quick)
    else:
        found = part.measure(quick=quick)
    into.write_text(json.dumps(figures.as_json(found)))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer and shorter runs")
    parser.add_argument("--only", default="", help=f"parts, by commas: {', '.join(PARTS)}")
    parser.add_argument("--json", default=str(FOLDER / "figures.json"), help="where to write")
    parser.add_argument("--part", default="", help=argparse.SUPPRESS)
    return parser


if __name__ == "__main__":
    sys.exit(main())
