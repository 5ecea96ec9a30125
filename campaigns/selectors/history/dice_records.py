"""What the statistics of dice are made of (:mod:`campaigns.selectors.history.dice_statistics` works them out)."""

from msgspec import Struct

from campaigns.selectors.phase.records import BasePage
from campaigns.selectors.reader.power_badges import Badge


class DiceRow(Struct, frozen=True, kw_only=True):
    """Dice that are counted together: those of so many ``sides`` (0: of various numbers), of a ``purpose`` (empty:
    of any) of a book (empty: of any), of a ``power`` or side (empty: of anybody).

    ``faces`` says how often each face came, from one up; it is empty for dice of various numbers of sides.
    ``low`` and ``high`` are the means between which 19 of 20 honest throwers end. ``chance`` is how often honest
    dice come to a row like this or to a stranger one, ``corrected`` how often any row of the page is so strange; both
    are ``None`` where too few or too many dice were thrown to say it. ``by`` says what was looked at: ``faces``,
    or the ``sum`` alone.
    """

    book: str
    book_title: str
    purpose: str
    power: str
    name: str
    sides: int
    thrown: int
    faces: tuple[int, ...]
    mean: float
    expected: float
    low: float | None
    high: float | None
    chance: float | None
    corrected: float | None
    by: str

    @property
    def stands_out(self) -> bool:
        """Whether chance alone hardly explains it, even among all rows of the page."""
        return self.corrected is not None and self.corrected <= 1 / 20


class Withheld(Struct, frozen=True, kw_only=True):
    """How many links of its chain a power's seat withheld from throws."""

    power: str
    name: str
    links: int


class DiceStatistics(Struct, frozen=True, kw_only=True):
    """The dice of a campaign, or of all public ones: so many ``dice`` of ``campaigns``, of ``public`` that there are.

    ``kinds`` are the dice by their sides, ``rows`` those of each purpose, and under it those of each power.
    ``tested`` rows have a chance; ``odd`` of them come once in twenty times or more seldom by chance alone, and
    ``expected_odd`` do on average. ``undone`` phases were gone back on, so many ``overrides`` carried out, and
    ``withheld`` links stayed away. In ``joined`` of the campaigns the dice follow from a player's chain too; those of
    ``given`` come from a script, and are neither counted nor tested.
    """

    dice: int
    campaigns: int
    public: int
    kinds: tuple[DiceRow, ...]
    rows: tuple[DiceRow, ...]
    tested: int
    odd: int
    expected_odd: float
    undone: int
    overrides: int
    withheld: tuple[Withheld, ...]
    joined: int
    given: int

    @property
    def stranger(self) -> tuple[DiceRow, ...]:
        """The rows that chance alone hardly explains."""
        return tuple(row for row in (*self.kinds, *self.rows) if row.stands_out)

    @property
    def withheld_links(self) -> int:
        """How many links stayed away."""
        return sum(each.links for each in self.withheld)


class DicePage(BasePage, frozen=True, kw_only=True):
    """The page of a campaign's dice."""

    statistics: DiceStatistics
    badges: dict[str, Badge]
