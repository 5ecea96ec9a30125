"""Targets: the moving side names countries for a roll, all sealed and revealed together (49.4).

One ordinary target for each faction, besides free Axis rolls in the Balkans and Finland,
reaction rolls and Russian demands. Both sides' points in what is named become public at once.
"""

from rules.kernel.menus import Barred, Choice, Count, Each, Flag, Menu, Pick, PickMany
from rules.kernel.orders import Order, Problem
from rules.kernel.phases import Asked
from rules.world_at_war.allotment import surrendered
from rules.world_at_war.calendar import WINTER, calendar_of
from rules.world_at_war.citations import R
from rules.world_at_war.countries import ResultRow
from rules.world_at_war.course import Course
from rules.world_at_war.events import DemandMade, NamingFellAway, TargetNamed, WarBound
from rules.world_at_war.orders import Targets
from rules.world_at_war.points import lay_open, spend
from rules.world_at_war.scenarios import POWERS, SIDES, faction_of, members, side_of
from rules.world_at_war.state import USAT, Named, WarState, Wish
from rules.world_at_war.tables import tables_of
from rules.world_at_war.targets import (
    DEMANDS,
    FREE,
    counting,
    demand_bar,
    laid_open,
    larger,
    naming_bar,
    senior,
)
from rules.world_at_war.tensions.levels import move

DEMAND_NAMES = {
    "rumania": "Bessarabia, of Rumania",
    "finland": "The Finnish border hexes",
    "eastern_poland": "Eastern Poland",
}


def powers_of(state: WarState, side: str) -> tuple[str, ...]:
    """The powers of a side that are still in the war."""
    return tuple(
        p for faction in SIDES[side] for p in members(faction) if not surrendered(state, p)
    )


def asked(state: WarState, side: str) -> tuple[Asked, ...]:
    """Every power of the moving side, whatever it has placed."""
    return tuple(
        Asked(
            power=power,
            what="Name the countries to roll for",
            silence="you name nothing; rolls that must be made are made all the same",
        )
        for power in powers_of(state, side)
    )


def nameable(state: WarState, power: str) -> tuple[str, ...]:
    """Every country on the list of the power's faction, in listed order."""
    faction = faction_of(power)
    return tuple(key for key, minor in tables_of(state).minors.items() if faction in minor.lists)


def _choices(state: WarState, power: str, keys: tuple[str, ...], manner: str) -> tuple[Choice, ...]:
    minors = tables_of(state).minors
    return tuple(
        Choice(
            value=key,
            label=minors[key].name[:1].upper() + minors[key].name[1:],
            barred=naming_bar(state, power, key, manner),
        )
        for key in keys
    )


def wish_field(state: WarState, power: str, keys: tuple[str, ...]) -> Each:
    """One row for each country: which lesser result to prefer (49.53)."""
    minors = tables_of(state).minors
    favours = "axis" if faction_of(power) == "axis" else "allied"

    def rows_of(key: str) -> list[ResultRow]:
        mine = [row for row in minors[key].rows if row.favours == favours]
        return mine[:-1] if favours == "axis" else mine[1:]

    return Each(
        key="lesser",
        label="Lesser results",
        rule=R("49.53"),
        help="What to take if the die is favourable. Without a wish the rolled row stands.",
        rows=tuple(
            Pick(
                key=key,
                label=minors[key].name[:1].upper() + minors[key].name[1:],
                choices=(
                    Choice(value="as_rolled", label="The row as rolled"),
                    Choice(value="open", label="Never a row that closes the country"),
                    *(
                        Choice(value=row.key, label=f"No further than {row.key}: {row.meaning}")
                        for row in rows_of(key)
                    ),
                ),
            )
            for key in keys
        ),
    )


