"""What one power knew of a phase when it was over, and what it had not known until then."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from campaigns.domain.entries.phases import OrdersPublished
from campaigns.models import EventRow, Phase
from campaigns.rulebooks import states
from campaigns.selectors.log.log_lines import Happened, happened, known_alone
from campaigns.selectors.log.phase_checks import body_of, entries_about
from campaigns.selectors.log.value_changes import kind_called, record_called, secret_called
from campaigns.selectors.reader import view_as
from campaigns.selectors.reader.access import Reading
from campaigns.selectors.reader.power_badges import Badge
from rules.kernel.events import Event
from rules.kernel.orders import understand


class KeptThen(Struct, frozen=True, kw_only=True):
    """Something that not everybody might know, as it is called, and whose it was. ``words`` are those of its book for
    it, with a place for ``{whose}`` it was; ``held`` is what it came to, by the powers whose it was, as far as it was
    known.
    """

    what: str
    whose: tuple[Badge, ...]
    words: str = ""
    held: tuple[tuple[Badge, tuple[str, ...]], ...] = ()


class OrderedThen(Struct, frozen=True, kw_only=True):
    """An order in the words of its book, and the powers that gave it: several of them are all the ``others``
    beside the reader's and those that ordered something else.
    """

    whose: tuple[Badge, ...]
    words: str
    others: bool = False


class Secrets(Struct, frozen=True, kw_only=True):
    """What a power knew when a phase was over, and not everybody did (``known``), and what was still ``sealed`` for it.
    ``apart`` says that something happened of which only some were told, ``others`` that it was not among them.

    ``ordered`` is what others ordered in the phase and it learnt at its end, ``own`` what it had ordered itself;
    both empty as long as the orders are ``closed``, or nobody gave any that ask for something. ``idle`` are those others
    whose seals held nothing.
    """

    known: tuple[KeptThen, ...]
    sealed: tuple[KeptThen, ...]
    apart: bool
    others: bool
    closed: bool
    ordered: tuple[OrderedThen, ...]
    own: tuple[str, ...]
    idle: tuple[Badge, ...]

    @property
    def any_order(self) -> bool:
        """Whether somebody gave an order that others did not know at once."""
        return self.closed or bool(self.ordered or self.own or self.idle)

    @property
    def any(self) -> bool:
        """Whether something was secret that mattered: seals that held nothing did not."""
        orders = self.closed or self.ordered or self.own
        return bool(orders or self.known or self.sealed or self.apart)


def secrets_of(
    at: Reading, row: Phase, found: Sequence[tuple[Happened, Event]] | None = None
) -> Secrets:
    """What the power knew through whose eyes a phase is read, and what it did not; ``found`` is what happened, as
    far as it was told.
    """
    at = at.as_of(row)
    if found is None:
        found = happened(at, row)
    private = EventRow.objects.filter(phase=row.pk, public=False).count()
    alone = sum(not place.public for place, _ in found)
    return _secrets(at, states.now(row), _released(row), private, alone)


def of_powers(at: Reading, row: Phase) -> dict[str, Secrets]:
    """As :func:`secrets` of one phase, for each power through whose eyes it may be read."""
    choices = [badge.key for badge in view_as.choices(at)]
    if not choices:
        return {}
    end, released = states.now(row), _released(row)
    private = EventRow.objects.filter(phase=row.pk, public=False).count()
    alone = known_alone(at, [row], choices) if private else {}
    return {
        power: _secrets(
            view_as.through(at, power).as_of(row),
            end,
            released,
            private,
            alone.get((row.number, power), 0),
        )
        for power in choices
    }


def _released(row: Phase) -> dict[str, Any] | None:
    return body_of(entries_about(row, view_as.end_of(row)), OrdersPublished.tag)


def _secrets(
    at: Reading, end: Any, released: dict[str, Any] | None, private: int, alone: int
) -> Secrets:
    """The secrets of a phase by the state at its ``end``, the orders ``released`` by then, how many events were
    ``private``, and of how many of them the power was told (``alone``).
    """
    given = list(_given(at, (released or {}).get("orders", ())))
    mine = [(power, words, seal) for power, words, seal in given if power in at.powers]
    theirs = [each for each in given if each not in mine]
    known, sealed = view_as.kept(at, end)
    return Secrets(
        known=tuple(_kept_then(at, one) for one in known),
        sealed=tuple(_kept_then(at, one) for one in sealed),
        apart=private > 0,
        others=private > alone,
        closed=released is None,
        ordered=tuple(ordered_together(at, theirs)),
        own=tuple(words for _power, words, _seal in mine if words),
        idle=at.badges(power for power, words, seal in theirs if seal and not words),
    )


def _given(at: Reading, orders: Iterable[dict[str, Any]]) -> Iterator[tuple[str, str, bool]]:
    """The orders that counted: whose, in words (empty for one that asks for nothing), and whether it was sealed."""
    for one in orders:
        order = one["order"]
        if order is not None and one["how"] != "void":
            words = at.book.say(understand(order, at.book.orders[order["kind"]]))
            yield one["power"], words, bool(one["commitment"])


def ordered_together(at: Reading, given: Iterable[tuple[str, str, bool]]) -> Iterator[OrderedThen]:
    """Orders that ask for something, those who ordered the same together; what most of several ordered comes last."""
    whose: dict[str, list[str]] = {}
    for power, words, _seal in given:
        if words:
            whose.setdefault(words, []).append(power)
    most = max(whose, key=lambda words: len(whose[words]), default="")
    common = len(whose) > 1 and len(whose[most]) > 2
    everybody = {seat.power for seat in at.seats} - set(at.powers)
    told = {power for powers in whose.values() for power in powers}
    for words in sorted(whose, key=lambda words: common and words == most):
        others = common and words == most and told == everybody
        yield OrderedThen(whose=at.badges(whose[words]), words=words, others=others)


def _kept_then(at: Reading, one: view_as.Kept) -> KeptThen:
    held: dict[str, list[str]] = {}
    for record in one.records:
        said = record_called(at, one.field, record)
        if said and not getattr(record, "spent", False):
            held.setdefault(record.power, []).append(said)
    return KeptThen(
        what=kind_called(at, one.field),
        whose=at.badges(one.whose),
        words=secret_called(at, one.field),
        held=tuple(
            (badge, tuple(held[badge.key])) for badge in at.badges(one.whose) if badge.key in held
        ),
    )
