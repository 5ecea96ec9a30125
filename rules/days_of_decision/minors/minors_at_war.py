"""Minor countries in war: who directs them, whom they join, when their wars end (8.7.2 Option 4)."""

import msgspec

from rules.days_of_decision.model.adjudication import Adjudication
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.conditions import enemy_powers
from rules.days_of_decision.model.events.war import MinorConquered, MinorDrawn, WarEnded
from rules.days_of_decision.model.geometry import controller, nearest, together
from rules.days_of_decision.model.powers import POWERS
from rules.days_of_decision.model.state import CasusBelli, DecisionState
from rules.days_of_decision.model.table_rows import Tables
from rules.kernel.audience import PUBLIC

RULE = R("8.7.2 Option 4")


def director(state: DecisionState, minor: str, tables: Tables) -> str:
    """Who directs a minor at war that nobody controls: the nearest power that fights its enemy.

    Of powers equally near, the one with the better position.
    """
    if controller(state, minor, tables):
        return ""
    enemies = enemy_powers(state, minor)
    fighting = (
        power
        for power in state.playing
        if power not in enemies and any(state.at_war(power, enemy) for enemy in enemies)
    )
    return nearest(state, state.minor(minor).hex, fighting)


def directed(state: DecisionState, tables: Tables) -> dict[str, str]:
    """Every minor that a power directs without controlling it."""
    at_war = dict.fromkeys(w.target for w in state.wars if w.target in state.minors)
    at_war |= dict.fromkeys(w.attacker for w in state.wars if w.attacker in state.minors)
    found = {minor: director(state, minor, tables) for minor in at_war}
    return {minor: power for minor, power in found.items() if power}


def joins(state: DecisionState, minor: str, tables: Tables) -> str:
    """Whom an attacked minor joins: a power under whose marker it stands, that fights the attacker
    and stands in another ideology. An alliance with somebody else does not matter.
    """
    here = state.minor(minor).hex
    for power in state.order_of_play():
        if state.nations[power].marker != here or state.gone(power):
            continue
        for war in state.wars:
            foreign = war.attacker in POWERS and not together(state, war.attacker, power, tables)
            if war.target == minor and foreign and state.at_war(power, war.attacker):
                return power
    return ""


def sets_up(course: Adjudication, minor: str) -> None:
    """A minor sets up its units, so those built for it in secret show (Option 0(b))."""
    if any(unit.minor == minor for unit in course.state.units):
        course.change(
            units=tuple(
                msgspec.structs.replace(unit, audience=PUBLIC) if unit.minor == minor else unit
                for unit in course.state.units
            )
        )


def join_side(course: Adjudication, minor: str, power: str) -> None:
    """A minor joins a power: it sets up, and nobody trades with it or guarantees it any more (IPO 5,
    Ruling 125).
    """
    sets_up(course, minor)
    course.change(deals=tuple(deal for deal in course.state.deals if deal.minor != minor))
    course.minor(minor, joined=power, values={}, guaranteed=())


def drawn_in(course: Adjudication) -> None:
    """Attacked minors join those under whose markers they stand, as by IPO 5 but without its
    price, its American entry or its values.
    """
    for minor in sorted({war.target for war in course.state.wars} & set(course.state.minors)):
        record = course.state.minor(minor)
        power = joins(course.state, minor, course.tables)
        settled = record.joined and course.state.nation(record.joined).marker == record.hex
        if not power or record.joined == power or settled:
            continue
        attacker = next(war.attacker for war in course.state.wars if war.target == minor)
        join_side(course, minor, power)
        course.tell(MinorDrawn(minor=minor, power=power, attacker=attacker, rule=RULE))


def end_war(course: Adjudication, one: str, other: str, why: str, rule: str) -> None:
    """Two countries are at peace."""
    if not course.state.at_war(one, other):
        return
    kept = tuple(w for w in course.state.wars if {w.attacker, w.target} != {one, other})
    course.change(wars=kept)
    course.tell(WarEnded(one=one, other=other, why=why, rule=rule))


def settle_fates(course: Adjudication) -> None:
    """Draw from the declared facts what became of minors: lapsed wars and conquests."""
    for minor in sorted(course.state.minors):
        fate = course.state.facts.get(f"fate.{minor}")
        if fate == "lapse":
            _lapse(course, minor)
        elif fate == "conquered" and minor not in course.state.fates:
            _conquered(course, minor)
        elif fate != "conquered" and minor in course.state.fates:
            rest = {key: word for key, word in course.state.fates.items() if key != minor}
            course.change(fates=rest)


def _lapse(course: Adjudication, minor: str) -> None:
    """Wars of a minor that is directed and not controlled must lapse."""
    if not controller(course.state, minor, course.tables):
        for enemy in enemy_powers(course.state, minor):
            end_war(course, enemy, minor, "lapse", RULE)


def _conquered(course: Adjudication, minor: str) -> None:
    """A minor is conquered: its wars are over, and so are its alliance, its deals, the values held in
    it and the guarantees of it; grounds for war over it last through the next political phase.
    """
    by, promised = conqueror(course.state, minor), course.state.minor(minor).guaranteed
    course.change(fates={**course.state.fates, minor: by})
    course.tell(
        MinorConquered(
            minor=minor,
            by=by,
            guaranteed=promised,
            grounds=any(each.over == minor for each in course.state.casus),
            rule=R("15.8"),
        )
    )
    for war in course.state.wars:
        if minor in (war.attacker, war.target):
            end_war(course, war.attacker, war.target, "conquest", R("15.8"))
    course.minor(minor, joined="", held="", values={}, guaranteed=())
    course.change(
        casus=tuple(_last_phase(each, course.state.turn, minor) for each in course.state.casus),
        deals=tuple(deal for deal in course.state.deals if deal.minor != minor),
    )


def conqueror(state: DecisionState, minor: str) -> str:
    """Who conquered a minor: whose units stand in it as was declared, unless others fought it; else
    the one power that did. Empty where that is not known.
    """
    host, foes = host_of(state, minor), enemy_powers(state, minor)
    if host and (host in foes or not foes):
        return host
    return foes[0] if len(foes) == 1 else ""


def host_of(state: DecisionState, minor: str) -> str:
    """The power whose units stand in a minor, as was declared; empty where there is none."""
    host = str(state.facts.get(f"hosts.{minor}", ""))
    return host if host in state.nations else ""


def _last_phase(casus: CasusBelli, turn: int, minor: str) -> CasusBelli:
    if casus.over != minor:
        return casus
    return msgspec.structs.replace(casus, until=min(casus.until, turn + 1))
