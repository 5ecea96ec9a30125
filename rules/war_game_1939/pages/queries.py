"""Questions by name, answered without changing anything; docs/questions.md lists them all."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Literal

import msgspec

from rules.kernel.errors import NotUnderstood
from rules.kernel.near_misses import suggestion
from rules.kernel.odds import counted
from rules.kernel.orders import Chosen
from rules.kernel.questions import (
    Argument,
    ListOf,
    Number,
    OneOf,
    Question,
    Questions,
    Record,
    Table,
    Words,
)
from rules.war_game_1939.commerce import dice
from rules.war_game_1939.commerce.odds import (
    about,
    best,
    mean,
    moves,
    worth,
)
from rules.war_game_1939.commerce.plans import (
    HIGHEST,
    POLICIES,
    outcome,
    policy_of,
    position,
    so_far,
    terms_of,
)
from rules.war_game_1939.france import fall_of_france
from rules.war_game_1939.model.orders import Plan
from rules.war_game_1939.model.powers import ALLIES, MAJOR_ALLIES, POWERS
from rules.war_game_1939.model.state import Deal, WarGameState
from rules.war_game_1939.model.tables import ConditionRow, Tables, tables_of
from rules.war_game_1939.money import funds, land
from rules.war_game_1939.neutrals import influence
from rules.war_game_1939.war import american_isolation, attacks, status
from rules.war_game_1939.war import soviet_japanese_pact as pact_rule

Arguments = Mapping[str, Any]


class PlanLine(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line of a plan as a question takes it; see :class:`rules.war_game_1939.orders.Plan`."""

    move: Literal["roll", "bid"]
    left: int = 1
    least: int = 0
    most: int = HIGHEST


NATION = OneOf(POWERS, "a nation")
PLACE = OneOf(lambda state: tables_of(state).land.territories, "a territory")
ZONE = OneOf(lambda state: tables_of(state).sea.zones, "a sea zone")
OTHER_SHIPS = ("cruiser", "battlecruiser", "escort", "auxiliary")
"""Kinds that the table does not name; they go by its row for others (W-23)."""
SHIP = OneOf(lambda state: (*tables_of(state).vichy.ships, *OTHER_SHIPS), "a kind of ship")
MONEY = Number(0, 3)
"""What one nation may put into an attempt, or against one."""


def _yes_no(chance: Fraction) -> dict[str, Fraction]:
    return {key: part for key, part in (("yes", chance), ("no", 1 - chance)) if part}


def _deal(tables: Tables, arguments: Arguments) -> Deal:
    deal = Deal(
        dice=arguments["dice"],
        thrown=arguments["thrown"],
        bids=arguments["bids"],
        rerolls=arguments["rerolls"],
    )
    table = tables.commerce
    if any(value > table.sides for value in deal.thrown):
        raise NotUnderstood(f"thrown: a commerce die has {table.sides} sides.")
    if deal.left < 0 or deal.rerolls > table.rerolls:
        raise NotUnderstood(
            f"With {deal.dice} dice no more than that many are thrown and bid for, and "
            f"{table.rerolls} are re-rolled."
        )
    return deal


def _moves(state: WarGameState, tables: Tables, arguments: Arguments) -> Any:
    """What each move with commerce dice brings on average, and which is best."""
    deal, terms = _deal(tables, arguments), terms_of(tables.commerce)
    spot = position(deal, tables.commerce)
    total = so_far(deal, terms)
    return {
        "sum": total,
        "best": best(spot, terms)[0],
        "means": {move: str(total + worth(spot, move, terms)) for move in moves(spot)},
    }


def _plan_odds(state: WarGameState, tables: Tables, arguments: Arguments) -> Any:
    """The exact chance of each final sum under a plan."""
    lines = tuple(
        Chosen(
            option=line.move, details={"left": line.left, "least": line.least, "most": line.most}
        )
        for line in arguments["lines"]
    )
    plan = Plan(
        policy=arguments["policy"],
        lines=lines,
        first=arguments["first"],
        second=arguments["second"],
    )
    deal, terms = _deal(tables, arguments), terms_of(tables.commerce)
    found = dict(outcome(policy_of(plan), deal, terms, tables.commerce.rerolls))
    if arguments["as"] == "mean":
        return {"mean": str(mean(found)), "about": about(mean(found)), "lowest": min(found), "highest": max(found)}  # fmt: skip
    if (least := arguments["at_least"]) is not None:
        return _yes_no(sum((c for t, c in found.items() if t >= least), Fraction(0)))
    return {str(total): chance for total, chance in sorted(found.items())}


