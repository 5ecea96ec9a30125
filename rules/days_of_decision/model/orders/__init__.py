"""Every order a power may give. The menu of the moment says which parts are open."""

from rules.days_of_decision.model.orders.war import ORDERS as OF_WAR
from rules.kernel.fact_acts import Confirm, Declare, Dispute
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
    """The reply to a proposal, with option 0(f): ``accept`` or ``refuse``; of a treaty whose terms
    are open also ``default``, to sign on the default terms.
    """

    answer: str = "refuse"


class Produce(Order, frozen=True, kw_only=True, tag="produce"):
    """What to do with build points: how many go to the map, the rest is saved.

    ``withhold`` names optional parts of trade that are left out this turn (``germany>ussr.oil``),
    ``honor`` partners to whom one delivers even if they fail, ``lend`` build points given away by
    power, and ``chits`` what entry chits are drawn for by partner of a pact. ``operations`` of
    intelligence are bought out of what is saved.
    """

    spend: int = 0
    withhold: tuple[str, ...] = ()
    honor: tuple[str, ...] = ()
    lend: dict[str, int] = {}
    chits: dict[str, str] = {}
    operations: int = 0


class Offer(Order, frozen=True, kw_only=True, tag="offer"):
    """Put a text on the table for another power, at once; only the two see it."""

    texts: tuple[Chosen, ...] = ()


class Agree(Order, frozen=True, kw_only=True, tag="agree"):
    """Stand by the text that another power offered, at once."""

    power: str = ""


class Decline(Order, frozen=True, kw_only=True, tag="decline"):
    """Say that one does not stand by the text that another power offered, at once; it moves nothing."""

    power: str = ""


class Withdraw(Order, frozen=True, kw_only=True, tag="withdraw"):
    """Take a text off the table, one's own or an agreed one, at once."""

    power: str = ""


class JoinWar(Order, frozen=True, kw_only=True, tag="join_war"):
    """Join a full ally's war on the power that attacked it, at once."""

    against: str = ""


class Denounce(Order, frozen=True, kw_only=True, tag="denounce"):
    """Break a pact because of enemy aircraft, at once."""

    power: str = ""


class Intern(Order, frozen=True, kw_only=True, tag="intern"):
    """Intern the French carrier, at once."""

    carrier: bool = False


class Standing(Order, frozen=True, kw_only=True, tag="standing"):
    """Answers given beforehand, by proposer and by kind, and the wishes of the USA for entry
    chits: where a success puts one (``entry``), and which pool its own options touch (``pool``);
    ``sanction`` is one that it adds to the next option of another democracy. Who decides for an
    ideology may say beforehand whether it calls for new dice (``again``: call or stand), goes behind
    the lowest when second (``behind``: yes or no), and where it goes when highest (``place``).
    """

    powers: dict[str, str] = {}
    kinds: dict[str, str] = {}
    entry: str = ""
    pool: str = ""
    sanction: str = ""
    again: str = ""
    behind: str = ""
    place: str = ""


KINDS: tuple[type[Order], ...] = (
    *(Bid, Yield, Plays, Activate, Answer, Produce, Declare, Confirm, Dispute, Standing),
    *(Offer, Agree, Decline, Withdraw, JoinWar, Denounce, Intern),
    *OF_WAR,
)
ORDERS: dict[str, type[Order]] = {str(kind.__struct_config__.tag): kind for kind in KINDS}
