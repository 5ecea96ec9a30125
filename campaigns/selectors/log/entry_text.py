"""Entries of the log in words, and values of facts."""

from collections.abc import Collection, Mapping
from operator import itemgetter
from typing import Any

from django.utils.translation import gettext as _
from msgspec import UNSET, structs

from campaigns import messages
from campaigns.domain import entries, vote_kinds
from campaigns.domain.wording import in_readers_words, with_its_turn, within
from campaigns.models import LogEntry
from campaigns.proofs import signatures
from campaigns.proofs.secret_heads import SecretHead
from campaigns.selectors.log.fact_weights import NUMBERS, told_first
from campaigns.selectors.log.value_changes import changes_in_words
from campaigns.selectors.reader.access import Reading
from campaigns.selectors.reader.names import People
from campaigns.selectors.reader.power_badges import Badge
from rules.kernel.events import Line
from rules.kernel.facts import FactSpec


def entry_line(entry: LogEntry, reading: Reading, people: People) -> Line | None:
    """An entry in words; ``None`` for one that only brings events or is there to be checked, and for one of
    a kind that only a later release knows.

    ``people`` are at least those who caused it, by key.
    """
    said = entries.read(entry.kind, entry.body)
    if said is None:
        return None
    told = _Telling(entry, reading, people)
    line = said.words(told)
    if line is None or said.deputy is UNSET:
        return line
    # What a deputy does bears their name.
    by = _("By %(person)s, who stands in for %(power)s's player.") % {
        "person": told.person,
        "power": within(told.power),
    }
    return structs.replace(line, rest=f"{line.rest} {by}".strip())


def written_in(line: Line, entry: LogEntry, people: People) -> tuple[str, ...]:
    """What of an entry's line people wrote themselves: their name, and why they did it."""
    said = entries.read(entry.kind, entry.body)
    reason = said.because if said is not None else ""
    words = f"{line.head} {line.rest}"
    return tuple(each for each in (reason, people.by(entry)) if each and each in words)


def secret_line(held: SecretHead, reading: Reading) -> Line | None:
    """What a power did in secret, in words; ``None`` where its events tell it."""
    kind = entries.SECRET_KINDS.get(held.kind)
    badge = reading.badge(held.power)
    if kind is None or (badge is None and held.power):
        return None
    return Line(
        head=kind.words(_named(badge, reading) if badge else _("The desk")),
        rest=fingerprint(held.commitment),
        actor=held.power,
        sort="seal",
        weight=5,
    )


def value_in_words(spec: FactSpec, value: Any, reading: Reading) -> str:
    """A fact's value for people."""
    if spec.type == "yes":
        return _("yes") if value else _("no")
    return _choice(str(value), reading) if spec.type in ("control", "choice") else str(value)


def _choice(option: str, reading: Reading) -> str:
    """One of named options: ``belgium`` is Belgium, ``usa.sworn`` The United States, sworn."""
    if option not in reading.said:
        parts = []
        for part in option.split("."):
            badge = reading.badge(part)
            parts.append(badge.name if badge else part.replace("_", " "))
        said = ", ".join(parts)
        reading.said[option] = said[:1].upper() + said[1:]
    return reading.said[option]


def _named(badge: Badge, reading: Reading) -> str:
    """A power as the campaign's own book has it in the reader's language."""
    return in_readers_words(badge.name, reading.campaign.rulebook)


def fingerprint(commitment: str) -> str:
    """The first digits of a commitment, in groups that can be read aloud."""
    return f"{commitment[:4]} {commitment[4:8]}"


class _Telling:
    """One entry with the words of its reader (:class:`campaigns.domain.entries.Telling`)."""

    def __init__(self, entry: LogEntry, reading: Reading, people: People) -> None:
        self.entry, self.reading, self.people = entry, reading, people
        self.actor = entry.actor
        self.known = entry.person_id is not None

    @property
    def power(self) -> str:
        badge = self.reading.badge(self.entry.power)
        return _named(badge, self.reading) if badge else self.entry.power

    @property
    def person(self) -> str:
        return self.people.by(self.entry) or _("somebody")

    @property
    def doer(self) -> str:
        if self.actor == "people":
            return _("the players")
        return _("the site") if self.actor == "clock" else self.person

    @property
    def seal(self) -> str:
        return fingerprint(self.entry.commitment)

    def names(self, powers: Collection[str]) -> str:
        badges = [self.reading.badge(power) for power in powers]
        return ", ".join(within(_named(badge, self.reading)) for badge in badges if badge)

    def book(self, text: str) -> str:
        return in_readers_words(text, self.reading.campaign.rulebook)

    def phase(self, turn: str, title: str) -> str:
        return with_its_turn(turn, title, self.reading.campaign.rulebook)

    def stored(self, text: str) -> str:
        return messages.shown(text)

    def digits(self, commitment: str) -> str:
        return fingerprint(commitment)

    def key(self, public: str) -> str:
        return signatures.fingerprint(public)

    def changes(self, changes: Any) -> str:
        return changes_in_words(self.reading, changes)

    def facts(self, facts: Collection[str] | Mapping[str, Any]) -> str:
        return _lines(facts, self.reading)

    def question(self, kind: str, about: Mapping[str, Any]) -> str:
        badge = self.reading.badge(about.get("power", ""))
        power = _named(badge, self.reading) if badge else ""
        return question_in_words(self.reading, kind, about, power, self.person)

    def line(self, head: str, rest: str = "", sort: str = "clock", weight: int = 5) -> Line:
        return Line(head=head, rest=rest, actor=self.entry.power, sort=sort, weight=weight)


def question_in_words(
    at: Reading, kind: str, about: Mapping[str, Any], power: str, person: str
) -> str:
    """What the people are asked, by its kind; ``power`` and ``person`` are names."""
    known = vote_kinds.KINDS.get(kind)
    if "changes" in about:
        about = {**about, "changes": changes_in_words(at, about["changes"])}
    return known.says(about, power, person) if known else kind


MOST_LINES_TOLD = 6
"""So many lines of a dispatch one line of the log names."""


def _lines(facts: Collection[str] | Mapping[str, Any], reading: Reading) -> str:
    """Lines of a dispatch; facts that the rules do not know, by key."""
    book, by = reading.names, reading.campaign.rulebook
    said = facts if isinstance(facts, Mapping) else dict.fromkeys(facts)
    parts: list[tuple[int, str]] = []
    for key, value in said.items():
        spec = book.facts[key] if book is not None and key in book.facts else None
        label = in_readers_words(spec.label, by) if spec else key
        words = (
            ""
            if value is None
            else in_readers_words(value_in_words(spec, value, reading), by)
            if spec
            else value
        )
        place = (
            told_first(book.facts, key, value, value_in_words(spec, value, reading))
            if spec and book is not None
            else NUMBERS
        )
        parts.append((place, f"{label}: {words}" if value is not None else label))
    parts.sort(key=itemgetter(0))
    shown = "; ".join(words for _place, words in parts[:MOST_LINES_TOLD])
    if (left := len(parts) - MOST_LINES_TOLD) > 0:
        return _("%(lines)s; %(count)d more") % {"lines": shown, "count": left}
    return shown
