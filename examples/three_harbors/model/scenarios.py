"""Opening positions (``data/scenarios.yaml``)."""

import msgspec

from examples.three_harbors.model.citations import PACKAGE
from examples.three_harbors.model.powers import SEATS
from rules.kernel import tables
from rules.kernel.setup import Scenario


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """An opening position: how many turns are played, and who holds which island."""

    title: str
    summary: str
    turns: int
    islands: dict[str, str] = {}


SETUPS = tables.load(PACKAGE, "scenarios.yaml", dict[str, Setup])
SCENARIOS = {
    key: Scenario(key=key, title=one.title, summary=one.summary, seats=SEATS, turns=one.turns)
    for key, one in SETUPS.items()
}
