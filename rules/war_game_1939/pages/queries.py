"""Questions by name, answered without changing anything; docs/questions.md lists them all."""

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Literal

import msgspec

from rules.kernel.errors import NotUnderstood
from rules.kernel.menus import Barred
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
from rules.kernel.tally import Tally
from rules.war_game_1939.commerce import dice
from rules.war_game_1939.commerce.odds import about, best, mean, moves, worth
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

Answer = Callable[..., Any]
"""Answers a question: the state, the tables, and a value for each argument."""


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


def _at_least(chances: Mapping[int, Fraction], least: int) -> dict[str, Fraction]:
    return _yes_no(sum((c for number, c in chances.items() if number >= least), Fraction(0)))


def _deal(tables: Tables, dice: int, thrown: tuple[int, ...], bids: int, rerolls: int) -> Deal:
    deal = Deal(dice=dice, thrown=thrown, bids=bids, rerolls=rerolls)
    table = tables.commerce
    if any(value > table.sides for value in deal.thrown):
        raise NotUnderstood(f"thrown: a commerce die has {table.sides} sides.")
    if deal.left < 0 or deal.rerolls > table.rerolls:
        raise NotUnderstood(
            f"With {deal.dice} dice no more than that many are thrown and bid for, and "
            f"{table.rerolls} are re-rolled."
        )
    return deal


def _moves(state: WarGameState, tables: Tables, *dealt: Any) -> Any:
    deal, terms = _deal(tables, *dealt), terms_of(tables.commerce)
    spot = position(deal, tables.commerce)
    total = so_far(deal, terms)
    return {
        "sum": total,
        "best": best(spot, terms)[0],
        "means": {move: str(total + worth(spot, move, terms)) for move in moves(spot)},
    }


def _plan_odds(
    state: WarGameState,
    tables: Tables,
    policy: str,
    lines: tuple[PlanLine, ...],
    first: int,
    second: int,
    at_least: int | None,
    form: str,
    *dealt: Any,
) -> Any:
    """The exact chance of each final sum under a plan."""
    chosen = tuple(
        Chosen(
            option=line.move, details={"left": line.left, "least": line.least, "most": line.most}
        )
        for line in lines
    )
    plan = Plan(policy=policy, lines=chosen, first=first, second=second)
    deal, terms = _deal(tables, *dealt), terms_of(tables.commerce)
    sums = dict(outcome(policy_of(plan), deal, terms, tables.commerce.rerolls))
    if form == "mean":
        return {
            "mean": str(mean(sums)),
            "about": about(mean(sums)),
            "lowest": min(sums),
            "highest": max(sums),
        }
    if at_least is not None:
        return _at_least(sums, at_least)
    return {str(total): chance for total, chance in sorted(sums.items())}


def _rolls(tables: Tables, nation: str, wanted: tuple[str, ...]) -> tuple[ConditionRow, ...]:
    """A nation's declaration rolls by key. Raises :class:`NotUnderstood` for one that it has not."""
    rows = {row.key: row for row in status.rolls_of(tables, nation)}
    for key in wanted:
        if key not in rows:
            raise NotUnderstood(
                f"{POWERS[nation].name} has no roll {key!r}.", remedy=suggestion(key, rows)
            )
    return tuple(rows[key] for key in wanted)


def _target(state: WarGameState, tables: Tables, nation: str, roll: str) -> Tally:
    (row,) = _rolls(tables, nation, (roll,))
    return status.target_tally(state, tables, row)


def _chance(tally: Callable[..., Tally]) -> Answer:
    """Answers the chance of a roll that is made under such a number."""
    return lambda *values: _yes_no(status.chance_of(tally(*values).net))


def _outlook(
    state: WarGameState, tables: Tables, nation: str, wanted: tuple[str, ...] | None
) -> Any:
    if wanted is not None:
        _rolls(tables, nation, wanted)
    chances = status.outlook(state, tables, nation, wanted)
    return {str(level): chance for level, chance in chances.items()}


def _ship_odds(state: WarGameState, tables: Tables, ship: str) -> Any:
    row = fall_of_france.ship_row(tables, ship)
    sides = tables.vichy.sides
    fates = Counter(fall_of_france.fate(row, die) for die in range(1, sides + 1))
    return {fate: Fraction(count, sides) for fate, count in fates.items()}


def _fate(state: WarGameState, tables: Tables, ship: str, die: int) -> Any:
    return fall_of_france.fate(fall_of_france.ship_row(tables, ship), die)


def _threats(state: WarGameState, tables: Tables) -> Any:
    return [
        {"place": t.place, "ussr": t.ussr.net, "japan": t.japan.net, "superior": t.superior}
        for t in pact_rule.threats(state, tables)
    ]


BARS: dict[str, Callable[[WarGameState, Tables, str], Barred | None]] = {
    "build": american_isolation.build_bar,
    "land": american_isolation.land_bar,
    "sea": american_isolation.sea_bar,
    "attack_land": american_isolation.land_attack_bar,
    "attack_sea": american_isolation.sea_attack_bar,
}
AT_SEA = frozenset({"sea", "attack_sea"})


