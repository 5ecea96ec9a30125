"""What takes effect at once: commerce dice, reports, money, American moves, and facts of the map."""

from collections.abc import Callable, Iterable

from rules.kernel import fact_acts
from rules.kernel.fact_acts import Confirm, Declare, Dispute
from rules.kernel.menus import Barred, Choice, Count, Field, Menu, Pick, PickMany
from rules.kernel.orders import Order
from rules.kernel.serial import gathered
from rules.war_game_1939.commerce import dice
from rules.war_game_1939.commerce.odds import about, moves, worth
from rules.war_game_1939.commerce.plans import position, so_far, terms_of
from rules.war_game_1939.model import orders
from rules.war_game_1939.model.adjudication import Adjudication
from rules.war_game_1939.model.citations import R
from rules.war_game_1939.model.events import FactoryReduced, MovesDeclared
from rules.war_game_1939.model.facts import FACTS
from rules.war_game_1939.model.powers import POWERS, enemies_of, side_of
from rules.war_game_1939.model.state import Lodged, WarGameState
from rules.war_game_1939.model.tables import Tables, tables_of
from rules.war_game_1939.money import funds, spending
from rules.war_game_1939.neutrals import influence
from rules.war_game_1939.turn.menus import report_field, report_label
from rules.war_game_1939.turn.steps import parts
from rules.war_game_1939.war import american_isolation, attacks


def menus(state: WarGameState, nation: str) -> tuple[Menu, ...]:
    """Everything that a nation may do at once now."""
    if nation not in state.nations:
        return ()
    tables = tables_of(state)
    found: list[Menu | None] = []
    key = parts(state.step)[0].key
    if key == "commerce":
        found.append(_deal(state, tables, nation))
    if key == "play":
        found += [
            _report(state, tables, nation),
            _withdraw(state, tables, nation),
            _forgo(state, nation),
            _reduce(state, tables, nation),
            _move(state, tables, nation),
            _spend(state, tables, nation),
            _lend(state, tables, nation),
            _shot(state, tables, nation),
            _contest(state, tables, nation),
            _late(state, tables, nation),
        ]
    facts = fact_acts.menus(
        state,
        nation,
        FACTS,
        mine=tuple(FACTS),
        theirs=lambda by: side_of(by) not in ("", side_of(nation)),
        rule=R("W-02"),
    )
    return (*(menu for menu in found if menu is not None), *facts)


def _deal(state: WarGameState, tables: Tables, nation: str) -> Menu | None:
    deal = state.deals.get(nation)
    if deal is None or nation not in state.awaiting:
        return None
    settled = Barred("Every die is thrown or bid for.", R("Safe Bid"), "Opens next turn.")
    terms = terms_of(tables.commerce)
    spot, total = position(deal, tables.commerce), so_far(deal, terms)
    means = {move: total + worth(spot, move, terms) for move in moves(spot)}

    def note(move: str, counts: bool = True) -> str:
        if move not in means or not counts:
            return ""
        best_ = ", the best" if means[move] == max(means.values()) else ""
        return f"{about(means[move])} on average in the end{best_}"

    choices = [
        Choice("roll", "Roll", note=note("roll"), barred=None if deal.left else settled),
        Choice("roll.all", "Throw all that is left", barred=None if deal.left else settled),
        Choice("bid", f"Safe bid, ${tables.commerce.bid} a die", note=note("bid"), barred=None if deal.left else settled),
    ]  # fmt: skip
    spent = (
        None
        if spot.rerolls
        else Barred("Both re-rolls are used.", R("Renegotiation Roll"), "Opens next turn.")
    )
    choices += [
        Choice(
            f"reroll.{n}",
            f"Re-roll die {n}, which shows {value}",
            note=note("reroll", value == spot.low),
            barred=spent,
        )
        for n, value in enumerate(deal.thrown, start=1)
    ]
    fields: tuple[Field, ...] = (
        Pick("move", "What to do", rule=R("Diversification"), choices=tuple(choices), optional=False),
        Count("dice", "With how many dice", rule=R("Diversification"), least=1, most=max(1, deal.left)),
        Count(
            "until",
            "Stop once the sum is at least",
            rule=R("Diversification"),
            help=_until_help(state, tables, nation),
            most=total + deal.left * terms.sides,
        ),
    )  # fmt: skip
    return Menu(
        nation,
        "deal",
        "Commerce dice, at once",
        fields,
        tallies=(dice.deal_tally(deal, tables, nation),),
        notes=("There is no way back from a die.",),
    )


def _until_help(state: WarGameState, tables: Tables, nation: str) -> str:
    """What a sum to stop at is good for: an Ally keeps no more than its ceiling."""
    kept = funds.commerce_limit(state, tables, nation)
    if kept is None:
        return "Dice are thrown until the sum is reached or none is left; 0 for no stop."
    return (
        "Dice are thrown until the sum is reached or none is left; 0 for no stop. "
        f"With the land income of now ${kept} of it may be kept."
    )


