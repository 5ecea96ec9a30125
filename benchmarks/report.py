"""`python -m benchmarks.report`: put the figures of the last run into docs/performance.md.

Everything between the two marks is replaced by a table made from `var/bench/figures.json`.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from benchmarks.__main__ import FOLDER
from benchmarks.figures import figure_of, markdown
from benchmarks.site import ROOT

PAGE = ROOT / "docs" / "performance.md"
BEGIN, END = "<!-- figures: begin -->\n", "<!-- figures: end -->\n"


def main() -> int:
    """Write the table into the page."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.report", description=__doc__)
    parser.add_argument("--json", type=Path, default=FOLDER / "figures.json")
    parser.add_argument("--page", type=Path, default=PAGE)
    given = parser.parse_args()
    page = given.page.read_text()
    if page.count(BEGIN) != 1 or page.count(END) != 1:
        sys.exit(f"{given.page} has not one pair of marks.")
    before, rest = page.split(BEGIN)
    _, after = rest.split(END)
    report = json.loads(given.json.read_text())
    given.page.write_text(f"{before}{BEGIN}{_section(report)}{END}{after}")
    return 0


def _section(report: dict[str, Any]) -> str:
    machine = report["machine"]
    told = (
        f"Measured {report['at'][:10]} on {machine['cores']} cores ({machine['processor']}, "
        f"{machine['system']}, Python {machine['python']})"
        f"{', in the short form' if report['quick'] else ''}; load before it began "
        f"{report['load_before']:.1f}, and {report['seconds']} s in all.\n"
    )
    short = "".join(f"\nLeft out of the short form: {one}.\n" for one in report.get("left_out", ()))
    missing = "".join(f"\nNot measured: {name}.\n" for name in report["not_measured"])
    return f"\n{told}{short}{missing}\n{markdown(map(figure_of, report['figures']))}\n\n"


if __name__ == "__main__":
    sys.exit(main())
