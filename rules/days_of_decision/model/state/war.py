"""What is written down of wars to come, and of the impulses of a turn."""

import msgspec


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """An option 4 that was played this turn: the wars it must begin, and those it has begun."""

    power: str
    named: tuple[str, ...] = ()
    declared: tuple[str, ...] = ()


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """That a power gave another notice of a war, in the turn ``given``."""

    power: str
    against: str
    given: int


class Impulses(msgspec.Struct, frozen=True, kw_only=True):
    """The initiative of ideologies and the impulses of a turn (15.6.1, 15.6.4).

    ``track`` is the box of each marker, ``scores`` the dice of the turn, ``first`` the highest of
    the first throw, ``order`` who has its impulse before whom, ``numbers`` the impulse markers,
    ``taken`` how many impulses each has had, ``over`` all of them once the last test ended the turn.
    ``asks`` is what is being settled (``again``, ``behind``, ``place``), ``awaited`` the ideologies that
    are asked about it, ``behind`` whether the second goes behind the lowest.
    """

    track: dict[str, int] = {}
    scores: dict[str, int] = {}
    first: str = ""
    again: str = ""
    order: tuple[str, ...] = ()
    numbers: dict[str, int] = {}
    taken: dict[str, int] = {}
    over: tuple[str, ...] = ()
    asks: str = ""
    awaited: tuple[str, ...] = ()
    behind: bool = False
