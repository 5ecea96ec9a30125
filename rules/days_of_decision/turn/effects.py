"""What playing an option does, from the moment it is turned over until its minor is activated."""

from collections.abc import Iterable, Mapping

import msgspec

from rules.days_of_decision.display.movement import Way, ways
from rules.days_of_decision.entry import entry, pools
from rules.days_of_decision.minors.minors_at_war import drawn_in
from rules.days_of_decision.model.adjudication import Adjudication
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.conditions import At
from rules.days_of_decision.model.events.political import (
    CardPlayed,
    CardTurned,
    CardWasted,
    CostPaid,
    CounterMoved,
    MinorActivated,
    ProposalMade,
)
from rules.days_of_decision.model.state import DecisionState, Move, Proposal, Turned
from rules.days_of_decision.model.table_rows import Card, ValueRow
from rules.days_of_decision.options import behaviour
from rules.days_of_decision.options.base import (
    LEAVE,
    Details,
    cannot_activate,
    changes,
    declares_war,
    many,
    number,
    passes,
    purses,
    test_tally,
    text,
)
from rules.days_of_decision.options.judging import judged, offered_there
from rules.days_of_decision.surrender.vichy_limits import needs_leave
from rules.days_of_decision.treaties import sanctions
from rules.days_of_decision.turn.pressure import end_duties
from rules.days_of_decision.war.intelligence import shifted
from rules.kernel.menus import Option, Plays
from rules.kernel.orders import Chosen, Detail, Problem

SECRET = frozenset({"0b"})
"""Options whose details stay secret when they are turned over."""

PURSES = {"money": "money", "bp": "bp", "bids": "bids"}
"""Which track pays for which purse."""


def turn_over(
    course: Adjudication,
    power: str,
    option: str,
    details: Mapping[str, Detail],
    *,
    forced_by: str = "",
) -> str:
    """Turn an option over and carry it out; gives its outcome."""
    shown = {} if option in SECRET else dict(details)
    rule = R(course.tables.cards[option].row.rule)
    course.tell(
        CardTurned(power=power, option=option, details=shown, forced_by=forced_by, rule=rule)
    )
    at = At(course.state, course.tables, power, live=True)
    if option in course.state.used and (other := behaviour(option).instead(at, details)):
        option, details = other, {k: v for k, v in details.items() if k != "instead"}
    outcome, why, barred_by = _carry_out(course, at, option, details)
    if forced_by and outcome != "wasted":
        outcome = "forced"
    turned = Turned(
        power=power, option=option, outcome=outcome, why=why, rule=barred_by, details=shown
    )
    course.change(turned=(*course.state.turned, turned))
    return outcome


def _carry_out(course: Adjudication, at: At, option: str, details: Details) -> tuple[str, str, str]:
    card, doing = course.tables.cards[option], behaviour(option)
    mine, price, problem = _judged(at, option, details)
    if problem:
        rule = R(problem.rule or card.row.rule)
        course.tell(CardWasted(power=at.power, option=option, why=problem.message, rule=rule))
        return "wasted", problem.message, rule
    _pay(course, at, card, price)
    if wished := text(details, "sanction"):
        mine = {**mine, "sanction": wished}
    if number(details, "shift"):
        mine = {**mine, "shift": number(details, "shift")}
    to = doing.to(at, mine) if card.row.answer else ()
    if conqueror := leave_of(at.state, at.power, option, to):
        propose(course, at.power, card, (conqueror,), LEAVE, mine)
        outcome = "proposed"
    elif to:
        propose(course, at.power, card, to, doing.kind(at, card, mine), mine)
        outcome = "proposed"
    else:
        outcome = attempt(course, at.power, card, mine)
    if card.row.activates:
        if text(details, "activate") or course.state.switch("activation") != "asked":
            activate(course, at.power, details)
        elif can_activate_any(course, at.power):
            course.change(activating=at.power)
    return outcome, "", ""


