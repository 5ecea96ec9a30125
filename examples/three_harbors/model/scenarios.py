"""What a campaign may begin with (``data/scenarios.yaml``)."""

import msgspec

from examples.three_harbors.model.citations import PACKAGE
from examples.three_harbors.model.powers import SEATS
from rules.kernel import tables
from rules.kernel.setup import Scenario


class ScenarioRow(msgspec.Struct, frozen=True, kw_only=True):
    """A scenario as data."""

    title: str
    summary: str
    turns: int


SCENARIOS = {
    key: Scenario(key=key, title=row.title, summary=row.summary, seats=SEATS, turns=row.turns)
    for key, row in tables.load(PACKAGE, "scenarios.yaml", dict[str, ScenarioRow]).items()
}
