"""Every order a power may give. The menu of the moment says which parts are open."""

from rules.kernel.fact_acts import Confirm, Declare, Dispute
from rules.kernel.orders import Order


class Place(Order, frozen=True, kw_only=True, tag="place"):
    """Place the points of the year: target to number (49.21)."""

    points: dict[str, int] = {}


class Targets(Order, frozen=True, kw_only=True, tag="targets"):
    """Name targets for the phase.

    ``country`` is the one ordinary target; ``free`` the Axis extra rolls in the Balkans and
    Finland; ``reactions`` earned reaction rolls; ``demands`` Russian demands; ``usat`` points
    to spend on U.S.-Axis tension; ``lesser`` the row wanted by country; ``bind_war`` binds
    Germany to war on Russia this turn.
    """

    country: str = ""
    free: tuple[str, ...] = ()
    reactions: tuple[str, ...] = ()
    demands: tuple[str, ...] = ()
    usat: int = 0
    lesser: dict[str, str] = {}
    bind_war: bool = False


class Subvert(Order, frozen=True, kw_only=True, tag="subvert"):
    """Russia subverts one named country, or none."""

    target: str = ""


class Covert(Order, frozen=True, kw_only=True, tag="covert"):
    """Cards played in this phase: ``operation:turkey`` and ``counter:turkey`` (47.22)."""

    plays: tuple[str, ...] = ()


class Check(Order, frozen=True, kw_only=True, tag="check"):
    """The facts are right; let the dice be rolled."""


class Done(Order, frozen=True, kw_only=True, tag="done"):
    """This turn's facts are declared."""


class Lesser(Order, frozen=True, kw_only=True, tag="lesser"):
    """The reply after a favourable die: which row to take (49.53)."""

    row: str = ""


class Resist(Order, frozen=True, kw_only=True, tag="resist"):
    """Germany's reply to a Russian demand on Rumania: resist or cede (66.12)."""

    answer: str = "resist"


class Standing(Order, frozen=True, kw_only=True, tag="standing"):
    """Answers given beforehand: rows wanted by country, Rumania's answer to a demand, and by country
    which Allied faction is to benefit where both placed the same number of points (49.51C).
    """

    lesser: dict[str, str] = {}
    rumania: str = ""
    ties: dict[str, str] = {}


class War(Order, frozen=True, kw_only=True, tag="war"):
    """Declare war on a major power or a minor country, at once."""

    on: str = ""


class Support(Order, frozen=True, kw_only=True, tag="support"):
    """Germany's word on a country of its interest that Russia attacks: support or abandon."""

    answer: str


class Press(Order, frozen=True, kw_only=True, tag="press"):
    """Russia's answer when Germany supports that country: war or back_down."""

    answer: str


class Mobilize(Order, frozen=True, kw_only=True, tag="mobilize"):
    """The units of the oldest open mobilization, in BRPs by kind."""

    units: dict[str, int] = {}


class Shipyards(Order, frozen=True, kw_only=True, tag="shipyards"):
    """Increases in shipbuilding out of the oldest open mobilization."""

    increases: int = 1


class Refuse(Order, frozen=True, kw_only=True, tag="refuse"):
    """Decline to accept a minor country as an associate, at once (82.81D)."""

    area: str = ""


class Undertake(Order, frozen=True, kw_only=True, tag="undertake"):
    """Mine Norwegian waters or open the Persian route, at once (86.33, 88.64)."""

    what: str = ""


class China(Order, frozen=True, kw_only=True, tag="china"):
    """Communist China's choice, made by Russia: join or alone, at once (85.61)."""

    answer: str


class Activate(Order, frozen=True, kw_only=True, tag="activate"):
    """Points in the United States move U.S.-Axis tension at once (49.82)."""

    points: int = 0


class Credit(Order, frozen=True, kw_only=True, tag="credit"):
    """What part each ally had in taking an area, before the player turn ends (83.5)."""

    area: str
    germany: str = ""
    italy: str = ""
    britain: str = ""
    france: str = ""
    united_states: str = ""


ORDERS: dict[str, type[Order]] = {
    kind.__struct_config__.tag: kind  # type: ignore[misc]
    for kind in (
        Place,
        Targets,
        Subvert,
        Covert,
        Check,
        Done,
        Lesser,
        Resist,
        Declare,
        Confirm,
        Dispute,
        Standing,
        War,
        Support,
        Press,
        Mobilize,
        Shipyards,
        Credit,
        Refuse,
        Undertake,
        China,
        Activate,
    )
}