def _judged(
    at: At, option: str, details: Details
) -> tuple[Details, Mapping[str, int], Problem | None]:
    """Those of an option's details that it asks for, its price, and the first thing that is wrong
    now. Legal play is seen by what it names alone; the whole offer is wanted only to say what is
    wrong.
    """
    if found := judged(at, option, details):
        return found.details, found.price, None
    choice = offered_there(at, option, details)
    own = {field.key for field in choice.fields}
    mine = {key: value for key, value in details.items() if key in own}
    return mine, choice.price(mine), _problem(at, choice, option, mine)


def leave_of(state: DecisionState, power: str, option: str, to: tuple[str, ...]) -> str:
    """The conqueror whose leave a Vichy power needs, unless it is the one who is asked anyway."""
    if not needs_leave(state, power, option):
        return ""
    conqueror = state.vichy[power].conqueror
    return "" if conqueror in to else conqueror


def propose(
    course: Adjudication, power: str, card: Card, to: tuple[str, ...], kind: str, details: Details
) -> None:
    """Put a proposal before those who must answer it."""
    proposal = Proposal(
        power=power,
        option=card.key,
        kind=kind,
        to=to,
        details=dict(details),
        turn=course.state.turn,
    )
    course.change(proposals=(*course.state.proposals, proposal))
    course.tell(ProposalMade(power=power, option=card.key, to=to, rule=R(card.row.rule)))


def granted(course: Adjudication, proposal: Proposal) -> None:
    """The conqueror gave leave: the option goes on, to those who must answer it or at once."""
    card, doing = course.tables.cards[proposal.option], behaviour(proposal.option)
    at = At(course.state, course.tables, proposal.power, live=True)
    to = doing.to(at, proposal.details) if card.row.answer else ()
    if to:
        kind = doing.kind(at, card, proposal.details)
        propose(course, proposal.power, card, to, kind, proposal.details)
    else:
        settle(course, proposal, attempt(course, proposal.power, card, proposal.details))


def _problem(at: At, choice: Option, option: str, mine: Details) -> Problem | None:
    field = Plays(
        "plays",
        "Options",
        choices=(msgspec.structs.replace(choice, shared=False),),
        most=1,
        purses=purses(at),
    )
    chosen = Chosen(option=option, details=dict(mine))
    problem = next(iter(field.problems((chosen,))), None)
    if problem is not None and "is not on the menu" in problem.message:
        gone = "What it was aimed at is not there any more."
        return msgspec.structs.replace(problem, message=gone)
    return problem


def _pay(course: Adjudication, at: At, card: Card, price: Mapping[str, int]) -> None:
    for purse, amount in price.items():
        if not amount:
            continue
        track = PURSES[purse]
        before = getattr(course.state.nation(at.power), track)
        course.nation(at.power, **{track: before - amount})
        parts = behaviour(card.key).explain(at, card, purse, amount)
        course.tell(
            CostPaid(
                power=at.power,
                option=card.key,
                tally=parts,
                purse=purse,
                rule=R(card.row.rule),
            )
        )


def attempt(course: Adjudication, power: str, card: Card, details: Details) -> str:
    """Throw the option's test, if it has one, and carry it out when it passes."""
    if card.row.test is not None:
        parts = test_tally(At(course.state, course.tables, power), card)
        die = course.dice.roll(f"{card.key} of {power}")
        die = shifted(course, power, die, number(details, "shift"), up=False)
        passed = passes(die, parts.net)
        course.tested(power, card.key, (die,), parts, R(card.row.rule), passed=passed)
        if not passed:
            _values(course, power, card, card.row.failed, details)
            behaviour(card.key).failed(course, power, card, details)
            return "failed"
    succeed(course, power, card, details)
    return "done"


