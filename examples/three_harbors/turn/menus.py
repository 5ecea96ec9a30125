"""The sheets of the two steps, made from the view of the port that is asked."""

from examples.three_harbors.model.citations import R
from examples.three_harbors.model.state import HarborState
from examples.three_harbors.model.tables import tables_of
from rules.kernel.menus import Barred, Choice, Count, Menu, Pick


def menu(state: HarborState, power: str) -> Menu:
    """What a port may hand in now."""
    return _send(state, power) if state.step == "send" else _give(state, power)


def _send(state: HarborState, power: str) -> Menu:
    choices = tuple(
        Choice(
            value=key,
            label=name,
            barred=Barred("It is yours already.", R("2"), "Opens if you lose it.")
            if state.islands.get(key) == power
            else None,
        )
        for key, name in tables_of(state).islands.items()
    )
    field = Pick(key="island", label="Island", rule=R("2"), choices=choices)
    return Menu(power=power, order="send", title="Send an envoy", fields=(field,))


def _give(state: HarborState, power: str) -> Menu:
    if not state.envoy(power):
        note = "You sent no envoy."
        return Menu(power=power, order="give", title="Give coins", fields=(), notes=(note,))
    field = Count(key="coins", label="Coins", rule=R("3"), most=state.purses[power])
    return Menu(power=power, order="give", title="Give coins", fields=(field,))
