"""Every order a nation may give. The menu of the moment says which parts are open."""

from rules.kernel.fact_acts import Confirm, Declare, Dispute
from rules.kernel.orders import Chosen, Order


class Plan(Order, frozen=True, kw_only=True, tag="plan"):
    """What to do with commerce dice that are not settled by the player there and then.

    ``lines`` are tried from the first: each says to ``roll`` or to ``bid`` for the next die when at
    most ``left`` dice are left and the sum so far lies between ``least`` and ``most``. Where no
    line fits, ``policy`` decides: ``best`` (highest mean), ``safe`` (bid, and re-roll nothing) or
    ``roll``. With ``roll``, ``first`` and ``second`` are the highest lowest die re-rolled with
    the first and the second re-roll, once all dice are down.
    """

    policy: str = "safe"
    lines: tuple[Chosen, ...] = ()
    first: int = 0
    second: int = 0


class Deal(Order, frozen=True, kw_only=True, tag="deal"):
    """Throw or bid for some dice, or re-roll one, at once.

    ``move`` is ``roll``, ``roll.all`` (every die that is left), ``bid`` or ``reroll.3`` (the third
    die thrown); ``dice`` how many to throw or to bid for. Throws stop once the sum on the table is at
    least ``until``; 0 for never.
    """

    move: str = ""
    dice: int = 1
    until: int = 0


class Influence(Order, frozen=True, kw_only=True, tag="influence"):
    """Attempts to draw neutrals nearer, each with the money put into it."""

    attempts: tuple[Chosen, ...] = ()


class Counter(Order, frozen=True, kw_only=True, tag="counter"):
    """Dollars against attempts of the other side: ``germany:turkey`` to one, two or three."""

    against: dict[str, int] = {}


class Late(Order, frozen=True, kw_only=True, tag="late"):
    """Dollars paid after a roll by one who was not asked, at once."""

    attempt: str = ""
    money: int = 0


class Status(Order, frozen=True, kw_only=True, tag="status"):
    """Which war declaration rolls to try, and how much land income to give up first at the ceiling."""

    rolls: tuple[str, ...] = ()
    land_first: int = 0


class Turn(Order, frozen=True, kw_only=True, tag="turn"):
    """The end of a player turn: what was not done at once yet.

    Attacks and occupations, what Vichy conflicts came to, money lent and money spent.
    """

    reports: tuple[Chosen, ...] = ()
    vichy: dict[str, str] = {}
    gifts: tuple[Chosen, ...] = ()
    purchases: tuple[Chosen, ...] = ()


class Report(Order, frozen=True, kw_only=True, tag="report"):
    """Report attacks and occupations at once; each counts when the player turn ends."""

    reports: tuple[Chosen, ...] = ()


class Shot(Order, frozen=True, kw_only=True, tag="shot"):
    """Report that a transport of yours fired in defence, at once."""

    zone: str = ""
    against: str = ""


class Withdraw(Order, frozen=True, kw_only=True, tag="withdraw"):
    """Take back reports of this player turn, at once."""

    reports: tuple[str, ...] = ()


class Contest(Order, frozen=True, kw_only=True, tag="contest"):
    """Say that reports of the other side are wrong, at once."""

    reports: tuple[str, ...] = ()


class Stand(Order, frozen=True, kw_only=True, tag="stand"):
    """The answer to contested reports: which of them are withdrawn."""

    withdraw: tuple[str, ...] = ()


class Move(Order, frozen=True, kw_only=True, tag="move"):
    """Moves and builds of the U.S.A., declared to have them checked, at once.

    ``leave`` are zones out of bounds that ships left again after a ``retreat`` there.
    """

    build: tuple[str, ...] = ()
    land: tuple[str, ...] = ()
    sea: tuple[str, ...] = ()
    attack: tuple[str, ...] = ()
    leave: tuple[str, ...] = ()
    retreat: tuple[str, ...] = ()


class Lend(Order, frozen=True, kw_only=True, tag="lend"):
    """Money lent to other nations, at once."""

    gifts: tuple[Chosen, ...] = ()


class Forgo(Order, frozen=True, kw_only=True, tag="forgo"):
    """How much land income to give up of what lies above the income maximum, at once."""

    land: int = 0


class Reduce(Order, frozen=True, kw_only=True, tag="reduce"):
    """A factory of one's own reduced or destroyed while it is directly attacked, at once."""

    place: str = ""
    how: str = ""


class Spend(Order, frozen=True, kw_only=True, tag="spend"):
    """Money spent on the map, by use, at once."""

    purchases: tuple[Chosen, ...] = ()


class Standing(Order, frozen=True, kw_only=True, tag="standing"):
    """Wishes left in advance: a commerce plan, dollars against influence, declaration rolls.

    ``counter`` is what to pay against every attempt on a neutral named in ``guard`` (on any, when
    none is named); ``rolls`` is ``all`` or ``none``, or empty to be asked; ``aid_cash`` and
    ``aid_commerce`` are lent to China in every turn in which it may borrow.
    """

    policy: str = ""
    lines: tuple[Chosen, ...] = ()
    first: int = 0
    second: int = 0
    counter: int = 0
    guard: tuple[str, ...] = ()
    rolls: str = ""
    aid_cash: int = 0
    aid_commerce: int = 0


ORDERS: dict[str, type[Order]] = {
    str(kind.__struct_config__.tag): kind
    for kind in (
        Plan, Deal, Influence, Counter, Late, Status, Turn, Report, Shot, Withdraw, Contest, Stand,
        Move, Lend, Forgo, Reduce, Spend, Declare, Confirm, Dispute, Standing,
    )
}  # fmt: skip
