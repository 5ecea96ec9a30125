"""Every fact that a turn can produce. Events hold data; ``pages.log`` turns them into sentences."""

from rules.days_of_decision.model.state import Hex
from rules.kernel.events import Event, PublicEvent
from rules.kernel.orders import Detail
from rules.kernel.tally import Tally


class TurnBegan(PublicEvent, frozen=True, kw_only=True, tag="turn_began"):
    """A turn of two months began."""

    turn: int
    title: str


class BidsOpened(PublicEvent, frozen=True, kw_only=True, tag="bids_opened"):
    """A power's bid, its die and its score; ``score`` is a fraction."""

    power: str
    options: int
    points: int
    die: int
    tally: Tally
    score: str


class PlaceYielded(PublicEvent, frozen=True, kw_only=True, tag="place_yielded"):
    """A democracy let another one act before it."""

    power: str
    to: str


class OrderSet(PublicEvent, frozen=True, kw_only=True, tag="order_set"):
    """The order of play of this turn."""

    order: tuple[str, ...]


class CardsSealed(PublicEvent, frozen=True, kw_only=True, tag="cards_sealed"):
    """How many options each power laid face down."""

    counts: dict[str, int]


class CardTurned(PublicEvent, frozen=True, kw_only=True, tag="card_turned"):
    """An option was turned over, or forced upon its power."""

    power: str
    option: str
    details: dict[str, Detail] = {}
    forced_by: str = ""


class CardWasted(PublicEvent, frozen=True, kw_only=True, tag="card_wasted"):
    """An option had no effect and cost nothing, and why."""

    power: str
    option: str
    why: str


class CardReturned(PublicEvent, frozen=True, kw_only=True, tag="card_returned"):
    """A card went back unturned, because its power had to do something else with it."""

    power: str


class CostPaid(PublicEvent, frozen=True, kw_only=True, tag="cost_paid"):
    """A power paid for an option."""

    power: str
    option: str
    tally: Tally
    purse: str


class TestRolled(PublicEvent, frozen=True, kw_only=True, tag="test_rolled"):
    """The test of an option: the dice, what it needed, and whether it passed."""

    power: str
    option: str
    dice: tuple[int, ...]
    tally: Tally
    passed: bool


class CardPlayed(PublicEvent, frozen=True, kw_only=True, tag="card_played"):
    """An option took effect; ``effect`` names what came of it, ``about`` whom it touched."""

    power: str
    option: str
    effect: str
    about: dict[str, str] = {}


class ProposalMade(PublicEvent, frozen=True, kw_only=True, tag="proposal_made"):
    """A power proposed something that others must answer."""

    power: str
    option: str
    to: tuple[str, ...]


class ProposalAnswered(PublicEvent, frozen=True, kw_only=True, tag="proposal_answered"):
    """A proposal was answered; ``how`` is accepted, refused, lapsed.

    ``standing`` by a standing order, ``agreed`` because its text was agreed beforehand.
    """

    power: str
    by: str
    option: str
    how: str
    standing: bool = False
    agreed: bool = False


class ValuesChanged(PublicEvent, frozen=True, kw_only=True, tag="values_changed"):
    """The values that a power holds in minors changed."""

    power: str
    changes: dict[str, int]
    reason: str


class CounterMoved(PublicEvent, frozen=True, kw_only=True, tag="counter_moved"):
    """A counter moved on the display, step by step with its prices."""

    counter: str
    by: str
    value: int
    path: tuple[Hex, ...]
    tally: Tally
    lost: int = 0


class MinorActivated(PublicEvent, frozen=True, kw_only=True, tag="minor_activated"):
    """A minor was activated: its values were used up."""

    minor: str
    power: str
    values: dict[str, int]


class EntryMoved(PublicEvent, frozen=True, kw_only=True, tag="entry_moved"):
    """American entry against a power changed."""

    power: str
    against: str
    option: str
    tally: Tally
    after: int


class EntryRolled(PublicEvent, frozen=True, kw_only=True, tag="entry_rolled"):
    """A ten-sided die for an entry chit, and whether one was drawn or moved. The die is 0 where none
    was thrown, since nothing was left to throw against.
    """

    power: str
    die: int
    tally: Tally
    drawn: int
    pool: str


class ChitDrawn(Event, frozen=True, kw_only=True, tag="chit_drawn"):
    """The value of a chit; only the American player sees it."""

    pool: str
    value: int


class EffectivenessChanged(PublicEvent, frozen=True, kw_only=True, tag="effectiveness_changed"):
    """Political effectiveness changed."""

    power: str
    before: int
    after: int
    reason: str


class DutyLaid(PublicEvent, frozen=True, kw_only=True, tag="duty_laid"):
    """Pressure obliges a power, or came to light; ``effect`` is move, answer, tell, none, found."""

    power: str
    by: str
    effect: str
    direction: str = ""
    difference: int = 0


class DutyEnded(PublicEvent, frozen=True, kw_only=True, tag="duty_ended"):
    """A duty was met or lapsed."""

    power: str
    by: str
    effect: str
    how: str


class NextOptionTold(Event, frozen=True, kw_only=True, tag="next_option_told"):
    """A power told another which option it plays next."""

    power: str
    to: str
    option: str


class SecretUnitBuilt(Event, frozen=True, kw_only=True, tag="secret_unit_built"):
    """A unit was built for a minor in secret."""

    power: str
    minor: str


class GovernmentChanged(PublicEvent, frozen=True, kw_only=True, tag="government_changed"):
    """The American government changed."""

    republican: bool


class Produced(PublicEvent, frozen=True, kw_only=True, tag="produced"):
    """What a power's factories made, and how it came about."""

    power: str
    points: Tally
    factories: Tally
    multiple: Tally
    money: Tally
    spent: int
    saved: int


class IndiaProduced(PublicEvent, frozen=True, kw_only=True, tag="india_produced"):
    """What India builds for itself while it is on its own."""

    points: Tally


class IndiaChanged(PublicEvent, frozen=True, kw_only=True, tag="india_changed"):
    """India came back to the Commonwealth, or was on its own again."""

    returned: bool


class UkraineChanged(PublicEvent, frozen=True, kw_only=True, tag="ukraine_changed"):
    """The Ukraine joined Germany, or ceased to exist; ``change`` is joined or ended."""

    change: str


class CivilWarEnded(PublicEvent, frozen=True, kw_only=True, tag="civil_war_ended"):
    """The Chinese civil war is not fought any more."""


class MapDue(PublicEvent, frozen=True, kw_only=True, tag="map_due"):
    """Something falls due on the map: ``what`` is force_pool (of a power) or civil_war."""

    power: str
    what: str


class DebtPaid(PublicEvent, frozen=True, kw_only=True, tag="debt_paid"):
    """Money was taken for effectiveness below zero; ``lost`` when production could not cover it."""

    power: str
    tally: Tally
    converted: int
    lost: bool


class BidPointsGained(PublicEvent, frozen=True, kw_only=True, tag="bid_points_gained"):
    """A power's bid points at the end of the political phase."""

    power: str
    tally: Tally
    after: int


class SideChanged(PublicEvent, frozen=True, kw_only=True, tag="side_changed"):
    """A power left or entered an ideology, and what it needs for victory."""

    power: str
    before: str
    after: str
    needed: int
    sides: dict[str, int]


class CampaignEnded(PublicEvent, frozen=True, kw_only=True, tag="campaign_ended"):
    """The game is over, and how everybody stands."""

    title: str
    shares: dict[str, int]
