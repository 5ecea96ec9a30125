"""Sensible orders for a silent power: it gears up, votes, courts minors and answers its friends.

Everything is decided from the power's view and its menu. Without dice the same position gives the same
order; with dice bids, and which of the best minors is courted first, are chosen by them.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rules.days_of_decision.economy.gearing import gear_bar, gear_cost
from rules.days_of_decision.model.conditions import At
from rules.days_of_decision.model.geometry import control_bar, controller, ideology, zone
from rules.days_of_decision.model.hex_grid import distance
from rules.days_of_decision.model.orders import Activate, Answer, Bid, Plays, Produce, Yield
from rules.days_of_decision.model.orders.war import Initiative
from rules.days_of_decision.model.powers import SEATS
from rules.days_of_decision.model.state import DecisionState
from rules.days_of_decision.model.tables import tables_of
from rules.days_of_decision.options.base import PLAN, WAR
from rules.days_of_decision.options.markers import difference
from rules.days_of_decision.turn.autopilot.treaties import sought, welcome
from rules.days_of_decision.turn.autopilot.war import last_resorts, reply, wars
from rules.days_of_decision.turn.resolution import reaching
from rules.kernel.autopilot import leaned
from rules.kernel.dice import Dice
from rules.kernel.menus import Count, Menu, Option, Pick
from rules.kernel.menus import Plays as PlaysField
from rules.kernel.orders import Chosen, Order

Wish = tuple[str, dict[str, Any]]
RESERVE = 2
"""Build points kept beyond what the next level costs."""
WOOED = 4
"""How many of the best minors a power courts in a turn."""
RICH = 15
"""Money from which a power plays more, and buys effectiveness."""


def order(state: DecisionState, power: str, menu: Menu, dice: Dice | None = None) -> Order:
    """What the autopilot hands in for this menu."""
    match menu.order:
        case "bid":
            return _bid(state, power, dice)
        case "yield":
            return Yield()
        case "plays":
            return Plays(plays=_peaceful(_plays(At(state, tables_of(state), power), menu, dice)))
        case "activate":
            picked = menu.field("activate")
            at = At(state, tables_of(state), power)
            return Activate(**_best(at, picked, "")) if isinstance(picked, Pick) else Activate()
        case "initiative":
            return Initiative()
        case "answer":
            return Answer(answer=_reply(state, power))
        case _:
            return _produce(state, power, menu)


def _rhythm(state: DecisionState, power: str, length: int) -> int:
    """A number that goes round with the turns, different for each power."""
    return (state.turn + SEATS.index(power)) % length


def _bid(state: DecisionState, power: str, dice: Dice | None) -> Bid:
    nation = state.nation(power)
    rich = nation.money >= RICH
    able = nation.money >= 8 and nation.bids >= 6
    eager = dice.roll("options", 2) == 1 if dice else _rhythm(state, power, 2) == 0
    points = dice.roll("points", 4) - 1 if dice else _rhythm(state, power, 4)
    options = 2 if rich or (able and eager) else 1
    return Bid(options=options, points=min(points, nation.bids // 2, 6))


def _reply(state: DecisionState, power: str) -> str:
    tables = tables_of(state)
    proposal = reaching(state, power)[0]
    if said := reply(state, power, proposal):
        return said
    friend = ideology(state, proposal.power, tables) == ideology(state, power, tables)
    if proposal.option == "3":
        return "accept" if welcome(state, tables, power, proposal) else "refuse"
    peaceful = proposal.kind == "naval-treaty"
    return "accept" if friend or peaceful else "refuse"


def _produce(state: DecisionState, power: str, menu: Menu) -> Produce:
    field = menu.field("spend")
    stock = field.most if isinstance(field, Count) else 0
    keep = RESERVE
    tables = tables_of(state)
    if gear_bar(state, tables, power) is None:
        keep += gear_cost(state, tables, power).net
    return Produce(spend=max(0, stock - keep))


def _plays(at: At, menu: Menu, dice: Dice | None) -> Iterator[Chosen]:
    """The best wishes that the hand offers, within the money that is really there."""
    field = menu.field("plays")
    if not isinstance(field, PlaysField):
        return
    left = {**field.purses, "money": max(0, at.state.nation(at.power).money)}
    taken: set[str] = set()
    shared = {part.key for part in field.shared}
    for key, details in _wishes(at, field, dice):
        option = field.option(key)
        if option is None or option.barred or key in taken or len(taken) >= field.most:
            continue
        price = option.price(details)
        if any(amount > left.get(purse, 0) for purse, amount in price.items()):
            continue
        if any(True for _ in _wrong(option, details)):
            continue
        left = {purse: amount - price.get(purse, 0) for purse, amount in left.items()}
        taken.add(key)
        plan = _plan(at, field, details) if option.shared and "activate" in shared else {}
        yield Chosen(option=key, details={**details, **plan})


def _peaceful(plays: Iterable[Chosen]) -> tuple[Chosen, ...]:
    """The same without its plans of activation where option 4 is among them (8.5)."""
    found = tuple(plays)
    if not any(chosen.option in WAR for chosen in found):
        return found
    return tuple(
        Chosen(
            option=chosen.option,
            details={key: part for key, part in chosen.details.items() if key not in PLAN},
        )
        for chosen in found
    )


def _wrong(option: Option, details: dict[str, Any]) -> Iterator[str]:
    """What of a wish the menu bars now."""
    for field in option.fields:
        value = details.get(field.key, field.empty())
        for problem in field.problems(value):
            yield problem.message


def _wishes(at: At, field: PlaysField, dice: Dice | None) -> Iterator[Wish]:
    """What the power would play, the most wanted first."""
    courted = _courted(at)
    minors = leaned(courted[:WOOED], dice, "courted") + courted[WOOED:]
    yield "ipo-10", {"instead": True}
    yield from last_resorts(at)
    if at.power == "germany":
        yield "germany-6", {}
    yield "2", {}
    yield from wars(at)
    yield from _answers(at)
    for minor in minors:
        yield "ipo-5", {"minor": minor}
    if at.state.nation(at.power).pe < 0:
        yield "0a", {"dice": 1}
    if at.state.nation(at.power).money < 3:
        yield "ipo-18", {}
    nation = at.state.nation(at.power)
    if nation.money >= RICH and nation.pe < at.tables.limits["pe_most"]:
        yield "0a", {"dice": 2}
    yield from _treaties(at)
    yield from _pressing(at)
    yield from _harming(at, minors[:3])
    yield from _courting(at, field, minors[:WOOED])
    yield "ipo-18", {}


def _answers(at: At) -> Iterator[Wish]:
    if reaching(at.state, at.power) and _reply(at.state, at.power) == "accept":
        yield "0f", {}


def _treaties(at: At) -> Iterator[Wish]:
    if other := sought(at.state, at.tables, at.power):
        yield "3", {"agreement": f"plain:{other}"}
    if _rhythm(at.state, at.power, 12) == 0:
        for other in ("usa", "commonwealth", "japan", "italy"):
            if other not in at.state.naval:
                yield "ipo-15", {"partner": other}


def _pressing(at: At) -> Iterator[Wish]:
    """Now and then, from a good place: press the rival that acts last."""
    state = at.state
    own = ideology(state, at.power, at.tables)
    rivals = [p for p in state.order_of_play() if ideology(state, p, at.tables) != own]
    if _rhythm(state, at.power, 9) == 0 and rivals and difference(state, at.power, rivals[-1]) >= 3:
        yield "ipo-9", {"target": rivals[-1], "demand": "tell"}


def _harming(at: At, minors: Sequence[str]) -> Iterator[Wish]:
    """In some turns: turn minors against the rival who stands best with them, or subvert one."""
    own = ideology(at.state, at.power, at.tables)
    if _rhythm(at.state, at.power, 5) == 0:
        rivals = [p for p in at.state.powers if ideology(at.state, p, at.tables) != own]
        weight = {
            rival: sum(at.state.minor(key).values.get(rival, 0) for key in minors)
            for rival in rivals
        }
        worst = max(rivals, key=lambda rival: weight[rival], default="")
        if worst and weight[worst] > 0:
            yield "ipo-4", {"target": worst, "minors": tuple(minors)}
    if _rhythm(at.state, at.power, 4) == 0 and at.state.nation(at.power).pe >= 3:
        for minor in minors:
            yield "ipo-8", {"minor": minor}


def _courting(at: At, field: PlaysField, minors: Sequence[str]) -> Iterator[Wish]:
    """Deals, aid, guarantees and speeches for the minors worth most."""
    deal = field.option("ipo-2")
    deals = [c for f in (deal.fields if deal else ()) if isinstance(f, Pick) for c in f.choices]
    for minor in minors:
        for choice in deals:
            if choice.barred is None and choice.value.startswith(f"{minor}:"):
                yield "ipo-2", {"deal": choice.value}
        yield "ipo-3", {"minor": minor}
        if ideology(at.state, at.power, at.tables) == "democratic":
            yield "ipo-12", {"minor": minor}
        yield "ipo-8", {"minor": minor}
        yield "0g", {"minor": minor}


def _courted(at: At) -> list[str]:
    """The minors worth courting, best first: rich ones and near ones that are still free."""
    own = ideology(at.state, at.power, at.tables)
    here = at.state.nation(at.power).marker
    ranked = []
    for key, minor in at.state.minors.items():
        row = at.tables.minors.get(key)
        inside = zone(minor.hex, at.tables.display)
        if minor.joined or key in at.state.fates or row is None or inside not in ("neutral", own):
            continue
        if at.state.at_war(at.power, key):
            continue
        worth = row.resources + 2 * row.factories + row.oil + minor.values.get(at.power, 0)
        mine = controller(at.state, key, at.tables) == at.power
        ranked.append((-worth - 6 * mine + distance(minor.hex, here), key))
    return [key for _, key in sorted(ranked)]


def _plan(at: At, field: PlaysField, details: dict[str, Any]) -> dict[str, Any]:
    """Activate the minor that this power's values would bring furthest."""
    picked = next((part for part in field.shared if part.key == "activate"), None)
    if not isinstance(picked, Pick):
        return {}
    return _best(at, picked, details.get("minor") or str(details.get("deal", "")).partition(":")[0])


def _best(at: At, picked: Pick, courted: str) -> dict[str, Any]:
    offered = {choice.value for choice in picked.choices if choice.barred is None}
    best, most = "", 1
    for key in sorted(offered):
        if control_bar(at.state, at.power, key, at.tables):
            continue
        value = at.state.minor(key).values.get(at.power, 0) + (2 if key == courted else 0)
        if value > most:
            best, most = key, value
    return {"activate": best, "order": (at.power,)} if best and most >= 4 else {}
