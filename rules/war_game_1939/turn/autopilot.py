"""Sensible orders for a silent nation: best odds with dice, every roll that helps, thrifty influence.

Everything is decided from the nation's view; with dice, influence goes to one of the neutrals that it likes
best. On the map an autopilot does nothing: it
may stand in for a person, whose wars and purchases are not for it to invent (W-02). Where the campaign
lets autopilots sketch the map, they buy, lend, and report the conquests of ``data/history.yaml``, as
far as those are still legal.
"""

from typing import Any

from rules.kernel.autopilot import leaning
from rules.kernel.dice import Dice
from rules.kernel.menus import Menu
from rules.kernel.orders import Chosen, Order
from rules.war_game_1939.model.orders import Counter, Influence, Plan, Stand, Status, Turn
from rules.war_game_1939.model.powers import AXIS, side_of
from rules.war_game_1939.model.state import WarGameState
from rules.war_game_1939.model.tables import HistoryRow, Tables, tables_of
from rules.war_game_1939.money import funds, spending
from rules.war_game_1939.money.land import COUNTING
from rules.war_game_1939.neutrals import influence
from rules.war_game_1939.turn.steps import parts
from rules.war_game_1939.war import attacks
from rules.war_game_1939.war.status import offered

RESERVE = 6
"""Dollars below which influence waits, and that purchases leave for it."""
LOAN = 4
"""One part in so many of its commerce money is what an Ally lends."""
NEEDY = ("china", "ussr", "uk", "france")
"""To whom autopilots lend, the first who may borrow."""


def order(state: WarGameState, nation: str, menu: Menu, dice: Dice | None = None) -> Order:
    """What the autopilot hands in for this menu."""
    tables = tables_of(state)
    match menu.order:
        case "plan":
            return Plan(policy="best")
        case "influence":
            return _influence(state, tables, nation, dice)
        case "counter":
            return _counter(state, tables, nation)
        case "status":
            return Status(rolls=tuple(row.key for row in offered(state, tables, nation)))
        case "turn":
            if state.switch("map") != "sketch":
                return Turn()
            return Turn(
                reports=tuple(_sketch(state, tables, nation)),
                gifts=tuple(_gifts(state, tables, nation)),
                purchases=tuple(_purchases(state, tables, nation)),
            )
        case _:
            return Stand()


def _influence(state: WarGameState, tables: Tables, nation: str, dice: Dice | None) -> Influence:
    """One attempt: on the neutral that is worth most among those that lean its way, or are free."""
    money = funds.influence_money(state, nation)
    if money < RESERVE:
        return Influence()
    open_ = [
        place
        for place in tables.neutrals
        if influence.bar(state, tables, nation, place) is None
        and state.lean(place)[0] in ("", nation)
    ]
    if not open_:
        return Influence()
    rank = tables.turns.order.index(tables.group_of(nation))
    liked = sorted(
        open_,
        key=lambda place: (
            -influence.number_of(state, nation, place),
            state.lean(place)[0] != nation,
            -tables.place(place).value,
            place,
        ),
    )
    if state.lean(liked[0])[0] != nation:
        # Allies do not all begin with the same one.
        first = rank % len(liked)
        liked = liked[first:] + liked[:first]
    place = leaning(liked, dice, "influence")
    details: dict[str, Any] = {"money": min(2, money, tables.diplomacy.most_money)}
    return Influence(attempts=(Chosen(option=place, details=details),))


def _counter(state: WarGameState, tables: Tables, nation: str) -> Counter:
    """A dollar against what would bring an enemy land that pays or counts."""
    left = funds.influence_money(state, nation) - RESERVE
    against: dict[str, int] = {}
    for attempt in state.attempts:
        if side_of(attempt.nation) == side_of(nation) or left <= 0:
            continue
        after = influence.after(state, tables, attempt.nation, attempt.place).partition(".")[2]
        if after in COUNTING:
            against[attempt.key] = 1
            left -= 1
    return Counter(against=against)


def _gifts(state: WarGameState, tables: Tables, nation: str) -> list[Chosen]:
    """A small loan from commerce money to the ally that is worst off and may borrow."""
    purse_left = min(state.nation(nation).commerce, funds.lending_tally(state, tables, nation).net)
    needy = [
        n for n in NEEDY if n != nation and spending.gift_bar(state, tables, nation, n) is None
    ]
    amount = purse_left // LOAN
    if nation in AXIS or not needy or amount < 1:
        return []
    return [Chosen(option=f"{needy[0]}:commerce", details={"amount": amount})]


def _purchases(state: WarGameState, tables: Tables, nation: str) -> list[Chosen]:
    """Hardware from the money that buys nothing else, infantry from cash beyond a reserve."""
    record = state.nation(nation)
    given = sum(int(str(g.details["amount"])) for g in _gifts(state, tables, nation))
    hardware = record.lent + max(0, record.commerce - given - RESERVE)
    infantry = max(0, record.cash - RESERVE)
    wanted = (("hardware", hardware), ("infantry", infantry))
    return [
        Chosen(option=use, details={"amount": amount})
        for use, amount in wanted
        if amount and spending.use_bar(state, tables, nation, use) is None
    ]


def _sketch(state: WarGameState, tables: Tables, nation: str) -> list[Chosen]:
    rows = tables.history.get(str(state.turn), {}).get(parts(state.step)[1], ())
    told = {report.what for report in state.lodged}
    return [
        chosen
        for row in rows
        if row.by == nation and (row.place or row.zone) not in told
        for chosen in (_chosen(row),)
        if attacks.allowed(state, tables, nation, chosen) and _sensible(state, row)
    ]


def _sensible(state: WarGameState, row: HistoryRow) -> bool:
    """Enemies are attacked, and neutrals that do not lean to one's own side."""
    if row.zone:
        return True
    patron = state.lean(row.place)[0]
    return patron in AXIS if row.by in ("uk", "france") else patron != row.by


def _chosen(row: HistoryRow) -> Chosen:
    if row.zone:
        return Chosen(option=f"sea:{row.zone}", details={"against": row.against})
    outcome = "failed" if row.failed else "taken"
    return Chosen(option=f"land:{row.place}", details={"how": "ground", "outcome": outcome})
