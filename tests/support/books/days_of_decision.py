"""Plays Days of Decision by itself: the autopilot or legal orders thrown by dice."""

from rules.days_of_decision import BOOK
from rules.kernel.audience import viewer
from rules.kernel.autopilot import at_random
from rules.kernel.dice import SealedDice
from rules.kernel.orders import Chosen, understand


def key(*parts):
    return "/".join(str(part) for part in parts).encode()


def chosen(option, **details):
    return Chosen(option=option, details=details)


def piloted(view, power, number, seed):
    return BOOK.autopilot(view, power)


def thrown(view, power, number, seed):
    menu = BOOK.menu(view, power)
    raw = at_random(menu, SealedDice(key(seed, number, power)))
    return understand(raw, BOOK.orders[menu.order])


def mixed(view, power, number, seed):
    return (thrown if (number + len(power)) % 3 else piloted)(view, power, number, seed)


def orders_for(state, choose, number, seed):
    orders = {}
    for asked in BOOK.phase(state).asked:
        view = BOOK.view(state, viewer(asked.power))
        order = choose(view, asked.power, number, seed)
        menu = BOOK.menu(view, asked.power)
        assert menu.problems(order) == [], (asked.power, order, menu.problems(order))
        orders[asked.power] = order
    return orders


def play(choose, *, seed=1, turns=60, variants=None, standing=None, watch=None):
    """Play so many turns; gives the last state and every event."""
    started = BOOK.start("1936", variants or {}, {})
    state, events, number = started.state, list(started.events), 0
    while not state.ending and state.turn <= turns:
        assert BOOK.phase(state).asked, state.step
        orders = orders_for(state, choose, number, seed)
        dice = SealedDice(key(seed, number))
        result = BOOK.resolve(state, orders, standing or {}, dice)
        if watch:
            watch(state, orders, result, number)
        state, number = result.state, number + 1
        events += result.events
    return state, events
