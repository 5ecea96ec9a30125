"""Questions about tensions, by name."""

from collections.abc import Mapping
from typing import Any

from rules.kernel.errors import NotUnderstood
from rules.kernel.questions import Argument, ListOf, Number, OneOf, Words
from rules.world_at_war import obligations
from rules.world_at_war.model.calendar import turn_title
from rules.world_at_war.model.facts import FACTS
from rules.world_at_war.model.powers import POWERS
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.tables.campaign import tables_of
from rules.world_at_war.pages.queries.arguments import MAY, POWER, permitted, question
from rules.world_at_war.status.belligerents import out
from rules.world_at_war.tensions import declarations, forecast, mobilization, what_if
from rules.world_at_war.tensions.levels import TRACKS


class Facts:
    """Declared facts with values that fit them."""

    def read(self, value: Any, state: Any, where: str) -> dict[str, Any]:
        """The facts as they would be declared."""
        if not isinstance(value, Mapping):
            raise NotUnderstood(f"{where}: this is no mapping from facts to values.")
        found = {}
        for key, entered in value.items():
            name = OneOf(FACTS.present, "a fact").read(key, state, where)
            if problem := FACTS[name].problem(entered):
                raise NotUnderstood(f"{where}.{name}: {problem}")
            found[name] = entered
        return found

    def said(self) -> str:
        """What it can be."""
        return "a mapping from facts to values"


TRACK = OneOf(TRACKS, "a track")
FOE = OneOf(
    lambda state: (*tables_of(state).areas, *tables_of(state).minors, *POWERS, "axis"),
    "an area, a country or a power",
)
POINTS = Argument(Number(-100, 100), 0)
SUPPOSED = {"of": Argument(TRACK), "points": POINTS, "facts": Argument(Facts(), {})}


def _track(state: WarState, key: str) -> Any:
    track = state.tracks[key]
    return {
        "level": track.level, "effective": track.effective, "reached": sorted(int(level) for level in track.reached),
        "next": _ahead(state, key),
    }  # fmt: skip


def _level(state: WarState, key: str) -> Any:
    return forecast.level_tally(state, tables_of(state), key)


def _ahead(state: WarState, key: str) -> Any:
    return forecast.ahead(state, tables_of(state), key)


def _what_if(state: WarState, *supposed: Any) -> Any:
    found = forecast.what_if(state, *supposed)
    return {
        "now": found.now.net,
        "next": found.next.net,
        "levels": {str(level): faces for level, faces in found.levels.items()},
        "reaches": {str(reach.level): reach.parts for reach in found.reaches},
        "later": {str(reach.level): reach.parts for reach in found.later},
    }


def _supposing(state: WarState, *supposed: Any) -> Any:
    return forecast.what_if(state, *supposed).now


def _grants(state: WarState, power: str) -> Any:
    if power == "china":
        return forecast.grants_to_china(state, tables_of(state))[0]
    if power == "russia":
        return None if state.yes("war.us.axis") else 0
    if out(state, power):
        return 0
    told = forecast.grants(state, tables_of(state))
    return told.net if told is not None else None


def _obligations(state: WarState, power: str) -> Any:
    return [
        {"key": one.key, "due": turn_title(state.scenario, one.due) if one.due else "", "text": one.text}
        for one in obligations.obligations(state)
        if one.power == power
    ]  # fmt: skip


def _bonds(state: WarState, power: str) -> Any:
    return [bond.key for bond in obligations.bonds(state) if bond.power == power]


def _latest(state: WarState, theatre: str, number: int) -> Any:
    tables = tables_of(state)
    turn = mobilization.latest_turn(state, tables, tables.prewar.mobilizations[theatre], number)
    return turn_title(state.scenario, turn) if turn is not None else None


def _start(state: WarState, key: str) -> Any:
    return forecast.unknown_start(state, tables_of(state), key)


def _prospect(state: WarState, points: int, suppose: tuple[str, ...]) -> Any:
    facts = what_if.read(state, list(suppose))
    return {
        track: forecast.what_if(state, track, points if track == "usat" else 0, facts)
        for track in TRACKS
    }


QUESTIONS = {
    "track": question(_track, "Where a track stands", "level, effective, reached, next", of=Argument(TRACK)),
    "level": question(_level, "Why a level is what it is", "a tally", of=Argument(TRACK)),
    "ahead": question(_ahead, "What the next turn adds to a level", "a tally", of=Argument(TRACK)),
    "what_if": question(_what_if, "A track under a supposition", "now, next, levels, reaches, later", **SUPPOSED),
    "supposing": question(_supposing, "The level under a supposition", "a tally", **SUPPOSED),
    "grants": question(_grants, "BRPs a turn that America may grant", "a number, or nothing once it is in the war",
        of=Argument(OneOf(("britain", "france", "russia", "china"), "a power that receives grants"))),
    "duties": question(_obligations, "What a power owes now", "a list of key, due, text", of=Argument(POWER)),
    "bonds": question(_bonds, "What binds a power now", "a list of keys", of=Argument(POWER)),
    "war": question(permitted(declarations.bar), "Whether a power may declare war", MAY, of=Argument(POWER), on=Argument(FOE)),
    "latest": question(_latest, "When a mobilization comes about at the latest", "a turn, or nothing",
        of=Argument(OneOf(lambda state: tables_of(state).prewar.mobilizations, "a theatre of mobilization")),
        number=Argument(Number(1, 100))),
    "start": question(_start, "The override that enters an unknown starting level", "a path, or nothing", of=Argument(TRACK)),
    "suppositions": question(what_if.suppositions, "Events that can be supposed", "a list"),
    "prospect": question(_prospect, "All three tracks under suppositions", "what_if by track",
        points=POINTS, suppose=Argument(ListOf(Words(200)), ())),
}  # fmt: skip
