"""Recorded campaigns: what went into each step of a game, and digests of what came out.

A recording is one line of JSON for what was played and one for each step: the orders, acts and
corrections with the dice that were thrown, and a short digest of every field of the state that the
step changed and of every event. Playing it again shows whether the rules still do the same, and if
not, where they first do something else (:func:`difference`).

:class:`Recorder` stands where a rulebook stands and writes down what it is asked to play, so
autopilots, scripts and finished campaigns are recorded alike.
"""

import hashlib
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Any, cast

import msgspec

from campaigns import rulebooks
from campaigns.rulebooks.values.corrections import correct
from rules.kernel.contract import Resolution
from rules.kernel.dice import LoadedDice
from rules.kernel.errors import DiceMismatch
from rules.kernel.serial import canonical, load, plain

FORMAT = "chancellery-recording"
VERSION = 1
DIGEST_LETTERS = 12


class Played(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What was played, by which revision; ``shows`` says what the recording is kept for."""

    format: str = FORMAT
    version: int = VERSION
    shows: str
    book: str
    revision: str
    scenario: str
    variants: dict[str, str] = {}
    tables: dict[str, Any] = {}


class Step(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """One step: ``what`` is start, phase, act or facts; ``where`` names the phase for a reader.

    ``fields`` has the digest of each field of the state that is another after it, ``events`` the
    kind, rule and digest of each event in order.
    """

    what: str
    where: str
    power: str = ""
    orders: dict[str, Any] = {}
    standing: dict[str, Any] = {}
    facts: dict[str, Any] = {}
    dice: tuple[int, ...] = ()
    fields: dict[str, str] = {}
    events: tuple[tuple[str, str, str], ...] = ()


class Recording(msgspec.Struct, frozen=True):
    """A whole recording."""

    played: Played
    steps: tuple[Step, ...]


def written(recording: Recording) -> bytes:
    """A recording as the bytes of its file."""
    return b"".join(canonical(part) + b"\n" for part in (recording.played, *recording.steps))


def read(data: bytes) -> Recording:
    """A recording from its file. Raises ``msgspec.ValidationError`` for anything else."""
    first, *rest = data.splitlines()
    played = load(first, Played)
    if (played.format, played.version) != (FORMAT, VERSION):
        raise msgspec.ValidationError(
            f"This is {played.format!r} version {played.version}; {FORMAT!r} version {VERSION} is read."
        )
    return Recording(played, tuple(load(line, Step) for line in rest))


def digest(value: Any) -> str:
    """A short digest of anything that has a canonical form."""
    return hashlib.sha256(canonical(value)).hexdigest()[:DIGEST_LETTERS]


def _fields(state: Any) -> dict[str, str]:
    return {name: digest(getattr(state, name)) for name in state.__struct_fields__}


class Recorder:
    """A rulebook that writes down every step it plays; all else it leaves to the book itself."""

    def __init__(self, book: rulebooks.Book) -> None:
        """Nothing is written down yet."""
        self.book = book
        self.steps: list[Step] = []
        self.begun: tuple[str, dict[str, str], dict[str, Any]] | None = None
        self._known: dict[str, str] = {}

    def __getattr__(self, name: str) -> Any:
        """Everything that is not a step."""
        return getattr(self.book, name)

    def start(
        self, scenario: str, variants: Mapping[str, str], tables: Mapping[str, Any]
    ) -> Resolution[Any]:
        """Open a campaign."""
        self.begun = scenario, dict(variants), dict(tables)
        return self._note(self.book.start(scenario, variants, tables), what="start", where="start")

    def resolve(
        self, state: Any, orders: Mapping[str, Any], standing: Mapping[str, Any], dice: Any
    ) -> Resolution[Any]:
        """Carry a phase out."""
        before = len(dice.rolls)
        result = self.book.resolve(state, orders, standing, dice)
        return self._note(
            result,
            what="phase",
            where=self._where(state),
            orders={power: plain(orders[power]) for power in sorted(orders)},
            standing={power: plain(standing[power]) for power in sorted(standing)},
            dice=tuple(roll.value for roll in dice.rolls[before:]),
        )

    def perform(self, state: Any, power: str, act: Any, dice: Any) -> Resolution[Any]:
        """Carry an act out."""
        before = len(dice.rolls)
        result = self.book.perform(state, power, act, dice)
        return self._note(
            result,
            what="act",
            where=self._where(state),
            power=power,
            orders={power: plain(act)},
            dice=tuple(roll.value for roll in dice.rolls[before:]),
        )

    def corrected(self, before: Any, after: Any) -> Resolution[Any]:
        """What follows from a moderator's correction of facts."""
        result = self.book.corrected(before, after)
        changed = {
            key: value for key, value in after.facts.items() if before.facts.get(key) != value
        }
        return self._note(result, what="facts", where=self._where(before), facts=changed)

    def recording(self, shows: str) -> Recording:
        """All that was written down. Nothing may be recorded before a campaign was opened."""
        if self.begun is None:
            raise ValueError("No campaign was opened with this recorder.")
        scenario, variants, tables = self.begun
        played = Played(
            shows=shows,
            book=self.book.key,
            revision=self.book.revision,
            scenario=scenario,
            variants=variants,
            tables=tables,
        )
        return Recording(played, tuple(self.steps))

    def _where(self, state: Any) -> str:
        phase = self.book.phase(state)
        return f"{phase.turn_title}, {phase.title}"

    def _note(self, result: Resolution[Any], **step: Any) -> Resolution[Any]:
        fields = _fields(result.state)
        changed = {name: it for name, it in fields.items() if self._known.get(name) != it}
        self._known = fields
        self.steps.append(Step(**step, fields=changed, events=tuple(map(_told, result.events))))
        return result


def _told(event: Any) -> tuple[str, str, str]:
    return str(type(event).__struct_config__.tag), event.rule, digest(event)


def steps_again(book: rulebooks.Book, recording: Recording) -> Iterator[Step]:
    """Play a recording again with a book, step by step, as that book plays it now.

    A step that the book cannot play raises what the book raises.
    """
    again, state = Recorder(book), None
    played = recording.played
    for step in recording.steps:
        dice = LoadedDice(step.dice)
        match step.what:
            case "start":
                result = again.start(played.scenario, played.variants, played.tables)
            case "act":
                act = _order(book, step.orders[step.power])
                result = again.perform(state, step.power, act, dice)
            case "facts":
                result = correct(cast("rulebooks.Book", again), state, step.facts)
            case _:
                orders = {power: _order(book, raw) for power, raw in step.orders.items()}
                standing = {power: _order(book, raw) for power, raw in step.standing.items()}
                result = again.resolve(state, orders, standing, dice)
        if dice.left:
            raise DiceMismatch(
                f"{len(dice.left)} dice are left that were thrown when this was recorded."
            )
        state = result.state
        yield again.steps[-1]


def _order(book: rulebooks.Book, raw: Any) -> Any:
    order = rulebooks.understood(book, raw)
    if order is None:
        raise ValueError(f"{book.title} cannot read the order {raw!r} any more.")
    return order


def difference(book: rulebooks.Book, recording: Recording) -> str:
    """Where a book first does something else than was recorded: the phase, the fields and the rule;
    the empty string where it does all the same.
    """
    again = steps_again(book, recording)
    for number, recorded in enumerate(recording.steps, 1):
        where = f"step {number} ({recorded.where})"
        try:
            now = next(again)
        except StopIteration:
            return f"{where}: it is not played any more."
        except Exception as error:  # noqa: BLE001 - whatever the rules stumble over is the difference
            return f"{where}: it cannot be played any more: {type(error).__name__}: {error}"
        if found := "; ".join(_differences(recorded, now)):
            return f"{where}: {found}"
    return ""


def _differences(recorded: Step, now: Step) -> Iterator[str]:
    for place, (before, after) in enumerate(zip_longest(recorded.events, now.events), 1):
        if before != after:
            yield f"event {place} was {_said(before)}, now {_said(after)}"
            break
    names = {
        n for n in {*recorded.fields, *now.fields} if recorded.fields.get(n) != now.fields.get(n)
    }
    if names:
        yield f"the state differs in {', '.join(sorted(names))}"


def _said(event: tuple[str, str, str] | None) -> str:
    if event is None:
        return "nothing"
    kind, rule, mark = event
    return f"{kind.replace('_', ' ')}{f' [{rule}]' if rule else ''} {mark}"
