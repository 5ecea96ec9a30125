"""Options about minor countries: deals, aid, propaganda, joining, claims, subversion, guarantees."""

from collections.abc import Iterator
from functools import partial

import msgspec
from typing_extensions import override

from rules.days_of_decision.minors.minors_at_war import join_side
from rules.days_of_decision.model.adjudication import Adjudication
from rules.days_of_decision.model.calendar import turn_title
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.conditions import At, forestalled
from rules.days_of_decision.model.events.political import CounterMoved, SecretUnitBuilt
from rules.days_of_decision.model.geometry import (
    CONQUERED,
    controller,
    ideology,
    ideology_bar,
    neighbours,
)
from rules.days_of_decision.model.hex_grid import distance
from rules.days_of_decision.model.names import country_name
from rules.days_of_decision.model.opening import APART, NEXT_TURN
from rules.days_of_decision.model.state import Deal, Hex, Move, SecretUnit
from rules.days_of_decision.model.table_rows import Card
from rules.days_of_decision.options.base import (
    CLOSEST,
    Behaviour,
    Details,
    closeness,
    closest_first,
    free,
    minor_choices,
    power_choices,
    taken_bar,
    text,
)
from rules.kernel.audience import only
from rules.kernel.menus import NEVER, Barred, Choice, Count, Field, Pick, PickMany
from rules.kernel.tally import tally


class OneMinor(Behaviour):
    """An option about one minor that is not closed to the power."""

    def bar(self, at: At, key: str) -> Barred | None:
        """Why a minor cannot be chosen."""
        return free(at, key)

    @override
    def fields(self, at: At) -> tuple[Field, ...]:
        choices = closest_first(at, minor_choices(at, why=partial(self.bar, at)))
        return (Pick("minor", "Minor country", choices=choices, optional=False),)

    @override
    def suits(self, at: At, details: Details) -> tuple[str, ...] | None:
        minor = text(details, "minor")
        if type(self).fields is not OneMinor.fields or minor not in at.state.minors:
            return None
        return ("minor",) if self.bar(at, minor) is None else None


class EconomicAid(OneMinor):
    """IPO 3: a minor thinks better of the power, by the values of the card, which `turn.effects.succeed`
    applies as for every card.
    """


class TradeDeal(Behaviour):
    """IPO 2: the use of one red factory, or of up to two resources (one oil, where oil counts)."""

    @override
    def fields(self, at: At) -> tuple[Field, ...]:
        deals = {
            key: [*self._deals(at, key)] for key in sorted(key for key, _ in at.minors_by_name)
        }
        open_ones = [key for key, each in deals.items() if each and each[0].barred is None]
        first = sorted(open_ones, key=lambda key: closeness(at, key))[:CLOSEST]
        keys = (*first, *(key for key in deals if key not in first))
        choices = tuple(choice for key in keys for choice in deals[key])
        return (Pick("deal", "Deal", choices=choices, optional=False),)

    def _deals(self, at: At, key: str) -> Iterator[Choice]:
        row = at.tables.minors.get(key)
        if row is None:
            return
        dealt = [deal for deal in at.state.deals if deal.minor == key]
        oil = row.oil - sum(deal.oil for deal in dealt)
        plain = row.resources - sum(deal.resources for deal in dealt)
        red = row.factories - sum(deal.factories for deal in dealt)
        if not at.state.on("oil"):
            plain, oil = plain + oil, 0
        barred = free(at, key) or ideology_bar(at.state, at.power, key, at.tables)
        if barred is not None:
            barred = msgspec.structs.replace(barred, rule=R("8.7.1 IPO 2"))
        goods = (
            ("factory", red > 0, "one red factory"),
            ("oil", oil > 0, "one oil"),
            ("resources", plain > 0, "two resources" if plain > 1 else "one resource"),
            ("resource", plain > 1, "only one resource"),
        )
        for word, left, label in goods:
            if left:
                yield Choice(
                    f"{key}:{word}", label, group=country_name(at.tables, key), barred=barred
                )

    @override
    def play(self, course: Adjudication, power: str, card: Card, details: Details) -> str:
        minor, _, goods = text(details, "deal").partition(":")
        row = course.tables.minors[minor]
        dealt = [deal for deal in course.state.deals if deal.minor == minor]
        amounts = {"resources": 0, "oil": 0, "factories": 0}
        if goods == "factory":
            amounts["factories"] = 1
        elif goods == "oil":
            amounts["oil"] = 1
        else:
            most = 1 if goods == "resource" else 2
            left = row.resources - sum(deal.resources for deal in dealt)
            amounts["resources"] = min(most, max(0, left))
            if not course.state.on("oil"):
                spare = row.oil - sum(deal.oil for deal in dealt)
                amounts["oil"] = min(most - amounts["resources"], spare)
        course.change(deals=(*course.state.deals, Deal(power=power, minor=minor, **amounts)))
        return goods


