"""What a signature does, and what a war or a breach ends (8.7.2 Option 3)."""

import msgspec

from rules.days_of_decision.entry import entry, pools
from rules.days_of_decision.model.adjudication import Adjudication
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.conditions import bound, enemy_powers
from rules.days_of_decision.model.events.treaties import PactKept, TreatyEnded, TreatySigned
from rules.days_of_decision.model.geometry import ideology, minors_near
from rules.days_of_decision.model.opening import BACK, WAR_OVER
from rules.days_of_decision.model.state import DecisionState
from rules.days_of_decision.model.state.treaties import Recorded, Text, Treaty
from rules.days_of_decision.model.table_rows import Tables
from rules.days_of_decision.treaties.pacts import bordering, couple, pact_of, spoken
from rules.kernel.menus import Barred

RULE, VICHY = R("8.7.2 Option 3"), R("8.7.2 Option 5")
TOP = 3
NOT_BEFORE_A_WAR = Barred(
    "The United States sign no treaty of level 3 before they fight a major power.",
    R("8.7.2 US Option 3"),
    "Opens when the United States is at war with a major power.",
)
"""What keeps the United States from the highest level."""
WAITING = Barred(
    "A proposal between you waits for its answer.", R("Ruling 78"), "Opens when it is answered."
)
"""What keeps the terms between two powers as they are."""
RAISE, VARY = "raise", "vary"


def treaty_of(state: DecisionState, one: str, other: str) -> Treaty | None:
    """The treaty between two powers, pacts apart."""
    between = {one, other}
    return next((t for t in state.treaties if t.kind != "pact" and set(t.powers) == between), None)


def level_of(state: DecisionState, one: str, other: str) -> int:
    """The level of the treaty between two powers; 0 without one."""
    treaty = treaty_of(state, one, other)
    return treaty.level if treaty else 0


def step_bar(
    state: DecisionState, tables: Tables, power: str, other: str, step: str
) -> Barred | None:
    """Why two powers cannot sign a treaty of the next level, or vary the one they have."""
    level = level_of(state, power, other)
    top = len(tables.levels_of_treaty)
    if state.at_war(power, other):
        return Barred("You are at war with each other.", RULE, WAR_OVER)
    if state.gone(other) or state.gone(power):
        opens = BACK
        return Barred("It controls no territory any more.", R("8.4.5"), opens)
    if bar := _leave_bar(state, power, other):
        return bar
    if step == VARY:
        opens = "Opens once you have a treaty with it."
        return None if level else Barred("You have no treaty to vary.", RULE, opens)
    if level >= top:
        opens = f"Opens if your treaty falls below level {top}."
        return Barred(f"Your treaty has the highest level, {top}.", RULE, opens)
    if level + 1 == TOP and "usa" in (power, other) and not enemy_powers(state, "usa"):
        return NOT_BEFORE_A_WAR
    return None


def _leave_bar(state: DecisionState, power: str, other: str) -> Barred | None:
    """Why a Vichy power cannot get its conqueror's leave to sign: that must act after it."""
    for each, partner in ((power, other), (other, power)):
        if not bound(state, each):
            continue
        conqueror = state.vichy[each].conqueror
        late = state.nation(conqueror).position > state.nation(each).position
        if conqueror != partner and not late:
            opens = "Opens in a turn in which the conqueror acts after the Vichy power."
            return Barred("A Vichy power signs only if its conqueror acts after it.", VICHY, opens)
    return None


def sign(
    course: Adjudication, power: str, other: str, text: Text | None, *, default: bool = False
) -> str:
    """Two powers sign: the next level (``text`` without terms: none), or other terms."""
    state = course.state
    step = text.step if text else RAISE
    if step_bar(state, course.tables, power, other, step):
        return "void"
    before = treaty_of(state, power, other)
    level = (before.level if before else 0) + (step == RAISE)
    terms = text.terms if text else before.terms if before else None
    powers = couple(power, other)
    new = Treaty(powers=powers, kind="treaty", level=level, since=state.turn, terms=terms)
    if before:
        new = msgspec.structs.replace(before, level=level, terms=terms, failed=())
    kept = tuple(each for each in state.treaties if each is not before)
    course.change(treaties=(*kept, new), texts=_cleared(state, power, other))
    _pact(course, power, other, terms.extension if text and terms else 0)
    varied = step == VARY
    course.tell(
        TreatySigned(
            power=power,
            to=other,
            level=level,
            varied=varied,
            default=default,
            terms=terms if text else None,
            rule=RULE,
        )
    )
    record(course, "varied" if varied else "signed", power, other, note=str(level))
    if not varied:
        _effects(course, power, other, level)
    return "varied" if varied else "signed"


