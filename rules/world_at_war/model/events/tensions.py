"""What can happen around the tension tracks, besides their moving."""

from rules.kernel.events import PublicEvent


class Mobilized(PublicEvent, frozen=True, kw_only=True, tag="mobilized"):
    """A mobilization, or a half of one, came about; ``place`` is where Russia's new industry goes,
    ``sooner`` the places before it on the list, which go first where they are held and have none,
    ``otherwise`` those that follow where it is lost or has one; ``why`` what brought it about.
    """

    power: str
    theatre: str
    number: int
    part: int
    brps: int | None
    why: str
    place: str = ""
    sooner: tuple[str, ...] = ()
    otherwise: tuple[str, ...] = ()


class UnitsMobilized(PublicEvent, frozen=True, kw_only=True, tag="units_mobilized"):
    """A power chose the units of a mobilization (``by_default``: it said nothing)."""

    power: str
    theatre: str
    number: int
    part: int
    chosen: dict[str, int]
    arrives: dict[str, int]
    by_default: bool = False


class UnitsAvailable(PublicEvent, frozen=True, kw_only=True, tag="units_available"):
    """Mobilized units may be built from this turn on; a 0 means that nobody wrote down how many."""

    power: str
    theatre: str
    units: dict[str, int]


class WarDeclared(PublicEvent, frozen=True, kw_only=True, tag="war_declared"):
    """A power declared war; ``cost`` is ``None`` where the tension rules print none."""

    power: str
    on: str
    cost: int | None


class WarUnlawful(PublicEvent, frozen=True, kw_only=True, tag="war_unlawful"):
    """A declaration of war was entered as a fact that the tension level does not allow."""

    fact: str
    why: str


class SupportAwaited(PublicEvent, frozen=True, kw_only=True, tag="support_awaited"):
    """Russia attacks a country of German interest; Germany has to say whether it supports it."""

    country: str


class SupportGiven(PublicEvent, frozen=True, kw_only=True, tag="support_given"):
    """Germany supports the attacked country, or leaves it alone and loses its interest there."""

    country: str
    support: bool
    silent: bool = False


class SupportAnswered(PublicEvent, frozen=True, kw_only=True, tag="support_answered"):
    """Russia goes to war with Germany as well, or backs down; ``forfeit`` BRPs are lost then."""

    country: str
    war: bool
    forfeit: int
    silent: bool = False


class Unprepared(PublicEvent, frozen=True, kw_only=True, tag="unprepared"):
    """Germany attacked before Russian forces were on alert."""

    level: int
    effects: tuple[str, ...]


class BritainAttackedAlone(PublicEvent, frozen=True, kw_only=True, tag="britain_attacked_alone"):
    """Japan declared war on Britain and not on the United States."""

    effect: str


class PacificHandedOver(PublicEvent, frozen=True, kw_only=True, tag="pacific_handed_over"):
    """Australia and British Pacific territories came under American control."""

    effect: str


class ObligationArose(PublicEvent, frozen=True, kw_only=True, tag="duty_arose"):
    """Somebody owes something from now on; ``due`` is the last turn for it (0: no date)."""

    key: str
    power: str
    text: str
    due: int

    @property
    def begins(self) -> str:
        """The duty."""
        return self.key


class ObligationEnded(PublicEvent, frozen=True, kw_only=True, tag="duty_ended"):
    """What was owed is done, or is not owed any more (``how``: settled, lapsed)."""

    key: str
    power: str
    text: str
    how: str


TensionHappening = (
    Mobilized | UnitsMobilized | UnitsAvailable | WarDeclared | WarUnlawful | SupportAwaited
    | SupportGiven | SupportAnswered | Unprepared | BritainAttackedAlone | PacificHandedOver
    | ObligationArose | ObligationEnded
)  # fmt: skip
