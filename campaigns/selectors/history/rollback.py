"""Going back: the phases of a campaign's line, what going back to one would undo, and what was undone."""

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import pgettext
from msgspec import UNSET, Struct

from campaigns import rulebooks
from campaigns.catalogue.wording import capital
from campaigns.domain import vote_kinds
from campaigns.domain.entries.facts import ActCarriedOut
from campaigns.domain.entries.phases import OrdersPublished, PhaseOpened, PhaseResolved
from campaigns.domain.entries.repair import RolledBack
from campaigns.domain.wording import in_readers_words
from campaigns.errors import CampaignError
from campaigns.models import Campaign, Phase, PressMessage, Sheet
from campaigns.rulebooks import states
from campaigns.rulebooks.values import overrides as value_overrides
from campaigns.rulebooks.values.overrides import ValueChange
from campaigns.selectors.history.phase_story import PastPhase, past_phases
from campaigns.selectors.log.entry_text import value_in_words
from campaigns.selectors.log.fact_weights import NUMBERS, told_first
from campaigns.selectors.log.value_changes import called, value_called
from campaigns.selectors.phase.phase_strip import head_of, reader_of, sealed_by_people
from campaigns.selectors.phase.records import BasePage
from campaigns.selectors.reader.access import Reading, reading
from campaigns.selectors.reader.power_badges import Badge
from core.records import like
from core.text.lists import listed
from rules.kernel.pages import LedgerRow
from rules.kernel.serial import canonical
from verifier.branches import REVEALS


class Back(Struct, frozen=True, kw_only=True):
    """One time that a campaign went back: from which phase to which, and the phase that then began."""

    at: datetime
    by: str
    agreed: bool
    phase: int
    to: int
    line: int
    title: str
    turn: str
    reason: str
    entry: int


class Again(Struct, frozen=True, kw_only=True):
    """A value that everybody knows, as it is now and as it would be again."""

    label: str
    now: str
    then: str


class Undoing(Struct, frozen=True, kw_only=True):
    """What going back would undo: phases that were resolved, sealed orders opened since, dice thrown since,
    messages written since (which stay); the powers whose sealed orders for the open phase would be ``void``, unread;
    and the public values that would be as they were.
    """

    phases: int
    opened: int
    void: tuple[Badge, ...]
    dice: int
    messages: int
    again: tuple[Again, ...]


class RollbackPage(BasePage, frozen=True, kw_only=True):
    """The page. ``phases`` are those of the line, the newest first; ``to`` is the one that is looked at,
    and ``undone`` are those that would be undone, in their order; ``counted`` says what that is. ``may`` says
    that the reader may ask for it, ``alone`` that nobody else is asked, ``asked`` how many people are, and
    ``needed`` how many of them must agree by the policy (``threshold``, in words; ``unanimous`` where that is
    all).
    """

    phases: tuple[PastPhase, ...]
    to: PastPhase | None
    undone: tuple[PastPhase, ...]
    counted: Undoing | None
    may: bool
    alone: bool
    asked: int
    needed: int
    threshold: str
    unanimous: bool
    done: tuple[Back, ...]


def rollback_page(slug: str, person: Any = None, *, to: int = 0) -> RollbackPage:
    """The page of going back. ``to`` is the phase to look at; 0 for none."""
    at = reading(slug, person)
    line = tuple(one for one in past_phases(at) if one.undone_at is None) if at.phase else ()
    target = next((one for one in line if one.number == to), None)
    seated = {seat.person_id for seat in at.seats if seat.person_id is not None}
    me = at.person.pk if at.person else None
    threshold = at.campaign.policy.threshold("rollback")
    alone = (
        target is not None
        and at.is_moderator
        and (not seated or (me not in seated and not _reveals(at.campaign, target.number)))
    )
    undone = tuple(one for one in line if target and one.number >= target.number)
    return RollbackPage(
        head=head_of(at),
        reader=reader_of(at),
        phases=line[::-1],
        to=target,
        undone=undone,
        counted=_counted(at, undone) if target is not None else None,
        may=at.is_moderator or me in seated,
        alone=alone,
        asked=len(seated),
        needed=vote_kinds.needed(threshold, len(seated)),
        threshold=str(vote_kinds.THRESHOLD_WORDS[threshold]),
        unanimous=threshold == "all",
        done=_done(at),
    )


