"""What a campaign remembers of single countries that neither facts nor clocks tell."""

import msgspec


class Route(msgspec.Struct, frozen=True, kw_only=True):
    """The Persian route: who opened it, in which turn and for how many BRPs."""

    power: str
    turn: int
    price: int


class Regions(msgspec.Struct, frozen=True, kw_only=True):
    """The memory of the regional rules.

    ``since`` gives, for each entry of :data:`~rules.world_at_war.minors.regions.asked.WATCHED`, the turn
    and stage in which it came about (absent: before the campaign began, or not at all). ``fallen`` gives the
    turn in which an area was conquered for good. ``china`` is the turn in which Communist China has to
    choose (0: it does not), ``china_stays`` that it chose to stay alone.
    """

    since: dict[str, tuple[int, str]] = {}
    fallen: dict[str, int] = {}
    route: Route | None = None
    china: int = 0
    china_stays: bool = False
