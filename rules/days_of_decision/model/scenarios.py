"""Scenarios: where a campaign begins."""

from rules.days_of_decision.model.powers import SEATS
from rules.kernel.setup import Scenario

SCENARIOS = {
    "1936": Scenario(
        key="1936",
        title="January/February 1936: the road to war",
        summary="Eight powers of three ideologies play ten years, from the first option on.",
        seats=SEATS,
        turns=60,
    ),
    "first-year": Scenario(
        key="first-year",
        title="1936: one political year",
        summary="An introduction of six turns from the same opening.",
        seats=SEATS,
        turns=6,
    ),
}
