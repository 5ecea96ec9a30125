"""Figures, and the table that they make."""

import os
import platform
import statistics
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One measured thing. ``value`` is the median of ``runs``, in ``unit``.

    ``group`` and ``what`` name it; ``size`` is what it was measured at (1, 10 and 100 times, or
    a number of watchers). ``target`` is the most (``at_most``) or the least that is aimed at.
    """

    group: str
    what: str
    unit: str
    runs: tuple[float, ...]
    size: str = ""
    target: float | None = None
    at_most: bool = True
    note: str = ""
    value: float = field(init=False)

    def __post_init__(self) -> None:
        """Take the median."""
        object.__setattr__(self, "value", statistics.median(self.runs))

    @property
    def met(self) -> bool | None:
        """Whether the target is met; ``None`` without one."""
        if self.target is None:
            return None
        return self.value <= self.target if self.at_most else self.value >= self.target


def repeated(times: int, measure: Callable[[], float]) -> tuple[float, ...]:
    """Measure several times."""
    return tuple(measure() for _ in range(times))


def table(figures: Iterable[Figure]) -> str:
    """All figures as one table. ``growth`` is the ratio to the first size of the same thing."""
    first: dict[tuple[str, str], float] = {}
    rows = [("", "measured", "size", "median", "spread", "growth", "target", "")]
    group = ""
    for one in figures:
        base = first.setdefault((one.group, one.what), one.value)
        bound = (
            "" if one.target is None else f"{'<=' if one.at_most else '>='} {_short(one.target)}"
        )
        rows.append(
            (
                one.group if one.group != group else "",
                one.what,
                one.size,
                f"{_short(one.value)} {one.unit}",
                f"{_short(min(one.runs))} to {_short(max(one.runs))}" if len(one.runs) > 1 else "",
                f"{one.value / base:.2f}x" if base and base is not one.value else "",
                bound,
                {None: "", True: "met", False: "MISSED"}[one.met]
                + (f"  {one.note}" if one.note else ""),
            )
        )
        group = one.group
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    return "\n".join([lines[0], "-" * max(map(len, lines)), *lines[1:]])


def as_json(figures: Iterable[Figure]) -> list[dict[str, Any]]:
    """The figures as plain data."""
    return [{**asdict(one), "met": one.met} for one in figures]


def machine() -> dict[str, Any]:
    """On what it was measured."""
    model = ""
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        lines = cpuinfo.read_text().splitlines()
        model = next((line.split(":", 1)[1].strip() for line in lines if "model name" in line), "")
    return {
        "cores": os.cpu_count(),
        "processor": model,
        "system": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
    }


def _short(number: float) -> str:
    """Three digits that matter."""
    if number >= 100:
        return f"{number:,.0f}"
    return f"{number:.1f}" if number >= 10 else f"{number:.2f}"
