"""What can happen when minor countries are attacked, join a side, surrender or change it."""

from rules.kernel.events import PublicEvent
from rules.kernel.tally import Tally


class AreaAttacked(PublicEvent, frozen=True, kw_only=True, tag="area_attacked"):
    """A power attacked a free country by a declaration of war at this ``cost`` in BRPs."""

    area: str
    power: str
    cost: Tally
    effects: tuple[str, ...]


class AreaJoined(PublicEvent, frozen=True, kw_only=True, tag="area_joined"):
    """A country became a power's associate otherwise than by a result; ``why`` is a clause."""

    area: str
    power: str
    why: str
    effects: tuple[str, ...]


class FightsAlone(PublicEvent, frozen=True, kw_only=True, tag="fights_alone"):
    """A country survived an attack and has nobody to join; ``why`` is a clause."""

    area: str
    why: str
    effects: tuple[str, ...]


class Refused(PublicEvent, frozen=True, kw_only=True, tag="association_refused"):
    """A power declined to accept a country as its associate."""

    area: str
    power: str


class AreaSurrendered(PublicEvent, frozen=True, kw_only=True, tag="area_surrendered"):
    """An associate or ally of a power surrendered on this ``row``; ``hexes`` is who has the empty ones."""

    area: str
    power: str
    row: str
    hexes: str
    effects: tuple[str, ...]


class AreaSwitched(PublicEvent, frozen=True, kw_only=True, tag="area_switched"):
    """An associate or ally of a power went over to another one on this ``row``."""

    area: str
    power: str
    to: str
    row: str
    effects: tuple[str, ...]


class UnitsDisbanded(PublicEvent, frozen=True, kw_only=True, tag="units_disbanded"):
    """All units of a country are gone for good; ``why`` is a clause."""

    area: str
    power: str
    why: str


class ForeignersLost(PublicEvent, frozen=True, kw_only=True, tag="foreigners_lost"):
    """Foreign factors that did not leave a country in time are gone."""

    area: str
    power: str
    factors: int


class UnitsCaught(PublicEvent, frozen=True, kw_only=True, tag="units_caught"):
    """Foreign factors stood in a country that went over to their enemy (82.33)."""

    area: str
    power: str
    factors: int
    effects: tuple[str, ...]


class RowBarred(PublicEvent, frozen=True, kw_only=True, tag="row_barred"):
    """A row would have joined a country to its aggressor's side; a lower one is ``taken``."""

    country: str
    faction: str
    rolled: str
    taken: str


class AllianceVoid(PublicEvent, frozen=True, kw_only=True, tag="alliance_void"):
    """An ally's power did not declare the war that the alliance needed."""

    country: str
    power: str
    on: str


SideHappening = (
    AreaAttacked | AreaJoined | FightsAlone | Refused | AreaSurrendered | AreaSwitched | UnitsDisbanded
    | ForeignersLost | UnitsCaught | RowBarred | AllianceVoid
)  # fmt: skip
