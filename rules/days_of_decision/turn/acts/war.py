"""Menus of what can be done at once in war and after a surrender, and doing it."""

from collections.abc import Iterator

import msgspec

from rules.days_of_decision.model import house_facts
from rules.days_of_decision.model.adjudication import Adjudication
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.conditions import At
from rules.days_of_decision.model.events.surrender import ConquerorNamed, HomeDivided, LandKept
from rules.days_of_decision.model.hex_grid import HEADINGS, STEPS
from rules.days_of_decision.model.orders import war as o
from rules.days_of_decision.model.powers import FACTIONS, POWERS, name
from rules.days_of_decision.model.state import DecisionState, Hex
from rules.days_of_decision.model.table_rows import Tables
from rules.days_of_decision.model.tables import tables_of
from rules.days_of_decision.options.war import country_choices, prices
from rules.days_of_decision.surrender import house_rules
from rules.days_of_decision.surrender.vichy_peace import occupied_tally
from rules.days_of_decision.war.civil_wars import beside, place
from rules.days_of_decision.war.declarations import declare, unfinished
from rules.days_of_decision.war.impulses import LAST, TRACK, end_impulse, may_call, side_of
from rules.days_of_decision.war.waterways import denial_bar, deny, held_by
from rules.kernel.grammar import capital
from rules.kernel.menus import (
    NEVER_AGAIN,
    Barred,
    Choice,
    Count,
    Field,
    Flag,
    Menu,
    Pick,
    PickMany,
    Text,
)
from rules.kernel.orders import Order

SURRENDER = R("8.7.2 Option 5")
LONGEST = 200


def war_menus(state: DecisionState, power: str) -> Iterator[Menu]:
    """Everything of war that a power may do at once now."""
    if power not in state.nations or state.gone(power):
        return
    tables = tables_of(state)
    if unfinished(state, power):
        yield _declaring(At(state, tables, power))
    if passages := held_by(state, tables, power):
        yield _passages(state, tables, power, passages)
    if spots := _china(state, tables, power):
        yield _placing(spots)
    for loser in state.vichy:
        if menu := _settling(state, power, loser):
            yield menu
            break
    yield from _on_the_map(state, tables, power)


def _declaring(at: At) -> Menu:
    field = Pick("target", "War on", choices=country_choices(at), optional=False, rule=R("15.5.1"))
    return Menu(
        at.power,
        "declare_war",
        "Declare war",
        (field,),
        notes=(f"{prices(at.state, at.tables)}, and American entry and values by the war chart.",),
    )


def _passages(state: DecisionState, tables: Tables, power: str, passages: tuple[str, ...]) -> Menu:
    choices = tuple(
        Choice(
            f"{key}:{other}",
            POWERS[other].name,
            group=capital(tables.waterways[key].name),
            barred=denial_bar(state, tables, power, key, other),
        )
        for key in passages
        for other in state.powers
        if other != power
    )
    stands = tuple(state.denied.get(power, ()))
    named = {choice.value: f"{choice.group} to {choice.label}" for choice in choices}
    now = "; ".join(named[key] for key in stands if key in named) or "nobody"
    field = PickMany(
        "passages",
        "Denied to",
        choices=choices,
        stands=tuple(key for key in stands if key in named),
        rule=R("15.6.2.1"),
        help=f"The whole list anew; an enemy is kept out in any case. Now: {now}.",
    )
    return Menu(power, "deny", "Restricted waterways", (field,))


def _china(state: DecisionState, tables: Tables, power: str) -> dict[str, Hex]:
    """Where the USSR may put the marker of a China whose Communists won this turn or the last."""
    late = not state.civil_war_over or state.turn > state.civil_war_over + 1
    if power != "ussr" or late or state.nation("china").marker not in beside(state, tables):
        return {}
    here = state.nation("ussr").marker
    spots = beside(state, tables)
    around = {HEADINGS[n]: (here[0] + q, here[1] + r) for n, (q, r) in enumerate(STEPS)}
    return {heading: spot for heading, spot in around.items() if spot in spots}


def _placing(spots: dict[str, Hex]) -> Menu:
    choices = tuple(Choice(each, each.capitalize()) for each in spots)
    field = Pick(
        "heading", "Beside your marker, to the", choices=choices, optional=False, rule=R("15.5.3")
    )
    return Menu("ussr", "place_china", "The Chinese marker", (field,))


def _settling(state: DecisionState, power: str, loser: str) -> Menu | None:
    """What one who accepted a Vichy surrender this turn may still settle."""
    vichy = state.vichy[loser]
    if vichy.since != state.turn:
        return None
    fields: list[Field] = [
        Pick(
            "of",
            "Done at once",
            choices=(Choice(loser, f"Settle the surrender of {name(loser)}"),),
            optional=False,
        )
    ]
    if power == state.capital_of(loser) and not vichy.named:
        choices = tuple(Choice(p, POWERS[p].name) for p in vichy.acceptors)
        fields.append(Pick("conqueror", "Conquering power", choices=choices, rule=SURRENDER))
    if loser == "france" and power == vichy.conqueror:
        kept = (
            Barred("Some keep hexes of it already.", SURRENDER, NEVER_AGAIN) if vichy.kept else None
        )
        fields.append(
            Flag(
                "historical",
                "Divide it by the borders of 1940",
                barred=kept,
                rule=SURRENDER,
                help="Then nobody keeps hexes of it.",
            )
        )
    if power in vichy.acceptors and not vichy.historical:
        fields.append(
            Text(
                "keep",
                "Hexes that you hold and keep",
                most=LONGEST,
                example="Nice",
                rule=SURRENDER,
                help="Not isolated ones. Each set of hexes that touch is a territory of its own.",
            )
        )
    if len(fields) == 1:
        return None
    return Menu(power, "settle", "After the surrender", tuple(fields))