def _phasing(state: WarGameState) -> tuple[str, ...]:
    """The nations whose player turn it is."""
    group = parts(state.step)[1]
    return tables_of(state).turns.groups[group].nations if group else ()


def _report(state: WarGameState, tables: Tables, nation: str) -> Menu | None:
    if nation not in _phasing(state):
        return None
    field = report_field(state, tables, nation)
    return Menu(nation, "report", "Report attacks", (field,))


def _reports(tables: Tables, lodged: Iterable[Lodged]) -> tuple[Choice, ...]:
    return tuple(
        Choice(str(r.number), f"{report_label(tables, r.sort, r.what, r.how)}, {POWERS[r.by].name}")
        for r in lodged
    )  # fmt: skip


def _withdraw(state: WarGameState, tables: Tables, nation: str) -> Menu | None:
    mine = _reports(tables, (r for r in state.lodged if r.by == nation))
    if not mine:
        return None
    field = PickMany("reports", "Reports", rule=R("W-37"), choices=mine)
    return Menu(nation, "withdraw", "Withdraw reports", (field,))


def _contest(state: WarGameState, tables: Tables, nation: str) -> Menu | None:
    theirs = _reports(
        tables,
        (r for r in state.lodged if r.by in enemies_of(nation) and nation not in r.contested),
    )
    if not theirs:
        return None
    field = PickMany("reports", "Reports", rule=R("W-43"), choices=theirs)
    return Menu(nation, "contest", "Contest reports", (field,))


def _shot(state: WarGameState, tables: Tables, nation: str) -> Menu | None:
    passing = tuple(n for n in _phasing(state) if n in enemies_of(nation))
    if not passing:
        return None
    zones = tuple(Choice(key, zone.name) for key, zone in tables.sea.zones.items())
    fields: tuple[Field, ...] = (
        Pick("zone", "Where", rule=R("W-44"), choices=zones, optional=False),
        Pick(
            "against",
            "At whom",
            rule=R("W-44"),
            choices=tuple(Choice(n, POWERS[n].name) for n in passing),
            optional=False,
        ),
    )
    return Menu(nation, "shot", "A transport fired in defence", fields)


Bar = Callable[[WarGameState, Tables, str], Barred | None]


def _move(state: WarGameState, tables: Tables, nation: str) -> Menu | None:
    if nation != "usa":
        return None
    land, sea = tables.land.territories, tables.sea.zones

    def places(key: str, label: str, bar: Bar) -> Field:
        choices = (Choice(k, r.name, barred=bar(state, tables, k)) for k, r in land.items())
        return PickMany(key, label, rule=rule, choices=tuple(choices))

    def zones(key: str, label: str, bar: Bar) -> Field:
        choices = (Choice(k, z.name, barred=bar(state, tables, k)) for k, z in sea.items())
        return PickMany(key, label, rule=rule, choices=tuple(choices))

    if nation not in _phasing(state):
        rule = R("U.S. Retreat")
        retreat = zones("retreat", "Attacked ships retreated to", american_isolation.retreat_bar)
        return Menu(nation, "move", "Retreats of the navy", (retreat,))
    rule = R("American Isolationism")
    fields = [
        places("build", "Build in", american_isolation.build_bar),
        places("land", "Move on land and by air to", american_isolation.land_bar),
        zones("sea", "End a sea move in", american_isolation.sea_bar),
        zones("attack", "Attack at sea in", american_isolation.sea_attack_bar),
    ]
    if state.retreated:
        left = tuple(Choice(zone, sea[zone].name) for zone in state.retreated)
        fields.append(PickMany("leave", "Ships left again", rule=R("U.S. Retreat"), choices=left))
    return Menu(nation, "move", "Check American moves", tuple(fields))


def _spend(state: WarGameState, tables: Tables, nation: str) -> Menu | None:
    field = spending.purchase_field(state, tables, nation)
    if nation not in _phasing(state) or field is None:
        return None
    return Menu(nation, "spend", "Spend money", (field,))


def _lend(state: WarGameState, tables: Tables, nation: str) -> Menu | None:
    field = spending.gift_field(state, tables, nation)
    if field is None:
        return None
    left = funds.lending_tally(state, tables, nation)
    return Menu(nation, "lend", "Lend-lease", (field,), tallies=(left,))


def _forgo(state: WarGameState, nation: str) -> Menu | None:
    record = state.nation(nation)
    least, most = funds.forgoing_range(state, nation)
    if nation not in _phasing(state) or least == most:
        return None
    over = record.forgone_land + record.forgone_commerce
    rule = R("W-57")
    field = Count(
        "land",
        f"Land income to give up of ${over}",
        rule=rule,
        help=f"You gave up ${record.forgone_land} of it; the rest is commerce money.",
        least=least,
        most=most,
    )
    confirm = "What you keep of land income you give up of commerce money."
    return Menu(nation, "forgo", "Above the income maximum", (field,), confirm=confirm)


