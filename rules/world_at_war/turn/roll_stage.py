"""Rolls: tallies are frozen, then the dice fall in announced order, and effects follow (49.51).

A roll pauses only for a reply: which row to take, where a campaign asks after the die, and
whether Rumania resists a demand, where Germany left no standing answer.
"""

import msgspec

from rules.kernel.menus import Choice, Menu, Pick
from rules.kernel.orders import Order
from rules.kernel.phases import AskedPower
from rules.kernel.serial import gathered
from rules.world_at_war.diplomacy.eligibility import naming_bar, senior
from rules.world_at_war.diplomacy.modifiers import tally_of
from rules.world_at_war.diplomacy.points import spend
from rules.world_at_war.diplomacy.results import carry_out, demand_answer
from rules.world_at_war.diplomacy.roll_outcomes import (
    allowed_lesser,
    attempt_for,
    beneficiary,
    favoured,
    wish_of,
    wished,
)
from rules.world_at_war.forces import volunteers
from rules.world_at_war.model.adjudication import Adjudication
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.conditions import ALLIED
from rules.world_at_war.model.events import diplomacy as e
from rules.world_at_war.model.events.sides import RowBarred
from rules.world_at_war.model.orders import Lesser, Resist
from rules.world_at_war.model.state import Awaited, Named, Rolled, WarState
from rules.world_at_war.model.tables.campaign import tables_of
from rules.world_at_war.sides.surrender import open_row

ANSWERS = (
    Choice(value="resist", label="Resist: a border war begins"),
    Choice(value="cede", label="Cede Bessarabia"),
)
"""How Rumania can meet a Russian demand."""


def enter(course: Adjudication) -> None:
    """Let fall away what a fact declared since has closed, freeze every tally before the first die,
    then roll.
    """
    named = tuple(one for one in course.state.named if not _overtaken(course, one))
    course.change(named=named)
    course.change(rolls=tuple(_frozen(course, one) for one in named))
    go_on(course)


def _overtaken(course: Adjudication, named: Named) -> bool:
    """Whether the country may not be rolled for any more, by what was declared after it was named
    (ruling 22). A point that subversion has used up meanwhile is no reason.
    """
    manner = "free" if named.kind == "ordinary" else named.kind
    powers = senior(course.state, named.faction)
    bars = [naming_bar(course.state, power, named.country, manner) for power in powers]
    bar = bars[0]
    if bar is None or None in bars:
        return False
    course.tell(
        e.NamingFellAway(country=named.country, power=powers[0], why=bar.why, rule=bar.rule)
    )
    return True


def _frozen(course: Adjudication, named: Named) -> Rolled:
    """A roll with its tally as it stands before any die."""
    attempt = attempt_for(course.state, named)
    told = tally_of(course.state, course.tables, attempt)
    return gathered(Rolled, named, tally=told, points=dict(attempt.points))


def asked(state: WarState) -> tuple[AskedPower, ...]:
    """The one power whose reply a roll waits for."""
    if state.awaited is None:
        return ()
    name = tables_of(state).minors[state.awaited.country].name
    if state.awaited.kind == "resist":
        what, silence = "Resist the Russian demand on Rumania, or cede", "Rumania resists"
    else:
        what, silence = f"Choose the row to take in {name}", "the row as rolled is taken"
    return (AskedPower(power=state.awaited.power, manner="reply", what=what, silence=silence),)


def menu(state: WarState, power: str) -> Menu:
    """The reply."""
    awaited = state.awaited
    assert awaited is not None
    if awaited.kind == "resist":
        field = Pick(
            key="answer",
            label="Rumania's answer",
            rule=R("66.12"),
            choices=ANSWERS,
            optional=False,
            help="Russia demands Bessarabia, and you answer for Rumania.",
        )
        return Menu(
            power=power, order="resist", title="A Russian demand on Rumania", fields=(field,)
        )
    minor = tables_of(state).minors[awaited.country]
    rows = tuple(
        Choice(value=key, label=f"{key}: {minor.row(key).meaning}") for key in awaited.options
    )
    field = Pick(
        key="row",
        label="Row to take",
        rule=R("49.53"),
        choices=rows,
        optional=False,
        help="The die is in your favour: take what it brought, or a lower row.",
    )
    return Menu(
        power=power, order="lesser", title=f"A favourable result in {minor.name}", fields=(field,)
    )


def resolve(course: Adjudication, orders: dict[str, Order]) -> None:
    """Take the reply, or what silence means, and go on rolling."""
    awaited = course.state.awaited
    assert awaited is not None
    order = orders.get(awaited.power)
    index = next(i for i, roll in enumerate(course.state.rolls) if roll.country == awaited.country)
    course.change(awaited=None)
    if awaited.kind == "resist":
        _set(course, index, resisted=not (isinstance(order, Resist) and order.answer == "cede"))
    else:
        choice = (
            order.row
            if isinstance(order, Lesser) and order.row in awaited.options
            else awaited.options[0]
        )
        _take(course, index, choice)
    go_on(course)


