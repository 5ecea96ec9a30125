"""What a nation has to do and has not done: places to decide about, ships to bring home, debts."""

from collections.abc import Iterator

from rules.kernel.agreements import Obligation
from rules.war_game_1939.france.fall_of_france import choices
from rules.war_game_1939.model.citations import R
from rules.war_game_1939.model.powers import POWERS
from rules.war_game_1939.model.state import WarGameState
from rules.war_game_1939.model.tables import Tables, tables_of
from rules.war_game_1939.war.american_isolation import overdue

WAYS = {
    "leave": "leave",
    "stay": "stay and win it for the Free French",
    "conquered": "attack and conquer it",
    "repelled": "attack and be repelled",
    "fought": "attack the ships that were taken",
    "clear": "say that none was taken there",
}
"""What can be decided about a place beside what turned Vichy or German."""


def build(state: WarGameState, power: str) -> tuple[Obligation, ...]:
    """What is owed now, what has to be done in the coming turn first."""
    tables = tables_of(state)
    return (*_conflicts(state, tables, power), *_ships(state, tables, power), *_money(state, power))


def _conflicts(state: WarGameState, tables: Tables, power: str) -> Iterator[Obligation]:
    for one in state.conflicts:
        if power not in one.waiting:
            continue
        if one.sea:
            name, rule = tables.sea.zones[one.place].name, R("W-49")
        else:
            name = tables.place(one.place).name
            rule = R("Resolving Vichy Conflicts" if one.manned else "Unoccupied Vichy Territories")
        what = f"Decide about {name}: {_or([WAYS[way] for way in choices(one)])}."
        yield Obligation(
            power,
            what,
            "in your next turn",
            rule=rule,
            otherwise=f"Silence means: {WAYS[choices(one)[0]]}.",
            soon=True,
        )


def _or(ways: list[str]) -> str:
    return " or ".join([", ".join(ways[:-1]), ways[-1]] if len(ways) > 1 else ways)


def _ships(state: WarGameState, tables: Tables, power: str) -> Iterator[Obligation]:
    zones = [tables.sea.zones[zone].name for zone in overdue(state, tables)]
    if power == "usa" and zones:
        yield Obligation(
            power,
            f"Bring the ships that retreated to {', '.join(zones)} back within bounds.",
            "in your next turn",
            rule=R("U.S. Retreat"),
            soon=True,
        )


def _money(state: WarGameState, power: str) -> Iterator[Obligation]:
    for debt in state.debts:
        if debt.to == power:
            yield Obligation(
                power,
                f"You owe {POWERS[debt.by].name} ${debt.amount} that you spent.",
                toward=debt.by,
                rule=R("W-36"),
                otherwise="A moderator settles it.",
            )
