"""Questions about single countries and regions, by name."""

from typing import Any

from rules.kernel.questions import Argument, OneOf
from rules.world_at_war.model.powers import POWERS
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.tables.campaign import tables_of
from rules.world_at_war.pages.queries.arguments import (
    AREA,
    MAY,
    POWER,
    permission,
    question,
)
from rules.world_at_war.regions import decisions
from rules.world_at_war.status.local_rules import effects, number, permitted


def _permitted(state: WarState, key: str, by: str) -> Any:
    return {
        one.key: {"may": one.in_force, "why": one.why, "rule": one.rule}
        for one in permitted(state, key, by)
    }


def _area(state: WarState, key: str) -> Any:
    return tables_of(state).areas[key]


def _region(state: WarState, key: str) -> Any:
    return tables_of(state).regions.regions[key]


_BARS = {decisions.MINING: decisions.mining_bar, decisions.ROUTE: decisions.route_bar}


def _undertaking(state: WarState, what: str, power: str) -> Any:
    return permission(_BARS[what](state, power))


QUESTIONS = {
    "number": question(number, "A number of the rules of single countries", "a tally",
        of=Argument(OneOf(lambda state: tables_of(state).regions.sums, "a number"))),
    "effects": question(effects, "What the rules of single countries say of an area", "a list of effects", of=Argument(AREA)),
    "permitted": question(_permitted, "What a power or side may do in an area", "may, why, rule by effect", of=Argument(AREA),
        by=Argument(OneOf((*POWERS, "axis", "western", "allied"), "a power or side"))),
    "area": question(_area, "An area as the tables have it", "the area", of=Argument(AREA)),
    "region": question(_region, "A region", "title, rule, areas",
        of=Argument(OneOf(lambda state: tables_of(state).regions.regions, "a region"))),
    "undertaking": question(_undertaking, "Whether a power may mine Norway or open Persia", MAY,
        of=Argument(OneOf(tuple(_BARS), "an undertaking")), power=Argument(POWER, "britain")),
}  # fmt: skip
