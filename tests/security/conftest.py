"""Campaigns and people for the adversary; the same as for the tests of campaigns."""

from typing import Any

import pytest

from tests.support.campaigns import found, passing, sent, table, tiny_book

__all__ = ["found", "passing", "sent", "table", "tiny_book"]


@pytest.fixture
def no_limits(settings: Any) -> None:
    """What is refused is refused for what it is."""
    settings.LIMITS = dict.fromkeys(settings.LIMITS, "1000000 per minute")
