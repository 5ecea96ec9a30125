"""The fall of France: a roll for each territory, a die for each ship, and what stands side by side."""

import msgspec

from rules.kernel.menus import Barred
from rules.kernel.tally import Row, Tally, tally
from rules.war_game_1939.model import events as e
from rules.war_game_1939.model.adjudication import Adjudication
from rules.war_game_1939.model.citations import R
from rules.war_game_1939.model.powers import AXIS
from rules.war_game_1939.model.state import Conflict, Lodged, Rolled, Ship, WarGameState
from rules.war_game_1939.model.tables import ShipRow, Tables
from rules.war_game_1939.war import american_isolation
from rules.war_game_1939.war.attacks import attack_vichy, lodge, take
from rules.war_game_1939.war.status import full_war


def free_tally(state: WarGameState, tables: Tables, place: str) -> Tally:
    """The highest die with which a territory stays with the Free French: its number and its units."""
    row = tables.vichy.territories[place]
    rule = R("Vichy Rolls: units")
    rows: list[Row] = []
    passed: list[Row] = []
    for kind, unit in tables.vichy.units.items():
        fact = f"units.{place}.{kind}"
        count = state.count(fact)
        each = 1 if kind == "other" and state.yes("other_units_count") else unit.amount
        words = f"{count} {unit.name.lower()}, {each} each" if count else f"No {unit.name.lower()}"
        found = Row(kind, count * each, words, rule, reads=(fact,))
        (rows if found.amount else passed).append(found)
    return tally(
        f"Free French in {tables.place(place).name}",
        rows,
        row.free,
        "The territory's number",
        R("Vichy France"),
        passed=[
            msgspec.structs.replace(r, amount=tables.vichy.units[r.key].amount) for r in passed
        ],
    )


def pending(state: WarGameState, tables: Tables) -> tuple[str, ...]:
    """Territories that the French player must roll for in the British and French turn now."""
    still = [key for key in tables.vichy.territories if state.holder(key) == "france"]
    if state.fallen:
        return ()
    if has_fallen(state, tables):
        return tuple(still)
    return tuple(key for key in still if key == tables.land.indo_china)


def has_fallen(state: WarGameState, tables: Tables) -> bool:
    """Whether the capital is in Axis hands."""
    return state.holder(tables.land.capital) in AXIS


def declare_alliances(course: Adjudication) -> None:
    """The rolls that are due: Indo-China every turn; all territories and ships once France has fallen."""
    due = pending(course.state, course.tables)
    falls = has_fallen(course.state, course.tables) and not course.state.fallen
    if falls:
        by = course.state.holder(course.tables.land.capital)
        course.change(fallen=course.state.turn)
        course.tell(e.FranceFell(by=by, rule=R("Fall of France")))
        full_war(course, ("france",), "France has fallen", R("U.K., France: France and China"))
    for place in due:
        _roll(course, place)
    if falls:
        _ships(course)


def _roll(course: Adjudication, place: str) -> None:
    row = course.tables.vichy.territories[place]
    found = free_tally(course.state, course.tables, place)
    certain = found.net >= course.tables.vichy.sides
    die = 0 if certain else course.dice.roll(f"vichy {place}", course.tables.vichy.sides)
    free = die <= found.net
    record = Rolled(place=place, turn=course.state.turn, die=die, tally=found, free=free)
    course.change(rolled=(*(r for r in course.state.rolled if r.place != place), record))
    rule = R("Vichy France") if course.state.fallen else R("French Indo-China")
    course.tell(
        e.VichyRolled(place=place, die=die, tally=found, free=free, ally=row.ally, rule=rule)
    )
    if not free:
        _turn_vichy(course, place, row.ally, rule)


def _turn_vichy(course: Adjudication, place: str, ally: str, rule: str) -> None:
    course.fact(f"control.{place}", "none", "france", rule)
    course.fact(f"lean.{place}", f"{ally}.sworn", "france", rule)
    course.change(vichy={**course.state.vichy, place: ally})
    shared = course.state.word(f"foreign.{place}")
    waiting = ("uk", "usa") if shared == "both" else (shared,) if shared != "none" else ()
    if not waiting:
        return
    manned = course.state.facts.get(f"french.{place}") is True
    conflict = Conflict(place=place, ally=ally, manned=manned, waiting=waiting)
    course.change(conflicts=(*course.state.conflicts, conflict))
    ref = "Resolving Vichy Conflicts" if manned else "Unoccupied Vichy Territories"
    course.tell(e.ConflictOpened(place=place, nations=waiting, manned=manned, rule=R(ref)))


def ship_row(tables: Tables, kind: str) -> ShipRow:
    """The row of a kind of ship; kinds that the table does not name go by another row (W-23)."""
    return tables.vichy.ships.get(kind) or tables.vichy.ships[tables.vichy.other_ships]


def fate(row: ShipRow, die: int) -> str:
    """What a die means for a ship."""
    return "free" if die <= row.free else "german" if die <= row.german else "scuttled"


