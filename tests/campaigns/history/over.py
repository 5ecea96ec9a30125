"""A campaign that is over, and its pages."""

from typing import Any

import pytest

from campaigns.selectors.history import chronicle
from tests.support.accounts import signed_in
from tests.support.campaigns import Table, play_on


@pytest.fixture
def over(table: Table) -> Table:
    """A campaign of two turns that was played to its end."""
    play_on(table, 4)
    assert table.campaign.status == "finished"
    chronicle._kept.forget()
    return table


def page(table: Table, tail: str = "", who: Any = None) -> str:
    answer = signed_in(who).get(f"/c/{table.slug}/{tail}")
    assert answer.status_code == 200, tail
    return answer.text
