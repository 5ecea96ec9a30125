"""What is written down of surrenders."""

import msgspec


class Vichy(msgspec.Struct, frozen=True, kw_only=True):
    """A power that surrendered in the manner of Vichy.

    ``conqueror`` is the conquering power, ``to`` all who accepted, ``since`` the turn, ``taken``
    the administration groups it lost, ``kept`` what acceptors keep of its home nation, in their
    words. ``factories`` and ``resources`` work in the occupied country, ``historical`` that the
    borders of 1940 divide it, ``named`` that the conquering power was named for good.
    """

    conqueror: str
    since: int
    taken: dict[str, str] = {}
    to: tuple[str, ...] = ()
    forced: bool = False
    kept: dict[str, str] = {}
    factories: int = 0
    resources: int = 0
    historical: bool = False
    named: bool = False

    @property
    def acceptors(self) -> tuple[str, ...]:
        """Every power that accepted the surrender."""
        return self.to or (self.conqueror,)


class LastSurrender(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the history of surrenders; ``manner`` is everything, terms or vichy."""

    power: str
    to: tuple[str, ...]
    manner: str
    turn: int
    ceded: str = ""
