"""What is ordered in and around wars besides option plays: acts at once, and one step's orders."""

from rules.kernel.orders import Order


class DeclareWar(Order, frozen=True, kw_only=True, tag="declare_war"):
    """Declare war on a country in the map step, after option 4 was played, at once."""

    target: str = ""


class Deny(Order, frozen=True, kw_only=True, tag="deny"):
    """Say whom one keeps out of which waterway (``suez:italy``), at once."""

    passages: tuple[str, ...] = ()


class EndImpulse(Order, frozen=True, kw_only=True, tag="end_impulse"):
    """End the impulse of one's ideology: the weather die, and how far it moves the marker."""

    weather: int = 1
    advance: int = 0


class PlaceChina(Order, frozen=True, kw_only=True, tag="place_china"):
    """Put the marker of a communist China beside one's own, at once."""

    heading: str = ""


class Settle(Order, frozen=True, kw_only=True, tag="settle"):
    """After a Vichy surrender to oneself, at once: the conquering power (by the holder of the
    capital), the borders of 1940 (by the conquering power), and the hexes one keeps.
    """

    of: str = ""
    conqueror: str = ""
    historical: bool = False
    keep: str = ""


class RollItaly(Order, frozen=True, kw_only=True, tag="roll_italy"):
    """Have Italy's early surrender rolled for, at once."""

    roll: bool = False


class JudgeHexes(Order, frozen=True, kw_only=True, tag="judge_hexes"):
    """Have isolated hexes judged on a declared map, at once."""

    text: str = ""


class Initiative(Order, frozen=True, kw_only=True, tag="initiative"):
    """For one's ideology, each when it is asked: whether to call for new dice, whether the second
    goes after the lowest, and where the highest goes (``first``, ``second``, ``last``).
    """

    again: bool = False
    after_lowest: bool = False
    place: str = ""


ORDERS: tuple[type[Order], ...] = (
    DeclareWar, Deny, EndImpulse, PlaceChina, Settle, RollItaly, JudgeHexes, Initiative,
)  # fmt: skip