def _reduce(state: WarGameState, tables: Tables, nation: str) -> Menu | None:
    struck = tuple(
        key for key in tables.land.territories if spending.under_attack(state, nation, key)
    )
    if not struck or not spending.factories_bound(state, nation):
        return None
    rule = R(spending.FACTORY_RULES[nation])
    fields: tuple[Field, ...] = (
        Pick(
            "place",
            "Where",
            rule=rule,
            choices=tuple(Choice(key, tables.place(key).name) for key in struck),
            optional=False,
        ),
        Pick(
            "how",
            "What",
            rule=rule,
            choices=tuple(Choice(k, v) for k, v in spending.REDUCED.items()),
            optional=False,
        ),
    )
    return Menu(nation, "reduce", "A factory under direct attack", fields)


def _late(state: WarGameState, tables: Tables, nation: str) -> Menu | None:
    found = influence.late_choices(state, tables, nation)
    first = parts(state.step)[1] == tables.turns.order[0]
    if not found or not first:
        return None
    most = max(influence.room(tables, a) for a in found)
    money = min(most, funds.influence_money(state, nation))
    if not money:
        return None
    choices = tuple(
        Choice(a.key, f"{POWERS[a.nation].name} in {tables.place(a.place).name}, die {a.die}")
        for a in found
    )  # fmt: skip
    fields: tuple[Field, ...] = (
        Pick("attempt", "Against", rule=R("Late Influence Payment"), choices=choices, optional=False),
        Count("money", "Dollars", rule=R("Late Influence Payment"), least=tables.diplomacy.least_money, most=money),
    )  # fmt: skip
    return Menu(nation, "late", "You were not asked: pay late", fields)


# -- doing -----------------------------------------------------------------------------------


def perform(course: Adjudication, nation: str, act: Order) -> None:
    """Carry an act out; it stands on the menu."""
    DO[type(act)](course, nation, act)


def _do_report(course: Adjudication, nation: str, act: orders.Report) -> None:
    for play in act.reports:
        attacks.lodge(course, attacks.read(course.state, nation, play))


def _do_shot(course: Adjudication, nation: str, act: orders.Shot) -> None:
    shot = Lodged(number=0, by=nation, sort="shot", what=act.zone, against=(act.against,))
    attacks.lodge(course, shot)


def _do_lend(course: Adjudication, nation: str, act: orders.Lend) -> None:
    for gift in act.gifts:
        spending.give(course, nation, gift)


def _do_reduce(course: Adjudication, nation: str, act: orders.Reduce) -> None:
    rule = R(spending.FACTORY_RULES[nation])
    course.tell(FactoryReduced(nation=nation, place=act.place, how=act.how, rule=rule))


def _do_deal(course: Adjudication, nation: str, act: orders.Deal) -> None:
    if act.move == "bid":
        dice.bid(course, nation, act.dice)
    elif act.move == "roll":
        dice.throw_on(course, nation, act.dice, act.until)
    elif act.move == "roll.all":
        dice.throw_on(course, nation, course.state.deals[nation].left, act.until)
    else:
        dice.reroll(course, nation, int(act.move.partition(".")[2]))


def _do_move(course: Adjudication, nation: str, act: orders.Move) -> None:
    out = {*course.state.retreated, *act.retreat} - set(act.leave)
    course.change(retreated=tuple(sorted(out)))
    course.tell(gathered(MovesDeclared, act, nation=nation, rule=R("American Isolationism")))


def _do_declare(course: Adjudication, nation: str, act: Declare) -> None:
    said = FACTS.named_now(course.state.facts, act.facts)
    fact_acts.declare(course, nation, said, R("W-02"))
    for key in sorted(said):
        group, _, place = key.partition(".")
        if group == "control" and course.tables.place(place).neutral:
            attacks.note_first(course, place, str(said[key]))


DO: dict[type[Order], Callable[..., None]] = {
    orders.Deal: _do_deal,
    orders.Report: _do_report,
    orders.Shot: _do_shot,
    orders.Withdraw: lambda course, nation, act: attacks.withdraw(course, map(int, act.reports)),
    orders.Contest: lambda course, nation, act: attacks.contest(
        course, nation, map(int, act.reports)
    ),
    orders.Move: _do_move,
    orders.Lend: _do_lend,
    orders.Forgo: lambda course, nation, act: funds.forgo(course, nation, act.land),
    orders.Reduce: _do_reduce,
    orders.Spend: lambda course, nation, act: spending.buy(course, nation, act.purchases),
    orders.Late: lambda course, nation, act: influence.pay_late(
        course, nation, act.attempt, act.money
    ),
    Declare: _do_declare,
    Confirm: lambda course, nation, act: fact_acts.confirm(course, nation, act.facts, R("W-02")),
    Dispute: lambda course, nation, act: fact_acts.dispute(course, nation, act, R("W-02")),
}
"""How each kind of act is carried out."""
