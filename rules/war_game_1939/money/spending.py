"""What a nation may buy and lend in the map's part of a turn, and the doing of it."""

from collections.abc import Iterable

from rules.kernel.menus import Barred, Count, Option, Plays
from rules.kernel.orders import Chosen
from rules.war_game_1939.model.adjudication import Adjudication
from rules.war_game_1939.model.citations import R
from rules.war_game_1939.model.powers import MAJOR_ALLIES, POWERS, side_of
from rules.war_game_1939.model.state import FULL, WarGameState
from rules.war_game_1939.model.tables import Tables
from rules.war_game_1939.money import funds

FACTORY_RULES = {
    "ussr": "U.S.S.R.",
    "uk": "U.K., France",
    "france": "U.K., France",
    "usa": "U.S.A.",
}
THIRD = "loans (a third of the land)"
"""The purse that bounds lending, as a player reads it."""


REDUCED = {"reduced": "Reduced", "destroyed": "Destroyed"}
"""What may become of one's own factory under a direct attack."""


def factories_bound(state: WarGameState, nation: str) -> bool:
    """Whether a nation may build and change no factory now."""
    return nation in MAJOR_ALLIES and state.nation(nation).status < FULL


def under_attack(state: WarGameState, nation: str, place: str) -> bool:
    """Whether a nation's territory is directly attacked in the player turn in play."""
    return state.holder(place) == nation and any(
        r.sort == "land" and r.what == place and r.how != "enter" and side_of(r.by) != side_of(nation)
        for r in state.lodged
    )  # fmt: skip


def use_bar(state: WarGameState, tables: Tables, nation: str, use: str) -> Barred | None:
    """Why a nation may not spend money for a use now."""
    row = tables.funds.uses[use]
    if use == "factory" and factories_bound(state, nation):
        why = (
            "Below Full War no factory is built or changed; one under direct attack may be reduced."
        )
        return Barred(why, R(FACTORY_RULES[nation]), "Opens at Full War.")
    if not available(state, tables, nation, use):
        opens = "Opens with money in a fund that pays for it."
        return Barred("There is no money that may be spent so.", R(row.rule), opens)
    return None


def available(state: WarGameState, tables: Tables, nation: str, use: str) -> int:
    """The money that a nation may spend for a use."""
    record = state.nation(nation)
    return sum(getattr(record, fund) for fund in funds.funds_for(state, tables, use))


def purchase_field(state: WarGameState, tables: Tables, nation: str) -> Plays | None:
    """What may be bought, each use with its dollars; nothing without money."""
    record = state.nation(nation)
    if not record.total:
        return None
    choices = []
    for key, use in tables.funds.uses.items():
        most = available(state, tables, nation, key)
        costs = (
            {"money": 1}
            if "lent" in funds.funds_for(state, tables, key)
            else {"money": 1, "cash": 1}
        )
        dollars = Count("amount", "Dollars", rule=R(use.rule), least=1, most=max(1, most))
        choices.append(
            Option(
                key,
                use.title,
                barred=use_bar(state, tables, nation, key),
                fields=(dollars,),
                per={"amount": costs},
            )
        )
    return Plays(
        "purchases",
        "Spend",
        rule=R("Banking Designated Funds"),
        choices=tuple(choices),
        most=len(choices),
        lines=True,
        purses={"money": record.total, "cash": record.cash},
    )


def gift_bar(state: WarGameState, tables: Tables, by: str, to: str) -> Barred | None:
    """Why one nation may not lend to another now."""
    return funds.lend_bar(state, by, to) or funds.borrow_bar(state, tables, to)


def gift_field(state: WarGameState, tables: Tables, nation: str) -> Plays | None:
    """To whom a nation may lend what; nothing where it has no allies to lend to."""
    record = state.nation(nation)
    left = max(0, funds.lending_tally(state, tables, nation).net)
    choices = []
    for other in state.seats:
        if other == nation or side_of(other) != side_of(nation):
            continue
        for fund in ("cash", "commerce"):
            most = min(getattr(record, fund), left)
            bar = gift_bar(state, tables, nation, other)
            if bar is None and not most:
                opens = (
                    "Opens with money in it, and within a third of your land's worth still to lend."
                )
                bar = Barred("There is nothing to lend from it.", R("W-12"), opens)
            dollars = Count("amount", "Dollars", rule=R("W-12"), least=1, most=max(1, most))
            choices.append(
                Option(
                    f"{other}:{fund}",
                    f"{POWERS[other].name}, {tables.funds.funds[fund].title.lower()}",
                    barred=bar,
                    fields=(dollars,),
                    per={"amount": {THIRD: 1, fund: 1}},
                )
            )
    if not choices:
        return None
    return Plays(
        "gifts",
        "Lend",
        rule=R("Military Commerce and Lend/Lease"),
        choices=tuple(choices),
        most=len(choices),
        lines=True,
        purses={THIRD: left, "cash": record.cash, "commerce": record.commerce},
    )


def _amount(chosen: Chosen) -> int:
    value = chosen.details.get("amount", 1)
    return value if isinstance(value, int) else 1


def give(course: Adjudication, nation: str, chosen: Chosen) -> None:
    """Lend as far as it is still allowed: what a report or another loan took meanwhile is left out."""
    to, _, fund = chosen.option.partition(":")
    left = funds.lending_tally(course.state, course.tables, nation).net
    amount = min(_amount(chosen), left, getattr(course.state.nation(nation), fund))
    if amount > 0 and gift_bar(course.state, course.tables, nation, to) is None:
        funds.lend(course, nation, to, fund, amount)


def buy(course: Adjudication, nation: str, purchases: Iterable[Chosen]) -> None:
    """Spend, uses that only cash pays for first; never more than there is."""
    uses = {
        use: funds.funds_for(course.state, course.tables, use) for use in course.tables.funds.uses
    }
    for chosen in sorted(purchases, key=lambda play: len(uses[play.option])):
        use = chosen.option
        amount = min(_amount(chosen), available(course.state, course.tables, nation, use))
        if amount > 0 and use_bar(course.state, course.tables, nation, use) is None:
            funds.spend(course, nation, use, amount)
