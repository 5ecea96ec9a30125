"""What happens to treaties. Texts on the table are told to their two powers alone."""

from rules.days_of_decision.model.state.treaties import Terms
from rules.kernel.audience import PUBLIC, Audience
from rules.kernel.events import Event
from rules.kernel.tally import Tally


class TextChanged(Event, frozen=True, kw_only=True, tag="text_changed"):
    """A text on the table: ``what`` is offered, agreed, declined or withdrawn."""

    power: str
    to: str
    what: str
    step: str
    terms: Terms


class TreatySigned(Event, frozen=True, kw_only=True, tag="treaty_signed"):
    """A treaty rose to a level, or (``varied``) got other terms; ``level`` is the one it has now.

    ``default`` when the terms are those for parties that did not agree.
    """

    power: str
    to: str
    level: int
    varied: bool = False
    default: bool = False
    terms: Terms | None = None
    audience: Audience = PUBLIC


class TreatyEnded(Event, frozen=True, kw_only=True, tag="treaty_ended"):
    """A treaty or a pact ended; ``what`` is treaty or pact, ``why`` is broken, war or aircraft."""

    power: str
    to: str
    what: str
    level: int
    why: str
    audience: Audience = PUBLIC


class PactKept(Event, frozen=True, kw_only=True, tag="pact_kept"):
    """A pact outlived the treaties around it, and why."""

    power: str
    to: str
    why: str
    audience: Audience = PUBLIC


class DeliveryFailed(Event, frozen=True, kw_only=True, tag="delivery_failed"):
    """A part of a trade agreement did not arrive; ``why`` as in a delivery."""

    power: str
    to: str
    good: str
    amount: int
    why: str
    breach: bool
    audience: Audience = PUBLIC


class PointsLent(Event, frozen=True, kw_only=True, tag="points_lent"):
    """A power gave build points away; ``after`` is what the other has saved now."""

    power: str
    to: str
    amount: int
    after: int
    audience: Audience = PUBLIC


class PactChitsDrawn(Event, frozen=True, kw_only=True, tag="pact_chits_drawn"):
    """A power drew entry chits for a pact; what they show and serve only it knows."""

    power: str
    to: str
    count: int
    audience: Audience = PUBLIC


class PactChit(Event, frozen=True, kw_only=True, tag="pact_chit"):
    """What a chit drawn for a pact shows, and what it serves; for its owner."""

    power: str
    to: str
    value: int
    use: str


class BorderShared(Event, frozen=True, kw_only=True, tag="border_shared"):
    """Two powers with a pact share a border from now on (``shared``), or no longer."""

    power: str
    to: str
    shared: bool
    audience: Audience = PUBLIC


class GroundGained(Event, frozen=True, kw_only=True, tag="ground_gained"):
    """A power holds a casus belli on another, through the political phase of a turn."""

    power: str
    to: str
    why: str
    until: str
    audience: Audience = PUBLIC


class AllyCalled(Event, frozen=True, kw_only=True, tag="ally_called"):
    """A power may join its full ally's war at once."""

    power: str
    ally: str
    aggressor: str
    audience: Audience = PUBLIC


class WarJoined(Event, frozen=True, kw_only=True, tag="war_joined"):
    """A power joined its full ally's war."""

    power: str
    ally: str
    aggressor: str
    audience: Audience = PUBLIC


class LevelRaised(Event, frozen=True, kw_only=True, tag="level_raised"):
    """A power that was attacked works at its peacetime maximum at once."""

    power: str
    level: int
    audience: Audience = PUBLIC


class CarrierInterned(Event, frozen=True, kw_only=True, tag="carrier_interned"):
    """The French carrier was interned."""

    power: str
    audience: Audience = PUBLIC


class SanctionAdded(Event, frozen=True, kw_only=True, tag="sanction_added"):
    """The USA added a sanction to an option, its own or another democracy's."""

    power: str
    sanction: str
    cost: Tally
    die: int
    audience: Audience = PUBLIC


TreatyHappening = (
    TextChanged
    | TreatySigned
    | TreatyEnded
    | PactKept
    | DeliveryFailed
    | PointsLent
    | PactChitsDrawn
    | PactChit
    | BorderShared
    | GroundGained
    | AllyCalled
    | WarJoined
    | LevelRaised
    | CarrierInterned
    | SanctionAdded
)
"""Every kind of event about treaties."""
