"""The questions about tensions, by name; ``signatures`` declares what they take."""

from collections.abc import Callable
from typing import Any

from rules.world_at_war import obligations
from rules.world_at_war.model.calendar import turn_title
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.tables.campaign import tables_of
from rules.world_at_war.pages.queries.arguments import Arguments
from rules.world_at_war.status.belligerents import out
from rules.world_at_war.tensions import declarations, forecast, mobilization, what_if
from rules.world_at_war.tensions.levels import TRACKS


def _level(state: WarState, given: Arguments) -> Any:
    return forecast.level_tally(state, tables_of(state), str(given["of"]))


def _ahead(state: WarState, given: Arguments) -> Any:
    return forecast.ahead(state, tables_of(state), str(given["of"]))


def _supposed(state: WarState, given: Arguments) -> forecast.WhatIf:
    return forecast.what_if(
        state, str(given["of"]), int(given.get("points", 0)), given.get("facts", {})
    )


def _what_if(state: WarState, given: Arguments) -> Any:
    found = _supposed(state, given)
    return {
        "now": found.now.net,
        "next": found.next.net,
        "levels": {str(level): faces for level, faces in found.levels.items()},
        "reaches": {str(reach.level): reach.parts for reach in found.reaches},
        "later": {str(reach.level): reach.parts for reach in found.later},
    }


def _supposing(state: WarState, given: Arguments) -> Any:
    return _supposed(state, given).now


def _grants(state: WarState, given: Arguments) -> Any:
    if given["of"] == "china":
        return forecast.grants_to_china(state, tables_of(state))[0]
    if given["of"] == "russia":
        return None if state.yes("war.us.axis") else 0
    if out(state, str(given["of"])):
        return 0
    told = forecast.grants(state, tables_of(state))
    return told.net if told is not None else None


def _obligations(state: WarState, given: Arguments) -> Any:
    return [
        {"key": one.key, "due": turn_title(state.scenario, one.due) if one.due else "", "text": one.text}
        for one in obligations.obligations(state)
        if one.power == given["of"]
    ]  # fmt: skip


def _bonds(state: WarState, given: Arguments) -> Any:
    return [bond.key for bond in obligations.bonds(state) if bond.power == given["of"]]


def _war(state: WarState, given: Arguments) -> Any:
    bar = declarations.bar(state, str(given["of"]), str(given["on"]))
    return {"may": bar is None, "why": bar.why if bar else "", "rule": bar.rule if bar else ""}


def _latest(state: WarState, given: Arguments) -> Any:
    tables = tables_of(state)
    plan = tables.prewar.mobilizations[str(given["of"])]
    turn = mobilization.latest_turn(state, tables, plan, int(given["number"]))
    return turn_title(state.scenario, turn) if turn is not None else None


def _start(state: WarState, given: Arguments) -> Any:
    return forecast.unknown_start(state, tables_of(state), str(given["of"]))


def _suppositions(state: WarState, given: Arguments) -> Any:
    return what_if.suppositions(state)


def _prospect(state: WarState, given: Arguments) -> Any:
    facts = what_if.read(state, list(given.get("suppose", [])))
    points = int(given.get("points", 0))
    return {
        track: forecast.what_if(state, track, points if track == "usat" else 0, facts)
        for track in TRACKS
    }


ANSWERS: dict[str, Callable[[WarState, Arguments], Any]] = {
    "level": _level, "ahead": _ahead, "what_if": _what_if, "supposing": _supposing,
    "grants": _grants, "duties": _obligations, "bonds": _bonds, "war": _war, "latest": _latest,
    "start": _start, "suppositions": _suppositions, "prospect": _prospect,
}  # fmt: skip
