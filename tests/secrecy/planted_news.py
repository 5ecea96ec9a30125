"""Leaks to plant in what is sent elsewhere, besides those of `planted.py`."""

import pytest

from campaigns.services import webhooks
from tests.secrecy.planted import _count, plant
from tests.secrecy.table import Table


@plant("webhook", noticed="webhooks")
def _webhook(patch: pytest.MonkeyPatch, table: Table) -> None:
    """A channel elsewhere is told what is sealed."""
    honest = webhooks.text_of
    patch.setattr(webhooks, "text_of", lambda post: f"{honest(post)} {_count(table)}")
