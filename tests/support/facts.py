"""Declared facts."""

from typing import Any

from campaigns.models import PendingDispatch
from tests.support.campaigns import Table

LINES = {"boats": 5, "bridge": False}


def propose(table: Table, power: str = "north", **facts: Any) -> int:
    """Declare at the policy's pace; returns the number of the dispatch."""
    act = {"kind": "declare", "facts": facts or LINES}
    table.act(power, act)
    return PendingDispatch.objects.filter(campaign__slug=table.slug).count()
