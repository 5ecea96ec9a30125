"""Plays The War Game by itself: legal orders and many acts thrown by dice, or autopilots."""

from rules.kernel.audience import viewer
from rules.kernel.autopilot import at_random
from rules.kernel.dice import SealedDice
from rules.kernel.menus import Declare
from rules.kernel.orders import understand
from rules.war_game_1939 import BOOK
from rules.war_game_1939.model.powers import SEATS


def key(*parts):
    return "/".join(map(str, parts)).encode()


def thrown(menu, dice):
    raw = at_random(menu, dice)
    for field in menu.fields:
        if isinstance(field, Declare):
            raw[field.key] = declared(field, dice)
    return understand(raw, BOOK.orders[menu.order])


def declared(field, dice):
    """A few facts of the map as chance has them, but no sum that hides the territories."""
    facts = {}
    for _ in range(dice.roll("facts", 4)):
        spec = field.facts[dice.roll("fact", len(field.facts)) - 1]
        if spec.type == "yes":
            facts[spec.key] = dice.roll("yes", 2) == 2
        elif spec.options:
            facts[spec.key] = spec.options[dice.roll("option", len(spec.options)) - 1]
        elif spec.type == "count":
            facts[spec.key] = dice.roll("count", 9) - 1
    return facts


def steps(seed, *, variants=None, scenario="1939", random=True, acts=2):
    """Every act and every phase of a campaign: what stood before, what happened, what came of it."""
    state = BOOK.start(scenario, variants or {}, {}).state
    number = 0
    while state.ending is None:
        chance = SealedDice(key("chance", seed, number))
        for _ in range(acts if random else 0):
            made = act_at_random(state, chance)
            if made is not None:
                yield state, made
                state = made.state
        orders = {}
        for asked in BOOK.phase(state).asked:
            view = BOOK.view(state, viewer(asked.power))
            menu = BOOK.menu(view, asked.power)
            order = thrown(menu, chance) if random else BOOK.autopilot(view, asked.power)
            assert menu.problems(order) == [], (asked.power, order)
            orders[asked.power] = order
        made = BOOK.resolve(state, orders, {}, SealedDice(key(seed, number)))
        yield state, made
        state, number = made.state, number + 1


def act_at_random(state, chance):
    nation = SEATS[chance.roll("nation", len(SEATS)) - 1]
    menus = BOOK.acts(BOOK.view(state, viewer(nation)), nation)
    menu = menus[chance.roll("menu", len(menus)) - 1]
    act = thrown(menu, chance)
    if menu.problems(act):
        return None
    return BOOK.perform(state, nation, act, SealedDice(key("act", state.step, state.turn, nation)))
