"""Old keys of facts that are one with others today.

A key that was ever stored is never forgotten: states, events, exports and cases may name it. It is
kept as an alias, which reads what the facts of today say in its own words and, when something is
declared by it, tells what that means for them.
"""

from collections.abc import Container, Iterator, Mapping

import msgspec

from rules.kernel.facts import Alias, FactSpec, FactType, FactValue, Look


class Renamed(Alias, frozen=True, kw_only=True):
    """The same fact under another key; ``values`` gives today's word for each old one that has one.

    Of an old value without a word of its own (the no of "Russia holds it") only this is known: that
    the fact has none of those. ``otherwise`` is then what it falls back to. ``elsewhere`` is what the
    old key says where today's fact has none of those words (its default, if left out).
    """

    values: Mapping[FactValue, FactValue] = {}
    otherwise: FactValue = ""
    elsewhere: FactValue | None = None

    def read(self, look: Look) -> FactValue:
        """What it says by the facts of today."""
        now = look(self.parts[0])
        for old, new in self.values.items():
            if new == now:
                return old
        if not self.values:
            return now
        return self.spec.default if self.elsewhere is None else self.elsewhere

    def write(self, look: Look, value: FactValue, prefer: str = "") -> dict[str, FactValue]:
        """What they become when it is declared."""
        (today,) = self.parts
        if not self.values or value in self.values:
            return {today: self.values.get(value, value)}
        return {today: self.otherwise} if look(today) in self.values.values() else {}


class Together(Alias, frozen=True, kw_only=True):
    """One word for several facts that say the same; ``divided`` where they do not."""

    divided: FactValue

    def read(self, look: Look) -> FactValue:
        """What it says by the facts of today."""
        found = {look(part) for part in self.parts}
        return found.pop() if len(found) == 1 else self.divided

    def write(self, look: Look, value: FactValue, prefer: str = "") -> dict[str, FactValue]:
        """What they become when it is declared."""
        if value == self.read(look):
            return {}
        return dict.fromkeys(self.parts, value)


class SumOf(Alias, frozen=True, kw_only=True):
    """One number for several counts. What is declared beyond their sum is added to one of them, the
    first that holds anything unless another is preferred; what is short is taken off in that order.
    """

    def read(self, look: Look) -> FactValue:
        """What it says by the facts of today."""
        return sum(int(look(part)) for part in self.parts)

    def write(self, look: Look, value: FactValue, prefer: str = "") -> dict[str, FactValue]:
        """What they become when it is declared."""
        more = int(value) - int(self.read(look))
        held = [part for part in self.parts if look(part)]
        order = [*([prefer] if prefer else ()), *(part for part in held if part != prefer)]
        if more > 0:
            first = (order or [self.parts[0]])[0]
            return {first: int(look(first)) + more}
        changed: dict[str, FactValue] = {}
        for part in order:
            gone = min(int(look(part)), -more)
            if gone:
                changed[part] = int(look(part)) - gone
                more += gone
        return changed

    def adds(self, look: Look, value: FactValue) -> bool:
        """Whether a stored value says more than they do."""
        return int(value) > int(self.read(look))


class Old(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row of ``data/facts_old.yaml``: an old key, or one for each entry of a list (``for``), and
    what it means today. Of one fact: ``values``, ``otherwise`` and ``elsewhere`` as in
    :class:`Renamed`; with ``same``, the words of the old key that today's fact has too, the entry's
    own left out. Of several: ``divided`` as in :class:`Together`; without it they are added up.
    """

    key: str
    label: str
    type: FactType
    default: FactValue
    of: str | tuple[str, ...]
    repeat: str = msgspec.field(default="", name="for")
    options: tuple[str, ...] = ()
    values: dict[FactValue, FactValue] = {}
    same: tuple[str, ...] = ()
    otherwise: FactValue = ""
    elsewhere: FactValue | None = None
    divided: FactValue = ""

    def aliases(
        self,
        lists: Mapping[str, Mapping[str, str]],
        declares: tuple[str, ...],
        *,
        holders: tuple[str, ...] = (),
        known: Container[str] | None = None,
    ) -> Iterator[Alias]:
        """The aliases that it stands for. ``holders`` are the options of who controls a place; of
        several facts only those that are ``known`` are meant.
        """
        for key, name in lists[self.repeat].items() if self.repeat else [("", "")]:
            same = tuple(word for word in self.same if word != key)
            spec = FactSpec(
                key=self.key.format(key=key),
                label=self.label.format(name=name),
                type=self.type,
                default=_filled(self.default, key),
                group="",
                options=(*self.options, *same) or (holders if self.type == "control" else ()),
                declares=declares,
            )
            if isinstance(self.of, str):
                values: dict[FactValue, FactValue] = {word: word for word in same}
                values |= {old: _filled(new, key) for old, new in self.values.items()}
                yield Renamed(
                    spec=spec,
                    parts=(self.of.format(key=key),),
                    values=values,
                    otherwise=_filled(self.otherwise, key),
                    elsewhere=self.elsewhere,
                )
                continue
            named = (part.format(key=key) for part in self.of)
            parts = tuple(part for part in named if known is None or part in known)
            if self.divided:
                yield Together(spec=spec, parts=parts, divided=self.divided)
            else:
                yield SumOf(spec=spec, parts=parts)


def _filled(value: FactValue, key: str) -> FactValue:
    return value.format(key=key) if isinstance(value, str) else value