def _row(state: WarGameState, tables: Tables, arguments: Arguments) -> ConditionRow:
    return _rolls(tables, arguments["nation"], (arguments["roll"],))[0]


def _rolls(tables: Tables, nation: str, wanted: tuple[str, ...]) -> tuple[ConditionRow, ...]:
    """A nation's declaration rolls by key. Raises :class:`NotUnderstood` for one that it has not."""
    rows = {row.key: row for row in status.rolls_of(tables, nation)}
    for key in wanted:
        if key not in rows:
            raise NotUnderstood(
                f"{POWERS[nation].name} has no roll {key!r}.", remedy=suggestion(key, rows)
            )
    return tuple(rows[key] for key in wanted)


def _target(state: WarGameState, tables: Tables, arguments: Arguments) -> Any:
    return status.target_tally(state, tables, _row(state, tables, arguments))


def _odds(state: WarGameState, tables: Tables, arguments: Arguments) -> Any:
    return _yes_no(status.chance_of(_target(state, tables, arguments).net))


def _outlook(state: WarGameState, tables: Tables, arguments: Arguments) -> Any:
    nation, wanted = arguments["nation"], arguments["rolls"]
    if wanted is not None:
        _rolls(tables, nation, wanted)
    found = status.outlook(state, tables, nation, wanted)
    return {str(level): chance for level, chance in found.items()}


def _sum(state: WarGameState, tables: Tables, arguments: Arguments) -> Any:
    return land.SUMS[arguments["sum"]](state, tables)


def _vichy_odds(state: WarGameState, tables: Tables, arguments: Arguments) -> Any:
    found = fall_of_france.free_tally(state, tables, arguments["place"])
    return _yes_no(status.chance_of(found.net))


def _ship_odds(state: WarGameState, tables: Tables, arguments: Arguments) -> Any:
    row = fall_of_france.ship_row(tables, arguments["ship"])
    sides = tables.vichy.sides
    found: dict[str, Fraction] = {}
    for die in range(1, sides + 1):
        what = fall_of_france.fate(row, die)
        found[what] = found.get(what, Fraction(0)) + Fraction(1, sides)
    return found


def _fate(state: WarGameState, tables: Tables, arguments: Arguments) -> Any:
    row = fall_of_france.ship_row(tables, arguments["ship"])
    return fall_of_france.fate(row, arguments["die"])


def _threats(state: WarGameState, tables: Tables, arguments: Arguments) -> Any:
    return [
        {"place": t.place, "ussr": t.ussr.net, "japan": t.japan.net, "superior": t.superior}
        for t in pact_rule.threats(state, tables)
    ]


def _strength(state: WarGameState, tables: Tables, arguments: Arguments) -> Any:
    return land.strength_tally(tables, arguments["units"], "Strength")


def _influence(state: WarGameState, tables: Tables, arguments: Arguments) -> Any:
    return influence.target_tally(
        tables, arguments["attempt"], arguments["money"], arguments["counter"]
    )


def _lawful(state: WarGameState, tables: Tables, arguments: Arguments) -> Any:
    return attacks.lawful(tables, arguments["nation"], arguments["zone"])


BARS: dict[str, Callable[[WarGameState, Tables, str], Any]] = {
    "build": american_isolation.build_bar,
    "land": american_isolation.land_bar,
    "sea": american_isolation.sea_bar,
    "attack_land": american_isolation.land_attack_bar,
    "attack_sea": american_isolation.sea_attack_bar,
}
AT_SEA = frozenset({"sea", "attack_sea"})


def _american(state: WarGameState, tables: Tables, arguments: Arguments) -> Any:
    what, where = arguments["what"], arguments["where"]
    (ZONE if what in AT_SEA else PLACE).read(where, state, "american.where")
    bar = BARS[what](state, tables, where)
    return {"may": bar is None, "rule": bar.rule if bar else ""}


