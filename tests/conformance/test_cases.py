"""Every conformance case of the project, one test each."""

from collections import Counter
from pathlib import Path

import pytest

from campaigns import conformance

REPORT = conformance.read([Path(__file__).parent])


def _name(case):
    return f"{Path(case.file).stem}: {case.case}"


def test_every_file_can_be_read():
    assert [line for result in REPORT.results for line in result.lines()] == []


def test_no_case_stands_in_two_files():
    names = Counter((case.rulebook, case.case) for case in REPORT.cases)
    assert [name for name, count in names.items() if count > 1] == []


@pytest.mark.parametrize("case", REPORT.cases, ids=_name)
def test_case(case):
    assert conformance.run(case).lines() == []
