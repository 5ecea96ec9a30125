"""The sheet on which a moving power names its targets (49.4)."""

from msgspec.structs import replace

from rules.kernel.audience import viewer
from rules.kernel.grammar import capital
from rules.kernel.menus import NEVER, Barred, Choice, Count, Each, Flag, Menu, Pick, PickMany
from rules.world_at_war.diplomacy.eligibility import DEMANDS, FREE, demand_bar, naming_bar
from rules.world_at_war.model.calendar import WINTER, calendar_of
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.names import by_power
from rules.world_at_war.model.powers import faction_of, members
from rules.world_at_war.model.state import USAT, WarState
from rules.world_at_war.model.tables.campaign import tables_of

DEMAND_NAMES = {
    "rumania": "Bessarabia, of Rumania",
    "finland": "The Finnish border hexes",
    "eastern_poland": "Eastern Poland",
}


def nameable(state: WarState, power: str) -> tuple[str, ...]:
    """Every country on the list of the power's faction, in listed order."""
    minors, faction = tables_of(state).minors, faction_of(power)
    return tuple(key for key, minor in minors.items() if faction in minor.lists)


def _choices(state: WarState, power: str, keys: tuple[str, ...], manner: str) -> tuple[Choice, ...]:
    minors = tables_of(state).minors
    return tuple(
        Choice(
            value=key,
            label=capital(minors[key].name),
            barred=naming_bar(state, power, key, manner),
            note=_lying(state, power, key),
        )
        for key in keys
    )


def _lying(state: WarState, power: str, country: str) -> str:
    """The points of the power's side in a country, as far as it sees them: *2 of yours, France 1*."""
    seen = tuple(one for one in state.points if one.audience.admits(viewer(power)))
    found = replace(state, points=seen).lying(country, members(faction_of(power)))
    mine = found.pop(power, 0)
    own = [f"{mine} of yours"] if mine else []
    return ", ".join([*own, *([by_power(found)] if found else [])])


def menu(state: WarState, power: str) -> Menu:
    """The sheet of a moving power."""
    fields = (
        _country(state, power),
        _free(state, power),
        _reactions(state, power),
        _demands(state, power),
        _usat(state, power),
        wish_field(state, power, nameable(state, power)),
        _bind_war(state, power),
    )
    held = _held(state, power)
    notes = (
        (
            f"Your last {held} points on U.S.-Axis tension are spent as the Allied diplomatic phase ends.",
        )
        if held and _in_winter(state)
        else ()
    )
    return Menu(power=power, order="targets", title="Name your targets", fields=fields, notes=notes)


def _country(state: WarState, power: str) -> Pick:
    return Pick(
        key="country",
        label="Ordinary target",
        rule=R("49.4"),
        choices=_choices(state, power, nameable(state, power), "ordinary"),
        help="A die is rolled for it, plus your side's points there, less the other side's: the higher, the nearer it "
        "comes to you. One for each faction in a phase, where it has a point.",
    )


def _free(state: WarState, power: str) -> PickMany:
    keys: tuple[str, ...] = FREE if faction_of(power) == "axis" else ()
    return PickMany(
        key="free",
        label="Balkan and Finnish rolls",
        rule=R("Balkans"),
        choices=_choices(state, power, keys, "free"),
        help="A die is rolled for these too, beside the ordinary target, with or without a point there.",
    )


def _reactions(state: WarState, power: str) -> PickMany:
    faction = faction_of(power)
    earned = tuple(dict.fromkeys(r.country for r in state.reactions if r.faction == faction))
    return PickMany(
        key="reactions",
        label="Reaction rolls",
        rule=R("Ruling 11"),
        choices=_choices(state, power, earned, "reaction"),
        help="Rolls that events of the map gave you, beside the ordinary target.",
    )


def _demands(state: WarState, power: str) -> PickMany:
    keys: tuple[str, ...] = DEMANDS if faction_of(power) == "russia" else ()
    choices = tuple(
        Choice(value=of, label=DEMAND_NAMES[of], barred=demand_bar(state, of)) for of in keys
    )
    return PickMany(
        key="demands",
        label="Territorial demands",
        rule=R("Ruling 12"),
        choices=choices,
        help="You demand this land of its country. Each demand can be made once.",
    )


def _held(state: WarState, power: str) -> int:
    return sum(state.lying(USAT, (power,)).values())


def _in_winter(state: WarState) -> bool:
    return calendar_of(state.scenario).at(state.turn).period == WINTER


def _usat(state: WarState, power: str) -> Count:
    held = _held(state, power)
    spent_later = held and not _in_winter(state)
    return Count(
        key="usat",
        label="Points spent on U.S.-Axis tension",
        rule=R("49.82"),
        least=0,
        most=held,
        help="They move this tension at once, for your side; what is left is spent in winter."
        if spent_later
        else "They move this tension at once, for your side.",
    )


def wish_field(state: WarState, power: str, keys: tuple[str, ...]) -> Each:
    """One row for each country: which lesser result to prefer (49.53)."""
    minors = tables_of(state).minors
    favours = "axis" if faction_of(power) == "axis" else "allied"

    spares = state.variant("enemy_ally") != "end"

    def rows_of(key: str) -> list[Choice]:
        mine = [row for row in minors[key].rows if row.favours == favours]
        lower = mine[:-1] if favours == "axis" else mine[1:]
        found = [Choice(value=r.key, label=f"No further than {r.key}: {r.meaning}") for r in lower]
        spared = [row.key for row in minors[key].rows if spares and row.changes_nothing]
        label = "leave an ally or associate of the enemy as it is"
        return [*found, *(Choice(value=row, label=f"{row}: {label}") for row in spared)]

    return Each(
        key="lesser",
        label="Lesser results",
        rule=R("49.53"),
        help="If the die brings more than you want, you may take a lower row of the country's table. Without a wish the "
        "rolled row stands.",
        rows=tuple(
            Pick(
                key=key,
                label=capital(minors[key].name),
                choices=(
                    Choice(value="as_rolled", label="The row as rolled"),
                    Choice(value="open", label="Never a row that closes the country"),
                    *rows_of(key),
                ),
            )
            for key in keys
        ),
    )


def _bind_war(state: WarState, power: str) -> Flag:
    return Flag(
        key="bind_war",
        label="Germany binds itself to declare war on Russia this turn",
        rule=R("Ruling 25"),
        help="It counts in this turn's rolls that hang on a war with Russia. That war is then owed this turn.",
        barred=binding_bar(state, power),
    )


def binding_bar(state: WarState, power: str) -> Barred | None:
    """Why a power cannot bind itself to war on Russia for the Finnish or Polish modifier."""
    if power != "germany":
        return Barred("Only Germany can bind itself so.", R("Finland"), NEVER)
    if state.yes("war.germany.russia"):
        opens = "Opens when Germany and Russia are at peace."
        return Barred("Germany and Russia are at war already.", R("Finland"), opens)
    return None
