"""The sheets that phases ask for. Acts at once have theirs in ``acts``."""

from rules.kernel.menus import (
    NEVER,
    Allot,
    Barred,
    Choice,
    Count,
    Each,
    Field,
    Menu,
    Option,
    Pick,
    PickMany,
    Plays,
)
from rules.kernel.odds import said
from rules.kernel.orders import Order
from rules.war_game_1939.commerce.dice import dice_tally
from rules.war_game_1939.commerce.plans import HIGHEST, POLICIES, RE_ROLLS
from rules.war_game_1939.france import fall_of_france
from rules.war_game_1939.model.citations import R
from rules.war_game_1939.model.orders import Standing
from rules.war_game_1939.model.powers import POWERS, enemies_of, name, side_of
from rules.war_game_1939.model.state import Attempt, Deal, WarGameState
from rules.war_game_1939.model.tables import Tables, tables_of
from rules.war_game_1939.money import funds, spending
from rules.war_game_1939.neutrals import influence
from rules.war_game_1939.turn.steps import parts
from rules.war_game_1939.war import attacks, status

REPORTS_AT_ONCE = 12
"""How many reports one sheet may hold; acts may lodge more."""
ROLLED: dict[str, tuple[str, ...]] = {"policy": ("roll",)}
"""When re-rolls after every die are worth asking for."""
LINES = 6
"""How many lines a commerce plan may have."""


# -- commerce --------------------------------------------------------------------------------


def plan_fields(dice: int, tables: Tables, *, left: bool = True) -> tuple[Field, ...]:
    """The fields of a commerce plan for a nation with so many dice; once none of them is ``left``, lines have nothing to
    decide.
    """
    most = tables.commerce.sides * max(dice, 1)
    limits: tuple[Field, ...] = (
        Count("left", "When at most so many dice are left", least=1, most=max(dice, 1)),
        Count("least", "and the sum so far is at least", most=most),
        Count("most", "and at most", most=HIGHEST),
    )
    lines = Plays(
        "lines",
        "Exceptions, the first that fits decides",
        rule=R("Diversification"),
        help="Each is asked again before every die.",
        when={} if left else {"policy": ()},
        choices=tuple(
            Option(move, label, fields=limits, again=True)
            for move, label in (("bid", "Safe bid for the next die"), ("roll", "Roll the next die"))
        ),
        most=LINES,
        lines=True,
    )
    sides = tables.commerce.sides
    return (
        Count(
            "first",
            "First re-roll of the lowest die, if it shows at most",
            rule=R("Renegotiation Roll"),
            help="0 for never.",
            when=ROLLED,
            most=sides,
        ),
        Count(
            "second",
            "Second re-roll, if the lowest shows at most",
            rule=R("Renegotiation Roll"),
            when=ROLLED,
            most=sides,
        ),
        lines,
    )


def _policies(*, left: bool = True) -> tuple[Choice, ...]:
    labels = POLICIES if left else RE_ROLLS
    return tuple(Choice(key, label) for key, label in labels.items())


def _plan(state: WarGameState, tables: Tables, nation: str) -> Menu:
    deal = state.deals.get(nation, Deal())
    left = deal.left > 0
    policy = Pick(
        "policy",
        "The dice that are left" if left else "Re-rolls that are left",
        rule=R("Diversification") if left else R("Renegotiation Roll"),
        choices=_policies(left=left),
        optional=not left,
        unchosen="" if left else "As your standing orders say",
        help="" if left else "Without standing orders there is none.",
        when={} if left or deal.rerolls < tables.commerce.rerolls else {"policy": ()},
    )
    return Menu(
        nation,
        "plan",
        "Commerce: what is to be done with the dice that are left",
        (policy, *plan_fields(deal.dice, tables, left=left)),
        tallies=(dice_tally(state, tables, nation),),
    )


# -- influence -------------------------------------------------------------------------------


def _influence(state: WarGameState, tables: Tables, nation: str) -> Menu:
    money = funds.influence_money(state, nation)
    table = tables.diplomacy
    most = min(table.most_money, money)
    chances = {
        place: influence.by_dollars(tables, influence.number_of(state, nation, place), most)
        for place in tables.neutrals
    }
    choices = tuple(
        Option(
            place,
            tables.place(place).name,
            note=_leaning(state, tables, place),
            barred=influence.bar(state, tables, nation, place),
            fields=(
                Count(
                    "money",
                    "Influence money",
                    rule=R("Patterns: money"),
                    most=most,
                    each=tuple(map(said, chances[place])),
                ),
            ),
            per={"money": {"dollars": 1}},
        )
        for place in sorted(
            tables.neutrals,
            key=lambda place: (-chances[place][-1], -tables.land.territories[place].value),
        )
    )
    field = Plays(
        "attempts",
        "Attempts",
        rule=R("Diplomacy Phase"),
        choices=choices,
        most=table.attempts,
        lines=True,
        purses={"dollars": money},
    )
    return Menu(nation, "influence", "Influence on neutrals", (field,))


