"""Overrides of a campaign: what was changed by hand, what players say of it, and what can be changed."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec

from campaigns import overriding, rulebooks
from campaigns.errors import CampaignError, NotOnTheMenu
from campaigns.models import LogEntry
from campaigns.overriding import Change
from campaigns.selectors.access import Reading, people, reading
from campaigns.selectors.badges import Badge
from campaigns.selectors.phase_strip import head_of, reader_of
from campaigns.selectors.records import Head, Reader
from campaigns.verifying.mended import ANSWERED, OVERRIDDEN
from campaigns.votes import path_in_words
from rules.kernel.serial import load, shaped

MOST = 60
"""So many values a search shows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """A value that everybody may know: ``path`` as a form sends it, its words, and what it is."""

    path: str
    label: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of a difference."""

    label: str
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What a player says of an override."""

    badge: Badge | None
    name: str
    answer: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Override:
    """One override. ``undoes`` is the number of the one that it takes back, ``undone_by`` of the one that
    took this back; 0 for none. ``mine`` is what the reader says of it.
    """

    number: int
    at: datetime
    by: str
    agreed: bool
    phase: int
    rows: tuple[Row, ...]
    rule: str
    reason: str
    undoes: int
    undone_by: int
    said: tuple[Said, ...]
    mine: str
    entry: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Looked:
    """A value that is looked at: what it is, the ``choices`` it has (a variant switch), and what would
    change if it were ``after``; ``problem`` says why it cannot.
    """

    path: str
    label: str
    before: str
    before_json: str
    choices: tuple[tuple[str, str], ...]
    after: str
    rows: tuple[Row, ...]
    problem: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Overrides:
    """The page. ``may`` says that the reader may override, ``values`` what was found for their words,
    ``more`` that there are others.
    """

    head: Head
    reader: Reader
    made: tuple[Override, ...]
    may: bool
    plays: bool
    words: str
    values: tuple[Value, ...]
    more: bool
    looked: Looked | None


def overrides(
    slug: str, person: Any = None, *, words: str = "", path: str = "", value: str = ""
) -> Overrides:
    """The page of overrides: values found for ``words``; the one at ``path``, and what would come of
    ``value`` there.
    """
    at = reading(slug, person)
    may = at.is_moderator and at.phase is not None
    found = _found(at, words.strip()[:100]) if may and not path else ()
    return Overrides(
        head=head_of(at),
        reader=reader_of(at),
        made=_made(at),
        may=may,
        plays=bool(at.powers) and at.phase is not None,
        words=words,
        values=found[:MOST],
        more=len(found) > MOST,
        looked=_looked(at, path, value) if may and path else None,
    )


def read_path(text: str) -> tuple[str, ...]:
    """A path as a form sends it. Raises ``NotOnTheMenu``."""
    try:
        return load(text, tuple[str, ...])
    except (msgspec.DecodeError, ValueError) as error:
        raise NotOnTheMenu(
            "This path cannot be read.", field="path", remedy="Choose one from the list."
        ) from error


def change_of(slug: str, person: Any, path: str, before: str, value: str) -> dict[str, Any]:
    """A change as a form sends it: what the value was as JSON, and what somebody wrote. Who may not
    read the campaign is told that, and nothing of the form.
    """
    reading(slug, person)
    try:
        was = msgspec.json.decode(before)
    except (msgspec.DecodeError, ValueError) as error:
        raise NotOnTheMenu(
            "This form cannot be read.", field="before", remedy="Open the page again."
        ) from error
    return {
        "path": list(read_path(path)),
        "before": was,
        "after": overriding.read_value(value, was),
    }


def _public(at: Reading) -> Any:
    """What a spectator sees, whoever reads: only that can be overridden."""
    return rulebooks.view_of(at.book, at.view)


def _label(at: Reading, path: tuple[str, ...]) -> str:
    if path[0] == overriding.VARIANTS and path[-1] in at.book.switches:
        return f"Variant: {at.book.switches[path[-1]].label}"
    named = [badge.name if (badge := at.badge(part)) else part for part in path]
    return path_in_words(named)


def _found(at: Reading, words: str) -> tuple[Value, ...]:
    """The values in whose words all these stand; all values without any."""
    wanted = words.casefold().split()
    values = (
        Value(
            path=json.dumps(path),
            label=_label(at, path),
            words=overriding.written(value) or "empty",
        )
        for path, value in overriding.values(_public(at))
    )
    return tuple(
        one
        for one in values
        if all(word in f"{one.label} {one.path}".casefold() for word in wanted)
    )


def _looked(at: Reading, text: str, value: str) -> Looked:
    path = read_path(text)
    before = overriding.look(_public(at), path)
    switch = at.book.switches.get(path[-1]) if path[0] == overriding.VARIANTS else None
    rows, problem = tuple[Row, ...](), ""
    if value.strip():
        try:
            rows = _difference(at, Change(path=path, before=before, after=_read(value, before)))
        except CampaignError as error:
            problem = str(error)
    return Looked(
        path=text,
        label=_label(at, path),
        before=overriding.written(before),
        before_json=json.dumps(before),
        choices=tuple(switch.choices.items()) if switch else (),
        after=value,
        rows=rows,
        problem=problem,
    )


def _read(value: str, before: Any) -> Any:
    return overriding.read_value(value, before)


def _difference(at: Reading, change: Change) -> tuple[Row, ...]:
    """What everybody may know that would be different, worked out on what a spectator sees: so neither
    the difference nor whether there is one can hang on anything secret.
    """
    public = _public(at)
    after = overriding.applied(at.book, public, [change])
    return tuple(_row(at, one) for one in overriding.difference(at.book, public, after))


def _row(at: Reading, change: Change) -> Row:
    return Row(
        label=_label(at, change.path),
        before=overriding.written(change.before) or "empty",
        after=overriding.written(change.after) or "empty",
    )


def _made(at: Reading) -> tuple[Override, ...]:
    """The overrides, the newest first."""
    kinds = (OVERRIDDEN, ANSWERED)
    told = LogEntry.objects.filter(campaign=at.campaign, seq__lte=at.campaign.log_seq)
    rows = list(told.filter(kind__in=kinds).order_by("seq"))
    known = people(row.person_id for row in rows)
    entries = [(row, json.loads(row.body)) for row in rows]
    made = [(row, body) for row, body in entries if row.kind == OVERRIDDEN]
    undone = {body["undoes"]: body["override"] for _, body in made if "undoes" in body}
    answers: dict[int, dict[str, tuple[LogEntry, Mapping[str, Any]]]] = {}
    for row, body in entries:
        if row.kind == ANSWERED:
            answers.setdefault(body["override"], {})[row.power] = (row, body)
    found = []
    for row, body in reversed(made):
        said = answers.get(body["override"], {})
        found.append(
            Override(
                number=body["override"],
                at=row.at,
                by=known[row.person_id].name if row.person_id in known else "",
                agreed="consent" in body,
                phase=body["phase"],
                rows=tuple(_row(at, shaped(one, Change)) for one in body["changes"]),
                rule=body["rule"],
                reason=body["reason"],
                undoes=body.get("undoes", 0),
                undone_by=undone.get(body["override"], 0),
                said=tuple(
                    Said(
                        badge=at.badge(power),
                        name=known[told.person_id].name if told.person_id in known else "",
                        answer=what["answer"],
                        reason=what["reason"],
                    )
                    for power, (told, what) in said.items()
                ),
                mine=next((said[p][1]["answer"] for p in at.powers if p in said), ""),
                entry=row.seq,
            )
        )
    return tuple(found)