def _commerce(state: WarGameState, tables: Tables, arguments: Arguments) -> Any:
    return dice.dice_tally(state, tables, arguments["nation"], arguments["turn"])


def _borrows(state: WarGameState, tables: Tables, arguments: Arguments) -> Any:
    bar = funds.borrow_bar(state, tables, arguments["nation"])
    return {"may": bar is None, "rule": bar.rule if bar else ""}


def _excess(state: WarGameState, tables: Tables, arguments: Arguments) -> Any:
    nation, income = arguments["nation"], arguments["income"]
    if income is None:
        income = funds.income_tally(state, tables, nation).net
    return funds.excess_tally(state, tables, nation, income)


def _free_odds(state: WarGameState, tables: Tables, arguments: Arguments) -> Any:
    places = arguments["places"]
    for place in places or ():
        if place not in tables.vichy.territories:
            raise NotUnderstood(
                f"{place!r} is not rolled for when France falls.",
                remedy=suggestion(place, tables.vichy.territories),
            )
    if places is None:
        places = tuple(p for p in tables.vichy.territories if state.holder(p) == "france")
    chances = [
        status.chance_of(fall_of_france.free_tally(state, tables, p).net)
        for p in dict.fromkeys(places)
    ]
    found = {str(n): chance for n, chance in enumerate(counted(chances)) if chance}
    if (least := arguments["at_least"]) is None:
        return found
    return _yes_no(sum((c for n, c in found.items() if int(n) >= least), Fraction(0)))


def _reach_odds(state: WarGameState, tables: Tables, arguments: Arguments) -> Any:
    level = arguments["level"]
    if level not in (levels := status.levels_of(tables)):
        raise NotUnderstood(
            f"{level} is no war status.", remedy=f"They are {', '.join(map(str, levels))}."
        )
    none = Fraction(1)
    for nation in dict.fromkeys(arguments["nations"]):
        found = status.outlook(state, tables, nation)
        none *= sum((c for reached, c in found.items() if reached < level), Fraction(0))
    return _yes_no(1 - none)


def _china_odds(state: WarGameState, tables: Tables, arguments: Arguments) -> Any:
    return _yes_no(status.chance_of(land.chinese_tally(state, tables).net))


def _progression(state: WarGameState, tables: Tables, arguments: Arguments) -> Any:
    row = tables.commerce.dice.get(arguments["nation"])
    return list(row.by_turn) if row else []


def _question(
    answer: Callable[[WarGameState, Tables, Arguments], Any],
    about: str,
    gives: str,
    **arguments: Argument,
) -> Question:
    return Question(
        lambda state, given: answer(state, tables_of(state), given), about, gives, arguments
    )


NATIONS = Argument(NATION, also=("of",))
PLACES = Argument(PLACE, also=("of",))
SHIPS = Argument(SHIP, also=("of",))
DEAL = {
    "dice": Argument(Number(0, 40), 0),
    "thrown": Argument(ListOf(Number(1, 40), 40), ()),
    "bids": Argument(Number(0, 40), 0),
    "rerolls": Argument(Number(0, 40), 0),
}

