"""Standing orders: answers given beforehand, so that nobody has to wait for a reply."""

from rules.kernel.menus import Choice, Each, Menu, Pick
from rules.world_at_war.citations import R
from rules.world_at_war.orders import Standing
from rules.world_at_war.phases.naming import nameable, wish_field
from rules.world_at_war.scenarios import faction_of
from rules.world_at_war.state import WarState


def standing_menu(state: WarState, power: str, only: Standing | None = None) -> Menu:
    """Wishes for every country on the list, and for Germany Rumania's answer to a demand. With
    ``only`` it lists just the countries which that order speaks of, which is enough to find that
    it is legal.
    """
    countries = nameable(state, power)
    if only is not None:
        countries = tuple(key for key in countries if key in only.lesser)
    fields: list[Each | Pick] = [wish_field(state, power, countries)]
    if power == "germany":
        answers = (
            Choice(value="resist", label="Resist: a border war begins"),
            Choice(value="cede", label="Cede Bessarabia"),
        )
        fields.append(
            Pick(
                key="rumania",
                label="If Russia demands Bessarabia of Rumania",
                rule=R("66.12"),
                choices=answers,
            )
        )
    side = "Axis" if faction_of(power) == "axis" else "Allied"
    return Menu(
        power=power, order="standing", title="Standing orders", fields=tuple(fields),
        notes=(f"They answer for you when a favourable {side} row is rolled, whoever rolled it.",),
    )  # fmt: skip
