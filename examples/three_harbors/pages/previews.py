"""The rolls that a draft would lead to, with exact chances."""

from examples.three_harbors.model.orders import Name, Place
from examples.three_harbors.model.powers import SEATS
from examples.three_harbors.model.state import HarborState
from examples.three_harbors.model.tables import tables_of
from examples.three_harbors.valleys.chances import added, faces
from rules.kernel.orders import Order
from rules.kernel.pages import Assumed, Chance, Panel


def build(state: HarborState, power: str, order: Order | None) -> tuple[Panel, ...]:
    """The rolls for the valleys in which a harbor places, or for the one that it names."""
    names = tables_of(state).valleys
    placed = order.points if isinstance(order, Place) else state.placed(power)
    wanted = {order.valley} if isinstance(order, Name) else {*placed}
    if order is None or state.ending is not None:
        return ()
    return tuple(
        _panel(state, key, title, placed.get(key, 0))
        for key, title in names.items()
        if key in wanted
    )


def _panel(state: HarborState, valley: str, title: str, points: int) -> Panel:
    told = added(state, points, 0)
    return Panel(
        key=valley,
        title=title,
        tally=told,
        chances=_chances(state, points, 0),
        assumption="No other harbor has points there",
        others=tuple(
            Assumed(label=f"{rivals} other", chances=_chances(state, points, rivals))
            for rivals in range(1, len(SEATS))
        ),
        facts=told.reads(),
    )


def _chances(state: HarborState, points: int, rivals: int) -> tuple[Chance, ...]:
    whole = tables_of(state).die
    good = faces(state, added(state, points, rivals).net)
    return (
        Chance(row="held", meaning="Who has most points there holds it", parts=good, whole=whole),
        Chance(row="free", meaning="Nobody holds it", parts=whole - good, whole=whole),
    )
