"""Many threads may read types that nobody has read before."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]

# In a process of its own: a type is worked out once for each process, and a fault ends it.
READ = """
import sys, threading
from typing import Any
import msgspec
from rules.kernel.serial import canonical, load, shaped

sys.setswitchinterval(1e-6)
for n in range(150):
    inner = [msgspec.defstruct(f"Inner{n}_{i}", [("a", int, 0), ("b", dict[str, int] | None, None)]) for i in range(12)]
    outer = msgspec.defstruct(f"Outer{n}", [(f"x{i}", tuple[kind, ...], ()) for i, kind in enumerate(inner)])
    data = canonical(outer(**{f"x{i}": (kind(a=i),) for i, kind in enumerate(inner)}))
    gate, failed = threading.Barrier(6), []

    def read(m: int) -> None:
        gate.wait()
        for kind in (outer, *inner[m % 3 :: 3]):
            try:
                load(data, kind)
                shaped(msgspec.json.decode(data), kind)
            except Exception as problem:
                failed.append(problem)

    threads = [threading.Thread(target=read, args=[m]) for m in range(6)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
    assert not failed, failed[0]
"""


def test_types_are_worked_out_one_at_a_time() -> None:
    subprocess.run([sys.executable, "-c", READ], check=True, timeout=120)


def test_nothing_reads_types_past_it() -> None:
    past = [
        str(file.relative_to(ROOT))
        for folder in ("accounts", "campaigns", "config", "core", "frontend", "rules", "verifier")
        for file in sorted((ROOT / folder).rglob("*.py"))
        if re.search(
            r"msgspec\.(convert|yaml|json\.(Decoder|decode\([^)]*type=))", file.read_text()
        )
    ]
    assert past == ["rules/kernel/serial.py"]
