"""The file of a campaign, and what the verifier says of it."""

from typing import Any

import pytest

from campaigns.models import Phase
from campaigns.rulebooks import states
from campaigns.selectors.export import export
from rules.kernel.serial import canonical
from rules.registry import BOOKS
from tests.support.campaigns import Table, a_campaign, corrected
from verifier import Check, verify


def file_of(table: Table, who: Any = None) -> bytes:
    return b"".join(export(table.slug, who))


_WHOLE: dict[str, bytes] = {}


@pytest.fixture
def whole(request: pytest.FixtureRequest) -> bytes:
    """The file of the campaign that a module's fixture ``over`` plays to its end: once, for all that only read it."""
    module = request.node.nodeid.partition("::")[0]
    if module not in _WHOLE:
        _WHOLE[module] = file_of(request.getfixturevalue("over"))
    return _WHOLE[module]


def named(data: bytes) -> dict[str, Check]:
    return {check.name: check for check in verify(data)}


def faults(data: bytes) -> list[str]:
    return [f"{check.name}: {fault}" for check in verify(data) for fault in check.faults]


def states_of(slug: str) -> list[tuple[bytes, bytes]]:
    rows = Phase.objects.filter(campaign__slug=slug).select_related("campaign").order_by("number")
    return [(canonical(states.at_opening(row)), canonical(states.now(row))) for row in rows]


KEY = "world_in_flames"


def played(*, phases: int = 200, correct: bool = False) -> bytes:
    """The export of a campaign of the house rules, by autopilots."""
    table = a_campaign(book=KEY)
    if correct:
        spec = next(spec for spec in BOOKS[KEY].facts if spec.type == "yes")
        corrected(table, **{spec.key: not spec.default})
    table.play_out(phases)
    return b"".join(export(table.slug))
