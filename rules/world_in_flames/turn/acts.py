"""What a side does at once: declare and confirm facts, declare maps and take them back."""

from collections.abc import Iterator
from typing import Any

import msgspec

from rules.kernel import fact_acts
from rules.kernel.errors import NotUnderstood
from rules.kernel.fact_acts import Confirm, Declare, Dispute
from rules.kernel.menus import Choice, Menu, PickMany, Text
from rules.kernel.orders import Order, Problem
from rules.world_in_flames.isolation.documents import CAMPAIGN, read, to_text
from rules.world_in_flames.model import orders as o
from rules.world_in_flames.model.adjudication import Adjudication
from rules.world_in_flames.model.citations import R
from rules.world_in_flames.model.events import MapDeclared, MapWithdrawn
from rules.world_in_flames.model.facts import FACTS
from rules.world_in_flames.model.powers import SEATS
from rules.world_in_flames.model.state import DeclaredMap, HouseState

MOST_MAPS = 6
UNTITLED = "The front"
EXAMPLE = """title: The bend of the river
SU SU SU SU
 SU GE GE SU
SU GE SU SU
"""


class MapText(Text, frozen=True, kw_only=True, tag="text"):
    """A field for a map; ``taken`` are the titles that are declared already."""

    taken: tuple[str, ...] = ()

    def problems(self, value: Any) -> Iterator[Problem]:
        """What keeps this text from being declared."""
        try:
            document = read(value, CAMPAIGN)
        except NotUnderstood as error:
            yield Problem(
                self.key, f"{error.message} {error.remedy}".strip(), error.rule or self.rule
            )
            return
        title = document.title or UNTITLED
        if title not in self.taken and len(self.taken) >= MOST_MAPS:
            text = f"{MOST_MAPS} maps are declared already; replace or withdraw one of them."
            yield Problem(self.key, text, R("F-25"))


def menus(state: HouseState, power: str) -> tuple[Menu, ...]:
    """Everything a side may do at once now."""
    if power not in SEATS:
        return ()
    facts = fact_acts.menus(
        state,
        power,
        FACTS,
        mine=tuple(FACTS),
        theirs=lambda by: by != power,
        rule=R("F-21"),
        always=True,
    )
    if state.used("isolated_control") and state.step in ("declare", "check"):
        return (*facts, *_map_menus(state, power))
    return facts


def _map_menus(state: HouseState, power: str) -> Iterator[Menu]:
    titles = tuple(declared.title for declared in state.maps)
    yield Menu(
        power=power,
        order="declare_map",
        title="Declare isolated hexes",
        fields=(
            MapText(
                key="map",
                label="The map",
                rule=R("Isolated Control: step"),
                help="Plain text or JSON, as the hex inspector writes them.",
                most=CAMPAIGN.text,
                example=EXAMPLE
                if not titles
                else EXAMPLE.replace("The bend of the river", titles[0]),
                taken=titles,
            ),
        ),
    )
    if titles:
        choices = tuple(Choice(value=title, label=title) for title in titles)
        yield Menu(
            power=power,
            order="withdraw_maps",
            title="Withdraw maps",
            fields=(PickMany(key="maps", label="Maps", rule=R("F-21"), choices=choices),),
        )


def perform(course: Adjudication, power: str, act: Order) -> None:
    """Carry an act out; it stands on the menu."""
    match act:
        case Declare():
            said = FACTS.named_now(course.state.facts, act.facts)
            fact_acts.declare(course, power, said, R("F-21"))
        case Confirm():
            fact_acts.confirm(course, power, act.facts, R("F-21"))
        case Dispute():
            fact_acts.dispute(course, power, act, R("F-21"))
        case o.DeclareMap():
            _declare_map(course, power, act)
        case o.WithdrawMaps():
            _withdraw(course, power, act)


def _declare_map(course: Adjudication, power: str, act: o.DeclareMap) -> None:
    document = read(act.map, CAMPAIGN)
    title = document.title or UNTITLED
    # The campaign throws its own dice, and its own switches are in force.
    kept = msgspec.structs.replace(document, title=title, dice=[], switches={})
    declared = DeclaredMap(title=title, text=to_text(kept), by=power, hexes=len(kept.hexes))
    others = tuple(each for each in course.state.maps if each.title != title)
    course.tell(
        MapDeclared(
            title=title,
            hexes=declared.hexes,
            by=power,
            replaced=len(others) < len(course.state.maps),
            rule=R("F-21"),
        )
    )
    course.change(maps=(*others, declared))


def _withdraw(course: Adjudication, power: str, act: o.WithdrawMaps) -> None:
    for title in act.maps:
        course.tell(MapWithdrawn(title=title, by=power, rule=R("F-21")))
    course.change(maps=tuple(each for each in course.state.maps if each.title not in act.maps))