class Propaganda(Behaviour):
    """IPO 4: three minors think less of a power of another ideology."""

    @override
    def fields(self, at: At) -> tuple[Field, ...]:
        own = ideology(at.state, at.power, at.tables)

        def why(key: str) -> Barred | None:
            same = own == ideology(at.state, key, at.tables) != "neutral"
            return Barred("It shares your ideology.", opens=APART) if same else None

        targets = power_choices(at, why=why)
        minors = minor_choices(at, why=lambda key: taken_bar(at.state, key))
        return (
            Pick("target", "Against", choices=targets, optional=False),
            PickMany(
                "minors",
                "Minor countries",
                choices=minors,
                most=at.tables.limits["propaganda_minors"],
            ),
        )


class Join(OneMinor):
    """IPO 5: a minor under one's marker, or that one controls, joins; its secret units show."""

    @override
    def bar(self, at: At, key: str) -> Barred | None:
        stacked = at.state.minor(key).hex == at.state.nation(at.power).marker
        if stacked or controller(at.state, key, at.tables) == at.power:
            return free(at, key)
        return free(at, key) or Barred(
            "It is neither under your marker nor under your control.",
            opens="Opens when its counter lies under your marker, or you control it.",
        )

    @override
    def play(self, course: Adjudication, power: str, card: Card, details: Details) -> str:
        join_side(course, text(details, "minor"), power)
        return "joined"


class Mission(OneMinor):
    """IPO 6: a unit of a controlled minor is built next turn."""

    @override
    def bar(self, at: At, key: str) -> Barred | None:
        if controller(at.state, key, at.tables) == at.power:
            return None
        if key in at.state.fates:
            return CONQUERED
        return Barred("You do not control it.", opens="Opens when you control it.")


class Claim(OneMinor):
    """IPO 7: a claim of the table, tested on effectiveness."""

    @override
    def bar(self, at: At, key: str) -> Barred | None:
        if key not in at.tables.limits["claims"].get(at.power, ()):
            return Barred("You have no claim on it.", opens=NEVER)
        return free(at, key)

    @override
    def play(self, course: Adjudication, power: str, card: Card, details: Details) -> str:
        minor = text(details, "minor")
        ceded = (*course.state.minor(minor).ceded, power)
        course.minor(minor, ceded=tuple(dict.fromkeys(ceded)))
        return "ceded"


def step_toward(
    course: Adjudication, minor: str, target: Hex, by: str, steps: int, rule: str
) -> None:
    """Move a minor so many hexes toward a hex, free of any price."""
    path = [course.state.minor(minor).hex]
    for _ in range(steps):
        nearer = [
            there
            for there in neighbours(path[-1], course.tables.display)
            if distance(there, target) < distance(path[-1], target)
        ]
        if not nearer:
            break
        path.append(nearer[0])
    if len(path) < 2:
        return
    way = tuple(path)
    course.minor(minor, hex=way[-1])
    course.change(moves=(*course.state.moves, Move(counter=minor, by=by, path=way)))
    parts = tally("Free steps", [], len(way) - 1, "Hexes", rule)
    course.tell(CounterMoved(counter=minor, by=by, value=0, path=way, tally=parts, rule=rule))


