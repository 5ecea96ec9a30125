"""Setting up the forces of a minor country, and what may be done in the turn it is first attacked.

Who sets up, where, when, and what the map has to look after (82.5, 84.45A, 85.45A, 82.92);
which missions air and naval units may fly and sail meanwhile (82.7).
"""

import msgspec

from rules.world_at_war.forces.strength import bearing_of, forces_elsewhere, pool_of, without_forces
from rules.world_at_war.ledger.control import place_name
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.conditions import units_in
from rules.world_at_war.model.permission import Permission
from rules.world_at_war.model.powers import POWERS, faction_of, side_of
from rules.world_at_war.model.sequence import STAGES
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.tables.campaign import tables_of
from rules.world_at_war.status.status import area_of, attackers, exists, standing

AGAINST_AXIS = ("britain", "united_states")
AGAINST_ALLIES = ("germany",)


class Note(msgspec.Struct, frozen=True, kw_only=True):
    """Something the map has to look after, in words."""

    text: str
    rule: str


class Deployment(msgspec.Struct, frozen=True, kw_only=True):
    """The setting up of a country's forces: when it happens (``occasion``: none, never, waiting,
    attack, joining, start, redeployed, standing, elsewhere), which powers do it, and the capital in which one
    ground unit must stand at first (empty: no such need).
    """

    occasion: str
    by: tuple[str, ...]
    capital: str
    text: str
    rule: str
    notes: tuple[Note, ...] = ()


def deployment(state: WarState, key: str, attacker: str = "") -> Deployment:
    """How a country's forces come onto the map now, or would if ``attacker`` declared war on it.

    Raises :class:`NotUnderstood` for an unknown area.
    """
    area = area_of(state, key)
    if not exists(state, area):
        return _said("none", (), "There is no such country now.", R("Ruling 9"))
    if without_forces(state, key):
        pool = pool_of(state, key)
        text = "It has no armed forces; whoever enters is not opposed."
        return _said("never", (), text, R(pool.rule) if pool else R("82.62"))
    if forces_elsewhere(state, key):
        text = "French colonies in Europe may have forces, by rule 75.61 outside this book; they stand where the map has them."
        return _said("elsewhere", (), text, R("82.62"))
    bearing, power = bearing_of(state, key)
    gone = _gone(state, key, bearing)
    if gone is not None:
        return gone
    if area.theatre == "pacific" or bearing == "commonwealth":
        return _pacific(state, key, power)
    if key == "ukraine" and not bearing:
        return _ukraine(state)
    foe = attacker or next(iter(attackers(state, key)), "")
    if foe:
        return _attacked(state, key, foe)
    if bearing in ("ally", "associate"):
        rule = R("85.45A") if bearing == "ally" else R("84.45A")
        text = "Its units go to any supplied, controlled hexes of the country."
        return _said("joining", (power,), text, rule, notes=_displaced(state, key, rule))
    text = "Its forces are not on the map before it is attacked or joins a side."
    return _said("waiting", (), text, R("82.51"))


def _said(
    occasion: str, by: tuple[str, ...], text: str, rule: str, *, capital: str = "", notes: tuple[Note, ...] = ()
) -> Deployment:  # fmt: skip
    return Deployment(occasion=occasion, by=by, capital=capital, text=text, rule=rule, notes=notes)


def _gone(state: WarState, key: str, bearing: str) -> Deployment | None:
    """A country whose units were removed for good sets nothing up (83.21, 85.52A)."""
    if state.area(key).disarmed:
        return _said("never", (), "Its units are out of play for good.", R("85.52A"))
    if standing(state, key, "conquered") is not None and not bearing:
        return _said("never", (), "Its units were removed when it fell.", R("83.21"))
    return None


def _pacific(state: WarState, key: str, power: str) -> Deployment:
    """Pacific forces stand at home from the start."""
    names = (power,) if power else ()
    if area_of(state, key).theatre != "pacific":
        text = "Its units are set up with those of Britain."
        return _said("start", names, text, R("82.13"))
    return _said("start", names, "Its units stand in the country from the start.", R("82.92"))


def _ukraine(state: WarState) -> Deployment:
    if pool_of(state, "ukraine") and state.country("ukraine").result in ("5", "6", "7", "8"):
        text = (
            "Its units are placed free in supplied Axis hexes of the Ukraine outside Russian zones."
        )
        return _said("joining", ("germany",), text, R("82.63"))
    text = "Its units come only with a successful roll for the Ukraine."
    return _said("waiting", (), text, R("82.63"))


