"""What happens in and around wars."""

from rules.kernel.events import Event, PublicEvent
from rules.kernel.tally import Tally


class WarsAnnounced(PublicEvent, frozen=True, kw_only=True, tag="wars_announced"):
    """A power named the countries it will attack in its first impulse."""

    power: str
    targets: tuple[str, ...]


class AnnouncementLapsed(PublicEvent, frozen=True, kw_only=True, tag="announcement_lapsed"):
    """A war that was announced, or tried on the map, did not begin, and why."""

    power: str
    target: str
    why: str


class NoticeGiven(PublicEvent, frozen=True, kw_only=True, tag="notice_given"):
    """A power gave another notice of a war that it may declare from a turn on."""

    power: str
    to: str
    first: str
    last: str


class WarDeclared(PublicEvent, frozen=True, kw_only=True, tag="war_declared"):
    """A power declared war on a country, and what it paid."""

    power: str
    target: str
    price: Tally


class WarRolled(PublicEvent, frozen=True, kw_only=True, tag="war_rolled"):
    """The American roll for war: the die, what was added, and what came of it."""

    target: str
    die: int
    tally: Tally
    passed: bool


class WarNumber(Event, frozen=True, kw_only=True, tag="war_number"):
    """What the American die for war may show at most; only the American player knows it."""

    target: str
    tally: Tally


class WarEnded(PublicEvent, frozen=True, kw_only=True, tag="war_ended"):
    """Two countries are at peace; ``why`` is lapse, conquest or surrender."""

    one: str
    other: str
    why: str


class MinorDrawn(PublicEvent, frozen=True, kw_only=True, tag="minor_drawn"):
    """A minor that was attacked joined the power under whose marker it stands."""

    minor: str
    power: str
    attacker: str


class SidePassed(PublicEvent, frozen=True, kw_only=True, tag="side_passed"):
    """A side of a civil war, or the Chinese Communists, came under another command."""

    side: str
    power: str
    before: str


class PassagesClosed(PublicEvent, frozen=True, kw_only=True, tag="passages_closed"):
    """A power denies its passages: ``denied`` are those it denies now."""

    power: str
    denied: tuple[str, ...]


class BurmaRoad(PublicEvent, frozen=True, kw_only=True, tag="burma_road"):
    """The Burma Road was closed or opened."""

    power: str
    closed: bool


class CountrySplit(PublicEvent, frozen=True, kw_only=True, tag="country_split"):
    """A civil war divided a country's force pool: percentages and units by side."""

    country: str
    die: int
    shares: dict[str, int]
    units: dict[str, dict[str, int]]


class SideProduced(PublicEvent, frozen=True, kw_only=True, tag="side_produced"):
    """The build points of a side of a civil war, or of a minor that another power directs."""

    side: str
    points: Tally


class ChinaWon(PublicEvent, frozen=True, kw_only=True, tag="china_won"):
    """A side won the Chinese civil war: ``nationalists`` or ``communists``."""

    side: str


class MarkerPlaced(PublicEvent, frozen=True, kw_only=True, tag="marker_placed"):
    """The marker of a power was placed beside another one."""

    power: str
    by: str
    hex: tuple[int, int]


class MinorConquered(PublicEvent, frozen=True, kw_only=True, tag="minor_conquered"):
    """A minor country was conquered, and by whom as far as that is known. Nobody guarantees it any
    more; if there are ``grounds`` for war over it, they end with the next phase.
    """

    minor: str
    by: str = ""
    guaranteed: tuple[str, ...] = ()
    grounds: bool = True


class IntelligenceRolled(PublicEvent, frozen=True, kw_only=True, tag="intelligence_rolled"):
    """The highest die of each ideology, by how much one out-rolled the others, and its points."""

    dice: dict[str, tuple[int, ...]]
    scores: dict[str, Tally]
    points: dict[str, int]


class DieShifted(PublicEvent, frozen=True, kw_only=True, tag="die_shifted"):
    """Intelligence points shifted a die."""

    power: str
    before: int
    after: int
    points: int


class IdeologiesRolled(PublicEvent, frozen=True, kw_only=True, tag="ideologies_rolled"):
    """The initiative of the ideologies: their dice; ``again`` names who called for new ones."""

    scores: dict[str, int]
    again: str = ""


class ImpulseOrder(PublicEvent, frozen=True, kw_only=True, tag="impulse_order"):
    """Which ideology has its impulse before which."""

    order: tuple[str, ...]


class ImpulseEnded(PublicEvent, frozen=True, kw_only=True, tag="impulse_ended"):
    """An ideology's impulse ended: its die, and whether its turn is over or how far it goes on."""

    side: str
    die: int
    number: int
    over: bool
    advance: Tally
    after: int


class TrackMoved(PublicEvent, frozen=True, kw_only=True, tag="track_moved"):
    """An ideology's marker moved on the initiative track."""

    side: str
    before: int
    after: int
    tally: Tally
