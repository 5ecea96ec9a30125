"""What can happen to single countries by their own rules."""

from rules.kernel.events import PublicEvent
from rules.kernel.tally import Tally


class MinesLaid(PublicEvent, frozen=True, kw_only=True, tag="mines_laid"):
    """A Western power announced that Norwegian waters are mined, with Norway's leave or without."""

    power: str
    leave: bool


class MinesCleared(PublicEvent, frozen=True, kw_only=True, tag="mines_cleared"):
    """Germany controls Norway, and the mines lie no more."""


class DenmarkYielded(PublicEvent, frozen=True, kw_only=True, tag="denmark_yielded"):
    """Denmark did not resist a German attack."""


class PartisansGone(PublicEvent, frozen=True, kw_only=True, tag="partisans_gone"):
    """All Irish partisans are removed for good; ``why`` is a clause."""

    area: str
    why: str


class RouteOpened(PublicEvent, frozen=True, kw_only=True, tag="route_opened"):
    """A Western power opened the Persian route at a price in BRPs."""

    power: str
    price: Tally


class EthiopiaFell(PublicEvent, frozen=True, kw_only=True, tag="ethiopia_fell"):
    """The Allies conquered Ethiopia; so many Axis factors there are lost, or may be built again
    (``rebuilt``). ``why`` is a clause.
    """

    why: str
    factors: int
    rebuilt: bool


class EthiopiaDecided(PublicEvent, frozen=True, kw_only=True, tag="ethiopia_decided"):
    """Who has Ethiopia after Italy's surrender: ``axis``, ``western`` or ``none``."""

    holder: str
    german: int
    western: int


class AreaFell(PublicEvent, frozen=True, kw_only=True, tag="area_fell"):
    """The Philippines or the Dutch East Indies fell to Japan for the first time."""

    area: str


class ReconquestRefused(PublicEvent, frozen=True, kw_only=True, tag="reconquest_refused"):
    """Ethiopia was declared Axis again, which it cannot become."""


class ChinaAsked(PublicEvent, frozen=True, kw_only=True, tag="china_asked"):
    """Communist China may choose between Russia's side and its own."""


class ChinaChose(PublicEvent, frozen=True, kw_only=True, tag="china_chose"):
    """Communist China became Russia's ally, or stays alone; ``how`` is bound (by the full
    restrictions), chosen or silent. ``effects`` are sentences.
    """

    stays: bool
    how: str
    effects: tuple[str, ...] = ()


class TriggerUndone(PublicEvent, frozen=True, kw_only=True, tag="trigger_undone"):
    """What had made an area join somebody turned out not to be so; ``why`` is a clause."""

    area: str
    power: str
    why: str


RegionalHappening = (
    MinesLaid | MinesCleared | DenmarkYielded | PartisansGone | RouteOpened | EthiopiaFell
    | EthiopiaDecided | AreaFell | ReconquestRefused | ChinaAsked | ChinaChose | TriggerUndone
)  # fmt: skip
