"""Questions about BRPs and conquests, by name."""

from typing import Any

from rules.kernel.questions import Argument, Number, OneOf, Table
from rules.world_at_war.conquest import conquest, cooperation
from rules.world_at_war.conquest.recapture import GAIN
from rules.world_at_war.ledger import control, income, postings
from rules.world_at_war.ledger.income import RETAKE
from rules.world_at_war.model.calendar import turn_title
from rules.world_at_war.model.powers import FACTIONS
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.state.areas import Clock
from rules.world_at_war.pages import ledgers
from rules.world_at_war.pages.queries.arguments import (
    AREA,
    EITHER,
    MAY,
    POWER,
    permission,
    question,
)
from rules.world_at_war.status.clocks import running
from rules.world_at_war.status.status import area_of, exists

YEAR = Argument(Number(0, 2000), 0)


def _prorated(state: WarState, amount: int, turn: int) -> Any:
    rate = postings.percent(state, turn)
    return {"percent": rate, "amount": postings.share(state, amount, rate)}


def _clock(state: WarState, clock: Clock | None) -> Any:
    if clock is None:
        return None
    return {
        "power": clock.power,
        "turn": turn_title(state.scenario, clock.due),
        "stage": clock.stage,
    }


def _held(state: WarState, key: str) -> Any:
    area = area_of(state, key)
    holder = control.kept_by(state, area)
    return {
        "holder": holder,
        "received": income.received(state, holder, income.slot(area)) if holder else 0,
        "due": _clock(state, running(state, GAIN, area.key)),
        "retake": _clock(state, running(state, RETAKE, area.key)),
    }


def _conquest(state: WarState, key: str) -> Any:
    area, record = area_of(state, key), state.area(key)
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


def _benefit(state: WarState, parts: dict[str, str]) -> Any:
    power, rule = cooperation.benefits(parts)
    told = {
        who: {"counts": counts, "why": why, "rule": because}
        for who, part in parts.items()
        for why, counts, because in (cooperation.PARTS[part],)
    }
    return {"power": power, "rule": rule, "parts": told}


def _transfer(state: WarState, key: str, to: str) -> Any:
    return permission(cooperation.transfer_bar(state, area_of(state, key), to))


def _ledgers(state: WarState, power: str | None) -> Any:
    return (ledgers.account(state, power),) if power else ledgers.accounts(state)


QUESTIONS = {
    "ledger": question(postings.statement, "The ledger of a power", "a tally", of=Argument(POWER), year=YEAR),
    "balance": question(postings.total, "The sum of a power's ledger", "a number", of=Argument(POWER), year=YEAR),
    "prorated": question(_prorated, "What part of an amount counts in a turn", "percent, amount",
        of=Argument(Number(-1000, 1000)), turn=Argument(Number(0, 40), 0)),
    "worth": question(income.worth, "What an area or country is worth", "a tally, or nothing", of=Argument(EITHER)),
    "held": question(_held, "Who has an area's BRPs", "holder, received, due, retake", of=Argument(AREA)),
    "conquest": question(_conquest, "What it takes to conquer an area", "kind, needs, pays, missing, may, conquered, by, rule",
        of=Argument(AREA)),
    "benefit": question(_benefit, "Who has a conquest made together", "power, rule, parts",
        parts=Argument(Table(POWER, OneOf(cooperation.PARTS, "a part in a conquest")), {})),
    "transfer": question(_transfer, "Whether an area may be handed over", MAY, of=Argument(AREA), to=Argument(POWER)),
    "ledgers": question(_ledgers, "The accounts of one power, or of all", "a list of accounts", of=Argument(POWER, None)),
}  # fmt: skip