class Subversion(OneMinor):
    """IPO 8: a minor within six hexes moves two toward the actor, if the test passes."""

    @override
    def bar(self, at: At, key: str) -> Barred | None:
        reach = at.tables.limits["subversion"]["reach"]
        if distance(at.state.minor(key).hex, at.state.nation(at.power).marker) <= reach:
            return free(at, key)
        return free(at, key) or Barred(
            f"It is more than {reach} hexes away.",
            opens=f"Opens when its counter is within {reach} hexes of your marker.",
        )

    @override
    def play(self, course: Adjudication, power: str, card: Card, details: Details) -> str:
        marker = course.state.nation(power).marker
        steps = course.tables.limits["subversion"]["steps"]
        step_toward(course, text(details, "minor"), marker, power, steps, R(card.row.rule))
        return "subverted"


class Guarantee(OneMinor):
    """IPO 12: whoever attacks the minor gives a casus belli."""

    @override
    def bar(self, at: At, key: str) -> Barred | None:
        if at.power in at.state.minor(key).guaranteed:
            return Barred("You guarantee it already.", opens="Opens if that guarantee ends.")
        if forestalled(at.state, key):
            return Barred("A war on it was announced this turn.", R("15.5.1"), NEXT_TURN)
        mine = controller(at.state, key, at.tables) == at.power
        yours = Barred("It is yours already.", opens="Opens if you lose control of it.")
        return free(at, key) or (yours if mine else None)

    @override
    def play(self, course: Adjudication, power: str, card: Card, details: Details) -> str:
        minor = text(details, "minor")
        course.minor(minor, guaranteed=(*course.state.minor(minor).guaranteed, power))
        return "guaranteed"


class Volunteers(Behaviour):
    """IPO 20: a unit to a side of a civil war."""

    @override
    def fields(self, at: At) -> tuple[Field, ...]:
        wars = {
            "civil_war.spain": (
                ("spanish_nationalists", "Spanish Nationalists"),
                ("spanish_republicans", "Spanish Republicans"),
            ),
            "civil_war.china": (
                ("chinese_nationalists", "Chinese Nationalists"),
                ("chinese_communists", "Chinese Communists"),
            ),
        }
        choices = tuple(
            Choice(key, label)
            for fact, sides in wars.items()
            if at.state.yes(fact)
            for key, label in sides
        )
        return (Pick("side", "Side", choices=choices, optional=False),)

    @override
    def play(self, course: Adjudication, power: str, card: Card, details: Details) -> str:
        return "sent"


class SecretUnitFor(OneMinor):
    """0(b): a unit of a minor in secret; the same minor again only after six turns."""

    @override
    def bar(self, at: At, key: str) -> Barred | None:
        if barred := taken_bar(at.state, key):
            if barred == CONQUERED:
                return barred
            return msgspec.structs.replace(barred, why=f"{barred.why} It has set up already.")
        wait = at.tables.limits["repeat_unit"]
        built = [u.turn for u in at.state.units if (u.power, u.minor) == (at.power, key)]
        again = max(built, default=-wait) + wait
        if at.state.turn >= again:
            return None
        why = f"Not again for {again - at.state.turn} turns."
        return Barred(why, opens=f"Opens in {turn_title(again)}.")

    @override
    def fields(self, at: At) -> tuple[Field, ...]:
        note = "The unit's printed cost; one more is paid."
        return (
            *super().fields(at),
            Count("cost", "Its cost", least=1, most=8, help=note),
        )

    @override
    def cost(self, at: At, card: Card) -> dict[str, int]:
        return {"bp": 1}

    @override
    def per(self, at: At) -> dict[str, dict[str, int]]:
        return {"cost": {"bp": 1}}

    @override
    def play(self, course: Adjudication, power: str, card: Card, details: Details) -> str:
        minor = text(details, "minor")
        mine = only(power)
        unit = SecretUnit(power=power, minor=minor, turn=course.state.turn, audience=mine)
        course.change(units=(*course.state.units, unit))
        course.tell(SecretUnitBuilt(power=power, minor=minor, audience=mine, rule=R(card.row.rule)))
        return "secret"
