"""Turning the options over, position by position, with answers to what is proposed (section 6)."""

from collections.abc import Iterable, Mapping
from operator import attrgetter

import msgspec

from rules.days_of_decision.model.adjudication import Adjudication
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.events.political import (
    CardReturned,
    CardsSealed,
    CardTurned,
    CardWasted,
    ProposalAnswered,
)
from rules.days_of_decision.model.orders import Activate, Answer, Plays
from rules.days_of_decision.model.state import DecisionState, Proposal, Sealed, Turned
from rules.days_of_decision.options import behaviour
from rules.days_of_decision.options.base import LEAVE, many, text
from rules.days_of_decision.turn.effects import activate, granted, settle, succeed, turn_over
from rules.days_of_decision.turn.pressure import (
    clear_by_answer,
    duties_of,
    end_duties,
    forced_move,
    tell,
)
from rules.days_of_decision.war.declarations import announce
from rules.kernel.audience import only
from rules.kernel.orders import Order

REPLY = "0f"


def seal(course: Adjudication, orders: Mapping[str, Order]) -> None:
    """Lay all options face down; how many is public, which is not."""
    sealed: list[Sealed] = []
    counts, spare = {}, {}
    for power in course.state.order_of_play():
        cards = _face_down(power, orders.get(power))
        sealed += cards
        counts[power] = len(cards)
        spare[power] = course.state.nation(power).options - len(cards)
    course.change(sealed=tuple(sealed), counts=counts, spare=spare, at=1, mover="")
    if course.state.switch("plays") != "open":
        course.tell(CardsSealed(counts=counts, rule=R("14.1")))
        tell(course)
    _announce(course, sealed)


def _face_down(power: str, order: Order | None) -> tuple[Sealed, ...]:
    """The options that a power plays, as its cards."""
    plays = order.plays if isinstance(order, Plays) else ()
    mine = only(power)
    return tuple(
        Sealed(power=power, number=n, option=p.option, details=p.details, audience=mine)
        for n, p in enumerate(plays, start=1)
    )


def _announce(course: Adjudication, cards: Iterable[Sealed]) -> None:
    """Open on whom war is announced: at the reveal, before any option is turned over (15.5.1)."""
    for card in cards:
        if card.option == "4":
            announce(course, card.power, many(card.details, "named"))


def give(course: Adjudication, power: str, order: Order | None) -> None:
    """In the open game: the options that the power in turn plays, to be carried out at once."""
    cards = _face_down(power, order)
    spare = course.state.nation(power).options - len(cards)
    course.change(
        sealed=cards,
        counts={**course.state.counts, power: len(cards)},
        spare={**course.state.spare, power: spare},
    )
    tell(course)
    _announce(course, cards)


def cards_of(state: DecisionState, power: str) -> list[Sealed]:
    """The cards of a power that still lie face down, in its order."""
    mine = [card for card in state.sealed if card.power == power]
    return mine if len(mine) < 2 else sorted(mine, key=attrgetter("number"))


def reaching(state: DecisionState, power: str) -> tuple[Proposal, ...]:
    """The proposals that a power has yet to answer, oldest first."""
    return tuple(
        [p for p in state.proposals if power in p.to and power not in (*p.accepted, *p.refused)]
    )


def resolve_position(course: Adjudication, power: str) -> str:
    """Everything that one power does in its place; the step that must come first, or nothing."""
    if course.state.mover != power:
        course.change(mover=power)
        _forced(course, power)
    while cards := cards_of(course.state, power):
        if course.state.activating:
            return "activate"
        card = cards[0]
        _lift(course, card)
        if card.option == REPLY:
            _reply_card(course, card)
        elif crossing := behaviour(card.option).crossing(course.state, power, card.details):
            _crossed(course, card, crossing)
        else:
            turn_over(course, power, card.option, card.details)
            tell(course)
    if course.state.activating:
        return "activate"
    return "" if _answers(course, power) else "answer"


