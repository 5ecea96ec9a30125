"""Who looks at the lobby, and what there is in it."""

from typing import Any

import pytest

from campaigns.models import Campaign
from tests.support.accounts import person
from tests.support.campaigns import a_campaign


@pytest.fixture
def lena() -> Any:
    return person("lena")


@pytest.fixture
def told(lena: Any) -> Campaign:
    """A campaign of which one phase has been told; Lena plays Germany and moderates."""
    table = a_campaign(
        book="world_at_war", by=lena, seats={"germany": lena}, title="Nine Letters", at_phase=2
    )
    return table.campaign
