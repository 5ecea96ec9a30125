"""Every fact that diplomacy can produce. Events hold data; ``pages.log`` turns them into sentences."""

from rules.kernel.events import Event, PublicEvent
from rules.kernel.tally import Tally


class TurnBegan(PublicEvent, frozen=True, kw_only=True, tag="turn_began"):
    """A game turn began."""

    turn: int
    title: str


class PointsAllotted(PublicEvent, frozen=True, kw_only=True, tag="points_allotted"):
    """A power was allotted its points of the year; the allotment follows from public facts."""

    power: str
    tally: Tally


class PointsPlaced(Event, frozen=True, kw_only=True, tag="points_placed"):
    """A power placed its points; only those who may see them learn where."""

    power: str
    points: dict[str, int]


class PlacementSealed(PublicEvent, frozen=True, kw_only=True, tag="placement_sealed"):
    """Every power has placed its points of a year, in secret."""

    year: int


class PointsRevealed(PublicEvent, frozen=True, kw_only=True, tag="points_revealed"):
    """The points of these powers in a target were laid open; ``counted`` those that count."""

    target: str
    points: dict[str, int]
    counted: dict[str, int]


class PointsLapsed(PublicEvent, frozen=True, kw_only=True, tag="points_lapsed"):
    """The year ended: how every power had placed its points, and what lapsed unused."""

    year: int
    placed: dict[str, dict[str, int]]
    unused: dict[str, dict[str, int]]


class TargetNamed(PublicEvent, frozen=True, kw_only=True, tag="target_named"):
    """A faction named a country for a roll."""

    country: str
    faction: str
    power: str
    manner: str
    joint: bool = False


class NamingFellAway(PublicEvent, frozen=True, kw_only=True, tag="naming_fell_away"):
    """A naming had no effect, and why."""

    country: str
    power: str
    why: str


class WarBound(PublicEvent, frozen=True, kw_only=True, tag="war_bound"):
    """Germany bound itself to declare war on Russia in this turn."""


class WarOwed(PublicEvent, frozen=True, kw_only=True, tag="war_owed"):
    """Germany bound itself to declare war on Russia, and by the end of the turn it has not."""


class DemandMade(PublicEvent, frozen=True, kw_only=True, tag="demand_made"):
    """Russia demanded territory."""

    of: str


class DemandAnswered(PublicEvent, frozen=True, kw_only=True, tag="demand_answered"):
    """How a demand on Rumania ended: annexed, ceded, resisted or dropped."""

    answer: str


class SubversionTried(PublicEvent, frozen=True, kw_only=True, tag="subversion_tried"):
    """Russia tried to subvert a named country."""

    country: str
    die: int
    worked: bool
    paid_from: str


class CardPlayed(PublicEvent, frozen=True, kw_only=True, tag="card_played"):
    """A covert operation or a countering was played; ``effect`` says what came of it."""

    power: str
    card: str
    target: str
    effect: str


class RollMade(PublicEvent, frozen=True, kw_only=True, tag="roll_made"):
    """A diplomatic roll: the tally frozen before the die, the die and the row."""

    country: str
    faction: str
    manner: str
    tally: Tally
    die: int
    total: int
    row: str
    meaning: str
    favours: str


class LesserTaken(PublicEvent, frozen=True, kw_only=True, tag="lesser_taken"):
    """The favoured side took a lesser row."""

    country: str
    power: str
    rolled: str
    taken: str


class PolicyEnded(PublicEvent, frozen=True, kw_only=True, tag="policy_ended"):
    """An earlier result ended; ``how`` is negated, replaced, surrendered, switched or conquered."""

    country: str
    faction: str
    power: str
    row: str
    how: str


class StandingKept(PublicEvent, frozen=True, kw_only=True, tag="standing_kept"):
    """A row of the side that a country stands on brings less than it is (``status``), so that the
    country stays what it is and nothing is paid (ruling 16).
    """

    country: str
    faction: str
    status: str
    row: str
    effects: tuple[str, ...] = ()


class PolicyBegan(PublicEvent, frozen=True, kw_only=True, tag="policy_began"):
    """A row took effect, for the benefit of a power; ``before`` is the row it follows. ``unpaid`` says
    why a row that speaks of BRPs pays none: they were ``had`` this year, the country is
    ``possessed`` by somebody, or ``worthless``.
    """

    country: str
    faction: str
    power: str
    before: str
    row: str
    meaning: str
    effects: tuple[str, ...] = ()
    pending: bool = False
    unpaid: str = ""


class BenefitDecided(PublicEvent, frozen=True, kw_only=True, tag="benefit_decided"):
    """Western Allies and Russia had placed the same number of points; a die decided, or they had
    agreed (``die`` is 0).
    """

    country: str
    faction: str
    die: int = 0


class CountryClosed(PublicEvent, frozen=True, kw_only=True, tag="country_closed"):
    """A permanent row closed the country for good."""

    country: str
    row: str
    meaning: str


class CountryJoined(PublicEvent, frozen=True, kw_only=True, tag="country_joined"):
    """A joining that had waited, or that an attack caused, took place."""

    country: str
    faction: str
    status: str
    why: str


class BrpsDue(PublicEvent, frozen=True, kw_only=True, tag="brps_due"):
    """BRPs that a power receives (or gives back) at the next adjustment.

    ``whole`` says that the country's whole printed value is meant; ``amount`` is then 0 when
    that value stands only on the map. ``amount`` is unprorated; ``posted`` is what the ledger
    bears, ``percent`` of it; ``lost`` marks a worth of the map that goes.
    """

    power: str
    country: str
    amount: int
    whole: bool = False
    yearly: bool = False
    percent: int = 100
    posted: int = 0
    lost: bool = False


class TrackMoved(PublicEvent, frozen=True, kw_only=True, tag="track_moved"):
    """A tension level changed."""

    track: str
    before: int
    after: int
    amount: int
    reason: str


class EffectiveRolled(PublicEvent, frozen=True, kw_only=True, tag="effective_rolled"):
    """The die for the effective level of a track in this turn."""

    track: str
    tally: Tally
    die: int
    level: int


class ThresholdReached(PublicEvent, frozen=True, kw_only=True, tag="threshold_reached"):
    """A threshold was met for the first time."""

    track: str
    level: int
    effect: str


class ReactionEarned(PublicEvent, frozen=True, kw_only=True, tag="reaction_earned"):
    """A side may make a reaction roll at its next opportunity."""

    country: str
    faction: str
    fact: str


class LimitExceeded(PublicEvent, frozen=True, kw_only=True, tag="limit_exceeded"):
    """More foreign factors are declared in a country than may be there as the phase ends (``what``
    is ``inside``), are supplied through it (``passing``), or more armor units (``armor``); or there
    are any although it is ``neutral`` and no result lets them in.
    """

    country: str
    factors: int
    limit: int
    what: str = "inside"


class WarEnded(PublicEvent, frozen=True, kw_only=True, tag="war_ended"):
    """The last turn of the scenario is over."""

    title: str


DiplomaticHappening = (
    TurnBegan | PointsAllotted | PointsPlaced
    | PlacementSealed | PointsRevealed | PointsLapsed | TargetNamed | NamingFellAway | WarBound
    | WarOwed
    | DemandMade | DemandAnswered | SubversionTried | CardPlayed | RollMade | LesserTaken | PolicyEnded | PolicyBegan | StandingKept
    | BenefitDecided | CountryClosed | CountryJoined | BrpsDue | TrackMoved | EffectiveRolled | ThresholdReached
    | ReactionEarned | LimitExceeded | WarEnded
)  # fmt: skip
"""Every kind of event of diplomacy."""
