"""The duties that pressure lays on a power, and how they are met (8.7.1 IPO 9)."""

from rules.days_of_decision.model.adjudication import Desk
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.events.political import DutyEnded, NextOptionTold
from rules.days_of_decision.model.state import Duty, Told
from rules.days_of_decision.options.markers import forced_directions
from rules.kernel.audience import only

RULE = R("8.7.1 IPO 9")


def duties_of(desk: Desk, power: str, kind: str) -> tuple[Duty, ...]:
    """A power's duties of a kind, oldest first."""
    return tuple([d for d in desk.state.duties if d.power == power and d.kind == kind])


def end_duties(desk: Desk, power: str, kinds: tuple[str, ...], how: str) -> None:
    """End all duties of these kinds; ``how`` is met or lapsed."""
    ended = [d for d in desk.state.duties if d.power == power and d.kind in kinds]
    if ended:
        desk.change(duties=tuple(d for d in desk.state.duties if d not in ended))
    for duty in ended:
        desk.note(DutyEnded(power=power, by=duty.by, effect=duty.kind, how=how, rule=RULE))


def clear_by_answer(desk: Desk, power: str) -> None:
    """An answer meets every duty to answer, and one to move if the marker moved this turn."""
    end_duties(desk, power, ("answer",), "met")
    moved = any(
        turned.power == power and turned.option == "ipo-1" and turned.outcome in ("done", "forced")
        for turned in desk.state.turned
    )
    if moved:
        end_duties(desk, power, ("move",), "met")


def forced_move(desk: Desk, power: str) -> Duty | None:
    """The duty to move that must be carried out now, if any is legal; others lapse (Ruling 52)."""
    owed = duties_of(desk, power, "move")
    if not owed:
        return None
    allowed = forced_directions(desk.state, desk.tables, power)
    legal = next((duty for duty in owed if duty.direction in allowed), None)
    if legal is None:
        end_duties(desk, power, ("move",), "lapsed")
    return legal


def tell(desk: Desk) -> None:
    """Whoever owes it tells the next option that it has sealed: one duty a turn (Ruling 61)."""
    if "tell" not in [duty.kind for duty in desk.state.duties]:
        return
    for power in desk.state.powers:
        owed = duties_of(desk, power, "tell")
        told = any(t.power == power and t.turn == desk.state.turn for t in desk.state.told)
        cards = [card for card in desk.state.sealed if card.power == power]
        if not owed or told or not cards:
            continue
        duty, card = owed[0], min(cards, key=lambda card: card.number)
        sees = only(power, duty.by)
        note = Told(
            power=power, to=duty.by, option=card.option, turn=desk.state.turn, audience=sees
        )
        rest = list(desk.state.duties)
        rest.remove(duty)
        desk.change(told=(*desk.state.told, note), duties=tuple(rest))
        desk.note(
            NextOptionTold(power=power, to=duty.by, option=card.option, audience=sees, rule=RULE)
        )
        desk.note(DutyEnded(power=power, by=duty.by, effect="tell", how="met", rule=RULE))


DUTY_WORDS = {
    "move": "You must move your marker at your next opportunity",
    "answer": "You must answer a proposal at your next opportunity",
    "tell": "You must tell your next option",
}
"""What a duty obliges to, for the one who owes it."""
