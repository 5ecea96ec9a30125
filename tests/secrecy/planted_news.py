"""Leaks to plant in what is sent elsewhere, besides those of `planted.py`."""

from typing import Any

import pytest

from campaigns.services.notifications import templates, webhooks
from tests.secrecy.planted import _count, _somebody_is_written_to, plant
from tests.secrecy.table import Table


@plant("webhook", noticed="webhooks")
def _webhook(patch: pytest.MonkeyPatch, table: Table) -> None:
    """A channel elsewhere is told what is sealed."""
    honest = webhooks.text_of
    patch.setattr(webhooks, "text_of", lambda post: f"{honest(post)} {_count(table)}")


@plant("device", noticed="devices")
def _device(patch: pytest.MonkeyPatch, table: Table) -> None:
    """What a browser shows hangs on what another power has sealed."""
    _somebody_is_written_to(patch, table, lambda: 1)
    honest = templates.subject_and_text

    def said(letter: Any) -> tuple[str, str]:
        subject, text = honest(letter)
        return subject, f"{text} {_count(table)}"

    patch.setattr(templates, "subject_and_text", said)
