"""Scenarios: where a campaign begins."""

from rules.kernel.setup import Scenario
from rules.war_game_1939.model.powers import SEATS

SCENARIOS = {
    "1939": Scenario(
        key="1939",
        title="July 1939: the road to Full War",
        summary="Eight nations from an uneasy peace to Full War, in six half-years.",
        seats=SEATS,
        turns=6,
    ),
    "phony-war": Scenario(
        key="phony-war",
        title="July 1939: the first year",
        summary="An introduction of two turns from the same opening.",
        seats=SEATS,
        turns=2,
    ),
}