def _leaning(state: WarGameState, tables: Tables, place: str) -> str:
    """What a neutral's land is worth, and what it leans to, if to anybody."""
    patron, level = state.lean(place)
    worth = tables.land.territories[place].value
    if not patron:
        return f"Worth ${worth}"
    return f"Worth ${worth}, {tables.diplomacy.titles[level].lower()} to {name(patron)}"


def _needed(tables: Tables, attempt: Attempt) -> str:
    """What die an attempt needs, and what a dollar against it does."""
    target = influence.target_tally(tables, attempt.number, attempt.money, {}).net
    return f"{target} or less; each dollar against it takes {tables.diplomacy.per_dollar} off"


def _counter(state: WarGameState, tables: Tables, nation: str) -> Menu:
    choices = tuple(
        Choice(a.key, f"{POWERS[a.nation].name} in {tables.place(a.place).name}", note=_needed(tables, a))
        for a in state.attempts
        if nation in enemies_of(a.nation)
    )  # fmt: skip
    field = Allot(
        "against",
        "Dollars against attempts",
        rule=R("Patterns: money"),
        choices=choices,
        total=funds.influence_money(state, nation),
        unit="dollars",
        cap=tables.diplomacy.most_money,
        cap_rule=R("Patterns: money"),
    )
    return Menu(nation, "counter", "Counter-influence", (field,))


# -- a player turn ---------------------------------------------------------------------------


def _status(state: WarGameState, tables: Tables, nation: str) -> Menu:
    choices = []
    tallies = []
    for row in status.rolls_of(tables, nation):
        useless = status.useless(state, tables, nation, row)
        found = status.target_tally(state, tables, row)
        tallies.append(found)
        choices.append(
            Choice(
                row.key,
                f"{row.title}, to {status.level_title(tables, row.level)}",
                note=f"{found.net} or less" if useless is None else "",
                barred=useless,
            )
        )
    land = funds.income_tally(state, tables, nation).base
    fields: tuple[Field, ...] = (
        PickMany("rolls", "Declaration rolls to try", rule=R("War Declarations"), choices=tuple(choices)),
        Count(
            "land_first",
            "Land income to give up first",
            rule=R("Allied Income Maximums"),
            help="Only above the income maximum; the rest of it is commerce money.",
            most=land,
        ),
    )  # fmt: skip
    return Menu(nation, "status", "War declarations and income", fields, tallies=tuple(tallies))  # fmt: skip


OUTCOME = Pick(
    "outcome", "Outcome", choices=(Choice("taken", "Taken"), Choice("failed", "Held off"))
)


def _land(
    state: WarGameState, tables: Tables, nation: str, place: str, helpers: PickMany
) -> Option:
    """A territory on the sheet of reports. Where only one way is closed (no attack, but a march
    without a fight), that way alone is barred, and how it was done must be said.
    """
    value, label = f"land:{place}", tables.place(place).name
    bars = {how: attacks.land_bar(state, tables, nation, place, how) for how in attacks.HOW}
    if all(bars.values()):
        return Option(value, label, group="Land", barred=bars["ground"])
    if not any(bars.values()):
        return Option(value, label, group="Land")
    shut = next(bar for bar in bars.values() if bar)
    how = Pick(
        "how",
        "How",
        rule=shut.rule,
        choices=tuple(Choice(k, v, barred=bars[k]) for k, v in attacks.HOW.items()),
        optional=False,
    )
    return Option(value, label, group="Land", fields=(how, OUTCOME, helpers), shared=False)


def report_field(state: WarGameState, tables: Tables, nation: str) -> Plays:
    """Attacks and occupations that a nation may report, with their details."""
    group = tables.turns.groups[tables.group_of(nation)].nations
    apart = Barred("A nation attacks in its own player turn.", R("W-50"), NEVER)
    friends = tuple(
        Choice(n, POWERS[n].name, barred=None if n in group else apart)
        for n in state.seats
        if n != nation and side_of(n) == side_of(nation)
    )
    enemies = tuple(Choice(other, POWERS[other].name) for other in enemies_of(nation))
    helpers = PickMany("helpers", "Allies who took part", rule=R("W-50"), choices=friends)
    on_land: tuple[Field, ...] = (
        Pick("how", "How", choices=tuple(Choice(k, v) for k, v in attacks.HOW.items())),
        OUTCOME,
        helpers,
    )  # fmt: skip
    at_sea: tuple[Field, ...] = (
        Pick("against", "Attacked", choices=enemies, optional=False),
        PickMany("also", "Others in the same fleet", choices=enemies),
        PickMany(
            "losses",
            "Of these, lost a unit",
            rule=R("Mixed Fleets"),
            choices=enemies,
            among=("against", "also"),
        ),
        helpers,
    )
    lands = tuple(_land(state, tables, nation, key, helpers) for key in tables.land.territories)
    zones = tuple(
        Option(
            f"sea:{key}",
            zone.name,
            group="Sea",
            note="Along your coast" if attacks.lawful(tables, nation, key) else "",
            barred=attacks.zone_bar(state, tables, nation, key),
            fields=at_sea,
            shared=False,
            again=True,
        )
        for key, zone in tables.sea.zones.items()
    )
    return Plays(
        "reports",
        "Attacks and occupations",
        rule=R("Acts of War"),
        choices=(*lands, *zones),
        shared=on_land,
        most=REPORTS_AT_ONCE,
        lines=True,
    )


