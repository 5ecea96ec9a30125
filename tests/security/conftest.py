"""Campaigns and people for the adversary; the same as for the tests of campaigns."""

from typing import Any

import pytest

from frontend.templatetags import fragments
from tests.campaigns.conftest import found, sent, table, tiny_book

__all__ = ["found", "sent", "table", "tiny_book"]


@pytest.fixture(autouse=True)
def a_board_of_the_tiny_book(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tiny book has no template of its own; its pages are tried all the same."""
    known = fragments.board_template

    def template(head: Any) -> str:
        return "frontend/campaign/_no_board.html" if head.book_key == "tiny" else known(head)

    monkeypatch.setattr(fragments, "board_template", template)
