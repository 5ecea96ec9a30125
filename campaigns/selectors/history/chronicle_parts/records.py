"""What a chronicle is made of (:mod:`campaigns.selectors.history.chronicle` writes it)."""

from typing import Any

from msgspec import Struct

from campaigns.cache import LazyPart
from campaigns.chronicles import luck, sampling, wording
from campaigns.selectors.history.repairs import Repairs
from campaigns.selectors.history.replays import ReplaySeen
from campaigns.selectors.log.known_then import Secrets
from campaigns.selectors.log.phase_checks import Chain
from campaigns.selectors.phase.records import BasePage
from campaigns.selectors.reader.power_badges import Badge, SeatLine


class TurningPoint(Struct, frozen=True, kw_only=True):
    """One turning point. ``came`` says what came of it at once, ``why`` what the rules make of it and what moved with
    it, ``beside`` what else was news in its turn, and ``later`` what weighed most in the year after; ``knew`` is the
    power through whose eyes its phase tells most, empty where nothing was secret there. Told by a power itself,
    ``before`` is what weighed most of its own news in the year before.
    """

    number: int
    phase: int
    turn: str
    head: str
    came: str
    why: str
    beside: str
    later: str
    actor: str
    knew: str
    before: str


class YearRow(Struct, frozen=True, kw_only=True):
    """A year: its headline, and what else weighed most in it; of one without news that nothing moved, where that is
    so. ``events`` are all its news by their phases; ``count`` is a number that the book follows, at the year's end;
    ``phase`` is the year's first; ``more`` pieces of news are left out.
    """

    year: str
    headline: str
    text: str
    events: tuple[tuple[int, str], ...]
    count: int | None
    phase: int
    more: int


class LuckRow(Struct, frozen=True, kw_only=True):
    """Somebody's dice; ``key`` is a power, or empty for dice that belong to nobody."""

    key: str
    name: str
    luck: luck.Luck


class ListedRows(Struct, frozen=True, kw_only=True):
    """What is in force at the end: rows of powers and words, and how many there are in all."""

    title: str
    rows: tuple[tuple[tuple[str, ...], str], ...]
    count: int


class CheckedAll(Struct, frozen=True, kw_only=True):
    """What was checked of all phases. Nothing is counted that was not looked at. Dice that are ``given`` by
    a script are not checked.
    """

    phases: int
    released: int
    seals: int
    seals_match: int
    dice: int
    links: int
    given: bool
    chain: Chain
    wrong: tuple[str, ...]


class Chronicle(Struct, frozen=True, kw_only=True):
    """A whole campaign as one story. ``places`` names every number from ``first`` on by its turn; ``years``
    of the axis are pairs of a phase and a year. ``boards`` are the phases whose boards can be shown, by key.
    ``names`` are what powers and sides are called in a sentence.
    ``cause`` says below the lede why who stood best did.
    ``then`` is what the power knew and did not know through whose eyes it is told, by the phases of the turning points;
    ``telling`` are the powers for which something was secret at one of them.
    """

    headline: str
    lede: str
    cause: str
    ending: str
    stood: tuple[wording.Stood, ...]
    first: int
    last: int
    places: tuple[str, ...]
    axis: tuple[tuple[int, str], ...]
    series: tuple[sampling.Series, ...]
    turnings: tuple[TurningPoint, ...]
    then: dict[int, Secrets]
    telling: frozenset[str]
    years: tuple[YearRow, ...]
    luck: tuple[LuckRow, ...]
    dice: int
    listed: tuple[ListedRows, ...]
    played: tuple[tuple[str, int], ...]
    plays: int
    checked: CheckedAll
    boards: tuple[tuple[str, str, int], ...]
    badges: dict[str, Badge]
    names: dict[str, str]
    mended: Repairs


class ChroniclePage(BasePage, frozen=True, kw_only=True):
    """The page: its chronicle, worked out unless somebody has kept it, and one of its boards. ``replay`` is what was
    found when it was played again, ``None`` until then.
    """

    eyes: Badge | None
    choices: tuple[Badge, ...]
    seats: tuple[SeatLine, ...]
    scenario: str
    story: Chronicle
    key: Any
    shown: str
    board: LazyPart
    replay: ReplaySeen | None = None