def take_activation(course: Adjudication, orders: Mapping[str, Order]) -> None:
    """The activation that was awaited; silence activates nothing."""
    power = course.state.activating
    order = orders.get(power)
    course.change(activating="")
    if isinstance(order, Activate):
        details = {key: getattr(order, key) for key in order.__struct_fields__}
        activate(course, power, details)


def _lift(course: Adjudication, card: Sealed) -> None:
    left = tuple([each for each in course.state.sealed if each is not card])
    counts = {**course.state.counts, card.power: course.state.counts.get(card.power, 1) - 1}
    course.change(sealed=left, counts=counts)


def _forced(course: Adjudication, power: str) -> None:
    """Carry out a forced move, in place of the power's last card (Ruling 52)."""
    cards = cards_of(course.state, power)
    if any(card.option == "ipo-1" for card in cards):
        return
    duty = forced_move(course, power)
    if duty is None:
        return
    if cards:
        _lift(course, cards[-1])
        course.tell(CardReturned(power=power, rule=R("Ruling 52")))
    else:
        left = max(0, course.state.spare.get(power, 0) - 1)
        course.change(spare={**course.state.spare, power: left})
    outcome = turn_over(course, power, "ipo-1", {"direction": duty.direction}, forced_by=duty.by)
    if outcome == "wasted":
        end_duties(course, power, ("move",), "lapsed")


def _reply_card(course: Adjudication, card: Sealed) -> None:
    """Option 0(f): accept the first proposal that fits the card."""
    rule = R("8.7.2 Option 0(f)")
    course.tell(CardTurned(power=card.power, option=REPLY, details=dict(card.details), rule=rule))
    wanted, sort = text(card.details, "from"), text(card.details, "sort")
    proposal = next(
        (
            each
            for each in reaching(course.state, card.power)
            if wanted in ("", each.power) and sort in ("", each.kind)
        ),
        None,
    )
    outcome, why = "done", ""
    if proposal is None:
        outcome, why = "wasted", "No such proposal has reached it."
        course.tell(CardWasted(power=card.power, option=REPLY, why=why, rule=rule))
    else:
        accept(course, proposal, card.power)
    clear_by_answer(course, card.power)
    record = Turned(power=card.power, option=REPLY, outcome=outcome, why=why, rule=rule)
    course.change(turned=(*course.state.turned, record))


def _crossed(course: Adjudication, card: Sealed, proposal: Proposal) -> None:
    """An option that says what its target has proposed already accepts that (Ruling 78)."""
    rule = R("8.7.2 Option 0(f)")
    course.tell(
        CardTurned(power=card.power, option=card.option, details=dict(card.details), rule=rule)
    )
    accept(course, proposal, card.power)
    clear_by_answer(course, card.power)
    record = Turned(power=card.power, option=card.option, outcome="accepted", rule=rule)
    course.change(turned=(*course.state.turned, record))


def accept(
    course: Adjudication,
    proposal: Proposal,
    by: str,
    *,
    standing: bool = False,
    agreed: bool = False,
) -> None:
    """A power accepts; when it is the last one asked, the option takes effect."""
    _tell_answer(course, proposal, by, "accepted", standing=standing, agreed=agreed)
    _note_answer(course, proposal, accepted=(*proposal.accepted, by))


def _tell_answer(
    course: Adjudication,
    proposal: Proposal,
    by: str,
    how: str,
    *,
    standing: bool,
    agreed: bool = False,
) -> None:
    course.tell(
        ProposalAnswered(
            power=proposal.power,
            by=by,
            option=proposal.option,
            how=how,
            standing=standing,
            agreed=agreed,
            rule=R("8.7.2 Option 0(f)"),
        )
    )


def _note_answer(course: Adjudication, proposal: Proposal, **answered: tuple[str, ...]) -> None:
    """Write down who accepted or refused; once all have answered, the option takes effect."""
    changed = msgspec.structs.replace(proposal, **answered)
    _put(course, proposal, changed)
    if set(changed.to) <= {*changed.accepted, *changed.refused}:
        _complete(course, changed)


def _put(course: Adjudication, old: Proposal, new: Proposal) -> None:
    course.change(proposals=tuple(new if p is old else p for p in course.state.proposals))


