"""Conformance cases: rulings as data, run against a rulebook.

``read_file`` turns the text of a file into cases, ``run_case`` plays one, ``coverage`` says
which rules are named by a case. The format is explained in ``docs/conformance.md``.
"""

from rules.kernel.conformance.cases import FORMAT, Case
from rules.kernel.conformance.coverage import Coverage, coverage
from rules.kernel.conformance.reading import Unreadable, read_file
from rules.kernel.conformance.running import run_case
from rules.kernel.conformance.stage import Failure, Result

__all__ = [
    "FORMAT",
    "Case",
    "Coverage",
    "Failure",
    "Result",
    "Unreadable",
    "coverage",
    "read_file",
    "run_case",
]
