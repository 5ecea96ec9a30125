"""The Soviet-Japanese pact: Sakhalin goes to Japan when Soviet forces threaten Japanese land (W-41)."""

import msgspec

from rules.kernel.tally import Row, Tally, tally
from rules.war_game_1939.model.adjudication import Adjudication
from rules.war_game_1939.model.citations import R
from rules.war_game_1939.model.events import PactMade
from rules.war_game_1939.model.state import WarGameState
from rules.war_game_1939.model.tables import Tables


class Threat(msgspec.Struct, frozen=True, kw_only=True):
    """A watched territory: strength on either side, and whether the Soviet force is superior."""

    place: str
    ussr: Tally
    japan: Tally
    superior: bool


def _strength(state: WarGameState, tables: Tables, side: str, place: str) -> Tally:
    fact = f"strength.{side}.{place}"
    rule = R("Soviet-Japanese Pact")
    words = {
        "ussr": "Soviet land units able to attack together",
        "japan": "All Japanese units there",
    }
    row = Row(side, state.count(fact), words[side], rule, reads=(fact,))
    return tally(f"Strength at {tables.place(place).name}", [row], base_rule=rule)


def threats(state: WarGameState, tables: Tables) -> tuple[Threat, ...]:
    """Every watched territory that is under total Japanese control (W-26)."""
    found = []
    for place in tables.land.pact.watched:
        if state.holder(place) != tables.land.pact.to:
            continue
        ussr = _strength(state, tables, "ussr", place)
        japan = _strength(state, tables, "japan", place)
        found.append(Threat(place=place, ussr=ussr, japan=japan, superior=ussr.net > japan.net))
    return tuple(found)


def settle(course: Adjudication) -> None:
    """At the beginning of a game turn, once: cede Sakhalin if anything is threatened (W-25)."""
    if course.state.pact:
        return
    threat = next((t for t in threats(course.state, course.tables) if t.superior), None)
    if threat is None:
        return
    row, rule = course.tables.land.pact, R("Soviet-Japanese Pact")
    moved = course.state.facts.get(f"units.{row.ceded}") is True
    course.change(pact=course.state.turn)
    course.tell(
        PactMade(place=threat.place, ussr=threat.ussr, japan=threat.japan, moved=moved, rule=rule)
    )
    course.fact(f"control.{row.ceded}", row.to, row.to, rule)
    if moved:
        course.fact(f"units.{row.ceded}", False, "ussr", rule)
