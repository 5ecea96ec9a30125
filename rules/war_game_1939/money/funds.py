"""Money by use: commerce money, land income, lending, spending, and the ceiling on Allied income."""

import msgspec

from rules.kernel.menus import NEVER, Barred
from rules.kernel.tally import Row, Tally, tally
from rules.war_game_1939.model import events as e
from rules.war_game_1939.model.adjudication import Adjudication
from rules.war_game_1939.model.citations import R
from rules.war_game_1939.model.powers import ALLIES, AXIS, POWERS, name
from rules.war_game_1939.model.state import FULL, Loan, WarGameState
from rules.war_game_1939.model.tables import Tables
from rules.war_game_1939.money.land import land_tally

FUNDS = ("cash", "commerce", "lent")


def share_of(state: WarGameState, tables: Tables, nation: str) -> int:
    """The per cent of its land value that a nation collects now."""
    if nation in AXIS:
        return FULL
    return tables.status.levels[str(state.nation(nation).status)].share


def part_of(land: int, share: int) -> int:
    """What so many per cent of land bring, rounded up."""
    return -(-land * share // 100)


def income_tally(state: WarGameState, tables: Tables, nation: str) -> Tally:
    """Land income now: the share of all land together, rounded up."""
    land = land_tally(state, tables, nation)
    share = share_of(state, tables, nation)
    kept = part_of(land.net, share)
    rule = R("Fractions of Neutrals")
    row = Row("share", kept - land.net, f"{share} per cent, rounded up", rule)
    return tally(
        f"Land income of {name(nation)}",
        [row],
        land.net,
        "Own land, controlled land, and neutrals sworn or economic to it",
        rule,
    )


def ceiling_of(state: WarGameState, tables: Tables, nation: str) -> int | None:
    """The most that an Ally may collect this turn; nothing limits the Axis."""
    if nation not in ALLIES:
        return None
    land = state.nation(nation).land
    return land or land_tally(state, tables, nation).net


def commerce_limit(state: WarGameState, tables: Tables, nation: str) -> int | None:
    """How much commerce money an Ally may keep beside the land income of now; nothing limits the Axis."""
    ceiling = ceiling_of(state, tables, nation)
    return None if ceiling is None else max(0, ceiling - income_tally(state, tables, nation).net)


def excess_tally(state: WarGameState, tables: Tables, nation: str, income: int) -> Tally | None:
    """What an Ally has collected beyond its ceiling (below zero: nothing); no tally where nothing
    limits the income.
    """
    ceiling = ceiling_of(state, tables, nation)
    if ceiling is None:
        return None
    rule = R("Allied Income Maximums")
    record = state.nation(nation)
    return tally(
        "Above the income maximum",
        [
            Row("commerce", record.collected, "Commerce money of this turn", rule),
            Row("income", income, "Land income", rule),
            Row("ceiling", -ceiling, "Land value when the turn began", rule),
        ],
        base_rule=rule,
    )  # fmt: skip


def collect(course: Adjudication, nation: str, land_first: int = 0) -> None:
    """A nation collects its land income; an Ally gives up what lies above its ceiling.

    Of an excess ``land_first`` is taken from land income, then commerce money of this turn that is
    left, then land income again. Nothing falls below zero (W-14).
    """
    found = income_tally(course.state, course.tables, nation)
    record = course.nation(nation, income=found.net)
    over = excess_tally(course.state, course.tables, nation, found.net)
    rule = R("Fractions of Neutrals") if nation in ALLIES else R("Axis")
    course.tell(e.IncomeCollected(nation=nation, tally=found, share=share_of(course.state, course.tables, nation), rule=rule))  # fmt: skip
    from_land = from_commerce = 0
    if over is not None and over.net > 0:
        from_land = min(over.net, land_first, found.net)
        from_commerce = min(over.net - from_land, record.collected, record.commerce)
        from_land = min(found.net, over.net - from_commerce)
        course.tell(
            e.IncomeForgone(nation=nation, tally=over, land=from_land, commerce=from_commerce,
                          rule=R("Allied Income Maximums"))
        )  # fmt: skip
    course.nation(
        nation,
        cash=record.cash + found.net - from_land,
        commerce=record.commerce - from_commerce,
        income=found.net - from_land,
        forgone_land=from_land,
        forgone_commerce=from_commerce,
    )


def forgoing_range(state: WarGameState, nation: str) -> tuple[int, int]:
    """How little and how much land income a nation can still give up of what it must, by taking
    back what it gave up of the other kind; what is spent is spent (W-57).
    """
    record = state.nation(nation)
    least = record.forgone_land - min(record.forgone_land, record.commerce)
    return least, record.forgone_land + min(record.forgone_commerce, record.cash)


def forgo(course: Adjudication, nation: str, land: int) -> None:
    """Give up so much land income, and the rest of the excess in commerce money, after all."""
    record = course.state.nation(nation)
    more = land - record.forgone_land
    commerce = record.forgone_commerce - more
    found = excess_tally(course.state, course.tables, nation, record.income + record.forgone_land)
    if not more or found is None:
        return
    course.nation(
        nation, cash=record.cash - more, commerce=record.commerce + more,
        income=record.income - more, forgone_land=land, forgone_commerce=commerce,
    )  # fmt: skip
    course.tell(
        e.IncomeForgone(nation=nation, tally=found, land=land, commerce=commerce,
                      rule=R("Allied Income Maximums"))
    )  # fmt: skip


def lending_tally(state: WarGameState, tables: Tables, nation: str) -> Tally:
    """How much a nation may still lend this game turn: a third of its land, rounded down."""
    land = land_tally(state, tables, nation).net
    third = land // tables.funds.lend_share
    rule = R("Military Commerce and Lend/Lease")
    return tally(
        "Still to lend this turn",
        [Row("given", -state.nation(nation).given, "Lent already", rule)],
        third,
        f"A third of land worth {land}",
        R("W-12"),
    )


def borrow_bar(state: WarGameState, tables: Tables, nation: str) -> Barred | None:
    """Why a nation may not receive loans now."""
    record = state.nation(nation)
    if nation in AXIS:
        return None
    if nation == "china":
        if record.borrows:
            return None
        why = "China borrows only in a turn in which its defence roll succeeded."
        opens = "Opens for the turn when China's defence roll succeeds."
        return Barred(why, R("Chinese Defense Roll"), opens)
    if record.status < tables.status.lend_from:
        levels = tables.status.levels
        least, now = (levels[str(n)].title for n in (tables.status.lend_from, record.status))
        why = f"It borrows from a war status of {least} on."
        opens = f"Opens at a war status of {least}; it is {now}."
        return Barred(why, R("Peacetime Allies"), opens)
    return None


def lend_bar(state: WarGameState, by: str, to: str) -> Barred | None:
    """Why one nation may not lend to another at all."""
    rule = R("Military Commerce and Lend/Lease")
    if POWERS[by].faction != POWERS[to].faction or by == to:
        return Barred("Nations lend to their own side.", rule, NEVER)
    if by == "china":
        return Barred("China does not lend.", rule, NEVER)
    if by == "france" and not state.yes("france_lends"):
        return Barred("France does not lend in this campaign.", R("W-33"), NEVER)
    return None


def lend(course: Adjudication, by: str, to: str, fund: str, amount: int) -> None:
    """Hand money over: cash stays free for any use, commerce money becomes hardware money."""
    donor, receiver = course.state.nation(by), course.state.nation(to)
    into = "cash" if fund == "cash" else "lent"
    parts = {fund: getattr(donor, fund) - amount}
    course.nation(by, given=donor.given + amount, **parts)
    course.nation(to, **{into: getattr(receiver, into) + amount})
    course.change(loans=(*course.state.loans, Loan(by=by, to=to, fund=into, amount=amount)))
    course.tell(
        e.MoneyLent(nation=by, to=to, fund=into, amount=amount, rule=R("Military Commerce and Lend/Lease"))
    )  # fmt: skip


def return_loans(course: Adjudication, nation: str) -> None:
    """All money lent since its last turn goes back; what is spent becomes a debt (W-36)."""
    kept: list[Loan] = []
    for loan in course.state.loans:
        if loan.to != nation:
            kept.append(loan)
            continue
        held = getattr(course.state.nation(nation), loan.fund)
        back = min(held, loan.amount)
        home = "cash" if loan.fund == "cash" else "commerce"
        course.nation(nation, **{loan.fund: held - back})
        course.nation(loan.by, **{home: getattr(course.state.nation(loan.by), home) + back})
        owed = loan.amount - back
        if owed:
            debt = msgspec.structs.replace(loan, amount=owed)
            course.change(debts=(*course.state.debts, debt))
        course.tell(
            e.MoneyReturned(nation=nation, to=loan.by, fund=loan.fund, amount=back, owed=owed,
                          rule=R("U.S.S.R.: Return of Lend/Lease"))
        )  # fmt: skip
    course.change(loans=tuple(kept))


def funds_for(state: WarGameState, tables: Tables, use: str) -> tuple[str, ...]:
    """The funds that may pay for a use, the most restricted first (factories by a switch, W-56)."""
    if use == "factory" and state.switch("factory_money") == "hardware":
        use = "hardware"
    return tables.funds.uses[use].funds


def draw(course: Adjudication, nation: str, amount: int, funds: tuple[str, ...]) -> dict[str, int]:
    """Take money from funds in this order; gives what came from which. There must be enough."""
    taken: dict[str, int] = {}
    for fund in funds:
        held = getattr(course.state.nation(nation), fund)
        part = min(held, amount)
        if part:
            taken[fund] = part
            course.nation(nation, **{fund: held - part})
            amount -= part
    return taken


def spend(course: Adjudication, nation: str, use: str, amount: int) -> None:
    """Spend money for a use, from the most restricted fund that may pay for it."""
    row = course.tables.funds.uses[use]
    taken = draw(course, nation, amount, funds_for(course.state, course.tables, use))
    course.tell(e.MoneySpent(nation=nation, use=use, amount=amount, funds=taken, rule=R(row.rule)))


def influence_money(state: WarGameState, nation: str) -> int:
    """What a nation can pay influence with: its own commerce money and its cash (W-13)."""
    record = state.nation(nation)
    return record.commerce + record.cash
