"""Every order a power may give. The menu of the moment says which parts are open."""

from rules.kernel.facts import FactValue
from rules.kernel.orders import Chosen, Order


class Bid(Order, frozen=True, kw_only=True, tag="bid"):
    """How many options to bid for, with how many bid points, and to whom to yield (6)."""

    options: int = 1
    points: int = 0
    yield_to: str = ""


class Yield(Order, frozen=True, kw_only=True, tag="yield"):
    """To which other democracy to yield one's place."""

    yield_to: str = ""


class Plays(Order, frozen=True, kw_only=True, tag="plays"):
    """The options played, in order, each with its details and its plan of activation."""

    plays: tuple[Chosen, ...] = ()


class Activate(Order, frozen=True, kw_only=True, tag="activate"):
    """Which minor to activate after an option, and how its values apply (8.5)."""

    activate: str = ""
    order: tuple[str, ...] = ()
    heading: str = ""
    use: tuple[str, ...] = ()
    through: str = ""


class Answer(Order, frozen=True, kw_only=True, tag="answer"):
    """The reply to a proposal, with option 0(f): ``accept`` or ``refuse``."""

    answer: str = "refuse"


class Produce(Order, frozen=True, kw_only=True, tag="produce"):
    """What to do with build points: how many go to the map, the rest is saved."""

    spend: int = 0


class Declare(Order, frozen=True, kw_only=True, tag="declare"):
    """Declare or correct facts of the map, at once."""

    facts: dict[str, FactValue] = {}


class Confirm(Order, frozen=True, kw_only=True, tag="confirm"):
    """Agree to facts that another power declared, at once."""

    facts: tuple[str, ...] = ()


class Standing(Order, frozen=True, kw_only=True, tag="standing"):
    """Answers given beforehand, by proposer and by kind, and the wishes of the USA for entry
    chits: where a success puts one (``entry``), and which pool its own options touch (``pool``).
    """

    powers: dict[str, str] = {}
    kinds: dict[str, str] = {}
    entry: str = ""
    pool: str = ""


ORDERS: dict[str, type[Order]] = {
    str(kind.__struct_config__.tag): kind
    for kind in (Bid, Yield, Plays, Activate, Answer, Produce, Declare, Confirm, Standing)
}
