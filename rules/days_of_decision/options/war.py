"""Option 4 and its forms: declaring war, forcing a surrender, closing passages and the Burma Road."""

from collections.abc import Iterable, Iterator

from typing_extensions import override

from rules.days_of_decision.entry import war_chart
from rules.days_of_decision.model.adjudication import Adjudication
from rules.days_of_decision.model.calendar import turn_title
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.conditions import At, bound, enemy_powers, grounds
from rules.days_of_decision.model.events.war import BurmaRoad
from rules.days_of_decision.model.geometry import together
from rules.days_of_decision.model.names import country_name
from rules.days_of_decision.model.opening import APART, BACK, WAR_OVER
from rules.days_of_decision.model.powers import POWERS
from rules.days_of_decision.model.state import DecisionState, Proposal
from rules.days_of_decision.model.table_rows import Card, Tables
from rules.days_of_decision.options.base import (
    Behaviour,
    Details,
    OnePower,
    many,
    power_choices,
    text,
)
from rules.days_of_decision.surrender.vichy_peace import force_bar, surrender_like_vichy
from rules.days_of_decision.war.casus_belli import countries, is_country, notice_of, notice_spell
from rules.days_of_decision.war.declarations import (
    announce,
    chart_effects,
    declare_bar,
    give_notice,
    prepare,
)
from rules.days_of_decision.war.waterways import closing_bar, held_by
from rules.kernel.grammar import capital
from rules.kernel.menus import NEVER, Barred, Choice, Field, Pick, PickMany

TIMING = R("15.5.1")


def country_choices(at: At) -> tuple[Choice, ...]:
    """Every country that war could be declared on, or the reason against it."""
    found = []
    for target in _within_reach(at):
        label = country_name(at.tables, target)
        found.append(
            Choice(
                target,
                capital(label),
                barred=declare_bar(at.state, at.tables, at.power, target),
                group="Major powers" if target in POWERS else "Minor countries",
            )
        )
    return tuple(found)


def _within_reach(at: At) -> Iterable[str]:
    """The countries in their order; of an order that is judged those which it names."""
    if at.named is None:
        return countries(at.state, at.power)
    return (key for key in at.named if is_country(at.state, at.power, key))


def prices(state: DecisionState, tables: Tables) -> str:
    """What wars cost, in words."""
    cost, word = tables.war["cost"], war_chart.PURSES[war_chart.purse(state)]
    return f"{cost['minor']} {word} for a minor country, {cost['major']} for a major power"


def part_price(at: At, card: Card) -> dict[str, int]:
    """The price of an act that costs half of a war, in the purse that wars are paid from."""
    return {war_chart.purse(at.state): sum(card.row.cost.values())}


class DeclareWar(Behaviour):
    """Option 4: wars in this turn's impulses; those announced begin with the first of them."""

    @override
    def fields(self, at: At) -> tuple[Field, ...]:
        fields: list[Field] = []
        if at.concerns("named"):
            fields.append(
                PickMany(
                    "named",
                    "Announce war on",
                    choices=country_choices(at),
                    rule=TIMING,
                    help="Made public at the reveal, so that no guarantee comes in time; these wars "
                    "begin with your first impulse. Any others you declare on the map.",
                )
            )
        if at.concerns("notice"):
            fields.append(
                Pick(
                    "notice",
                    "Give notice of war to",
                    choices=power_choices(at, why=lambda key: notice_why(at, key)),
                    rule=R("Ruling 102"),
                )
            )
        return tuple(fields)

    @override
    def note(self, at: At, card: Card) -> str:
        return (
            f"{prices(at.state, at.tables)}, paid with American entry and values when the war is declared. "
            "Nothing if none is."
        )

    @override
    def play(self, course: Adjudication, power: str, card: Card, details: Details) -> str:
        named: list[str] = []
        money = war_chart.spendable(
            course.state, course.tables, power, war_chart.purse(course.state)
        )
        for target in many(details, "named"):
            cost = war_chart.price(course.tables, target)
            if cost <= money:
                money -= cost
                named.append(target)
        announce(course, power, tuple(named))
        prepare(course, power, tuple(named))
        if target := text(details, "notice"):
            give_notice(course, power, target)
        return "armed"


