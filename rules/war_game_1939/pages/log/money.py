"""Commerce, income, loans and what is spent."""

from rules.kernel.grammar import capital
from rules.war_game_1939.model import events as e
from rules.war_game_1939.model.powers import adjective, name, title
from rules.war_game_1939.model.tables import build
from rules.war_game_1939.pages.headlines import COMMERCE, MONEY
from rules.war_game_1939.pages.log.told import Telling, Told, in_news, listed, place_name, rolled


def _die_thrown(v: e.DieThrown) -> Told:
    return Told(f"{title(v.nation)} threw {v.value}", f"Commerce die {v.number}.", 2, die=v.value)


def _dice_thrown(v: e.DiceThrown) -> Told:
    head = f"{title(v.nation)} threw {listed([str(value) for value in v.values])}"
    first, last, money = v.number, v.number + len(v.values) - 1, sum(v.values)
    if v.stopped:
        until = v.until
        return Told(
            head, f"Commerce dice {first} to {last}: ${money}, which makes ${until} or more.", 3
        )
    return Told(head, f"Commerce dice {first} to {last}: ${money}.", 3)


def _die_rerolled(v: e.DieRerolled) -> Told:
    head = f"{title(v.nation)} threw die {v.number} again: {v.value}"
    return Told(head, f"It showed {v.before}.", 4, die=v.value)


def _dice_bid(v: e.DiceBid) -> Told:
    dice = "a die" if v.dice == 1 else f"{v.dice} dice"
    return Told(f"{title(v.nation)} took the safe bid for {dice}", f"${v.money}.", 3)


def _commerce(v: e.CommerceCollected) -> Told:
    use = "for any use" if v.fund == "cash" else "for hardware and influence"
    head = f"{title(v.nation)} collected ${v.tally.net} of commerce money"
    told = Told(head, f"It is {use}.", 12 + min(v.tally.net, 132) // 12, v.tally)
    return _taken_in(told, COMMERCE, v.nation, v.tally.net)


def _taken_in(told: Told, topic: str, nation: str, money: int) -> Told:
    """Money that comes in every turn."""
    said = "{who} takes in ${sum}"
    return told.aside(said, topic, who=(name(nation),), sum=str(money))


def _commerce_ended(v: e.CommerceEnded) -> Told:
    rest = " ".join(row.reason for row in v.tally.rows)
    return Told(f"No commerce dice for {name(v.nation)}", rest, 16, v.tally).aside(
        "this turn brings {whom} no trade", whom=(name(v.nation),)
    )


def _freed(v: e.CommerceFreed) -> Told:
    freed = f" ${v.money} are free at once." if v.money else ""
    head = f"{capital(adjective(v.nation))} commerce is guaranteed and free for any use"
    return Told(head, f"{capital(v.why)}.{freed}", 48)


def _income(v: e.IncomeCollected) -> Told:
    head = f"{title(v.nation)} collected ${v.tally.net} of land income"
    told = Told(head, f"{v.share} per cent of {v.tally.base}.", 12 if v.tally.net else 4, v.tally)
    return _taken_in(told, MONEY, v.nation, v.tally.net) if v.tally.net else told


def _forgone(v: e.IncomeForgone) -> Told:
    parts = [
        f"${n} of {what}"
        for n, what in ((v.land, "land income"), (v.commerce, "commerce money"))
        if n
    ]
    head = f"{title(v.nation)} gave up {listed(parts) if parts else 'nothing, for all was spent'}"
    told = Told(head, "It collected more than its land is worth.", 14, v.tally)
    if not parts:
        return told
    return told.aside(
        "{who} gives up ${sum}, for it collected more than its land is worth",
        who=(name(v.nation),),
        sum=str(v.land + v.commerce),
    )


def _reduced(v: e.FactoryReduced) -> Told:
    head = f"{title(v.nation)} {v.how} its factory in {place_name(v.place)}"
    said = Told(head, "The territory was under attack.", 16)
    one = (
        "{who} destroys its factory in {where}"
        if v.how == "destroyed"
        else "{who} reduces its factory in {where}"
    )
    why = "{where} is under attack"
    return said.as_news(one, why=why, who=(name(v.nation),), where=in_news(v.place))


def _borrowing(v: e.BorrowingRolled) -> Told:
    head = "China may borrow this turn" if v.made else "China may not borrow this turn"
    told = Told(head, rolled(v.die, v.tally), 17 if v.made else 10, v.tally, v.die, actor="china")
    return told.aside("" if v.made else "China may not borrow this turn")


def _lent(v: e.MoneyLent) -> Told:
    use = "for any use" if v.fund == "cash" else "for hardware alone"
    return Told(f"{title(v.nation)} lent {name(v.to)} ${v.amount}", capital(f"{use}."), 18).as_news(
        "{who} lends {to} money",
        "{who} lend {to} money",
        alone="{who} lends {to} ${sum}",
        part="{who} ${sum} to {to}",
        who=(name(v.nation),),
        to=(name(v.to),),
        sum=str(v.amount),
    )


def _returned(v: e.MoneyReturned) -> Told:
    owed = f" ${v.owed} were spent and are owed." if v.owed else ""
    head = f"{title(v.nation)} returned ${v.amount} to {name(v.to)}"
    return Told(head, owed.strip(), 24).as_news(
        "{who} returns ${sum} to {to}",
        who=(name(v.nation),),
        to=(name(v.to),),
        sum=str(v.amount),
    )


def _spent(v: e.MoneySpent) -> Told:
    use = build({}).funds.uses[v.use].title
    return Told(f"{title(v.nation)} spent ${v.amount}", f"{use}.", 13).aside(
        "{who} spends ${sum}", who=(name(v.nation),), sum=str(v.amount)
    )


TELL: Telling = {
    e.DieThrown: _die_thrown,
    e.DiceThrown: _dice_thrown,
    e.DieRerolled: _die_rerolled,
    e.DiceBid: _dice_bid,
    e.CommerceCollected: _commerce,
    e.CommerceEnded: _commerce_ended,
    e.CommerceFreed: _freed,
    e.IncomeCollected: _income,
    e.IncomeForgone: _forgone,
    e.FactoryReduced: _reduced,
    e.BorrowingRolled: _borrowing,
    e.MoneyLent: _lent,
    e.MoneyReturned: _returned,
    e.MoneySpent: _spent,
}
