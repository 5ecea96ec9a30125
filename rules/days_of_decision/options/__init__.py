"""Every option of the game: what it asks for and what it does. Numbers stand in the tables."""

from collections.abc import Mapping

from rules.days_of_decision.model.conditions import At
from rules.days_of_decision.model.table_rows import Tables
from rules.days_of_decision.options.base import LEAVE, Behaviour, offer
from rules.days_of_decision.options.diplomacy import (
    ArmsEmbargo,
    Bonus,
    BreakTreaties,
    Conference,
    EmbargoJapan,
    NavalTreaty,
    WarAims,
)
from rules.days_of_decision.options.home import (
    AnotherElection,
    BuyEffectiveness,
    Election,
    Factory,
    GearUp,
    Intelligence,
    MoneyExchange,
    Reply,
)
from rules.days_of_decision.options.markers import MoveMarker, Pressure
from rules.days_of_decision.options.minors import (
    Claim,
    EconomicAid,
    Guarantee,
    Join,
    Mission,
    OneMinor,
    Propaganda,
    SecretUnitFor,
    Subversion,
    TradeDeal,
    Volunteers,
)
from rules.days_of_decision.options.national import (
    CivilWar,
    HomeRule,
    Rhineland,
    Ukraine,
    WarOnChina,
)
from rules.days_of_decision.options.surrender import Surrender
from rules.days_of_decision.options.treaty import MakeTreaty
from rules.days_of_decision.options.vichy import TakeLand
from rules.days_of_decision.options.war import (
    CloseBurmaRoad,
    ClosePassages,
    DeclareWar,
    ForceVichy,
)
from rules.kernel.memo import by_identity
from rules.kernel.menus import Option


@by_identity(64)
def kinds_of(tables: Tables) -> dict[str, str]:
    """Every kind of proposal, with its name for standing orders."""
    found = {
        kind: label
        for card in tables.cards.values()
        for kind, label in behaviour(card.key).kinds(card, tables).items()
    }
    return {**found, LEAVE: "A Vichy power's other options"}


BEHAVIOURS: Mapping[str, Behaviour] = {
    "ipo-1": MoveMarker(),
    "ipo-2": TradeDeal(),
    "ipo-3": EconomicAid(),
    "ipo-4": Propaganda(),
    "ipo-5": Join(),
    "ipo-6": Mission(),
    "ipo-7": Claim(),
    "ipo-8": Subversion(),
    "ipo-9": Pressure(),
    "ipo-10": Election(),
    "ipo-11": BreakTreaties(),
    "ipo-12": Guarantee(),
    "ipo-13": WarAims(),
    "ipo-14": TakeLand(),
    "ipo-15": NavalTreaty(),
    "ipo-16": Conference(),
    "ipo-17": ArmsEmbargo(),
    "ipo-18": Bonus(),
    "ipo-19": EmbargoJapan(),
    "ipo-20": Volunteers(),
    "0a": BuyEffectiveness(),
    "0b": SecretUnitFor(),
    "0c": AnotherElection(),
    "0d": Factory(),
    "0e": MoneyExchange(),
    "0f": Reply(kinds_of),
    "0g": OneMinor(),
    "0h": Intelligence(),
    "2": GearUp(),
    "3": MakeTreaty(),
    "4": DeclareWar(),
    "4a": ForceVichy(),
    "4b": ClosePassages(),
    "4c": CloseBurmaRoad(),
    "5": Surrender(),
    "germany-6": Rhineland(),
    "germany-11": Ukraine(),
    "japan-6": WarOnChina(),
    "china-7": CivilWar(),
    "ussr-7": CivilWar(),
    "commonwealth-8": HomeRule(),
}

_PLAIN = Behaviour()
"""Options that only the map carries out, or that are not offered yet."""


def behaviour(key: str) -> Behaviour:
    """What an option does."""
    return BEHAVIOURS.get(key, _PLAIN)


def offered(at: At, key: str) -> Option:
    """One option as the menu offers or bars it."""
    return offer(at, at.tables.cards[key], behaviour(key))


def hand(at: At) -> tuple[Option, ...]:
    """Every option that a power may ever play, in the order of the table."""
    cards = at.tables.cards
    return tuple(offered(at, key) for key in cards if at.power in cards[key].row.powers)