def succeed(course: Adjudication, power: str, card: Card, details: Details) -> None:
    """An option takes effect: its use, its own effects, minors' values and American entry."""
    if card.row.limit == "global":
        course.change(used=(*course.state.used, card.key))
    if card.row.once:
        played = course.state.nation(power).played
        course.nation(power, played={**played, card.key: played.get(card.key, 0) + 1})
    row = card.row
    parts = entry.of_option(course.state, course.tables, power, card)
    effect = behaviour(card.key).play(course, power, card, details)
    words = {key: word for key, word in details.items() if isinstance(word, str) and word}
    about = {} if card.key in SECRET else words
    course.tell(
        CardPlayed(power=power, option=card.key, effect=effect, about=about, rule=R(row.rule))
    )
    _values(course, power, card, row.values, details)
    if course.state.on("experimental"):
        pools.roll(course, power, card.entry)
    elif against := entry.against(card, power):
        entry.move(course, power, against, card.key, parts)
    sanctions.add(course, power, details)
    if card.key == "ipo-1":
        end_duties(course, power, ("move", "answer"), "met")
        drawn_in(course)


def _values(
    course: Adjudication, power: str, card: Card, rows: Iterable[ValueRow], details: Details
) -> None:
    for row in rows:
        owner = text(details, "target") if row.owner == "target" else power
        at = At(course.state, course.tables, power)
        course.values(owner, changes(at, row, details), row.reason, R(card.row.rule))


def plan(details: Details) -> tuple[tuple[str, ...], dict[str, str], str]:
    """The plan of an activation: the order of values, enemies' values used, and the heading."""
    return many(details, "order"), used_pairs(many(details, "use")), text(details, "heading")


def used_pairs(use: Iterable[str]) -> dict[str, str]:
    """Enemies whose values serve a power, from words such as ``germany>commonwealth``."""
    return {enemy: friend for enemy, _, friend in (pair.partition(">") for pair in use)}


def can_activate_any(course: Adjudication, power: str) -> bool:
    """Whether some minor has values that the power could put to use now."""
    at = At(course.state, course.tables, power)
    anybody = course.state.on("alternate")
    return any(
        minor.values and (anybody or not cannot_activate(at, key))
        for key, minor in course.state.minors.items()
    )


def activate(course: Adjudication, power: str, details: Details) -> None:
    """Activate the minor that the plan names, if the power (or its stand-in) can control it."""
    minor = text(details, "activate")
    who = text(details, "through") if course.state.on("alternate") else ""
    who = who or power
    if minor not in course.state.minors or declares_war(course.state, power):
        return
    if cannot_activate(At(course.state, course.tables, who), minor):
        return
    values = dict(course.state.minor(minor).values)
    if not values:
        return
    order, used_for, heading = plan(details)
    found = ways(course.state, course.tables, minor, order, used_for, heading)
    course.tell(MinorActivated(minor=minor, power=who, values=values, rule=R("8.5")))
    moves = tuple(_moved(course, minor, who, way) for way in found)
    course.change(moves=(*course.state.moves, *moves))
    course.minor(minor, hex=found[-1].path[-1], values={})
    drawn_in(course)


def _moved(course: Adjudication, minor: str, by: str, way: Way) -> Move:
    """Tell one way that a minor was driven, and give it for the record."""
    value = way.push.points if way.push.toward else -way.push.points
    spent = way.push.points - way.lost
    course.tell(
        CounterMoved(
            counter=minor,
            by=way.push.owner,
            value=value,
            path=way.path,
            tally=way.tally,
            lost=way.lost,
            rule=R("8.5 Towards and away"),
        )
    )
    return Move(counter=minor, by=by, path=way.path, value=value, spent=spent, lost=way.lost)


def settle(course: Adjudication, proposal: Proposal, outcome: str) -> None:
    """Write what became of a proposal beside the option that made it, if it was this turn's."""
    turned = tuple(
        msgspec.structs.replace(each, outcome=outcome)
        if each.outcome == "proposed"
        and (each.power, each.option) == (proposal.power, proposal.option)
        else each
        for each in course.state.turned
    )
    course.change(turned=turned)
