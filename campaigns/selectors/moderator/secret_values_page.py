"""Corrections of values that only some may know: what each reader may know of them, and what can be corrected.

Who knows the value sees it before and after. A moderator who does not sees that something is proposed, by whom and
why, once it waits for nobody but the desk. Nobody else sees anything before the campaign is over.
"""

import json
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from msgspec import Struct

from campaigns.domain.entries.phases import PhaseOpened
from campaigns.domain.entries.secret import ValueAccepted, ValueRefused, ValueWithdrawn
from campaigns.errors import CampaignError
from campaigns.models import Campaign, Phase, Status
from campaigns.rulebooks.values import override_kinds, overrides, secret_values
from campaigns.rulebooks.values.overrides import Path, ValueChange
from campaigns.rulebooks.values.secret_values import KINDS, Proposal, Proposals
from campaigns.selectors.log.value_changes import called, value_called
from campaigns.selectors.reader.access import Reading, reading
from campaigns.selectors.reader.power_badges import Badge

MOST = 40
"""So many values a search shows."""


def proposals_of(campaign: Campaign) -> dict[str, Proposal]:
    """All proposals of a campaign by their keys, oldest first."""
    rows = campaign.secret_entries.all()
    return _folded(campaign, rows, Proposals()) if campaign.secrets else {}


def of_phase(campaign: Campaign, phase: Phase) -> list[Proposal]:
    """The proposals of the open phase, oldest first."""
    if not campaign.secrets:
        return []
    opened = campaign.log.filter(phase=phase, kind=PhaseOpened.tag)
    since = opened.order_by("seq").values_list("seq", flat=True).first() or 0
    rows = campaign.secret_entries.filter(after__gte=since)
    found = _folded(campaign, rows, Proposals(whole=False)).values()
    return [one for one in found if one.phase == phase.number]


def _folded(campaign: Campaign, rows: Any, found: Proposals) -> dict[str, Proposal]:
    for row in rows.order_by("number"):
        secret = row.content
        if secret.held.kind in KINDS:
            found.take(secret.held, secret.order, row.after)
    return found.made


def waits_for(campaign: Campaign, proposal: Proposal) -> set[str]:
    """The powers that know the value, are played by another person, and have not agreed."""
    seats = {one.power: one for one in campaign.seats.all()}
    own = seats[proposal.power].person_id
    return {
        power
        for power in proposal.what.audience
        if power not in proposal.agreed
        and power in seats
        and seats[power].person_id not in (None, own)
    }


def waiting_for(at: Reading) -> Iterable[tuple[str, str]]:
    """What waits for the reader in the open phase: the power that is asked (empty: the desk), and the key."""
    if at.phase is None or not at.campaign.secrets:
        return
    for one in of_phase(at.campaign, at.phase):
        if one.state:
            continue
        waits = waits_for(at.campaign, one)
        yield from ((power, one.key) for power in at.powers if power in waits)
        if at.is_moderator and not waits and one.power not in at.own_powers:
            yield "", one.key


class Choice(Struct, frozen=True, kw_only=True):
    """A value that can be corrected: ``path`` as a form sends it, in the view of ``power``."""

    power: str
    path: str
    label: str
    about: str
    words: str


class Chosen(Struct, frozen=True, kw_only=True):
    """A value that is looked at, ``before`` as a form writes it, and what would come of it as ``after``; ``problem``
    says why it cannot be so.
    """

    choice: Choice
    before: str
    before_json: str
    choices: tuple[tuple[str, str], ...]
    audience: tuple[Badge, ...]
    after: str
    after_words: str
    problem: str


class Line(Struct, frozen=True, kw_only=True):
    """One proposal as its reader may know it. ``known`` says that they know the value: then ``label``, ``about``,
    ``before``, ``after``, ``audience`` and ``agreed`` are told, else empty. ``state`` is open, lapsed, withdrawn,
    refused or accepted. ``may`` are the things that the reader can do about it, for ``power``: agree, refuse,
    withdraw, undo, and at the desk accept and decline.
    """

    key: str
    badge: Badge | None
    phase: int
    at: datetime
    state: str
    reason: str
    why: str
    rule: str
    undoes: bool
    undone: bool
    known: bool
    label: str
    about: str
    before: str
    after: str
    audience: tuple[Badge, ...]
    agreed: tuple[Badge, ...]
    power: str
    may: tuple[str, ...]


class SecretValues(Struct, frozen=True, kw_only=True):
    """The part of a page: the proposals, the newest first; whether the reader can propose; the values found,
    if any were ``asked`` for.
    """

    lines: tuple[Line, ...]
    proposes: bool
    asked: bool
    words: str
    values: tuple[Choice, ...]
    more: bool
    chosen: Chosen | None