def _counted(at: Reading, undone: tuple[PastPhase, ...]) -> Undoing:
    """What lies in the phases that would be undone, as everybody may know it."""
    numbers = [one.number for one in undone]
    rows = at.campaign.phases.filter(number__in=numbers)
    entries = at.entries(ActCarriedOut, OrdersPublished, PhaseResolved).filter(phase__in=rows)
    used = Sheet.objects.filter(phase__in=rows, state__in=(Sheet.State.USED, Sheet.State.VOID))
    return Undoing(
        phases=sum(not one.open for one in undone),
        opened=used.filter(how=Sheet.How.PLAYER).exclude(commitment="").count(),
        void=sealed_by_people(at),
        dice=thrown_in(entries.values_list("body", flat=True)),
        messages=PressMessage.objects.filter(
            thread__campaign=at.campaign, thread__kind="public", at__gte=undone[0].opened_at
        ).count(),
        again=_again(at, numbers[0]),
    )


def thrown_in(bodies: Iterable[str]) -> int:
    """How many dice these entries of the log publish."""
    return sum(len(json.loads(body).get("rolls", ())) for body in bodies)


def _again(at: Reading, number: int) -> tuple[Again, ...]:
    """The values that would be as they were when a phase began, from what everybody may know then and now: what
    matters most first (who holds what and stands with whom), then the tracks, numbers of the map last.

    Nothing where that phase's position cannot be read by the rules of now.
    """
    row = at.campaign.phases.get(number=number)
    book, nobody = at.book, rulebooks.viewer()
    try:
        before = book.read_state(canonical(states.at_opening(row)))
    except (ValueError, CampaignError):
        return ()
    if at.phase is None:
        return ()
    later = states.now(at.phase)
    then, now = (book.view(state, nobody) for state in (before, later))
    changes = value_overrides.difference(book, later, before)
    tracks = [_track(at, one, changes) for one in book.ledger(now, then)]
    facts = []
    for key in sorted(key for key in {*now.facts, *then.facts} if key in book.facts):
        spec = book.facts[key]
        values = [view.facts.get(key, spec.default) for view in (now, then)]
        if values[0] != values[1]:
            words = [value_in_words(spec, value, at) for value in values]
            place = min(
                told_first(book.facts, key, *each) for each in zip(values, words, strict=True)
            )
            facts.append((place, Again(label=spec.label, now=words[0], then=words[1])))
    facts.sort(key=lambda each: each[0])
    return (
        *(one for place, one in facts if place < 0),
        *filter(None, (_standing(at, one) for one in said_once(at.book, changes))),
        *_agreements(at, now, then),
        *(one for place, one in facts if 0 <= place < NUMBERS),
        *tracks,
        *(one for place, one in facts if place >= NUMBERS),
    )


def _agreements(at: Reading, now: Any, then: Any) -> Iterator[Again]:
    """What is in force between powers now and would not be, or the other way round, as everybody knows both."""
    if not at.book.agreements_title:
        return
    signed = [
        dict.fromkeys((one.title, one.parties) for one in at.book.agreements(view, None).in_force)
        for view in (now, then)
    ]
    words = pgettext("an agreement", "in force"), pgettext("an agreement", "not in force")
    for title, parties in signed[0] | signed[1]:
        states_of_it = [words[(title, parties) not in each] for each in signed]
        if states_of_it[0] != states_of_it[1]:
            names = [
                in_readers_words(badge.name, at.campaign.rulebook) for badge in at.badges(parties)
            ]
            said = in_readers_words(title, at.campaign.rulebook)
            yield Again(label=f"{listed(names)}: {said}", now=states_of_it[0], then=states_of_it[1])


