"""Turning the options over, position by position, with answers to what is proposed (section 6)."""

from collections.abc import Iterable, Mapping
from operator import attrgetter

import msgspec

from rules.days_of_decision.model.adjudication import Desk
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.events.political import (
    CardReturned,
    CardsSealed,
    CardTurned,
    CardWasted,
    ProposalAnswered,
)
from rules.days_of_decision.model.orders import Activate, Answer, Plays
from rules.days_of_decision.model.state import (
    DecisionState,
    Proposal,
    Sealed,
    Turned,
)
from rules.days_of_decision.options import behaviour
from rules.days_of_decision.options.base import LEAVE, many, text
from rules.days_of_decision.turn.effects import (
    activate,
    granted,
    settle,
    succeed,
    turn_over,
)
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


def seal(desk: Desk, orders: Mapping[str, Order]) -> None:
    """Lay all options face down; how many is public, which is not."""
    sealed = []
    counts, spare = {}, {}
    for power in desk.state.order_of_play():
        order = orders.get(power)
        plays = order.plays if isinstance(order, Plays) else ()
        mine = only(power)
        sealed += [
            Sealed(power=power, number=n, option=p.option, details=p.details, audience=mine)
            for n, p in enumerate(plays, start=1)
        ]
        counts[power] = len(plays)
        spare[power] = desk.state.nation(power).options - len(plays)
    desk.change(sealed=tuple(sealed), counts=counts, spare=spare, at=1, mover="")
    if desk.state.switch("plays") != "open":
        desk.note(CardsSealed(counts=counts, rule=R("14.1")))
        tell(desk)
    _announce(desk, sealed)


def _announce(desk: Desk, cards: Iterable[Sealed]) -> None:
    """Open on whom war is announced: at the reveal, before any option is turned over (15.5.1)."""
    for card in cards:
        if card.option == "4":
            announce(desk, card.power, many(card.details, "named"))


def give(desk: Desk, power: str, order: Order | None) -> None:
    """In the open game: the options that the power in turn plays, to be carried out at once."""
    plays = order.plays if isinstance(order, Plays) else ()
    mine = only(power)
    cards = tuple(
        Sealed(power=power, number=n, option=p.option, details=p.details, audience=mine)
        for n, p in enumerate(plays, start=1)
    )
    spare = desk.state.nation(power).options - len(plays)
    desk.change(
        sealed=cards,
        counts={**desk.state.counts, power: len(plays)},
        spare={**desk.state.spare, power: spare},
    )
    tell(desk)
    _announce(desk, cards)


def cards_of(state: DecisionState, power: str) -> list[Sealed]:
    """The cards of a power that still lie face down, in its order."""
    mine = [card for card in state.sealed if card.power == power]
    return mine if len(mine) < 2 else sorted(mine, key=attrgetter("number"))


def reaching(state: DecisionState, power: str) -> tuple[Proposal, ...]:
    """The proposals that a power has yet to answer, oldest first."""
    return tuple(
        [p for p in state.proposals if power in p.to and power not in (*p.accepted, *p.refused)]
    )


def resolve_position(desk: Desk, power: str) -> str:
    """Everything that one power does in its place; the step that must come first, or nothing."""
    if desk.state.mover != power:
        desk.change(mover=power)
        _forced(desk, power)
    while cards := cards_of(desk.state, power):
        if desk.state.activating:
            return "activate"
        card = cards[0]
        _lift(desk, card)
        if card.option == REPLY:
            _reply_card(desk, card)
        elif crossing := behaviour(card.option).crossing(desk.state, power, card.details):
            _crossed(desk, card, crossing)
        else:
            turn_over(desk, power, card.option, card.details)
            tell(desk)
    if desk.state.activating:
        return "activate"
    return "" if _answers(desk, power) else "answer"


def take_activation(desk: Desk, orders: Mapping[str, Order]) -> None:
    """The activation that was awaited; silence activates nothing."""
    power = desk.state.activating
    order = orders.get(power)
    desk.change(activating="")
    if isinstance(order, Activate):
        details = {key: getattr(order, key) for key in order.__struct_fields__}
        activate(desk, power, details)