def notice_why(at: At, other: str) -> Barred | None:
    """Why there is no point in giving a power notice of war."""
    if at.state.at_war(at.power, other):
        return Barred("You are at war with it already.", opens=WAR_OVER)
    if at.state.gone(other):
        return Barred("It controls no territory any more.", opens=BACK)
    if together(at.state, at.power, other, at.tables):
        return Barred("It stands in your own ideology.", opens=APART)
    if bound(at.state, at.power):
        why = "A Vichy power needs its garrison, and no notice."
        return Barred(why, R("8.7.2 Option 5"), "Opens when you are a Vichy power no longer.")
    if at.power == "usa":
        return Barred("You need American entry, and no notice.", R("Ruling 102"), NEVER)
    if other in grounds(at.state, at.tables, at.power):
        why = "You hold a casus belli on it."
        return Barred(
            why, opens="Opens when that casus belli has run out; until then no notice is needed."
        )
    standing = notice_of(at.state, at.power, other)
    last = notice_spell(at.tables, standing)[1] if standing else 0
    if last >= at.state.turn and standing:
        return Barred(
            "Your notice stands.", opens=f"Opens after {turn_title(last)}, when it lapses."
        )
    return None


class ForceVichy(OnePower):
    """Option 4(a): a power whose capital and home one holds surrenders; each of its other enemies
    says for itself whether it accepts (Ruling 42).
    """

    label = "Who surrenders"

    @override
    def cost(self, at: At, card: Card) -> dict[str, int]:
        return part_price(at, card)

    @override
    def bar(self, at: At, other: str) -> Barred | None:
        return force_bar(at.state, at.tables, at.power, other)

    @override
    def to(self, at: At, details: Details) -> tuple[str, ...]:
        target = text(details, "target")
        return tuple(p for p in enemy_powers(at.state, target) if p != at.power)

    @override
    def severally(self, proposal: Proposal) -> bool:
        return True

    @override
    def free(self, state: DecisionState, proposal: Proposal) -> bool:
        return True

    @override
    def play(self, course: Adjudication, power: str, card: Card, details: Details) -> str:
        target = text(details, "target")
        if force_bar(course.state, course.tables, power, target):
            return "void"
        accepted = (power, *many(details, "accepted"))
        to = tuple(p for p in POWERS if p in accepted and course.state.at_war(p, target))
        chart_effects(course, power, target, card.key, part=True)
        surrender_like_vichy(course, target, to, forced=True)
        return "forced_vichy"


class ClosePassages(OnePower):
    """Option 4(b): a neutral power may be kept out of one's waterways (14.14)."""

    label = "Closed to"

    @override
    def cost(self, at: At, card: Card) -> dict[str, int]:
        return part_price(at, card)

    @override
    def bars(self, at: At, card: Card) -> Iterator[Barred]:
        if not held_by(at.state, at.tables, at.power):
            opens = "Opens when you control a restricted waterway."
            yield Barred("You control no restricted waterway.", R("14.14"), opens)

    @override
    def bar(self, at: At, other: str) -> Barred | None:
        return closing_bar(at.state, at.tables, at.power, other)

    @override
    def play(self, course: Adjudication, power: str, card: Card, details: Details) -> str:
        target = text(details, "target")
        course.change(closed=(*course.state.closed, (power, target)))
        chart_effects(course, power, target, card.key, part=True)
        return "closed"


class CloseBurmaRoad(Behaviour):
    """Japan's option 4(c): the Burma Road is closed, for half of the card's American entry."""

    @override
    def bars(self, at: At, card: Card) -> Iterator[Barred]:
        if at.state.burma_closed:
            opens = "Opens when the road is open again."
            yield Barred("It is closed already.", R("8.7.2 Japan Option 4(c)"), opens)

    @override
    def play(self, course: Adjudication, power: str, card: Card, details: Details) -> str:
        course.change(burma_closed=True)
        course.tell(BurmaRoad(power=power, closed=True, rule=R("8.7.2 Japan Option 4(c)")))
        return "burma"
