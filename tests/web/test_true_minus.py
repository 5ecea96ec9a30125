"""Numbers below nothing have a true minus sign wherever a change is told."""

from types import SimpleNamespace

import pytest
from django.template.loader import render_to_string

CHANGE = SimpleNamespace(label="Axis minor-ally tension", before="-5", after="-10", change="-5")


@pytest.mark.parametrize("part", ["history/_ledger.html", "parts/override_rows.html"])
def test_a_change_has_true_minus_signs(part: str) -> None:
    page = render_to_string(f"frontend/{part}", {"rows": [CHANGE], "caption": "What changed"})
    assert "−5" in page
    assert "−10" in page
    assert ">-5" not in page
    assert "minor-ally" in page, "a hyphen within a word stays"