def _lift(desk: Desk, card: Sealed) -> None:
    left = tuple([each for each in desk.state.sealed if each is not card])
    counts = {**desk.state.counts, card.power: desk.state.counts.get(card.power, 1) - 1}
    desk.change(sealed=left, counts=counts)


def _forced(desk: Desk, power: str) -> None:
    """Carry out a forced move, in place of the power's last card (Ruling 52)."""
    cards = cards_of(desk.state, power)
    if any(card.option == "ipo-1" for card in cards):
        return
    duty = forced_move(desk, power)
    if duty is None:
        return
    if cards:
        _lift(desk, cards[-1])
        desk.note(CardReturned(power=power, rule=R("Ruling 52")))
    else:
        left = max(0, desk.state.spare.get(power, 0) - 1)
        desk.change(spare={**desk.state.spare, power: left})
    outcome = turn_over(desk, power, "ipo-1", {"direction": duty.direction}, forced_by=duty.by)
    if outcome == "wasted":
        end_duties(desk, power, ("move",), "lapsed")


def _reply_card(desk: Desk, card: Sealed) -> None:
    """Option 0(f): accept the first proposal that fits the card."""
    rule = R("8.7.2 Option 0(f)")
    desk.note(CardTurned(power=card.power, option=REPLY, details=dict(card.details), rule=rule))
    wanted, sort = text(card.details, "from"), text(card.details, "sort")
    proposal = next(
        (
            each
            for each in reaching(desk.state, card.power)
            if wanted in ("", each.power) and sort in ("", each.kind)
        ),
        None,
    )
    outcome, why = "done", ""
    if proposal is None:
        outcome, why = "wasted", "No such proposal has reached it."
        desk.note(CardWasted(power=card.power, option=REPLY, why=why, rule=rule))
    else:
        accept(desk, proposal, card.power)
    clear_by_answer(desk, card.power)
    record = Turned(power=card.power, option=REPLY, outcome=outcome, why=why, rule=rule)
    desk.change(turned=(*desk.state.turned, record))


def _crossed(desk: Desk, card: Sealed, proposal: Proposal) -> None:
    """An option that says what its target has proposed already accepts that (Ruling 78)."""
    rule = R("8.7.2 Option 0(f)")
    desk.note(
        CardTurned(power=card.power, option=card.option, details=dict(card.details), rule=rule)
    )
    accept(desk, proposal, card.power)
    clear_by_answer(desk, card.power)
    record = Turned(power=card.power, option=card.option, outcome="accepted", rule=rule)
    desk.change(turned=(*desk.state.turned, record))


def accept(
    desk: Desk, proposal: Proposal, by: str, *, standing: bool = False, agreed: bool = False
) -> None:
    """A power accepts; when it is the last one asked, the option takes effect."""
    desk.note(
        ProposalAnswered(
            power=proposal.power,
            by=by,
            option=proposal.option,
            how="accepted",
            standing=standing,
            agreed=agreed,
            rule=R("8.7.2 Option 0(f)"),
        )
    )
    changed = msgspec.structs.replace(proposal, accepted=(*proposal.accepted, by))
    _put(desk, proposal, changed)
    if set(changed.to) <= {*changed.accepted, *changed.refused}:
        _complete(desk, changed)


def _put(desk: Desk, old: Proposal, new: Proposal) -> None:
    desk.change(proposals=tuple(new if p is old else p for p in desk.state.proposals))


def _complete(desk: Desk, proposal: Proposal) -> None:
    """All have answered who were asked: the option takes effect, or goes on with its leave."""
    _drop(desk, proposal)
    if proposal.kind == LEAVE:
        granted(desk, proposal)
        return
    settle(desk, proposal, "done")
    details = dict(proposal.details)
    if behaviour(proposal.option).severally(proposal):
        details["accepted"] = proposal.accepted
    succeed(desk, proposal.power, desk.tables.cards[proposal.option], details)


