"""Who holds hexes, who stands beside whom, and who is whose enemy."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rules.kernel.errors import NotUnderstood

MOST_SIDES, MOST_HOLDERS = 7, 200
"""What a byte per hex leaves room for."""


@dataclass(frozen=True)
class Nations:
    """The holders of hexes on a map.

    ``sides`` gives the major powers of each side in order; ``minors`` the major power that each
    minor country is aligned with (F-07). Powers of different sides are enemies, except where
    ``peace`` holds the pair of sides. Ties are drawn in the order of ``powers``.
    """

    sides: Mapping[str, Sequence[str]]
    minors: Mapping[str, str] = field(default_factory=dict)
    peace: frozenset[frozenset[str]] = frozenset()

    def __post_init__(self) -> None:
        powers = [power for each in self.sides.values() for power in each]
        names = [*powers, *self.minors]
        if twice := sorted({name for name in names if names.count(name) > 1}):
            raise NotUnderstood(
                f"{', '.join(twice)} stands twice among the holders.", remedy="Name each once."
            )
        if len(self.sides) > MOST_SIDES or len(names) > MOST_HOLDERS:
            raise NotUnderstood(
                f"{len(self.sides)} sides and {len(names)} holders are too many.",
                remedy=f"At most {MOST_SIDES} sides and {MOST_HOLDERS} holders.",
            )
        for minor, power in self.minors.items():
            if power not in powers:
                raise NotUnderstood(
                    f"{minor} is aligned with {power!r}, which is no major power here.",
                    remedy=f"Major powers are {', '.join(powers)}.",
                )
        for pair in self.peace:
            if len(pair) != 2 or not pair <= set(self.sides):
                raise NotUnderstood(
                    f"There is no peace between {' and '.join(sorted(pair))}.",
                    remedy=f"Name two of the sides {', '.join(self.sides)}.",
                )

    @property
    def powers(self) -> tuple[str, ...]:
        """The major powers, side by side."""
        return tuple(power for each in self.sides.values() for power in each)

    @property
    def holders(self) -> tuple[str, ...]:
        """Everybody who can hold a hex: the major powers, then the minors."""
        return (*self.powers, *self.minors)

    def power_of(self, holder: str) -> str:
        """The major power for which a holder's hexes count."""
        return self.minors.get(holder, holder)

    def side_of(self, holder: str) -> str:
        """The side of a holder."""
        power = self.power_of(holder)
        return next(side for side, powers in self.sides.items() if power in powers)

    def at_war(self, one: str, other: str) -> bool:
        """Whether two sides are enemies."""
        return one != other and frozenset((one, other)) not in self.peace


def title_of(key: str) -> str:
    """A holder or a side in words."""
    return {"ussr": "USSR", "usa": "United States"}.get(key, key.replace("_", " ").title())