def go_on(course: Adjudication) -> None:
    """Roll what is still to be rolled; when nothing waits any more, carry the results out."""
    for index in range(len(course.state.rolls)):
        if course.state.rolls[index].die == 0:
            _throw(course, index)
        if not course.state.rolls[index].taken:
            _choose(course, index)
        if course.state.awaited is None:
            _answer(course, index)
        if course.state.awaited is not None:
            return
    for rolled in course.state.rolls:
        carry_out(course, rolled)


def _set(course: Adjudication, index: int, **parts: object) -> Rolled:
    rolls = list(course.state.rolls)
    rolls[index] = msgspec.structs.replace(rolls[index], **parts)
    course.change(rolls=tuple(rolls))
    return rolls[index]


def _throw(course: Adjudication, index: int) -> None:
    """One die; the points that counted are spent, and the country is marked as rolled for."""
    rolled = course.state.rolls[index]
    minor = course.tables.minors[rolled.country]
    die = course.dice.roll(f"diplomacy {rolled.country}")
    total = die + rolled.tally.net
    row = minor.row_for(total)
    spend(course, rolled.country, rolled.points)
    volunteers.rolled(course, rolled.country)
    record = course.state.country(rolled.country)
    before = record.rolled_by if record.rolled_year == course.year else ()
    course.set_country(rolled.country, rolled_year=course.year, rolled_by=(*before, rolled.faction))
    favours = favoured(course.state, rolled.country, rolled.faction, row, rolled.points)
    course.tell(
        e.RollMade(
            country=rolled.country, faction=rolled.faction, manner=rolled.kind, tally=rolled.tally, die=die, total=total,
            row=row.key, meaning=row.meaning, favours=row.favours, rule=row.rule,
        )
    )  # fmt: skip
    if favours == "tie":
        favours = _untied(course, rolled.country)
    power = beneficiary(course.state, rolled.country, favours) if favours else ""
    _set(course, index, die=die, row=row.key, favours=favours, power=power)


def _untied(course: Adjudication, country: str) -> str:
    """Who benefits where Western Allies and Russia have the same number of points: whom both name in
    their standing orders, else a die tells (49.51C, ruling 100).
    """
    words = {faction: _word(course, faction, country) for faction in ("western", "russia")}
    if words["western"] == words["russia"] and words["western"] in ALLIED:
        agreed, die = words["western"], 0
    else:
        die = course.dice.roll(f"benefit {country}")
        agreed = "western" if die <= 3 else "russia"
    course.tell(e.BenefitDecided(country=country, faction=agreed, die=die, rule=R("49.51")))
    return agreed


def _word(course: Adjudication, faction: str, country: str) -> str:
    """Whom a faction wants to benefit: the word of its most senior power that has left one."""
    said = (course.standing(power) for power in senior(course.state, faction))
    return next((order.ties[country] for order in said if order and country in order.ties), "")


def _choose(course: Adjudication, index: int) -> None:
    """The favoured side's wish for a lesser row, or a pause to ask for it."""
    rolled = course.state.rolls[index]
    minor = course.tables.minors[rolled.country]
    printed = minor.row(rolled.row)
    row = open_row(course.state, minor, printed, rolled.favours)
    if row is not printed:
        course.tell(
            RowBarred(
                country=rolled.country,
                faction=rolled.favours,
                rolled=printed.key,
                taken=row.key,
                rule=R("82.351"),
            )
        )
    options = (
        allowed_lesser(course.state, rolled.country, row, rolled.favours) if rolled.favours else ()
    )
    if not options:
        _set(course, index, taken=row.key)
        return
    standing = course.standing(rolled.power)
    wish = wish_of(
        course.state.wishes, standing.lesser if standing else {}, rolled.power, rolled.country
    )
    if wish is None and course.state.variant("lesser_result") == "ask":
        keys = (row.key, *(option.key for option in options))
        course.change(
            awaited=Awaited(kind="lesser", power=rolled.power, country=rolled.country, options=keys)
        )
        return
    _take(course, index, wished(course.state, rolled.country, row, rolled.favours, wish or "").key)


def _take(course: Adjudication, index: int, key: str) -> None:
    rolled = _set(course, index, taken=key)
    minor = course.tables.minors[rolled.country]
    open_to_it = open_row(course.state, minor, minor.row(rolled.row), rolled.favours)
    if key != open_to_it.key:
        course.tell(
            e.LesserTaken(
                country=rolled.country,
                power=rolled.power,
                rolled=rolled.row,
                taken=key,
                rule=R("49.53"),
            )
        )


def _answer(course: Adjudication, index: int) -> None:
    """Where a demand leaves the choice to Germany, its standing answer or a pause."""
    rolled = course.state.rolls[index]
    if rolled.kind != "demand" or rolled.resisted is not None:
        return
    if demand_answer(course.state, rolled.taken) != "germany_chooses":
        return
    standing = course.standing("germany")
    if standing is not None and standing.rumania:
        _set(course, index, resisted=standing.rumania == "resist")
    else:
        course.change(awaited=Awaited(kind="resist", power="germany", country=rolled.country))