def said_once(book: Any, changes: Sequence[ValueChange]) -> Iterator[ValueChange]:
    """Without the side of a power where the same record says the power as well: of two that say the same, the last."""
    sides = {key: power.faction for key, power in book.powers.items()} | {"": ""}
    of_powers: dict[tuple[str, ...], list[tuple[int, ValueChange]]] = {}
    for place, change in enumerate(changes):
        if all(
            isinstance(value, str) and value in sides for value in (change.before, change.after)
        ):
            of_powers.setdefault(change.path[:-1], []).append((place, change))
    for place, change in enumerate(changes):
        values = (change.before, change.after)
        if not any(
            (sides[other.before], sides[other.after]) == values
            and (where > place or (other.before, other.after) != values)
            for where, other in of_powers.get(change.path[:-1], ())
        ):
            yield change


def _standing(at: Reading, change: ValueChange) -> Again | None:
    """Who holds something or stands with whom, as it is and would be again; or a thing of the whole game that is so
    or not. ``None`` for what only counts, and for how far the phase is.
    """
    book, path, values = at.book, change.path, (change.before, change.after)
    if any(part.isdecimal() for part in path) or path[-1] in book.state_type.remembered:
        return None
    if len(path) == 1:
        is_named = called(at, path) != capital(path[0].replace("_", " "))
        if not (is_named and all(isinstance(value, bool) for value in values)):
            return None
    elif not any(values) or not all(_is_somebody(at, value) for value in values):
        return None
    nobody = pgettext("who holds or did something", "nobody")
    now, then = (
        value_called(at, path, value) if value or isinstance(value, bool) else nobody
        for value in values
    )
    return Again(label=called(at, path), now=now, then=then)


def _is_somebody(at: Reading, value: Any) -> bool:
    """Whether a value is a power, a side or several of them, or nobody."""
    if isinstance(value, list):
        return all(_is_somebody(at, one) for one in value)
    return value in (None, "") or value in at.book.powers or value in at.book.factions


def _track(at: Reading, row: LedgerRow, changes: Sequence[ValueChange]) -> Again:
    """What moved on a track, by the name by which an override finds it, where it is one value of the state."""
    words = _words_of(row.label)
    best, most = row.label, 1
    for change in changes:
        if (str(change.before), str(change.after)) != (_plain(row.before), _plain(row.after)):
            continue
        label = called(at, change.path)
        shared = len(words & _words_of(label))
        if shared > most:
            best, most = label, shared
    return Again(label=best, now=row.before, then=row.after)


def _words_of(label: str) -> set[str]:
    return {word.strip(",:").casefold() for word in label.split()}


def _plain(figure: str) -> str:
    return figure.replace("\N{MINUS SIGN}", "-")


def _reveals(campaign: Campaign, number: int) -> bool:
    row = campaign.phases.only("campaign").get(number=number)
    return reveals_since(campaign, row)


def reveals_since(campaign: Campaign, target: Phase) -> bool:
    """Whether anything was revealed since a phase was opened."""
    opened = campaign.log.get(phase=target, kind=PhaseOpened.tag)
    since = campaign.log.filter(seq__gt=opened.seq, kind__in=REVEALS)
    return since.exists()


def anything_revealed(campaign: Campaign) -> bool:
    """Whether anything was revealed in a campaign yet."""
    return campaign.log.filter(kind__in=REVEALS).exists()


def overrides_alone(campaign: Campaign, seated: Collection[int], moderator: int) -> bool:
    """Whether a moderator may change values without asking those who have a seat: where nobody has one, or they have
    none themselves and nothing was revealed.
    """
    return not seated or (moderator not in seated and not anything_revealed(campaign))


def _done(at: Reading) -> tuple[Back, ...]:
    if at.campaign.line == 1:
        return ()
    rows = list(at.entries(RolledBack).order_by("-seq"))
    known = at.people(row.person_id for row in rows)
    result = []
    for row in rows:
        back = RolledBack.of(row.body)
        result.append(
            like(
                Back,
                back,
                at=row.at,
                by=known.by(row),
                agreed=back.consent is not UNSET,
                entry=row.seq,
            )
        )
    return tuple(result)