def menu(state: WarState, power: str, only: Targets | None = None) -> Menu:
    """The sheet of a moving power. With ``only`` it lists just the countries which that order
    names, which is enough to find out that it is legal.
    """
    faction = faction_of(power)
    earned = tuple(dict.fromkeys(r.country for r in state.reactions if r.faction == faction))
    held = sum(state.lying(USAT, (power,)).values())
    winter = calendar_of(state.scenario).at(state.turn).period == WINTER
    countries = wishes = nameable(state, power)
    freely: tuple[str, ...] = FREE if faction == "axis" else ()
    demanded: tuple[str, ...] = DEMANDS if faction == "russia" else ()
    if only is not None:
        countries = tuple(key for key in countries if key == only.country)
        wishes = tuple(key for key in wishes if key in only.lesser)
        freely, demanded, earned = (
            tuple(key for key in keys if key in named)
            for keys, named in ((freely, only.free), (demanded, only.demands), (earned, only.reactions))
        )  # fmt: skip
    free = _choices(state, power, freely, "free")
    demands = tuple(
        Choice(value=of, label=DEMAND_NAMES[of], barred=demand_bar(state, of)) for of in demanded
    )
    fields = (
        Pick(key="country", label="Ordinary target", rule=R("49.4"), choices=_choices(state, power, countries, "ordinary"),
             help="One for each faction in a phase; it needs a point there."),
        PickMany(key="free", label="Balkan and Finnish rolls", rule=R("Balkans"), choices=free,
                 help="Beside the ordinary target, and without a point."),
        PickMany(key="reactions", label="Reaction rolls", rule=R("Ruling 11"), choices=_choices(state, power, earned, "reaction")),
        PickMany(key="demands", label="Territorial demands", rule=R("Ruling 12"), choices=demands),
        Count(key="usat", label="Points spent on U.S.-Axis tension", rule=R("49.82"), least=0, most=held,
              help="All that are left are spent in winter." if held and not winter else ""),
        wish_field(state, power, wishes),
        Flag(key="bind_war", label="Germany binds itself to declare war on Russia this turn", rule=R("Ruling 25"), barred=binding_bar(state, power)),
    )  # fmt: skip
    notes = (
        (f"In winter your last {held} points on U.S.-Axis tension are spent in any case.",)
        if held and winter
        else ()
    )
    return Menu(power=power, order="targets", title="Name your targets", fields=fields, notes=notes)


def problems(state: WarState, power: str, order: Order) -> list[Problem]:
    """What the sheet finds wrong with an order: by the countries that it names alone, and by the
    whole sheet to say what could be named instead.
    """
    if isinstance(order, Targets) and not menu(state, power, order).problems(order):
        return []
    return menu(state, power).problems(order)


def binding_bar(state: WarState, power: str) -> Barred | None:
    """Why a power cannot bind itself to war on Russia for the Finnish or Polish modifier."""
    if power != "germany":
        return Barred("Only Germany can bind itself so.", R("Finland"))
    if state.yes("war.germany.russia"):
        return Barred("Germany and Russia are at war already.", R("Finland"))
    return None


def enter(course: Course) -> None:
    """A new diplomatic phase: what the last one named, played and rolled is put away."""
    course.change(
        named=(), wishes=(), plays=(), rolls=(), awaited=None, subverted="", subversion_worked=False
    )


def resolve(course: Course, side: str, orders: dict[str, Order]) -> None:
    """Reveal what is named, unite it, lay the points open, and spend points on tension."""
    given = {
        p: order
        for p in powers_of(course.state, side)
        if isinstance(order := orders.get(p), Targets)
    }
    course.change(
        wishes=tuple(
            Wish(power=p, country=country, row=row)
            for p, order in given.items()
            for country, row in sorted(order.lesser.items())
        )
    )
    lists = [_named_by(course, faction, given) for faction in SIDES[side]]
    named = _united(course, lists)
    earned = set(SIDES[side])
    course.change(
        named=tuple(named),
        reactions=tuple(r for r in course.state.reactions if r.faction not in earned),
    )
    _bind(course, given.get("germany"), named)
    for target in named:
        counted = counting(course.state, target.country, target.faction, target.joint)
        lay_open(
            course, target.country, laid_open(course.state, target.faction, target.joint), counted
        )
    _spend_on_tension(course, side, given)


