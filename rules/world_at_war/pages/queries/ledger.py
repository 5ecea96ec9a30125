"""Questions about BRPs and conquests, by name; ``signatures`` declares what they take."""

from collections.abc import Callable
from typing import Any

from rules.kernel.errors import NotUnderstood
from rules.world_at_war.conquest import conquest, cooperation
from rules.world_at_war.conquest.recapture import GAIN
from rules.world_at_war.ledger import control, income, postings
from rules.world_at_war.ledger.income import RETAKE
from rules.world_at_war.model.calendar import turn_title
from rules.world_at_war.model.powers import FACTIONS
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.state.areas import Clock
from rules.world_at_war.model.tables.campaign import tables_of
from rules.world_at_war.pages.queries.arguments import Arguments, power_in
from rules.world_at_war.status.clocks import running
from rules.world_at_war.status.status import area_of, exists


def _ledger(state: WarState, given: Arguments) -> Any:
    return postings.statement(state, power_in(given), int(given.get("year", 0)))


def _balance(state: WarState, given: Arguments) -> Any:
    return postings.total(state, power_in(given), int(given.get("year", 0)))


def _prorated(state: WarState, given: Arguments) -> Any:
    rate = postings.percent(state, int(given.get("turn", 0)))
    return {"percent": rate, "amount": postings.share(state, int(given["of"]), rate)}


def _worth(state: WarState, given: Arguments) -> Any:
    key, known = str(given.get("of", "")), tables_of(state)
    if key not in known.areas and key not in known.minors:
        area_of(state, key)
    return income.worth(state, key)


def _clock(state: WarState, clock: Clock | None) -> Any:
    if clock is None:
        return None
    return {
        "power": clock.power,
        "turn": turn_title(state.scenario, clock.due),
        "stage": clock.stage,
    }


def _held(state: WarState, given: Arguments) -> Any:
    area = area_of(state, str(given.get("of", "")))
    holder = control.kept_by(state, area)
    return {
        "holder": holder,
        "received": income.received(state, holder, income.slot(area)) if holder else 0,
        "due": _clock(state, running(state, GAIN, area.key)),
        "retake": _clock(state, running(state, RETAKE, area.key)),
    }


def _conquest(state: WarState, given: Arguments) -> Any:
    area = area_of(state, str(given.get("of", "")))
    record = state.area(area.key)
    there = bool(area.conquest) and exists(state, area)
    return {
        "kind": area.kind,
        "needs": list(area.conquest),
        "pays": list(area.income),
        "missing": {
            faction: [p for p in area.conquest if control.control(state, p) != faction]
            for faction in FACTIONS
        },
        "may": {f: there and control.may_conquer(state, area, f) for f in FACTIONS},
        "conquered": bool(record.conquered),
        "by": record.conqueror,
        "rule": conquest.rule_of(area),
    }


def _benefit(state: WarState, given: Arguments) -> Any:
    parts = {str(power): str(part) for power, part in dict(given.get("parts", {})).items()}
    for power, part in parts.items():
        power_in({"of": power})
        if part not in cooperation.PARTS:
            raise NotUnderstood(
                f"There is no part {part!r} in a conquest.",
                remedy=f"Parts are {', '.join(cooperation.PARTS)}.",
            )
    power, rule = cooperation.benefits(parts)
    told = {
        who: {"counts": counts, "why": why, "rule": because}
        for who, part in parts.items()
        for why, counts, because in (cooperation.PARTS[part],)
    }
    return {"power": power, "rule": rule, "parts": told}


def _transfer(state: WarState, given: Arguments) -> Any:
    bar = cooperation.transfer_bar(
        state, area_of(state, str(given.get("of", ""))), power_in(given, "to")
    )
    return {"may": False, "why": bar.why, "rule": bar.rule}


ANSWERS: dict[str, Callable[[WarState, Arguments], Any]] = {
    "ledger": _ledger, "balance": _balance, "prorated": _prorated, "worth": _worth, "held": _held,
    "conquest": _conquest, "benefit": _benefit, "transfer": _transfer,
}  # fmt: skip