def secret_values_of(
    at: Reading, *, words: str | None = None, power: str = "", path: str = "", value: str = ""
) -> SecretValues:
    """What the reader may know. ``words`` finds values to correct; ``path`` looks at one of ``power``."""
    proposes = bool(at.powers) and at.phase is not None
    found: tuple[Choice, ...] = ()
    if proposes and words is not None and not path:
        found = tuple(_values(at, words.strip()[:100]))
    looked = proposes and path and power in at.powers
    return SecretValues(
        lines=_lines(at),
        proposes=proposes,
        asked=words is not None,
        words=words or "",
        values=found[:MOST],
        more=len(found) > MOST,
        chosen=_chosen(at, power, path, value) if looked else None,
    )


def correction_lines(slug: str, person: Any = None) -> tuple[Line, ...]:
    """The proposals that a reader may know of, the newest first."""
    return _lines(reading(slug, person))


def change_of(slug: str, person: Any, path: str, before: str, value: str) -> ValueChange:
    """A change as a form sends it. Who may not read the campaign is told that, and nothing of the form."""
    reading(slug, person)
    given = overrides.read_change(path, before, value)
    return ValueChange(path=tuple(given["path"]), before=given["before"], after=given["after"])


def _values(at: Reading, words: str) -> Iterable[Choice]:
    wanted = words.casefold().split()
    for power in at.powers:
        view = at.view_for(power)
        for path, value in secret_values.values(view, power):
            one = _choice(at, view, power, path, value)
            if all(word in f"{one.label} {one.about}".casefold() for word in wanted):
                yield one


def _choice(at: Reading, view: Any, power: str, path: Path, value: Any) -> Choice:
    record = secret_values.record_of(view, path, power)
    return Choice(
        power=power,
        path=json.dumps(path),
        label=called(at, path, numbers=False),
        about=_about(at, record, path),
        words=value_called(at, path, value),
    )


def _chosen(at: Reading, power: str, text: str, value: str) -> Chosen:
    path, view = overrides.read_path(text), at.view_for(power)
    before = overrides.value_at(view, path, {power})
    after_words, problem = "", ""
    if value.strip():
        try:
            after = overrides.read_value(value, before)
            change = ValueChange(path=path, before=before, after=after)
            secret_values.correction(at.book, view, power, change, reason="")
            after_words = value_called(at, path, after)
        except CampaignError as error:
            problem = str(error)
    audience = secret_values.audience(at.book, view, path, power)
    return Chosen(
        choice=_choice(at, view, power, path, before),
        before=overrides.written(before),
        before_json=json.dumps(before),
        choices=override_kinds.choices(at.book, view, path, {power}),
        audience=at.badges(audience),
        after=value,
        after_words=after_words,
        problem=problem,
    )


def _lines(at: Reading) -> tuple[Line, ...]:
    if at.is_behind or not at.campaign.secrets:
        return ()
    made = (_line(at, one) for one in reversed(proposals_of(at.campaign).values()))
    return tuple(line for line in made if line is not None)


_STATES = {
    "": "open",
    ValueAccepted.tag: "accepted",
    ValueRefused.tag: "refused",
    ValueWithdrawn.tag: "withdrawn",
}


def _line(at: Reading, one: Proposal) -> Line | None:
    mine = [power for power in at.powers if power in one.what.audience]
    over = at.campaign.status == Status.FINISHED
    known = bool(mine) or over
    waits = waits_for(at.campaign, one)
    desk = at.is_moderator and (bool(one.state) or not waits)
    if not (known or desk):
        return None
    is_open = not one.state and at.phase is not None and at.phase.number == one.phase
    power = one.power if one.power in mine else next(iter(mine), "")
    path, change = one.what.change.path, one.what.change
    return Line(
        key=one.key,
        badge=at.badge(one.power),
        phase=one.phase,
        at=datetime.fromisoformat(one.at),
        state=_STATES[one.state] if one.state or is_open else "lapsed",
        reason=one.what.reason,
        why=one.why,
        rule=one.what.rule,
        undoes=bool(one.what.undoes),
        undone=bool(one.undone_by),
        known=known,
        label=called(at, path, numbers=False) if known else "",
        about=_about(at, one.what.record, path) if known else "",
        before=value_called(at, path, change.before) if known else "",
        after=value_called(at, path, change.after) if known else "",
        audience=at.badges(one.what.audience) if known else (),
        agreed=at.badges(sorted(one.agreed)) if known else (),
        power=power,
        may=tuple(_may(at, one, power, waits, is_open=is_open)),
    )


def _may(
    at: Reading, one: Proposal, power: str, waits: set[str], *, is_open: bool
) -> Iterable[str]:
    if is_open and power:
        if power == one.power:
            yield "withdraw"
        else:
            if power in waits:
                yield "agree"
            yield "refuse"
    if is_open and at.is_moderator and not waits and one.power not in at.own_powers:
        yield from ("accept", "decline")
    if power and at.phase is not None and one.state == ValueAccepted.tag and not one.undone_by:
        yield "undo"


def _about(at: Reading, record: Any, path: Path) -> str:
    """Of which record a value is: its other single values."""
    parts = [
        f"{called(at, [name])}: {value_called(at, (name,), value)}"
        for name, value in record.items()
        if name != path[-1] and value not in ("", None)
    ]
    return ", ".join(parts)
