"""Old keys of numbers that are counted today: how many facts say the same."""

from rules.kernel.facts import Alias, FactSpec, FactValue, Look

FRENCH = {
    "algiers": "algeria", "damascus": "lebanon_syria", "rabat": "morocco", "tunis": "tunisia",
}  # fmt: skip
"""The capitals of the French colonies in Europe, and what they are the capitals of (83.443A)."""


class CountOf(Alias, frozen=True, kw_only=True):
    """One number for how many facts have one of the values ``counts``. What is declared beyond that
    makes the first ones so that are ``otherwise``, then any; what is short makes the last ones
    ``otherwise``.
    """

    counts: tuple[FactValue, ...]
    otherwise: FactValue

    def read(self, look: Look) -> FactValue:
        """What it says by the facts of today."""
        return len(self._counted(look))

    def write(self, look: Look, value: FactValue, prefer: str = "") -> dict[str, FactValue]:
        """What they become when it is declared."""
        counted, wanted = self._counted(look), int(value)
        if wanted < len(counted):
            return dict.fromkeys(counted[wanted:], self.otherwise)
        rest = [part for part in self.parts if part not in counted]
        rest.sort(key=lambda part: (part != prefer, look(part) != self.otherwise))
        return dict.fromkeys(rest[: wanted - len(counted)], self.counts[0])

    def adds(self, look: Look, value: FactValue) -> bool:
        """Whether a stored value says something else than they do."""
        return value != self.read(look)

    def _counted(self, look: Look) -> list[str]:
        return [part for part in self.parts if look(part) in self.counts]


def counted(declares: tuple[str, ...]) -> tuple[CountOf, ...]:
    """The numbers that were facts of their own once."""
    capitals = FactSpec(
        key="vichy.capitals.allied",
        label="Vichy colonial capitals held by the Allies",
        type="count",
        default=0,
        group="",
        declares=declares,
        most=len(FRENCH),
    )
    parts = tuple(f"control.{place}" for place in FRENCH)
    allied = ("western", "russia")
    return (CountOf(spec=capitals, parts=parts, counts=allied, otherwise="neutral"),)
