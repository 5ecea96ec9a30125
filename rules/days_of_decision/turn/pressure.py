"""The duties that pressure lays on a power, and how they are met (8.7.1 IPO 9)."""

from rules.days_of_decision.model.adjudication import Adjudication
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.events.political import DutyEnded, NextOptionTold
from rules.days_of_decision.model.state import Duty, Told
from rules.days_of_decision.options.markers import forced_directions
from rules.kernel.audience import only

RULE = R("8.7.1 IPO 9")


def duties_of(course: Adjudication, power: str, kind: str) -> tuple[Duty, ...]:
    """A power's duties of a kind, oldest first."""
    return tuple([d for d in course.state.duties if d.power == power and d.kind == kind])


def end_duties(course: Adjudication, power: str, kinds: tuple[str, ...], how: str) -> None:
    """End all duties of these kinds; ``how`` is met or lapsed."""
    ended = [d for d in course.state.duties if d.power == power and d.kind in kinds]
    if ended:
        course.change(duties=tuple(d for d in course.state.duties if d not in ended))
    for duty in ended:
        course.tell(DutyEnded(power=power, by=duty.by, effect=duty.kind, how=how, rule=RULE))


def clear_by_answer(course: Adjudication, power: str) -> None:
    """An answer meets every duty to answer, and one to move if the marker moved this turn."""
    end_duties(course, power, ("answer",), "met")
    moved = any(
        turned.power == power and turned.option == "ipo-1" and turned.outcome in ("done", "forced")
        for turned in course.state.turned
    )
    if moved:
        end_duties(course, power, ("move",), "met")


def forced_move(course: Adjudication, power: str) -> Duty | None:
    """The duty to move that must be carried out now, if any is legal; others lapse (Ruling 52)."""
    owed = duties_of(course, power, "move")
    if not owed:
        return None
    allowed = forced_directions(course.state, course.tables, power)
    legal = next((duty for duty in owed if duty.direction in allowed), None)
    if legal is None:
        end_duties(course, power, ("move",), "lapsed")
    return legal


def tell(course: Adjudication) -> None:
    """Whoever owes it tells the next option that it has sealed: one duty a turn (Ruling 61)."""
    if "tell" not in [duty.kind for duty in course.state.duties]:
        return
    for power in course.state.powers:
        owed = duties_of(course, power, "tell")
        told = any(t.power == power and t.turn == course.state.turn for t in course.state.told)
        cards = [card for card in course.state.sealed if card.power == power]
        if not owed or told or not cards:
            continue
        duty, card = owed[0], min(cards, key=lambda card: card.number)
        sees = only(power, duty.by)
        note = Told(
            power=power, to=duty.by, option=card.option, turn=course.state.turn, audience=sees
        )
        rest = list(course.state.duties)
        rest.remove(duty)
        course.change(told=(*course.state.told, note), duties=tuple(rest))
        course.tell(
            NextOptionTold(power=power, to=duty.by, option=card.option, audience=sees, rule=RULE)
        )
        course.tell(DutyEnded(power=power, by=duty.by, effect="tell", how="met", rule=RULE))


DUTY_WORDS = {
    "move": "You must move your marker at your next opportunity",
    "answer": "You must answer a proposal at your next opportunity",
    "tell": "You must tell your next option",
}
"""What a duty obliges to, for the one who owes it."""
