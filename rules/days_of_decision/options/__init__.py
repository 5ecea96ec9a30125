"""Every option of the game: what it asks for and what it does. Numbers stand in the tables."""

from collections.abc import Mapping

from rules.days_of_decision.model.conditions import At
from rules.days_of_decision.model.table_rows import Tables
from rules.days_of_decision.options import (
    diplomacy,
    home,
    markers,
    minors,
    national,
    surrender,
    treaty,
    vichy,
    war,
)
from rules.days_of_decision.options.base import LEAVE, Behaviour, offer
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
    "ipo-1": markers.MoveMarker(),
    "ipo-2": minors.TradeDeal(),
    "ipo-3": minors.EconomicAid(),
    "ipo-4": minors.Propaganda(),
    "ipo-5": minors.Join(),
    "ipo-6": minors.Mission(),
    "ipo-7": minors.Claim(),
    "ipo-8": minors.Subversion(),
    "ipo-9": markers.Pressure(),
    "ipo-10": home.Election(),
    "ipo-11": diplomacy.BreakTreaties(),
    "ipo-12": minors.Guarantee(),
    "ipo-13": diplomacy.WarAims(),
    "ipo-14": vichy.TakeLand(),
    "ipo-15": diplomacy.NavalTreaty(),
    "ipo-16": diplomacy.Conference(),
    "ipo-17": diplomacy.ArmsEmbargo(),
    "ipo-18": diplomacy.Bonus(),
    "ipo-19": diplomacy.EmbargoJapan(),
    "ipo-20": minors.Volunteers(),
    "0a": home.BuyEffectiveness(),
    "0b": minors.SecretUnitFor(),
    "0c": home.AnotherElection(),
    "0d": home.Factory(),
    "0e": home.MoneyExchange(),
    "0f": home.Reply(kinds_of),
    "0g": minors.OneMinor(),
    "0h": home.Intelligence(),
    "2": home.GearUp(),
    "3": treaty.MakeTreaty(),
    "4": war.DeclareWar(),
    "4a": war.ForceVichy(),
    "4b": war.ClosePassages(),
    "4c": war.CloseBurmaRoad(),
    "5": surrender.Surrender(),
    "germany-6": national.Rhineland(),
    "germany-11": national.Ukraine(),
    "japan-6": national.WarOnChina(),
    "china-7": national.CivilWar(),
    "ussr-7": national.CivilWar(),
    "commonwealth-8": national.HomeRule(),
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
