"""A port that nobody plays: it asks islands by turns, and gives a coin."""

from examples.three_harbors.model.orders import Give, Send
from examples.three_harbors.model.powers import SEATS
from examples.three_harbors.model.state import HarborState
from examples.three_harbors.model.tables import tables_of
from rules.kernel.menus import Menu
from rules.kernel.orders import Order


def order(state: HarborState, power: str, menu: Menu) -> Order | None:
    """An order for the step in play, from the view of its port."""
    if state.step == "give":
        return Give(coins=min(1, state.purses[power]) if menu.fields else 0)
    return Send(island=aim(state, power))


def aim(state: HarborState, power: str) -> str:
    """The island whose turn it is to be asked; empty if the port has them all."""
    free = [key for key in tables_of(state).islands if state.islands.get(key) != power]
    return free[(SEATS.index(power) + state.turn) % len(free)] if free else ""