def _named_by(course: Course, faction: str, given: dict[str, Targets]) -> list[tuple[Named, str]]:
    """What one faction names: reactions, demands, its ordinary target, then free rolls."""
    found: list[tuple[Named, str]] = []
    for country, manner, power in _wanted(course, faction, given):
        named = [target.country for target, _ in found]
        if naming_bar(course.view(power), power, country, manner) is not None:
            _fell_away(course, country, power, "It may not be named now.")
        elif country not in named:
            found.append((Named(country=country, faction=faction, kind=manner), power))
        elif manner == "ordinary":
            _fell_away(course, country, power, "It is named already.")
    return found


def _wanted(course: Course, faction: str, given: dict[str, Targets]) -> list[tuple[str, str, str]]:
    """Country, manner and power of everything handed in, in the order of rolling.

    Of several ordinary targets the senior power's stands (ruling 4).
    """
    powers = [power for power in senior(course.state, faction) if power in given]
    wanted = [(c, "reaction", power) for power in powers for c in given[power].reactions]
    demands = [(of, power) for power in powers for of in given[power].demands]
    made = [(of, power) for of, power in demands if _demand(course, of)]
    wanted += [(of, "demand", power) for of, power in made if of == "rumania"]
    ordinary = [(given[power].country, power) for power in powers if given[power].country]
    for country, power in ordinary[1:]:
        if country != ordinary[0][0]:
            why = "One ordinary target for each faction; the senior power's stands."
            _fell_away(course, country, power, why)
    wanted += [(country, "ordinary", power) for country, power in ordinary[:1]]
    wanted += [(country, "free", power) for power in powers for country in given[power].free]
    return wanted


def _fell_away(course: Course, country: str, power: str, why: str) -> None:
    course.tell(NamingFellAway(country=country, power=power, why=why, rule=R("Ruling 4")))


def _demand(course: Course, of: str) -> bool:
    """Make a demand, when it may be made; whether it was."""
    if demand_bar(course.state, of) is not None:
        return False
    course.tell(DemandMade(of=of, rule=R("Ruling 12")))
    course.set_fact(f"russia.demanded.{of}", True, R("Ruling 12"))
    return True


def _united(course: Course, lists: list[list[tuple[Named, str]]]) -> list[Named]:
    """One list for the side; a country that both Allied factions name is rolled for once."""
    everything = [pair for part in lists for pair in part]
    named: list[Named] = []
    for one, power in everything:
        twins = [other for other, _ in everything if other.country == one.country]
        if any(done.country == one.country for done in named):
            continue
        kept = one
        if len(twins) > 1:
            lying = course.state.lying(one.country, laid_open(course.state, one.faction, True))
            special = next((twin for twin in twins if twin.kind == "demand"), None)
            faction = special.faction if special else larger(lying)
            kept = Named(
                country=one.country,
                faction=faction,
                kind=special.kind if special else one.kind,
                joint=True,
            )
        named.append(kept)
        course.tell(
            TargetNamed(
                country=kept.country,
                faction=kept.faction,
                power=power,
                manner=kept.kind,
                joint=kept.joint,
                rule=R("49.4"),
            )
        )
    return named


def _bind(course: Course, order: Targets | None, named: list[Named]) -> None:
    if order is None or not order.bind_war or binding_bar(course.state, "germany") is not None:
        return
    if any(target.country in ("finland", "poland") for target in named):
        course.change(bound_turn=course.state.turn)
        course.tell(WarBound(rule=R("Ruling 25")))


def _spend_on_tension(course: Course, side: str, given: dict[str, Targets]) -> None:
    """Points activated for the United States move the track at once; in winter all of them do."""
    for power in powers_of(course.state, side):
        held = sum(course.state.lying(USAT, (power,)).values())
        count = held if course.is_winter else min(held, given[power].usat if power in given else 0)
        if count:
            spend(course, USAT, {power: count})
            amount = -count if side_of(faction_of(power)) == "axis" else count
            move(
                course,
                "usat",
                amount,
                f"{POWERS[power].adjective} points",
                R("USAT: diplomatic modifiers"),
                f"points-{power}",
            )