def _attacked(state: WarState, key: str, foe: str) -> Deployment:
    """An attacked country is set up by the attacker's enemies, once all wars are declared."""
    axis = side_of(faction_of(foe)) == "axis" if foe in POWERS else foe == "axis"
    by = AGAINST_AXIS if axis else AGAINST_ALLIES
    notes = [
        Note(text="After all declarations of war of the turn have been made.", rule=R("82.53")),
        Note(text="Ground and air units without a legal hex are eliminated.", rule=R("82.55")),
        *_garrisoned(state, key, foe),
    ]
    if foe == "germany" and state.facts.get(f"border_war.{key}") is True:
        text = "Britain sets its units up anew, although they are on the map from the border war."
        return _said("redeployed", ("britain",), text, R("82.52"), capital=_capital(state, key), notes=tuple(notes))  # fmt: skip
    if key == "vichy":
        text = "Its units are on the map already and stay where they are."
        return _said("standing", by, text, R("82.52"), notes=tuple(notes[2:]))
    if key == "albania" and foe == "italy":
        text = "Durazzo counts as Italian and supplied since the player turn began; no Albanian starts there."
        notes.append(Note(text=text, rule=R("82.57")))
    if key == "spain":
        text = "Spanish Morocco counts as Spain while they are set up."
        notes.append(Note(text=text, rule=R("83.447")))
    capital = _capital(state, key)
    where = f", at least one ground unit in {place_name(capital)}" if capital else ""
    text = f"Its forces are set up in the country{where}."
    return _said("attack", by, text, R("82.52"), capital=capital, notes=tuple(notes))


def _capital(state: WarState, key: str) -> str:
    """Where one ground unit has to stand at first; in Spain that is Madrid (87.51)."""
    return next(iter(area_of(state, key).capitals), "")


def _garrisoned(state: WarState, key: str, foe: str) -> tuple[Note, ...]:
    """What holds when the attacker's side has units in the country already (82.56)."""
    country = area_of(state, key).diplomacy
    faction = faction_of(foe) if foe in POWERS else foe
    if not country or not units_in(state, country, faction):
        return ()
    return (
        Note(text="Units of major powers there are in partial supply at least this turn.", rule=R("82.56")),
        Note(text="Ground units of the attacker's side leave the capital for a hex next to it first.", rule=R("82.56")),
    )  # fmt: skip


def _displaced(state: WarState, key: str, rule: str) -> tuple[Note, ...]:
    """Units of the other side make room in the capital when a country joins."""
    country = area_of(state, key).diplomacy
    one = standing(state, key, "allied", "associated")
    side = side_of(one.faction) if one else ""
    others = [f for f in ("axis", "western", "russia") if side_of(f) != side]
    if not country or not any(units_in(state, country, f) for f in others):
        return ()
    text = "Ground units of the other side leave the capital for a hex next to it first."
    return (Note(text=text, rule=rule),)


# -- the first attack ----------------------------------------------------------------------------


def first_attack(state: WarState, key: str) -> bool:
    """Whether the attacker's player turn of the first attack on an area is in play (82.7); for the
    Dutch East Indies the two first turns after the attack (82.71).
    """
    record = state.area(key)
    if not record.attacker:
        return False
    last = record.attacked + (1 if key == "dutch_east_indies" else 0)
    theirs = STAGES[state.step].side == side_of(faction_of(record.attacker))
    return theirs and record.attacked <= state.turn <= last


def mission(state: WarState, key: str, whose: str, unit: str, what: str) -> Permission:
    """Whether a minor's own units (``whose``: minor) or those of the attacker's enemies (``major``)
    may carry out a mission in an area's defense now.
    """
    area_of(state, key)
    if not first_attack(state, key):
        return Permission(may=True, why="It is not the turn of the first attack.", rule=R("82.7"))
    joined = standing(state, key, "associated", "allied") is not None
    if (whose, unit, what) == ("major", "air", "defensive_support") and _cooperates(state, key):
        why = "Its cooperation with France lets Allied aircraft defend the Belgians."
        return Permission(may=True, why=why, rule=R("Belgium/Luxembourg: results"))
    for row in tables_of(state).forces.first_attack:
        if (row.whose, row.unit) == (whose, unit):
            if row.until_joined and joined:
                why = "The country has joined a side."
                return Permission(may=True, why=why, rule=R(row.rule))
            return Permission(may=what in row.missions, why=row.why, rule=R(row.rule))
    return Permission(may=True, why="Nothing limits them.", rule=R("82.7"))


def _cooperates(state: WarState, key: str) -> bool:
    """Whether Belgium cooperates with France for its defense (its row -1)."""
    country = area_of(state, key).diplomacy
    return country == "belux" and state.country(country).result == "-1"


def zones_reach_in(state: WarState, key: str) -> bool:
    """Whether enemy armor next to a country exerts its zone into it: in the first attack (82.73)."""
    return first_attack(state, key)
