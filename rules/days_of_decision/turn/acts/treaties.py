"""What powers do about treaties at once: texts, calls to war, aircraft, the French carrier."""

from collections.abc import Iterator, Sequence

import msgspec

from rules.days_of_decision.model.adjudication import Adjudication
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.events.treaties import CarrierInterned, TextChanged
from rules.days_of_decision.model.orders import (
    Agree,
    Decline,
    Denounce,
    Intern,
    JoinWar,
    Offer,
    Withdraw,
)
from rules.days_of_decision.model.powers import POWERS, name
from rules.days_of_decision.model.state import DecisionState
from rules.days_of_decision.model.state.treaties import Text
from rules.days_of_decision.model.tables import tables_of
from rules.days_of_decision.treaties.access import carrier_bar
from rules.days_of_decision.treaties.drafts import agreed_text, offers, read, text_of, waiting
from rules.days_of_decision.treaties.pacts import pact_of
from rules.days_of_decision.treaties.signing import end_treaties, record
from rules.days_of_decision.treaties.upkeep import give_ground
from rules.days_of_decision.war.calls import join, join_bar
from rules.days_of_decision.war.declarations import aftermath
from rules.kernel.audience import only
from rules.kernel.menus import Choice, Flag, Menu, Pick, Plays
from rules.kernel.orders import Order

RULE = R("8.7.2 Option 3")
SECRET = R("Ruling 78")
Act = Offer | Agree | Decline | Withdraw | JoinWar | Denounce | Intern


def treaty_menus(state: DecisionState, power: str, others: Sequence[str] = ()) -> Iterator[Menu]:
    """The acts that are open to a power now; about ``others`` alone, if they are named."""
    partners = tuple(others or (p for p in state.powers if p != power))
    tables = tables_of(state)
    if power not in state.nations or state.gone(power):
        return
    options = tuple(o for other in partners for o in offers(state, tables, power, other))
    if any(option.barred is None for option in options):
        field = Plays("texts", "Text", choices=options, most=1, rule=RULE)
        yield Menu(power, "offer", "Put a text on the table", (field,))
    yield from _picked(
        power,
        "agree",
        "Stand by a text",
        _to_agree(state, power, partners),
        "If the other one then plays option 3 on it, you need an option that you have not used.",
    )
    yield from _picked(power, "decline", "Decline a text", _to_decline(state, power, partners))
    yield from _picked(power, "withdraw", "Take a text off", _to_withdraw(state, power, partners))
    yield from _picked(power, "denounce", "Break a pact", _to_denounce(state, power, partners))
    if not others:
        yield from _of_the_turn(state, power)


def _picked(
    power: str, order: str, title: str, choices: tuple[Choice, ...], note: str = ""
) -> Iterator[Menu]:
    if choices:
        field = Pick("power", "With", choices=choices, optional=False, rule=SECRET)
        notes = (note,) if note else ()
        yield Menu(power, order, title, (field,), notes=notes)


def _to_agree(state: DecisionState, power: str, others: Sequence[str]) -> tuple[Choice, ...]:
    return tuple(
        Choice(other, f"The text of {name(other)}")
        for other in others
        if text_of(state, other, power)
        and not agreed_text(state, power, other)
        and not waiting(state, power, other)
    )


def _to_decline(state: DecisionState, power: str, others: Sequence[str]) -> tuple[Choice, ...]:
    """The texts that one could stand by, but those that are declined already."""
    return tuple(
        choice
        for choice in _to_agree(state, power, others)
        if (text := text_of(state, choice.value, power)) and not text.declined
    )


def _to_withdraw(state: DecisionState, power: str, others: Sequence[str]) -> tuple[Choice, ...]:
    return tuple(
        Choice(other, f"With {POWERS[other].name}")
        for other in others
        if (text_of(state, power, other) or agreed_text(state, power, other))
        and not waiting(state, power, other)
    )


def _to_denounce(state: DecisionState, power: str, others: Sequence[str]) -> tuple[Choice, ...]:
    """Pacts that enemy aircraft let the power break this turn, as it is declared."""
    whose = state.facts.get(f"aircraft.{power}")
    return tuple(
        Choice(other, f"The pact with {name(other)}, for its aircraft")
        for other in others
        if whose == other and pact_of(state, power, other)
    )


