"""Options at home: elections, effectiveness, factories, money, intelligence, gearing up."""

from collections.abc import Callable, Iterator

from typing_extensions import override

from rules.days_of_decision.economy.gearing import at_war_cost, gear_bar, gear_cost
from rules.days_of_decision.economy.production import level_row, top_level
from rules.days_of_decision.model.adjudication import Adjudication
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.conditions import At, enemy_powers
from rules.days_of_decision.model.state import DecisionState, Nation
from rules.days_of_decision.model.table_rows import Card, Tables
from rules.days_of_decision.options.base import Behaviour, Details, number, power_choices, purses
from rules.days_of_decision.war.intelligence import shifted
from rules.kernel.menus import Barred, Choice, Count, Field, Flag, Pick
from rules.kernel.tally import Row, Tally, tally


class Election(Behaviour):
    """IPO 10: an election; another power's election of the turn makes it a 0(c), if wished."""

    @override
    def fields(self, at: At) -> tuple[Field, ...]:
        said = "If an election was held already this turn, try 0(c) instead"
        return (Flag("instead", said, rule=R("8.7.1 IPO 10")),)

    @override
    def instead(self, at: At, details: Details) -> str:
        return "0c" if details.get("instead") is True else ""

    @override
    def play(self, course: Adjudication, power: str, card: Card, details: Details) -> str:
        course.change(voted=(*course.state.voted, power))
        return "elected"

    @override
    def failed(self, course: Adjudication, power: str, card: Card, details: Details) -> None:
        lost = course.tables.limits["election_lost"]
        course.effectiveness(power, lost, "The election was lost", R("8.7.1 IPO 10"))


def held_by_anybody(state: DecisionState) -> bool:
    """Whether anybody has played IPO 10 this turn, won or lost (Ruling 122)."""
    return "ipo-10" in state.used or any(
        turned.option == "ipo-10" and turned.outcome == "failed" for turned in state.turned
    )


class AnotherElection(Election):
    """0(c): only where an election was held this turn by IPO 10, won or lost."""

    @override
    def fields(self, at: At) -> tuple[Field, ...]:
        return ()

    @override
    def bars(self, at: At, card: Card) -> Iterator[Barred]:
        if at.live and not held_by_anybody(at.state):
            yield Barred(
                "No election was held this turn by IPO 10.",
                R("8.7.1 IPO 10"),
                "Opens once a power has held one by IPO 10 in the same turn.",
            )


def die_cost(nation: Nation, tables: Tables) -> int:
    """The money for one die of 0(a); less after three turns below zero (Ruling 14)."""
    limits = tables.limits
    long_below = nation.below >= limits["negative_after"]
    less = int(limits["die_cost_less"]) if long_below else 0
    return max(1, int(limits["die_cost"]) - less)


