"""How often a campaign was mended: what stands beside its dice, so that nobody wonders about them."""

from msgspec import Struct

from campaigns.domain.entries.facts import ActCarriedOut
from campaigns.domain.entries.phases import OrdersPublished, PhaseResolved
from campaigns.domain.entries.repair import RolledBack, StateOverridden
from campaigns.selectors.history.rollback import thrown_in
from campaigns.selectors.reader.access import Reading


class Repairs(Struct, frozen=True, kw_only=True):
    """How many times a campaign went back, with the ``phases`` undone and the ``dice`` thrown in them, which are
    in no statistics; how many overrides were made.
    """

    back: int
    phases: int
    dice: int
    overrides: int

    def __bool__(self) -> bool:
        """Whether anything was mended at all."""
        return bool(self.back or self.overrides)


def repairs_of(at: Reading) -> Repairs:
    """What was mended of a campaign, as far as this reader may know."""
    undone = at.entries(ActCarriedOut, OrdersPublished, PhaseResolved).filter(
        phase__undone_at__isnull=False, phase__undone_at__lte=at.shown.at
    )
    resolved = undone.filter(kind=PhaseResolved.tag).values("phase").distinct()
    return Repairs(
        back=at.entries(RolledBack).count(),
        phases=resolved.count(),
        dice=thrown_in(undone.values_list("body", flat=True)),
        overrides=at.entries(StateOverridden).count(),
    )
