"""Envoys are turned over, in the order of the ports (rule 4)."""

from collections.abc import Mapping

from examples.three_harbors.envoys.chances import added
from examples.three_harbors.model.adjudication import Adjudication
from examples.three_harbors.model.citations import R
from examples.three_harbors.model.events import EnvoyArrived, IslandAsked, IslandJoined
from examples.three_harbors.model.powers import SEATS
from examples.three_harbors.model.tables import tables_of


def arrive(course: Adjudication, gifts: Mapping[str, int]) -> None:
    """Turn every envoy over; ``gifts`` are coins by port."""
    for power in SEATS:
        island = course.state.envoy(power)
        if island:
            _one(course, power, island, gifts.get(power, 0))
    course.change(envoys=())


def _one(course: Adjudication, power: str, island: str, coins: int) -> None:
    purses = course.state.purses
    course.change(purses={**purses, power: purses[power] - coins})
    course.tell(EnvoyArrived(power=power, island=island, coins=coins, rule=R("3")))
    rivals = sum(each.island == island for each in course.state.envoys) - 1
    told, tables = added(course.state, coins, rivals), tables_of(course.state)
    die = course.dice.roll(f"{power} asks {island}", tables.die)
    won = die + told.net >= tables.needed
    course.tell(
        IslandAsked(
            power=power,
            island=island,
            die=die,
            tally=told,
            needed=tables.needed,
            won=won,
            rule=R("4"),
        )
    )
    before = course.state.islands.get(island, "")
    if won and before != power:
        course.change(islands={**course.state.islands, island: power})
        course.tell(IslandJoined(power=power, island=island, before=before, rule=R("4")))
