"""What a side should know before it seals."""

from rules.kernel.orders import Order, Problem
from rules.world_in_flames.model.citations import R
from rules.world_in_flames.model.orders import Standing
from rules.world_in_flames.model.state import HouseState


def build(
    state: HouseState, power: str, order: Order, standing: Order | None = None
) -> tuple[Problem, ...]:
    """What of a standing order can never count."""
    if not isinstance(order, Standing) or not order.italy or "italy" not in state.conquered:
        return ()
    why = "Italy is conquered: no roll for its surrender comes any more."
    return (Problem("italy", why, R("F-19")),)
