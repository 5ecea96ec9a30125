"""Figures, and the table that they make."""

import os
import platform
import statistics
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One measured thing. ``value`` is the median of ``runs``, in ``unit``.

    ``group`` and ``what`` name it; ``size`` is what it was measured at (1, 10 and 100 times, or
    a number of watchers). ``target`` is the most (``at_most``) or the least that is held (docs/performance.md).
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


HEAD = ("", "measured", "size", "median", "spread", "growth", "target", "")


def cells(figures: Iterable[Figure]) -> Iterator[tuple[str, ...]]:
    """All figures as rows of words. ``growth`` is the ratio to the first size of the same thing."""
    first: dict[tuple[str, str], float] = {}
    group = ""
    for one in figures:
        base = first.setdefault((one.group, one.what), one.value)
        bound = "" if one.target is None else f"{'<=' if one.at_most else '>='} {short(one.target)}"
        verdict = {None: "", True: "met", False: "MISSED"}[one.met]
        yield (
            one.group if one.group != group else "",
            one.what,
            one.size,
            f"{short(one.value)} {one.unit}",
            f"{short(min(one.runs))} to {short(max(one.runs))}" if len(one.runs) > 1 else "",
            f"{one.value / base:.2f}x" if base and base is not one.value else "",
            bound,
            ", ".join(part for part in (verdict, one.note) if part),
        )
        group = one.group


def table(figures: Iterable[Figure]) -> str:
    """All figures as one table for a terminal."""
    rows = [HEAD, *cells(figures)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD))]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    return "\n".join([lines[0], "-" * max(map(len, lines)), *lines[1:]])


def markdown(figures: Iterable[Figure]) -> str:
    """All figures as one table for a page."""
    rows = [HEAD, ("---",) * len(HEAD), *cells(figures)]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def as_json(figures: Iterable[Figure]) -> list[dict[str, Any]]:
    """The figures as plain data."""
    return [{**asdict(one), "met": one.met} for one in figures]


def figure_of(row: dict[str, Any]) -> Figure:
    """A figure from its plain data."""
    given = {key: value for key, value in row.items() if key not in ("value", "met")}
    return Figure(**{**given, "runs": tuple(given["runs"])})


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


def short(number: float) -> str:
    """Three digits that matter."""
    if number >= 100:
        return f"{number:,.0f}"
    return f"{number:.1f}" if number >= 10 else f"{number:.2f}"
