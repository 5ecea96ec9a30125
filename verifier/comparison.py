"""What a campaign would have been under another revision of its rules, as far as everybody may know.

Both revisions play the campaign from its public file, step by step side by side. So nothing that is
sealed or secret goes into the answer; where orders are not public yet, it says so and stops.
"""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

import msgspec

from campaigns import rulebooks
from campaigns.domain.export_file import EntryRecord, Export
from rules.kernel.events import Event
from rules.kernel.serial import canonical, plain
from verifier.replay import NotPublic, Replay
from verifier.report import Check
from verifier.rules import Always, Rules, RulesUnknown

SAME, WORDS, DIFFERENT = "same", "words", "different"


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """Three grades: the ``same`` bytes, the same but for ``words``, or ``different``: from ``phase`` on, in
    these top ``fields`` of the state and by these ``rules``; ``said`` where the other revision cannot
    go on at all. ``phases`` is how many were played by both; ``left`` why not more, empty if all were.
    """

    grade: str
    phases: int
    left: str = ""
    phase: int = 0
    fields: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    said: str = ""

    @property
    def needs_consent(self) -> bool:
        """Whether the moderator alone may not take this step."""
        return self.grade == DIFFERENT or bool(self.left)


class _Unchecked(Replay):
    """A replay that goes its own way: what it comes to is not compared with what the file tells."""

    def _same(self, where: str, found: object, expected: object) -> None:
        pass

    def _compare(self, place: tuple[int, str], happened: Sequence[Event]) -> None:
        pass

    def _opens(self, phase: Any, events: Sequence[Event]) -> None:
        pass

    @property
    def judges(self) -> bool:
        """Other rules have another autopilot."""
        return False


def compare(export: Export, other: rulebooks.Book) -> Comparison:
    """Play a file by its own rules and by others. ``export`` is what everybody may read."""
    own = Replay(export, Rules(export), Check(name="own"))
    bare = msgspec.structs.replace(export, state=None)
    new = _Unchecked(bare, Always(bare, other), Check(name="other"))
    phase, grade, left = 1, SAME, ""
    for entry in export.log:
        if entry.kind == "phase.opened":
            phase = entry.body["phase"]
        try:
            events = own.take(entry)
        except (NotPublic, RulesUnknown) as gap:
            left = str(gap)
            break
        except Exception as error:  # noqa: BLE001 - what a rulebook stumbles over, or what was secret
            left = f"{own.where} cannot be played again: {type(error).__name__}"
            break
        if own.check.faults or not own.sure:
            left = "it is not known exactly by which rules this campaign was played"
            if own.check.faults:
                break
        found = _beside(own, new, entry, events, phase)
        if found.grade == DIFFERENT:
            return msgspec.structs.replace(found, phases=own.phases, left=left)
        grade = max(grade, found.grade, key=(SAME, WORDS).index)
    return Comparison(grade=grade, phases=own.phases, left=left)


def _beside(
    own: Replay, new: Replay, entry: EntryRecord, events: Sequence[Event], phase: int
) -> Comparison:
    """One step by the other rules too, and what differs."""
    try:
        others = new.take(entry)
    except Exception as error:  # noqa: BLE001 - other rules may refuse or break anywhere
        rule = str(getattr(error, "rule", ""))
        return Comparison(
            grade=DIFFERENT,
            phases=0,
            phase=phase,
            rules=(rule,) if rule else (),
            said="The other revision does not carry out what was done there.",
        )
    if own.state is None:
        return Comparison(grade=SAME, phases=0)
    here, there = plain(own.state), plain(new.state)
    fields = sorted(key for key in here.keys() | there.keys() if here.get(key) != there.get(key))
    rules = [
        rule
        for one, two in zip_longest(events, others)
        if canonical(one) != canonical(two)
        for rule in (getattr(one, "rule", ""), getattr(two, "rule", ""))
        if rule
    ]
    if fields or rules or canonical(list(events)) != canonical(list(others)):
        return Comparison(
            grade=DIFFERENT,
            phases=0,
            phase=phase,
            fields=tuple(fields),
            rules=tuple(dict.fromkeys(rules)),
        )
    return Comparison(grade=SAME if _same_words(own, new, events, others) else WORDS, phases=0)


def _same_words(own: Replay, new: Replay, one: Sequence[Event], two: Sequence[Event]) -> bool:
    told = [
        [plain(game.book.tell(event)) for event in events]
        for game, events in ((own, one), (new, two))
    ]
    views = [rulebooks.view_of(game.book, game.state) for game in (own, new)]
    asked = [plain(game.book.phase(view)) for game, view in zip((own, new), views, strict=True)]
    return canonical(told[0]) == canonical(told[1]) and canonical(asked[0]) == canonical(asked[1])