def _cleared(state: DecisionState, one: str, other: str) -> tuple[Text, ...]:
    between = {one, other}
    return tuple(text for text in state.texts if set(text.powers) != between)


def _pact(course: Adjudication, power: str, other: str, extension: int) -> None:
    """A treaty brings a pact; a text may lengthen its waiting periods, up to the limit in all."""
    pact = pact_of(course.state, power, other)
    most = course.tables.treaties["extension"]
    if pact is None:
        turn = course.state.turn
        pact = Treaty(powers=couple(power, other), kind="pact", since=turn)
        if bordering(course.state, power, other):
            pact = msgspec.structs.replace(pact, border=turn)
    else:
        course.change(treaties=tuple(t for t in course.state.treaties if t is not pact))
    # A surrender may have agreed on more turns than a treaty can.
    longer = max(pact.extension, min(most, pact.extension + extension))
    course.change(
        treaties=(*course.state.treaties, msgspec.structs.replace(pact, extension=longer))
    )


def _effects(course: Adjudication, power: str, other: str, level: int) -> None:
    """Values for both near their markers, and American entry by the treaty chart (Ruling 81)."""
    near = course.tables.treaties["nearby"]
    for each in (power, other):
        found = minors_near(course.state, course.state.nation(each).marker, near["within"])
        course.values(each, dict.fromkeys(found, near["amount"]), "A treaty was signed", RULE)
    actor, row, rule = chart(course.state, course.tables, power, other, level)
    if not any(row):
        return
    if course.state.on("experimental"):
        pools.roll(course, actor, row)
        return
    parts = entry.effect(
        course.state,
        course.tables,
        actor,
        row,
        title="Treaty chart",
        rule=rule,
        whole="usa" in (power, other),
    )
    entry.move(course, actor, actor, "3", parts)


def chart(
    state: DecisionState, tables: Tables, power: str, other: str, level: int
) -> tuple[str, tuple[int, ...], str]:
    """Against whom a signature moves American entry, by which row of years, by which rule.

    An alliance with the USA counts for its partner, as it is printed; a treaty of a fascist and a
    communist power for the one who proposed it, in the share of its ideology.
    """
    if "usa" in (power, other):
        partner = other if power == "usa" else power
        row = tables.entry["alliance"]["row"] if level >= tables.treaties["alliance"] else ()
        return partner, tuple(row), R("Treaty Chart")
    sides = {ideology(state, each, tables) for each in (power, other)}
    odd = sides == {"fascist", "communist"}
    row = tables.treaties["entry"]["fascist_communist"] if odd else ()
    return power, tuple(row), R("Ruling 81")


def record(course: Adjudication, what: str, *powers: str, note: str = "", rule: str = RULE) -> None:
    """Write a line into the history of treaties."""
    line = Recorded(turn=course.state.turn, what=what, powers=powers, note=note, rule=rule)
    course.change(chronicle=(*course.state.chronicle, line))


def end_treaties(course: Adjudication, power: str, other: str, why: str, *, pact: bool) -> None:
    """End what two powers have signed; their pact too, if it falls with it."""
    between = {power, other}
    for treaty in course.state.treaties:
        if set(treaty.powers) != between or (treaty.kind == "pact" and not pact):
            continue
        course.change(treaties=tuple(t for t in course.state.treaties if t is not treaty))
        course.tell(
            TreatyEnded(
                power=power, to=other, what=treaty.kind, level=treaty.level, why=why, rule=RULE
            )
        )
        record(course, f"{treaty.kind}_{why}", power, other, note=str(treaty.level))
    if why == "war":
        course.change(texts=_cleared(course.state, power, other))


def keep_pact(course: Adjudication, power: str, other: str, bar: Barred) -> None:
    """Say why a pact outlives the treaties around it, or a war does not begin."""
    why = spoken(course.state, course.tables, power, other)
    course.tell(PactKept(power=power, to=other, why=why, rule=bar.rule))
