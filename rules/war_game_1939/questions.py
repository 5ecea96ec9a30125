"""Questions by name, answered without changing anything. The README lists their arguments."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from rules.kernel.errors import NotUnderstood
from rules.kernel.orders import Chosen
from rules.war_game_1939 import commerce, funds, isolation, land, neutrals, reports, status, vichy
from rules.war_game_1939 import pact as pact_rule
from rules.war_game_1939.board_money import about
from rules.war_game_1939.commerce_odds import best, mean, moves, worth
from rules.war_game_1939.nations import POWERS
from rules.war_game_1939.orders import Plan
from rules.war_game_1939.plans import course_of, outcome, position, so_far, terms_of
from rules.war_game_1939.state import Deal, WarGameState
from rules.war_game_1939.tables import ConditionRow, Tables, tables_of

Arguments = Mapping[str, Any]


def _nation(arguments: Arguments) -> str:
    nation = str(arguments.get("of", arguments.get("nation", "")))
    if nation not in POWERS:
        raise NotUnderstood(f"There is no nation {nation!r}.", remedy=f"There are {', '.join(POWERS)}.")  # fmt: skip
    return nation


def _place(tables: Tables, arguments: Arguments) -> str:
    place = str(arguments.get("place", arguments.get("of", "")))
    if place not in tables.land.territories:
        raise NotUnderstood(f"There is no territory {place!r}.")
    return place


def _yes_no(chance: Fraction) -> dict[str, Fraction]:
    return {key: part for key, part in (("yes", chance), ("no", 1 - chance)) if part}


def _deal(arguments: Arguments) -> Deal:
    return Deal(
        dice=int(arguments.get("dice", 0)),
        thrown=tuple(arguments.get("thrown", ())),
        bids=int(arguments.get("bids", 0)),
        rerolls=int(arguments.get("rerolls", 0)),
    )


def _moves(state: WarGameState, tables: Tables, arguments: Arguments) -> Any:
    """What each move with commerce dice brings on average, and which is best."""
    deal, terms = _deal(arguments), terms_of(tables.commerce)
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
        Chosen(option=line["move"], details={k: v for k, v in line.items() if k != "move"})
        for line in arguments.get("lines", ())
    )
    plan = Plan(
        policy=str(arguments.get("policy", "safe")),
        lines=lines,
        first=int(arguments.get("first", 0)),
        second=int(arguments.get("second", 0)),
    )
    deal, terms = _deal(arguments), terms_of(tables.commerce)
    found = dict(outcome(course_of(plan), deal, terms, tables.commerce.rerolls))
    if arguments.get("as") == "mean":
        return {"mean": str(mean(found)), "about": about(mean(found)), "lowest": min(found), "highest": max(found)}  # fmt: skip
    if (least := arguments.get("at_least")) is not None:
        return _yes_no(sum((c for t, c in found.items() if t >= int(least)), Fraction(0)))
    return {str(total): chance for total, chance in sorted(found.items())}


def _row(state: WarGameState, tables: Tables, arguments: Arguments) -> ConditionRow:
    nation, key = _nation(arguments), str(arguments.get("roll", ""))
    rows = {row.key: row for row in status.rolls_of(tables, nation)}
    if key not in rows:
        raise NotUnderstood(f"{POWERS[nation].name} has no roll {key!r}.", remedy=f"There are {', '.join(rows)}.")  # fmt: skip
    return rows[key]


def _target(state: WarGameState, tables: Tables, arguments: Arguments) -> Any:
    return status.target_tally(state, tables, _row(state, tables, arguments))


def _odds(state: WarGameState, tables: Tables, arguments: Arguments) -> Any:
    return _yes_no(status.chance_of(_target(state, tables, arguments).net))


def _outlook(state: WarGameState, tables: Tables, arguments: Arguments) -> Any:
    wanted = arguments.get("rolls")
    found = status.outlook(state, tables, _nation(arguments), wanted)
    return {str(level): chance for level, chance in found.items()}


def _sum(state: WarGameState, tables: Tables, arguments: Arguments) -> Any:
    return land.SUMS[str(arguments["of"])](state, tables)


def _vichy_odds(state: WarGameState, tables: Tables, arguments: Arguments) -> Any:
    found = vichy.free_tally(state, tables, _place(tables, arguments))
    return _yes_no(status.chance_of(found.net))


def _ship_odds(state: WarGameState, tables: Tables, arguments: Arguments) -> Any:
    row = vichy.ship_row(tables, str(arguments["of"]))
    sides = tables.vichy.sides
    found: dict[str, Fraction] = {}
    for die in range(1, sides + 1):
        what = vichy.fate(row, die)
        found[what] = found.get(what, Fraction(0)) + Fraction(1, sides)
    return found


def _fate(state: WarGameState, tables: Tables, arguments: Arguments) -> Any:
    row = vichy.ship_row(tables, str(arguments["of"]))
    return vichy.fate(row, int(arguments["die"]))


def _threats(state: WarGameState, tables: Tables, arguments: Arguments) -> Any:
    return [
        {"place": t.place, "ussr": t.ussr.net, "japan": t.japan.net, "superior": t.superior}
        for t in pact_rule.threats(state, tables)
    ]


def _strength(state: WarGameState, tables: Tables, arguments: Arguments) -> Any:
    return land.strength_tally(tables, dict(arguments["units"]), "Strength")


def _influence(state: WarGameState, tables: Tables, arguments: Arguments) -> Any:
    number = int(arguments.get("attempt", 1))
    counter = dict(arguments.get("counter", {}))
    return neutrals.target_tally(tables, number, int(arguments.get("money", 0)), counter)


def _lawful(state: WarGameState, tables: Tables, arguments: Arguments) -> Any:
    return reports.lawful(tables, _nation(arguments), str(arguments["zone"]))


BARS: dict[str, Callable[[WarGameState, Tables, str], Any]] = {
    "build": isolation.build_bar,
    "land": isolation.land_bar,
    "sea": isolation.sea_bar,
    "attack_land": isolation.land_attack_bar,
    "attack_sea": isolation.sea_attack_bar,
}


def _american(state: WarGameState, tables: Tables, arguments: Arguments) -> Any:
    bar = BARS[str(arguments["what"])](state, tables, str(arguments["of"]))
    return {"may": bar is None, "rule": bar.rule if bar else ""}


def _commerce(state: WarGameState, tables: Tables, arguments: Arguments) -> Any:
    turn = arguments.get("turn")
    return commerce.dice_tally(
        state, tables, _nation(arguments), None if turn is None else int(turn)
    )


def _borrows(state: WarGameState, tables: Tables, arguments: Arguments) -> Any:
    why, rule = funds.borrow_bar(state, tables, _nation(arguments))
    return {"may": not why, "rule": rule}


def _excess(state: WarGameState, tables: Tables, arguments: Arguments) -> Any:
    nation = _nation(arguments)
    income = arguments.get("income")
    if income is None:
        income = funds.income_tally(state, tables, nation).net
    return funds.excess_tally(state, tables, nation, int(income))


def _progression(state: WarGameState, tables: Tables, arguments: Arguments) -> Any:
    row = tables.commerce.dice.get(_nation(arguments))
    return list(row.by_turn) if row else []


QUESTIONS: dict[str, Callable[[WarGameState, Tables, Arguments], Any]] = {
    "commerce": _commerce,
    "progression": _progression,
    "moves": _moves,
    "plan_odds": _plan_odds,
    "target": _target,
    "odds": _odds,
    "outlook": _outlook,
    "sum": _sum,
    "land": lambda state, tables, a: land.land_tally(state, tables, _nation(a)),
    "income": lambda state, tables, a: funds.income_tally(state, tables, _nation(a)),
    "excess": _excess,
    "lending": lambda state, tables, a: funds.lending_tally(state, tables, _nation(a)),
    "borrows": _borrows,
    "vichy": lambda state, tables, a: vichy.free_tally(state, tables, _place(tables, a)),
    "vichy_odds": _vichy_odds,
    "ship_odds": _ship_odds,
    "fate": _fate,
    "threats": _threats,
    "strength": _strength,
    "influence": _influence,
    "lawful": _lawful,
    "american": _american,
}


def ask(state: WarGameState, question: str, arguments: Arguments) -> Any:
    """Answer a named question; raises :class:`NotUnderstood` for an unknown one."""
    if question not in QUESTIONS:
        raise NotUnderstood(
            f"There is no question {question!r}.", remedy=f"There are {', '.join(QUESTIONS)}."
        )
    return QUESTIONS[question](state, tables_of(state), arguments)