def _american(state: WarGameState, tables: Tables, where: str, what: str) -> Barred | None:
    (ZONE if what in AT_SEA else PLACE).read(where, state, "american.where")
    return BARS[what](state, tables, where)


def _permitted(bar: Callable[..., Barred | None]) -> Answer:
    """Answers whether something may be done, and by which rule it may not."""

    def answer(*values: Any) -> dict[str, Any]:
        barred = bar(*values)
        return {"may": barred is None, "rule": barred.rule if barred else ""}

    return answer


def _excess(state: WarGameState, tables: Tables, nation: str, income: int | None) -> Any:
    if income is None:
        income = funds.income_tally(state, tables, nation).net
    return funds.excess_tally(state, tables, nation, income)


def _free_odds(
    state: WarGameState, tables: Tables, places: tuple[str, ...] | None, at_least: int | None
) -> Any:
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
    counts = {n: chance for n, chance in enumerate(counted(chances)) if chance}
    if at_least is not None:
        return _at_least(counts, at_least)
    return {str(n): chance for n, chance in counts.items()}


def _reach_odds(state: WarGameState, tables: Tables, level: int, nations: tuple[str, ...]) -> Any:
    if level not in (levels := status.levels_of(tables)):
        raise NotUnderstood(
            f"{level} is no war status.", remedy=f"They are {', '.join(map(str, levels))}."
        )
    none = Fraction(1)
    for nation in dict.fromkeys(nations):
        chances = status.outlook(state, tables, nation)
        none *= sum((c for reached, c in chances.items() if reached < level), Fraction(0))
    return _yes_no(1 - none)


def _progression(state: WarGameState, tables: Tables, nation: str) -> Any:
    row = tables.commerce.dice.get(nation)
    return row.by_turn if row else ()


def _question(answer: Answer, about: str, gives: str, **arguments: Argument) -> Question:
    """The answer gets the state, the tables, and the arguments in the order in which they are declared."""
    return Question(
        lambda state, given: answer(state, tables_of(state), *(given[key] for key in arguments)),
        about,
        gives,
        arguments,
    )


def _of_nation(answer: Answer, about: str, gives: str, **arguments: Argument) -> Question:
    """A question about a nation, which is its first argument."""
    return _question(answer, about, gives, nation=Argument(NATION, also=("of",)), **arguments)


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
        "commerce": _of_nation(
            dice.dice_tally,
            "How many commerce dice a nation has",
            "a tally",
            turn=Argument(Number(1, 100), None),
        ),
        "progression": _of_nation(_progression, "A nation's commerce dice turn by turn", "numbers"),
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
        "target": _of_nation(
            _target,
            "The number that a declaration roll is made under",
            "a tally",
            roll=Argument(Words(80)),
        ),
        "odds": _of_nation(
            _chance(_target),
            "The chance of a declaration roll",
            "yes and no",
            roll=Argument(Words(80)),
        ),
        "outlook": _of_nation(
            _outlook,
            "The chances of each status after a nation's next declarations",
            "chances by status",
            rolls=Argument(ListOf(Words(80), 20), None),
        ),
        "sum": _question(
            lambda state, tables, key: land.SUMS[key](state, tables),
            "A sum that rolls are made under",
            "a tally",
            sum=Argument(OneOf(land.SUMS, "a sum"), also=("of",)),
        ),
        "land": _of_nation(land.land_tally, "A nation's land value", "a tally"),
        "income": _of_nation(funds.income_tally, "A nation's income", "a tally"),
        "excess": _of_nation(
            _excess,
            "What a nation gives up above its income maximum",
            "a tally, or nothing where it has no maximum",
            income=Argument(Number(0, 10_000), None),
        ),
        "lending": _of_nation(funds.lending_tally, "What a nation may lend", "a tally"),
        "borrows": _of_nation(
            _permitted(funds.borrow_bar), "Whether a nation may be lent money", "may, rule"
        ),
        "vichy": _question(
            fall_of_france.free_tally,
            "The number under which a French territory stays free",
            "a tally",
            place=PLACES,
        ),
        "vichy_odds": _question(
            _chance(fall_of_france.free_tally),
            "The chance that a French territory stays free",
            "yes and no",
            place=PLACES,
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
        "china_odds": _question(
            _chance(land.chinese_tally), "The chance of China's defence roll", "yes and no"
        ),
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
            lambda state, tables, units: land.strength_tally(tables, units, "Strength"),
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
            lambda state, tables, *attempt: influence.target_tally(tables, *attempt),
            "The highest die with which an attempt on a neutral succeeds",
            "a tally",
            attempt=Argument(Number(1, 100), 1),
            money=Argument(MONEY, 0),
            counter=Argument(Table(NATION, MONEY), {}),
        ),
        "lawful": _of_nation(
            lambda state, tables, nation, zone: attacks.lawful(tables, nation, zone),
            "Whether a zone lies along a nation's original coast",
            "true or false",
            zone=Argument(ZONE),
        ),
        "american": _question(
            _permitted(_american),
            "Whether American isolation allows something somewhere",
            "may, rule",
            where=Argument(Words(80), also=("of",)),
            what=Argument(OneOf(BARS, "something that isolation binds")),
        ),
    }
)