def _drop(desk: Desk, proposal: Proposal) -> None:
    desk.change(proposals=tuple(p for p in desk.state.proposals if p is not proposal))


def refuse(desk: Desk, proposal: Proposal, by: str, *, how: str, standing: bool = False) -> None:
    """A power refuses, or lets a proposal lapse: its price stays paid."""
    desk.note(
        ProposalAnswered(
            power=proposal.power,
            by=by,
            option=proposal.option,
            how=how,
            standing=standing,
            rule=R("8.7.2 Option 0(f)"),
        )
    )
    if proposal.kind != LEAVE and behaviour(proposal.option).severally(proposal):
        changed = msgspec.structs.replace(proposal, refused=(*proposal.refused, by))
        _put(desk, proposal, changed)
        if set(changed.to) <= {*changed.accepted, *changed.refused}:
            _complete(desk, changed)
        return
    _drop(desk, proposal)
    card = desk.tables.cards[proposal.option]
    if proposal.kind != LEAVE and behaviour(card.key).refused(desk, proposal, card):
        settle(desk, proposal, "done")
        succeed(desk, proposal.power, card, proposal.details)
    else:
        settle(desk, proposal, "refused")


def standing_answer(desk: Desk, power: str, proposal: Proposal) -> str:
    """What standing orders say: a refusal by either line wins; empty means to be asked."""
    left = desk.standing(power)
    said = {left.powers.get(proposal.power, ""), left.kinds.get(proposal.kind, "")}
    if "refuse" in said:
        return "refuse"
    if proposal.kind != LEAVE and not behaviour(proposal.option).blanket(proposal):
        return left.kinds.get(proposal.kind, "")
    return "accept" if "accept" in said else ""


def _answers(desk: Desk, power: str) -> bool:
    """After its own options: answer what waits, by standing orders or by asking (Ruling 53)."""
    while waiting := reaching(desk.state, power):
        proposal = waiting[0]
        free = free_answer(desk.state, proposal)
        if not free and desk.state.spare.get(power, 0) <= 0:
            refuse(desk, proposal, power, how="lapsed")
            continue
        if proposal.kind != LEAVE and behaviour(proposal.option).beforehand(
            desk.state, proposal, power
        ):
            _spend(desk, power)
            accept(desk, proposal, power, agreed=True)
            clear_by_answer(desk, power)
            continue
        if duties_of(desk, power, "answer"):
            if not free:
                _spend(desk, power)
            accept(desk, proposal, power)
            clear_by_answer(desk, power)
            continue
        said = standing_answer(desk, power, proposal)
        if not said:
            desk.change(awaited=power)
            return False
        answer(desk, power, said, standing=True)
    end_duties(desk, power, ("answer",), "lapsed")
    return True


def free_answer(state: DecisionState, proposal: Proposal) -> bool:
    """Whether accepting a proposal uses up no option."""
    return proposal.kind != LEAVE and behaviour(proposal.option).free(state, proposal)


def _spend(desk: Desk, power: str) -> None:
    desk.change(spare={**desk.state.spare, power: desk.state.spare.get(power, 0) - 1})


def answer(desk: Desk, power: str, said: str, *, standing: bool = False) -> None:
    """Carry out the answer to the oldest proposal; accepting uses up an option."""
    proposal = reaching(desk.state, power)[0]
    if said != "refuse":
        if not free_answer(desk.state, proposal):
            _spend(desk, power)
        changed = behaviour(proposal.option).answered(proposal, said)
        desk.change(proposals=tuple(changed if p is proposal else p for p in desk.state.proposals))
        proposal = changed
        accept(desk, proposal, power, standing=standing)
        clear_by_answer(desk, power)
    else:
        refuse(desk, proposal, power, how="refused", standing=standing)


def take_answer(desk: Desk, orders: Mapping[str, Order]) -> None:
    """The reply that was awaited; silence refuses."""
    power = desk.state.awaited
    order = orders.get(power)
    desk.change(awaited="")
    answer(desk, power, order.answer if isinstance(order, Answer) else "refuse")