def _of_the_turn(state: DecisionState, power: str) -> Iterator[Menu]:
    tables = tables_of(state)
    calls = [call for call in state.calls if call.power == power]
    if calls:
        choices = tuple(
            Choice(
                call.aggressor,
                f"{POWERS[call.aggressor].name}, which attacked {POWERS[call.ally].name}",
                barred=join_bar(state, tables, power, call.aggressor),
            )
            for call in {call.aggressor: call for call in calls}.values()
        )
        rule = R("8.7.2 Option 3 Level 3")
        field = Pick("against", "War on", choices=choices, optional=False, rule=rule)
        yield Menu(
            power,
            "join_war",
            "Join your ally's war",
            (field,),
            urgent=any(choice.barred is None for choice in choices),
        )
    if power == "usa" and pact_of(state, "usa", "france") and not state.carrier_interned:
        barred = carrier_bar(state, tables)
        flag = Flag(
            "carrier",
            "Intern the French carrier",
            barred=barred,
            rule=R("8.7.2 US/French Option 3"),
        )
        yield Menu(power, "intern", "The French carrier", (flag,))


def perform(course: Adjudication, power: str, act: Order) -> None:
    """Carry one of these acts out."""
    match act:
        case Offer(texts=(chosen, *_)):
            text = read(course.state, power, chosen.option, chosen.details)
            other = next(each for each in text.powers if each != power)
            _put(course, power, other, text)
        case Agree(power=other):
            _answer(course, power, other, agreed=True)
        case Decline(power=other):
            _answer(course, power, other, agreed=False)
        case Withdraw(power=other):
            _take(course, power, other)
        case JoinWar(against=aggressor):
            calls = [c for c in course.state.calls if (c.power, c.aggressor) == (power, aggressor)]
            if calls and join(course, calls[0]):
                aftermath(course, power, aggressor)
        case Denounce(power=other) if pact_of(course.state, power, other):
            _denounce(course, power, other)
        case Intern(carrier=True):
            course.change(carrier_interned=True)
            course.tell(CarrierInterned(power=power, rule=R("8.7.2 US/French Option 3")))
            record(course, "interned", "usa", "france", rule=R("8.7.2 US/French Option 3"))
        case _:
            pass


def _note(course: Adjudication, power: str, other: str, what: str, text: Text) -> None:
    course.tell(
        TextChanged(
            power=power,
            to=other,
            what=what,
            step=text.step,
            terms=text.terms,
            audience=only(power, other),
            rule=SECRET,
        )
    )


def _put(course: Adjudication, power: str, other: str, text: Text) -> None:
    """One text of each side lies on the table; a new one takes the place of one's last."""
    old = text_of(course.state, power, other)
    course.change(texts=(*(t for t in course.state.texts if t is not old), text))
    _note(course, power, other, "offered", text)


def _answer(course: Adjudication, power: str, other: str, *, agreed: bool) -> None:
    """Stand by the text that the other one put on the table, or decline it; then it stays there, and
    its author may still play option 3 on it.
    """
    text = text_of(course.state, other, power)
    if text is not None:
        said = msgspec.structs.replace(text, agreed=agreed, declined=not agreed)
        course.change(texts=tuple(said if t is text else t for t in course.state.texts))
        _note(course, power, other, "agreed" if agreed else "declined", text)


def _take(course: Adjudication, power: str, other: str) -> None:
    """Take one's own text away; of an agreed one only the agreement, if it is the other's."""
    agreed, mine = agreed_text(course.state, power, other), text_of(course.state, power, other)
    text = agreed or mine
    if text is None:
        return
    rest = tuple(each for each in course.state.texts if each is not text)
    if text.by != power:
        rest = (*rest, msgspec.structs.replace(text, agreed=False))
    course.change(texts=rest)
    _note(course, power, other, "withdrawn", text)


def _denounce(course: Adjudication, power: str, other: str) -> None:
    """Break a pact because of aircraft: a casus belli through the next political phase."""
    end_treaties(course, power, other, "aircraft", pact=True)
    give_ground(course, power, other, course.state.turn + 1, "We broke the pact for its aircraft")