QUESTIONS = Questions(
    {
        "commerce": _question(
            _commerce,
            "How many commerce dice a nation has",
            "a tally",
            nation=NATIONS,
            turn=Argument(Number(1, 100), None),
        ),
        "progression": _question(
            _progression, "A nation's commerce dice turn by turn", "numbers", nation=NATIONS
        ),
        "moves": _question(
            _moves,
            "What each move with commerce dice brings on average",
            "sum, best move, means",
            **DEAL,
        ),
        "plan_odds": _question(
            _plan_odds,
            "The exact chances of a commerce plan",
            "chances by sum; mean and range; or yes and no for a least sum",
            policy=Argument(OneOf(POLICIES, "a policy"), "safe"),
            lines=Argument(ListOf(Record(PlanLine, "a line of a plan"), 20), ()),
            first=Argument(Number(0, 40), 0),
            second=Argument(Number(0, 40), 0),
            at_least=Argument(Number(0, 1000), None),
            **{"as": Argument(OneOf(("chances", "mean"), "a form of answer"), "chances")},
            **DEAL,
        ),
        "target": _question(
            _target,
            "The number that a declaration roll is made under",
            "a tally",
            nation=NATIONS,
            roll=Argument(Words(80)),
        ),
        "odds": _question(
            _odds,
            "The chance of a declaration roll",
            "yes and no",
            nation=NATIONS,
            roll=Argument(Words(80)),
        ),
        "outlook": _question(
            _outlook,
            "The chances of each status after a nation's next declarations",
            "chances by status",
            nation=NATIONS,
            rolls=Argument(ListOf(Words(80), 20), None),
        ),
        "sum": _question(
            _sum,
            "A sum that rolls are made under",
            "a tally",
            sum=Argument(OneOf(land.SUMS, "a sum"), also=("of",)),
        ),
        "land": _question(
            lambda state, tables, a: land.land_tally(state, tables, a["nation"]),
            "A nation's land value",
            "a tally",
            nation=NATIONS,
        ),
        "income": _question(
            lambda state, tables, a: funds.income_tally(state, tables, a["nation"]),
            "A nation's income",
            "a tally",
            nation=NATIONS,
        ),
        "excess": _question(
            _excess,
            "What a nation gives up above its income maximum",
            "a tally, or nothing where it has no maximum",
            nation=NATIONS,
            income=Argument(Number(0, 10_000), None),
        ),
        "lending": _question(
            lambda state, tables, a: funds.lending_tally(state, tables, a["nation"]),
            "What a nation may lend",
            "a tally",
            nation=NATIONS,
        ),
        "borrows": _question(
            _borrows, "Whether a nation may be lent money", "may, rule", nation=NATIONS
        ),
        "vichy": _question(
            lambda state, tables, a: fall_of_france.free_tally(state, tables, a["place"]),
            "The number under which a French territory stays free",
            "a tally",
            place=PLACES,
        ),
        "vichy_odds": _question(
            _vichy_odds, "The chance that a French territory stays free", "yes and no", place=PLACES
        ),
        "free_odds": _question(
            _free_odds,
            "How many French territories stay free if France falls now",
            "chances by number; yes and no for a least number",
            places=Argument(ListOf(PLACE), None, also=("of",)),
            at_least=Argument(Number(0, 100), None),
        ),
        "reach_odds": _question(
            _reach_odds,
            "The chance that at least one Ally reaches a status with its next declarations",
            "yes and no",
            level=Argument(Number(0, 100)),
            nations=Argument(ListOf(OneOf(ALLIES, "an Allied nation")), MAJOR_ALLIES),
        ),
        "china_odds": _question(_china_odds, "The chance of China's defence roll", "yes and no"),
        "ship_odds": _question(
            _ship_odds, "What becomes of a French ship", "chances by fate", ship=SHIPS
        ),
        "fate": _question(
            _fate,
            "What a die means for a French ship",
            "free, german or scuttled",
            ship=SHIPS,
            die=Argument(Number(1, 12)),
        ),
        "threats": _question(
            _threats, "Who threatens whom along the border of the pact", "a list of places"
        ),
        "strength": _question(
            _strength,
            "Attack and defence of units, for the pact",
            "a tally",
            units=Argument(
                Table(
                    OneOf(lambda state: tables_of(state).funds.strength, "a kind of unit"),
                    Number(0, 1000),
                )
            ),
        ),
        "influence": _question(
            _influence,
            "The highest die with which an attempt on a neutral succeeds",
            "a tally",
            attempt=Argument(Number(1, 100), 1),
            money=Argument(MONEY, 0),
            counter=Argument(Table(NATION, MONEY), {}),
        ),
        "lawful": _question(
            _lawful,
            "Whether a zone lies along a nation's original coast",
            "true or false",
            nation=NATIONS,
            zone=Argument(ZONE),
        ),
        "american": _question(
            _american,
            "Whether American isolation allows something somewhere",
            "may, rule",
            where=Argument(Words(80), also=("of",)),
            what=Argument(OneOf(BARS, "something that isolation binds")),
        ),
    }
)
