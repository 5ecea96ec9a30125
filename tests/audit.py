"""`make audit`: has anything that is pinned here a known weakness?

pip-audit asks an advisory service (OSV) about each pinned version. Exits with 0 if nothing is known, with
1 if something is, and with 2 if it could not ask: then nothing is known either way, and it says so.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

PINNED = tuple(
    Path(__file__).parents[1] / "requirements" / f"{name}.txt" for name in ("dev", "audit")
)
FINE, WEAK, UNASKED = 0, 1, 2
#: How long one question may take, in seconds.
PATIENCE = 15


def command(pinned: Sequence[Path] = PINNED) -> list[str]:
    """How pip-audit is called: about the pinned versions, resolving and installing nothing."""
    files = [part for file in pinned for part in ("--requirement", str(file))]
    return [
        *(sys.executable, "-m", "pip_audit", *files, "--no-deps", "--disable-pip"),
        *("--vulnerability-service", "osv", "--timeout", str(PATIENCE)),
        *("--format", "json", "--progress-spinner", "off"),
    ]


def told(said: str, complaint: str) -> tuple[int, str]:
    """The exit status and what to say, from what pip-audit wrote to its two outputs."""
    try:
        found: list[dict[str, Any]] = json.loads(said)["dependencies"]
    except (ValueError, KeyError, TypeError):
        why = complaint.strip().splitlines()[-1:] or ["it said nothing"]
        return UNASKED, (
            "The advisory service could not be asked, so nothing is known either way: no package was "
            f"checked.\n  {why[0]}\nRun `make audit` again where the internet can be reached."
        )
    skipped = [one for one in found if "skip_reason" in one]
    weak = [one for one in found if one.get("vulns")]
    lines = [
        f"{one['name']} {one['version']}: {weakness['id']}"
        f" (mended in {', '.join(weakness['fix_versions']) or 'no version so far'})"
        for one in weak
        for weakness in one["vulns"]
    ]
    lines += [f"{one['name']}: not checked, {one['skip_reason']}" for one in skipped]
    if weak:
        return WEAK, "\n".join(["Known weaknesses:", *lines])
    if skipped or not found:
        return UNASKED, "\n".join(["Not everything was checked:", *lines])
    return FINE, f"{len(found)} pinned packages: no weakness is known."


def main() -> int:
    """Ask, and say what came of it."""
    sys.stdout.write(f"Asking about {' and '.join(file.name for file in PINNED)}...\n")
    sys.stdout.flush()
    done = subprocess.run(command(), capture_output=True, text=True, check=False)
    status, text = told(done.stdout, done.stderr)
    (sys.stdout if status == FINE else sys.stderr).write(f"{text}\n")
    return status


if __name__ == "__main__":
    sys.exit(main())