DECISIONS = {
    "leave": "Leave",
    "stay": "Stay, and win it for the Free French",
    "conquered": "Attacked, and took it",
    "repelled": "Attacked, and was repelled",
    "fought": "Attacked the ships that were taken",
    "clear": "No ship was taken there",
}


def _turn(state: WarGameState, tables: Tables, nation: str) -> Menu:
    fields: list[Field] = [report_field(state, tables, nation)]
    rows = tuple(
        Pick(
            conflict.place,
            (tables.sea.zones if conflict.sea else tables.land.territories)[conflict.place].name,
            choices=tuple(
                Choice(
                    key,
                    DECISIONS[key],
                    barred=fall_of_france.bar(state, tables, conflict, nation, key),
                )
                for key in fall_of_france.choices(conflict)
            ),
            optional=False,
        )
        for conflict in state.conflicts
        if nation in conflict.waiting
    )
    if rows:
        fields.append(
            Each("vichy", "Beside Vichy land and ships that were taken", rule=R("Resolving Vichy Conflicts"), rows=rows)
        )  # fmt: skip
    fields += [
        field
        for field in (
            spending.gift_field(state, tables, nation),
            spending.purchase_field(state, tables, nation),
        )
        if field is not None
    ]
    notes = ["What you reported at once stands already; add what is missing."]
    if nation == "usa" and state.retreated:
        names = ", ".join(tables.sea.zones[zone].name for zone in state.retreated)
        notes.append(f"Ships that retreated out of bounds must leave: {names}.")
    return Menu(nation, "turn", "The end of your player turn", tuple(fields), notes=tuple(notes))  # fmt: skip


def _stand(state: WarGameState, tables: Tables, nation: str) -> Menu:
    choices = tuple(
        Choice(str(report.number), report_label(tables, report.sort, report.what, report.how))
        for report in state.lodged
        if report.by == nation and report.contested
    )
    field = PickMany("withdraw", "Withdraw", rule=R("W-43"), choices=choices)
    return Menu(nation, "stand", "Contested reports", (field,))


def report_label(tables: Tables, sort: str, what: str, how: str = "") -> str:
    """A report in a few words."""
    if sort == "land" and how == "enter":
        return f"Entry into {tables.place(what).name}"
    if sort == "land":
        return f"Attack on {tables.place(what).name}"
    kind = "Transport's shot" if sort == "shot" else "Naval attack"
    return f"{kind} in the {tables.sea.zones[what].name}"


MENUS = {
    "commerce": _plan,
    "influence": _influence,
    "counter": _counter,
    "status": _status,
    "play": _turn,
    "check": _stand,
}
"""The sheet that each step asks for."""


def menu(state: WarGameState, nation: str) -> Menu:
    """The sheet of a nation that the step in play awaits."""
    return MENUS[parts(state.step)[0].key](state, tables_of(state), nation)


# -- in advance ------------------------------------------------------------------------------


def standing(state: WarGameState, nation: str) -> Menu | None:
    """A commerce plan, money against influence, and declaration rolls, left in advance."""
    if nation not in state.nations:
        return None
    tables = tables_of(state)
    row = tables.commerce.dice.get(nation)
    fields: list[Field] = []
    if row is not None:
        fields.append(
            Pick("policy", "Commerce: the dice that are left", rule=R("Diversification"), choices=_policies())
        )  # fmt: skip
        fields += plan_fields(max(row.by_turn), tables)
    fields += [
        Count("counter", "Dollars against each attempt of the other side", rule=R("Patterns: money"), most=tables.diplomacy.most_money),
        PickMany("guard", "Only where it concerns these", rule=R("Patterns: money"), choices=tuple(Choice(key, tables.place(key).name) for key in tables.neutrals)),
    ]  # fmt: skip
    if status.rolls_of(tables, nation):
        fields.append(
            Pick(
                "rolls",
                "War declaration rolls",
                rule=R("War Declarations"),
                choices=(
                    Choice("all", "Try all that help"),
                    Choice("none", "Try none"),
                ),
            )
        )
    if side_of(nation) == "allies" and nation != "china":
        most = 2 * sum(row.value for row in tables.land.territories.values())
        for key, words in (("aid_cash", "for any use"), ("aid_commerce", "of commerce money")):
            fields.append(
                Count(
                    key, f"Dollars {words} for China when it may borrow", rule=R("W-48"), most=most
                )
            )
    return Menu(nation, "standing", "In advance", tuple(fields))


def stands(state: WarGameState, nation: str, left: Order) -> bool:
    """A plan answers for the dice, money against influence for the attempts, a wish for rolls."""
    if not isinstance(left, Standing):
        return False
    match parts(state.step)[0].key:
        case "commerce":
            return bool(left.policy or left.lines)
        case "counter":
            return bool(left.counter or left.guard)
        case "status":
            return bool(left.rolls)
    return False