def _on_the_map(state: DecisionState, tables: Tables, power: str) -> Iterator[Menu]:
    """What belongs to the war game's part of the turn."""
    if state.step != "map":
        return
    side = side_of(tables, power)
    if state.on("impulses") and side and side not in state.impulses.over:
        fields = (
            Count("weather", "The weather die", least=1, most=10, rule=LAST),
            Count("advance", "Advance of the marker by the weather", most=5, rule=LAST),
        )
        title = f"End the {FACTIONS[side].name.lower()} impulse"
        sure = "The weather stands as given above, and the impulse is over"
        yield Menu(power, "end_impulse", title, fields, confirm=sure)
    if state.on(house_facts.ITALY) and state.at_war(power, "italy"):
        barred = house_rules.italian_bar(state, power)
        flag = Flag("roll", "Roll for Italy's surrender", barred=barred)
        yield Menu(power, "roll_italy", "Italy's surrender", (flag,))
    if state.on(house_facts.HEXES):
        field = house_rules.map_field()
        yield Menu(power, "judge_hexes", "Isolated hexes", (field,))


def perform(course: Adjudication, power: str, act: Order) -> bool:
    """Carry an act of war out; false when it is none of them."""
    match act:
        case o.DeclareWar(target=target):
            declare(course, power, target)
        case o.Deny(passages=passages):
            deny(course, power, passages)
        case o.EndImpulse(weather=weather, advance=advance):
            side = side_of(course.tables, power)
            end_impulse(course, side, weather, advance)
        case o.PlaceChina(heading=heading):
            spot = _china(course.state, course.tables, power)[heading]
            if spot != course.state.nation("china").marker:
                place(course, spot, by=power)
        case o.Settle():
            _settle(course, power, act)
        case o.RollItaly(roll=roll):
            if roll:
                house_rules.roll_italy(course)
        case o.JudgeHexes(text=text):
            house_rules.judge(course, power, text)
        case _:
            return False
    return True


def _settle(course: Adjudication, power: str, act: o.Settle) -> None:
    """Name the conquering power, draw the borders of 1940, or keep hexes."""
    loser = act.of
    vichy = course.state.vichy[loser]
    if act.conqueror:
        vichy = msgspec.structs.replace(vichy, conqueror=act.conqueror, named=True)
        course.tell(ConquerorNamed(power=loser, by=power, conqueror=act.conqueror, rule=SURRENDER))
    if act.historical:
        vichy = msgspec.structs.replace(vichy, historical=True)
        parts = occupied_tally(course.state, loser, isolated=False)
        parts = msgspec.structs.replace(parts, base=vichy.factories, rows=(), net=vichy.factories)
        course.tell(
            HomeDivided(
                power=loser,
                conqueror=vichy.conqueror,
                factories=parts,
                historical=True,
                rule=SURRENDER,
            )
        )
    if act.keep and not vichy.historical:
        vichy = msgspec.structs.replace(vichy, kept={**vichy.kept, power: act.keep})
        course.tell(LandKept(power=power, of=loser, hexes=act.keep, rule=SURRENDER))
    course.change(vichy={**course.state.vichy, loser: vichy})


PLACES = (("first", "First"), ("second", "Second"), ("last", "Last"))
"""Where the highest ideology may go."""


def initiative_menu(state: DecisionState, power: str) -> Menu:
    """What an ideology is asked about the dice (15.6.1)."""
    tables = tables_of(state)
    side = side_of(tables, power)
    scores = ", ".join(f"{FACTIONS[key].name} {n}" for key, n in state.impulses.scores.items())
    field: Flag | Pick
    match state.impulses.asks:
        case "behind":
            field = Flag(
                "after_lowest",
                "Go after the lowest",
                rule=TRACK,
                help="Your ideology acts last. Else it keeps its place.",
            )
        case "place":
            choices = tuple(Choice(key, label) for key, label in PLACES)
            field = Pick("place", "Go", choices=choices, rule=TRACK, help="Else first.")
        case _:
            barred = None
            if not may_call(state, tables, side):
                why = "You threw highest, or your marker stands below the box for it."
                least = tables.war["initiative"]["call"]
                opens = f"Opens next turn, with your marker in box {least} or higher and another throw the highest."
                barred = Barred(why, TRACK, opens)
            field = Flag(
                "again",
                "Call for new dice",
                barred=barred,
                rule=TRACK,
                help="Your marker goes down a box first. It can be done once a turn in all.",
            )
    title = f"Initiative of the {FACTIONS[side].name.lower()} ideology"
    return Menu(power, "initiative", title, (field,), notes=(f"Thrown: {scores}.",))


def initiative_beforehand(state: DecisionState, power: str) -> Iterator[Pick]:
    """What who decides for an ideology may leave as standing orders about the dice."""
    if not state.on("impulses") or not side_of(tables_of(state), power):
        return
    asked = (
        ("again", "New dice, when you may call", (("call", "Call"), ("stand", "Let them stand"))),
        ("behind", "When second, go after the lowest", (("yes", "Yes"), ("no", "No"))),
        ("place", "When highest, go", PLACES),
    )
    for key, label, listed in asked:
        choices = tuple(Choice(word, said) for word, said in listed)
        yield Pick(key, label, choices=choices, rule=TRACK, help="Unsaid, you are asked.")
