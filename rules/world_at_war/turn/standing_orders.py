"""Standing orders: answers given beforehand, so that nobody has to wait for a reply."""

from rules.kernel.grammar import capital
from rules.kernel.menus import Choice, Each, Menu, Pick
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.conditions import ALLIED
from rules.world_at_war.model.powers import faction_of
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.tables.campaign import tables_of
from rules.world_at_war.turn.roll_stage import ANSWERS
from rules.world_at_war.turn.targets_menu import nameable, wish_field


def _ties(state: WarState, countries: tuple[str, ...]) -> Each:
    """One row for each country that both Allied factions can win: who benefits from equal points."""
    minors = tables_of(state).minors
    choices = (
        Choice(value="die", label="A die decides"),
        Choice(value="western", label="The Western Allies"),
        Choice(value="russia", label="Russia"),
    )
    return Each(
        key="ties",
        label="Equal points of the Western Allies and Russia",
        rule=R("49.51"),
        help="Holds where the senior Western power and Russia name the same side; else a die decides.",
        rows=tuple(
            Pick(key=key, label=capital(minors[key].name), choices=choices)
            for key in countries
            if set(ALLIED) <= set(minors[key].lists)
        ),
    )


def standing_menu(state: WarState, power: str) -> Menu:
    """Wishes for every country on the list, for Germany Rumania's answer to a demand, and for the
    Allies who benefits from equal points.
    """
    countries = nameable(state, power)
    fields: list[Each | Pick] = [wish_field(state, power, countries)]
    if power == "germany":
        fields.append(
            Pick(
                key="rumania",
                label="If Russia demands Bessarabia of Rumania",
                rule=R("66.12"),
                choices=ANSWERS,
                help="What you answer for Rumania.",
            )
        )
    if faction_of(power) in ALLIED:
        fields.append(_ties(state, countries))
    side = "Axis" if faction_of(power) == "axis" else "Allied"
    return Menu(
        power=power, order="standing", title="Standing orders", fields=tuple(fields),
        notes=(f"They answer for you when a favourable {side} row is rolled, whoever rolled it.",),
    )  # fmt: skip
