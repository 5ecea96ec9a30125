"""Every conformance case of the project, one test a file; each case runs, whatever the others do."""

import pytest

from campaigns.rulebooks import conformance
from tests.conformance.cases import FILES


@pytest.mark.parametrize("file", FILES.values(), ids=FILES)
def test_cases(file):
    report = conformance.read([file])
    assert [line for result in report.results for line in result.lines()] == []
    assert report.cases
    assert [line for case in report.cases for line in conformance.run(case).lines()] == []