def _complete(course: Adjudication, proposal: Proposal) -> None:
    """All have answered who were asked: the option takes effect, or goes on with its leave."""
    _drop(course, proposal)
    if proposal.kind == LEAVE:
        granted(course, proposal)
        return
    settle(course, proposal, "done")
    details = dict(proposal.details)
    if behaviour(proposal.option).severally(proposal):
        details["accepted"] = proposal.accepted
    succeed(course, proposal.power, course.tables.cards[proposal.option], details)


def _drop(course: Adjudication, proposal: Proposal) -> None:
    course.change(proposals=tuple(p for p in course.state.proposals if p is not proposal))


def refuse(
    course: Adjudication, proposal: Proposal, by: str, *, how: str, standing: bool = False
) -> None:
    """A power refuses, or lets a proposal lapse: its price stays paid."""
    _tell_answer(course, proposal, by, how, standing=standing)
    if proposal.kind != LEAVE and behaviour(proposal.option).severally(proposal):
        _note_answer(course, proposal, refused=(*proposal.refused, by))
        return
    _drop(course, proposal)
    card = course.tables.cards[proposal.option]
    if proposal.kind != LEAVE and behaviour(card.key).refused(course, proposal, card):
        settle(course, proposal, "done")
        succeed(course, proposal.power, card, proposal.details)
    else:
        settle(course, proposal, "refused")


def standing_answer(course: Adjudication, power: str, proposal: Proposal) -> str:
    """What standing orders say: a refusal by either line wins; empty means to be asked."""
    left = course.standing(power)
    said = {left.powers.get(proposal.power, ""), left.kinds.get(proposal.kind, "")}
    if "refuse" in said:
        return "refuse"
    if proposal.kind != LEAVE and not behaviour(proposal.option).blanket(proposal):
        return left.kinds.get(proposal.kind, "")
    return "accept" if "accept" in said else ""


def _answers(course: Adjudication, power: str) -> bool:
    """After its own options: answer what waits, by standing orders or by asking (Ruling 53)."""
    while waiting := reaching(course.state, power):
        proposal = waiting[0]
        free = free_answer(course.state, proposal)
        if not free and course.state.spare.get(power, 0) <= 0:
            refuse(course, proposal, power, how="lapsed")
            continue
        if proposal.kind != LEAVE and behaviour(proposal.option).beforehand(
            course.state, proposal, power
        ):
            _spend(course, power)
            accept(course, proposal, power, agreed=True)
            clear_by_answer(course, power)
            continue
        if duties_of(course, power, "answer"):
            if not free:
                _spend(course, power)
            accept(course, proposal, power)
            clear_by_answer(course, power)
            continue
        said = standing_answer(course, power, proposal)
        if not said:
            course.change(awaited=power)
            return False
        answer(course, power, said, standing=True)
    end_duties(course, power, ("answer",), "lapsed")
    return True


def free_answer(state: DecisionState, proposal: Proposal) -> bool:
    """Whether accepting a proposal uses up no option."""
    return proposal.kind != LEAVE and behaviour(proposal.option).free(state, proposal)


def _spend(course: Adjudication, power: str) -> None:
    course.change(spare={**course.state.spare, power: course.state.spare.get(power, 0) - 1})


def answer(course: Adjudication, power: str, said: str, *, standing: bool = False) -> None:
    """Carry out the answer to the oldest proposal; accepting uses up an option."""
    proposal = reaching(course.state, power)[0]
    if said != "refuse":
        if not free_answer(course.state, proposal):
            _spend(course, power)
        changed = behaviour(proposal.option).answered(proposal, said)
        _put(course, proposal, changed)
        accept(course, changed, power, standing=standing)
        clear_by_answer(course, power)
    else:
        refuse(course, proposal, power, how="refused", standing=standing)


def take_answer(course: Adjudication, orders: Mapping[str, Order]) -> None:
    """The reply that was awaited; silence refuses."""
    power = course.state.awaited
    order = orders.get(power)
    course.change(awaited="")
    answer(course, power, order.answer if isinstance(order, Answer) else "refuse")
