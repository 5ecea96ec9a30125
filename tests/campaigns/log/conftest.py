"""Moments for tests of what is secret."""

import pytest
from django.utils import timezone


@pytest.fixture
def frozen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that shows the same moment in every run."""
    moment = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: moment)
