"""Every conformance case of the project, one test a file; each case runs, whatever the others do."""

from collections import Counter
from itertools import groupby
from pathlib import Path

import pytest

from campaigns import conformance

REPORT = conformance.read([Path(__file__).parent])


FILES = {
    f"{Path(file).parent.name}/{Path(file).stem}": tuple(cases)
    for file, cases in groupby(REPORT.cases, lambda case: case.file)
}


def test_every_file_can_be_read():
    assert [line for result in REPORT.results for line in result.lines()] == []


def test_no_case_stands_in_two_files():
    names = Counter((case.rulebook, case.case) for case in REPORT.cases)
    assert [name for name, count in names.items() if count > 1] == []


@pytest.mark.parametrize("cases", FILES.values(), ids=FILES)
def test_cases(cases):
    assert [line for case in cases for line in conformance.run(case).lines()] == []


def test_no_case_is_left_out():
    assert sum(map(len, FILES.values())) == len(REPORT.cases)
