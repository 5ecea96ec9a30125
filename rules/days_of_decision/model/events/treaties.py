"""What happens to treaties. Texts on the table are told to their two powers alone."""

from rules.days_of_decision.model.state.treaties import Terms
from rules.kernel.events import Event, PublicEvent
from rules.kernel.tally import Tally


class TextChanged(Event, frozen=True, kw_only=True, tag="text_changed"):
    """A text on the table: ``what`` is offered, agreed, declined or withdrawn."""

    power: str
    to: str
    what: str
    step: str
    terms: Terms


class TreatySigned(PublicEvent, frozen=True, kw_only=True, tag="treaty_signed"):
    """A treaty rose to a level, or (``varied``) got other terms; ``level`` is the one it has now.

    ``default`` when the terms are those for parties that did not agree.
    """

    power: str
    to: str
    level: int
    varied: bool = False
    default: bool = False
    terms: Terms | None = None


class TreatyEnded(PublicEvent, frozen=True, kw_only=True, tag="treaty_ended"):
    """A treaty or a pact ended; ``what`` is treaty or pact, ``why`` is broken, war or aircraft."""

    power: str
    to: str
    what: str
    level: int
    why: str


class PactKept(PublicEvent, frozen=True, kw_only=True, tag="pact_kept"):
    """A pact outlived the treaties around it, and why."""

    power: str
    to: str
    why: str


class DeliveryFailed(PublicEvent, frozen=True, kw_only=True, tag="delivery_failed"):
    """A part of a trade agreement did not arrive; ``why`` as in a delivery."""

    power: str
    to: str
    good: str
    amount: int
    why: str
    breach: bool


class PointsLent(PublicEvent, frozen=True, kw_only=True, tag="points_lent"):
    """A power gave build points away; ``after`` is what the other has saved now."""

    power: str
    to: str
    amount: int
    after: int


class PactChitsDrawn(PublicEvent, frozen=True, kw_only=True, tag="pact_chits_drawn"):
    """A power drew entry chits for a pact; what they show and serve only it knows."""

    power: str
    to: str
    count: int


class PactChit(Event, frozen=True, kw_only=True, tag="pact_chit"):
    """What a chit drawn for a pact shows, and what it serves; for its owner."""

    power: str
    to: str
    value: int
    use: str


class BorderShared(PublicEvent, frozen=True, kw_only=True, tag="border_shared"):
    """Two powers with a pact share a border from now on (``shared``), or no longer."""

    power: str
    to: str
    shared: bool


class GroundGained(PublicEvent, frozen=True, kw_only=True, tag="ground_gained"):
    """A power holds a casus belli on another, through the political phase of a turn."""

    power: str
    to: str
    why: str
    until: str


class AllyCalled(PublicEvent, frozen=True, kw_only=True, tag="ally_called"):
    """A power may join its full ally's war at once."""

    power: str
    ally: str
    aggressor: str


class WarJoined(PublicEvent, frozen=True, kw_only=True, tag="war_joined"):
    """A power joined its full ally's war."""

    power: str
    ally: str
    aggressor: str


class LevelRaised(PublicEvent, frozen=True, kw_only=True, tag="level_raised"):
    """A power that was attacked works at its peacetime maximum at once."""

    power: str
    level: int


class CarrierInterned(PublicEvent, frozen=True, kw_only=True, tag="carrier_interned"):
    """The French carrier was interned."""

    power: str


class SanctionAdded(PublicEvent, frozen=True, kw_only=True, tag="sanction_added"):
    """The USA added a sanction to an option, its own or another democracy's."""

    power: str
    sanction: str
    cost: Tally
    die: int
