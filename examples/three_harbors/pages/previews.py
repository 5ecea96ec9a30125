"""The roll that a draft would lead to, with exact chances."""

from examples.three_harbors.envoys.chances import added, faces
from examples.three_harbors.model.orders import Give, Send
from examples.three_harbors.model.powers import SEATS
from examples.three_harbors.model.state import HarborState
from examples.three_harbors.model.tables import ISLANDS, tables_of
from rules.kernel.orders import Order
from rules.kernel.pages import Assumed, Chance, Panel


def build(state: HarborState, power: str, order: Order | None) -> tuple[Panel, ...]:
    """The roll of a port's own envoy."""
    island = order.island if isinstance(order, Send) else state.envoy(power)
    if island not in ISLANDS or state.ending is not None:
        return ()
    coins = order.coins if isinstance(order, Give) else 0
    told = added(state, coins, 0)
    return (
        Panel(
            key=island,
            title=f"{ISLANDS[island]} agrees",
            tally=told,
            chances=_chances(state, coins, 0),
            assumption="No other envoy asks there",
            others=tuple(
                Assumed(label=f"{rivals} other", chances=_chances(state, coins, rivals))
                for rivals in range(1, len(SEATS))
            ),
            facts=told.reads(),
        ),
    )


def _chances(state: HarborState, coins: int, rivals: int) -> tuple[Chance, ...]:
    whole = tables_of(state).die
    good = faces(state, added(state, coins, rivals).net)
    return (
        Chance(row="agrees", meaning="The island agrees", parts=good, whole=whole),
        Chance(row="declines", meaning="It declines", parts=whole - good, whole=whole),
    )