def _ships(course: Adjudication) -> None:
    decided: list[Ship] = []
    fighters = course.state.count("ships.fighters")
    for kind, row in course.tables.vichy.ships.items():
        count = course.state.count(f"ships.{kind}")
        for number in range(1, count + 1):
            die = course.dice.roll(f"ship {kind} {number}", course.tables.vichy.sides)
            ship = Ship(kind=kind, number=number, die=die, fate=fate(row, die))
            decided.append(ship)
            aboard = (fighters + count - number) // count if kind == "carrier" else 0
            lost = aboard if ship.fate != "free" else 0
            ref = "French Fighters on Carriers" if lost else "Fate of French Navy"
            course.tell(
                e.ShipsDecided(
                    ship=kind, number=number, die=die, fate=ship.fate, fighter=lost, rule=R(ref)
                )
            )
            if lost:
                left = course.state.count("ships.fighters") - lost
                course.fact("ships.fighters", left, "france", R(ref))
    course.change(ships=tuple(decided))
    for kind in course.tables.vichy.ships:
        kept = sum(1 for ship in decided if ship.kind == kind and ship.fate == "free")
        course.fact(f"ships.{kind}", kept, "france", R("Fate of French Navy"))
    _beside_ships(course)


def _beside_ships(course: Adjudication) -> None:
    """Ships that were taken are enemies of all who lie beside them: each must attack or leave."""
    fates = {ship.fate for ship in course.state.ships}
    if "german" not in fates:
        return
    rule = R("Resolving Vichy Conflicts")
    own = ("france",) if "free" in fates else ()
    for zone in course.tables.sea.zones:
        found = course.state.word(f"fleet.{zone}")
        others = {"uk": ("uk",), "usa": ("usa",), "both": ("uk", "usa")}.get(found, ())
        waiting = tuple(n for n in ("uk", "france", "usa") if n in (*others, *own))
        if found == "none" or not waiting:
            continue
        conflict = Conflict(place=zone, ally="germany", manned=True, waiting=waiting, sea=True)
        course.change(conflicts=(*course.state.conflicts, conflict))
        course.tell(e.ConflictOpened(place=zone, nations=waiting, manned=True, sea=True, rule=rule))


def choices(conflict: Conflict) -> tuple[str, ...]:
    """What a nation in a conflict may decide; the first is what silence means."""
    if conflict.sea:
        return ("leave", "fought", "clear")
    return ("leave", "conquered", "repelled") if conflict.manned else ("stay", "leave")


def bar(
    state: WarGameState, tables: Tables, conflict: Conflict, nation: str, how: str
) -> Barred | None:
    """Why a decision is closed to a nation: an America that is bound leaves and does not attack."""
    if nation != "usa" or how not in ("conquered", "repelled", "fought"):
        return None
    if conflict.sea:
        return american_isolation.sea_attack_bar(state, tables, conflict.place)
    return american_isolation.land_attack_bar(state, tables, conflict.place)


def settle(course: Adjudication, nation: str, decided: dict[str, str]) -> None:
    """A nation's decisions in its conflicts, at the end of its turn.

    One that reported its attack on the place has decided; the report says what came of it.
    """
    struck = {
        r.what
        for r in course.state.lodged
        if r.sort == "land" and nation in r.attackers and r.how == "ground"
    }
    for conflict in course.state.conflicts:
        if nation not in conflict.waiting:
            continue
        if conflict.place in struck and not conflict.sea:
            _done(course, conflict, nation)
            continue
        open_ = [
            how
            for how in choices(conflict)
            if bar(course.state, course.tables, conflict, nation, how) is None
        ]
        how = decided.get(conflict.place, open_[0])
        how = how if how in open_ else open_[0]
        if conflict.sea:
            _decide_at_sea(course, conflict, nation, how)
        else:
            _decide(course, conflict, nation, how)
    course.change(conflicts=tuple(c for c in course.state.conflicts if c.waiting))


def _done(course: Adjudication, conflict: Conflict, *nations: str) -> None:
    """These nations have nothing to decide in a conflict any more."""
    waiting = tuple(nation for nation in conflict.waiting if nation not in nations)
    changed = msgspec.structs.replace(conflict, waiting=waiting)
    course.change(
        conflicts=tuple(changed if c.place == conflict.place else c for c in course.state.conflicts)
    )


def _decide_at_sea(course: Adjudication, conflict: Conflict, nation: str, how: str) -> None:
    """An attack is lodged as a report against Germany, if the nation has none in that zone yet."""
    zone, rule = conflict.place, R("Resolving Vichy Conflicts")
    course.tell(e.ConflictSettled(place=zone, nation=nation, how=how, rule=rule))
    reported = any(
        r.sort == "sea" and r.what == zone and nation in r.attackers and "germany" in r.against
        for r in course.state.lodged
    )
    if how == "fought" and not reported:
        lodge(course, Lodged(number=0, by=nation, sort="sea", what=zone, against=("germany",)))
    _done(course, conflict, nation)


def _decide(course: Adjudication, conflict: Conflict, nation: str, how: str) -> None:
    place = conflict.place
    if how in ("conquered", "repelled") and place in course.state.vichy:
        attack_vichy(course, place, nation, won=how == "conquered")
    else:
        ref = "Resolving Vichy Conflicts" if conflict.manned else "Unoccupied Vichy Territories"
        course.tell(e.ConflictSettled(place=place, nation=nation, how=how, rule=R(ref)))
        if how in ("conquered", "stay"):
            take(course, place, "france", nation, R(ref))
    _done(course, conflict, *(conflict.waiting if how in ("conquered", "stay") else (nation,)))