class BuyEffectiveness(Behaviour):
    """0(a): one die for each three money; a six raises effectiveness by one (Ruling 13)."""

    @override
    def fields(self, at: At) -> tuple[Field, ...]:
        each = die_cost(at.state.nation(at.power), at.tables)
        return (Count("dice", "Dice", least=1, most=max(1, purses(at)["money"] // each)),)

    @override
    def per(self, at: At) -> dict[str, dict[str, int]]:
        return {"dice": {"money": die_cost(at.state.nation(at.power), at.tables)}}

    @override
    def note(self, at: At, card: Card) -> str:
        each = self.per(at)["dice"]["money"]
        return f"{each} money a die. A 6 on any of them raises your effectiveness by one."

    @override
    def play(self, course: Adjudication, power: str, card: Card, details: Details) -> str:
        count = number(details, "dice", 1)
        dice = tuple(course.dice.roll(f"effectiveness of {power}") for _ in range(count))
        dice = _helped(course, power, dice, number(details, "shift"))
        sixes = dice.count(6)
        gain = sixes if course.state.on("pe_per_six") else min(1, sixes)
        rule = R("8.7.2 Option 0(a)")
        parts = tally(card.row.title, [], gain, f"{sixes} sixes", rule)
        course.tested(power, card.key, dice, parts, rule, passed=gain > 0)
        course.effectiveness(power, gain, "Option 0(a)", rule)
        return "bought"


def _helped(course: Adjudication, power: str, dice: tuple[int, ...], wish: int) -> tuple[int, ...]:
    """The dice with the best of those that miss shifted up by intelligence, if that brings a six."""
    missing = [die for die in dice if die < 6]
    if not missing or wish < 6 - max(missing) or 6 in dice:
        return dice
    place = dice.index(max(missing))
    return (*dice[:place], shifted(course, power, dice[place], wish, up=True), *dice[place + 1 :])


class Factory(Behaviour):
    """0(d): a factory, dear in peace, at the war game's cost in war."""

    @override
    def cost(self, at: At, card: Card) -> dict[str, int]:
        return {"bp": at_war_cost(at.state, at.tables, at.power)}

    @override
    def explain(self, at: At, card: Card, purse: str, amount: int) -> Tally:
        war = bool(enemy_powers(at.state, at.power))
        reason = "The war game's cost" if war else "In peace"
        rule = R("8.7.2 Option 0(d)")
        return tally(card.row.title, [], amount, reason, rule)

    @override
    def play(self, course: Adjudication, power: str, card: Card, details: Details) -> str:
        key = f"factories.gained.{power}"
        course.change(facts={**course.state.facts, key: course.state.count(key) + 1})
        return "built"


class MoneyExchange(Behaviour):
    """0(e): two build points for two money, or back."""

    @override
    def fields(self, at: At) -> tuple[Field, ...]:
        most = at.tables.limits["exchange_most"]
        return (
            Count("sell", "Pairs of build points into money", most=most),
            Count("buy", "Pairs of money into build points", most=most),
        )

    @override
    def per(self, at: At) -> dict[str, dict[str, int]]:
        return {"sell": {"bp": 2}, "buy": {"money": 2}}

    @override
    def play(self, course: Adjudication, power: str, card: Card, details: Details) -> str:
        nation = course.state.nation(power)
        sell, buy = number(details, "sell"), number(details, "buy")
        course.nation(power, money=nation.money + 2 * sell, bp=nation.bp + 2 * buy)
        return "exchanged"


class Reply(Behaviour):
    """0(f): accept the first proposal that comes, or only one from a power or of a kind.

    ``kinds_of`` lists the kinds of proposals with their names.
    """

    def __init__(self, kinds_of: Callable[[Tables], dict[str, str]]) -> None:
        self.kinds_of = kinds_of

    @override
    def fields(self, at: At) -> tuple[Field, ...]:
        fields = []
        if at.concerns("from"):
            fields.append(Pick("from", "Only from", choices=power_choices(at)))
        if at.concerns("sort"):
            kinds = tuple(
                Choice(key, label)
                for key, label in self.kinds_of(at.tables).items()
                if at.concerns(key)
            )
            fields.append(Pick("sort", "Only to", choices=kinds))
        return tuple(fields)


class Intelligence(Behaviour):
    """0(h): bid points equal to a third of effectiveness become operations."""

    @override
    def cost(self, at: At, card: Card) -> dict[str, int]:
        return {"bids": max(0, at.state.nation(at.power).pe) // 3}

    @override
    def play(self, course: Adjudication, power: str, card: Card, details: Details) -> str:
        gained = max(0, course.state.nation(power).pe) // 3
        held = course.state.operations.get(power, 0)
        course.change(operations={**course.state.operations, power: held + gained})
        return "prepared"


class GearUp(Behaviour):
    """Option 2: the next production level."""

    @override
    def bars(self, at: At, card: Card) -> Iterator[Barred]:
        if bar := gear_bar(at.state, at.tables, at.power):
            yield bar

    @override
    def cost(self, at: At, card: Card) -> dict[str, int]:
        return {"bp": gear_cost(at.state, at.tables, at.power).net}

    @override
    def explain(self, at: At, card: Card, purse: str, amount: int) -> Tally:
        return gear_cost(at.state, at.tables, at.power)

    @override
    def note(self, at: At, card: Card) -> str:
        level = at.state.nation(at.power).level + 1
        top = top_level(at.tables, at.power)
        if top is not None and level > top:
            return card.row.effect
        row = level_row(at.tables, at.power, level)
        home = "all home factories" if row.home is None else f"{row.home} home factories"
        return f"To level {level}: {home} at {row.multiple}."

    @override
    def play(self, course: Adjudication, power: str, card: Card, details: Details) -> str:
        course.nation(power, level=course.state.nation(power).level + 1)
        return "geared"


def naval_limit(at: At) -> Tally:
    """Capital ships a year under a naval treaty: the multiple times the production level."""
    multiple = at.tables.limits["naval"].get(at.power, 0)
    level = at.state.nation(at.power).level
    rows = [Row("level", multiple * (level - 1), f"Times level {level}", R("8.7.1 IPO 15"))]
    return tally("Capital ships a year", rows, multiple, "Naval multiple", R("8.7.1 IPO 15"))
