"""The map desk: what a power is writing of the map, what would follow, and what waits for it.

All of it is computed from the power's own view and its own draft, or from its view and what another
declared to all.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _
from msgspec import Struct

from campaigns.domain import dispatch_items
from campaigns.domain.entries.facts import ActCarriedOut
from campaigns.domain.wording import in_readers_words
from campaigns.models import Dispatch
from campaigns.models.dispatch import Draft
from campaigns.rulebooks import dispatch_text
from campaigns.selectors.facts import dispatch_drafts, fact_versions
from campaigns.selectors.facts import fact_sheet as fact_sheets
from campaigns.selectors.facts.corrections import Correction, corrections
from campaigns.selectors.facts.dispatch_review import PendingCard, review_cards
from campaigns.selectors.facts.fact_sheet import FactLine, FactSheet
from campaigns.selectors.facts.other_groups import habits_of_others
from campaigns.selectors.log.entry_text import value_in_words
from campaigns.selectors.log.log_lines import brought_openly
from campaigns.selectors.phase.phase_strip import phase_line
from campaigns.selectors.phase.records import Boards, DispatchLine, PhaseLine
from campaigns.selectors.reader import record_versions
from campaigns.selectors.reader.access import Reading, power_badge, reading
from campaigns.selectors.reader.power_badges import Badge
from rules.kernel.dispatch import events
from rules.kernel.dispatch.checking import Contradiction, completions, contradictions
from rules.kernel.dispatch.effects import Effects, ForetoldEvent, consequences, effects, foretold
from rules.kernel.dispatch.statements import Happened, ReadLine
from rules.kernel.dispatch.suggesting import suggestions
from rules.kernel.facts import FactSpec, FactValue


class Suggestion(Struct, frozen=True, kw_only=True):
    """Something that can be said with one click: its line of text, and in words what it changes."""

    line: str
    label: str
    before: str
    after: str
    note: str = ""
    rule: str = ""


class TrayLine(Struct, frozen=True, kw_only=True):
    """One line of the draft. ``now`` says what others made of the fact since it was written."""

    key: str
    label: str
    before: str
    after: str
    event: str = ""
    now: str = ""


class AskedFact(Struct, frozen=True, kw_only=True):
    """A fact that is asked about, with what can be said of it; a number where there are no choices. ``likely``
    is the one of several that its declarer gains by.
    """

    key: str
    label: str
    name: str
    now: str
    value: FactValue
    choices: tuple[Suggestion, ...]
    likely: Suggestion | None = None
    note: str = ""
    rule: str = ""

    @property
    def why(self) -> tuple[str, str]:
        """Why it is asked, and by which rule."""
        return self.note, self.rule


class AskedGroup(Struct, frozen=True, kw_only=True):
    """Facts that are asked about together; ``others``: because other groups declared them at this date."""

    title: str
    facts: tuple[AskedFact, ...]
    others: bool = False


class Waiting(Struct, frozen=True, kw_only=True):
    """What one power declared at one moment and is not confirmed. ``mine``: whether the reader may
    confirm it; ``disputable`` are the facts that he may dispute, ``brought`` what followed from it for all to see,
    where he is asked.
    """

    by: Badge
    at: datetime
    lines: tuple[FactLine, ...]
    mine: bool
    disputable: frozenset[str]
    brought: tuple[ForetoldEvent, ...] = ()

    @property
    def is_disputed(self) -> bool:
        """Whether somebody does not agree to a line of it."""
        return any(line.disputed for line in self.lines)

    @property
    def seen(self) -> dict[str, str]:
        """The versions of these facts, to be sent back with a confirmation."""
        return {line.spec.key: line.version for line in self.lines}


class Writing(Struct, frozen=True, kw_only=True):
    """A power's draft: its lines, its text, and what would follow from it."""

    power: Badge
    version: str
    lines: tuple[TrayLine, ...]
    text: str
    events: tuple[str, ...]
    effects: Effects | None
    against: tuple[Contradiction, ...]
    also: tuple[Suggestion, ...]
    beside: tuple[AskedFact, ...]


class Foretold(Struct, frozen=True, kw_only=True):
    """What would follow from what a power writes, or from what another declared, by what the reader may know:
    ``boards`` as for :class:`MapDesk`.
    """

    effects: Effects
    boards: Boards | None


class MapDesk(Struct, frozen=True, kw_only=True):
    """The page of the map. ``writing`` is ``None`` for who plays no power, or when nothing is open.
    ``may_declare``: the reader may declare what is written. ``pending`` waits for a look; ``foretold`` has for each
    that the reader is asked about, by its number, what would follow. ``boards`` are the board as it is and as it would be once the draft is
    declared, ``None`` where nothing is written or it cannot be worked out.
    ``disputes``: whether its rules know disputes; if not, ``disputes_in`` names a later revision that
    does, where there is one. ``clock`` is the phase in play and its deadline. ``example`` is a line that
    could be said now.
    """

    sheet: FactSheet
    phase: int | None
    clock: PhaseLine | None
    writing: Writing | None
    asked: tuple[AskedGroup, ...]
    happenings: tuple[str, ...]
    waiting: tuple[Waiting, ...]
    pending: tuple[PendingCard, ...]
    foretold: dict[int, Foretold]
    corrections: tuple[Correction, ...]
    disputes: bool
    example: str
    boards: Boards | None = None
    may_declare: bool = True


def map_desk(slug: str, person: Any = None, asks: str | None = None) -> MapDesk:
    """The map desk of the power that a reader acts for: the one that is asked for, if it is theirs."""
    at = reading(slug, person, asks)
    sheet = fact_sheets.fact_sheet(slug, person, asks)
    power = at.acting if at.phase is not None else None
    # What a deputy may only see, they cannot write.
    power = power if power and at.may(power, "draft") else None
    draft = draft_of(at, power) if power else Draft()
    groups = tuple(_asked_groups(at, power, draft)) if power else ()
    pending = review_cards(at)
    would = _foretold(at, power, draft.values) if power and draft.lines else None
    return MapDesk(
        sheet=sheet,
        phase=at.phase.number if at.phase is not None else None,
        clock=phase_line(at),
        writing=_writing(at, power, draft, would.effects if would else None) if power else None,
        asked=groups,
        example=_example(groups) or dispatch_text.lexicon(at.book).example,
        happenings=_happenings(at, power) if power else (),
        waiting=tuple(_waiting(at, sheet)),
        pending=pending,
        foretold={
            card.number: _foretold(at, at.acting or "", _stated(card), by=card.by.key)
            for card in pending
            if card.asked
        },
        corrections=corrections(at),
        disputes=at.book.disputes,
        boards=would.boards if would else None,
        may_declare=power is not None and at.may(power, "seal"),
    )


def _example(groups: Iterable[AskedGroup]) -> str:
    """A line that could be said now, best one that its writer gains by; short ones have one colon."""
    asked_now = [one for group in groups for one in group.facts]
    said = [
        *(one.likely.line for one in asked_now if one.likely is not None),
        *(choice.line for one in asked_now for choice in one.choices),
    ]
    return min(said, key=lambda line: line.count(":"), default="")


def _stated(card: PendingCard) -> Mapping[str, FactValue]:
    """What a dispatch says, by facts."""
    return {line.spec.key: line.value for line in card.lines}


def _foretold(
    at: Reading, power: str, values: Mapping[str, FactValue], *, by: str = ""
) -> Foretold:
    """What would follow once these values are declared, by a power or ``by`` another, from the view of the power."""
    view = at.view_for(power)
    found, after = foretold(at.book, view, power, values, by=by)
    return Foretold(effects=found, boards=_boards(at, power, after))


def _boards(at: Reading, power: str, after: Any | None) -> Boards | None:
    """The board as a power knows it, and as it would be by its view ``after`` a declaration."""
    if after is None:
        return None
    before = at.view_for(power)
    try:
        return Boards(before=at.book.board(before, power), after=at.book.board(after, power))
    except Exception:  # noqa: BLE001 - a board may need what no real state lacks, but a supposed one does
        return None


def draft_of(at: Reading, power: str) -> Draft:
    """What the reader has written for one of their powers. Raises ``NotYours``."""
    at.view_for(power)
    return dispatch_drafts.opened(_row(at, power), at.hand)


def summed_up(at: Reading, power: str) -> DispatchLine:
    """What a power of the reader's has written of the map, and what it declared in this phase."""
    claims = at.campaign.claims.filter(phase=at.phase, power=power)
    return DispatchLine(
        written=len(draft_of(at, power).lines), declared=claims.values("key").distinct().count()
    )


def written(slug: str, person: Any, power: str) -> Writing:
    """What a power is writing, with what would follow. Raises ``NotYours``."""
    at = reading(slug, person, power)
    draft = draft_of(at, power)
    return _writing(at, power, draft, _effects(at, power, draft))


def previewed(slug: str, person: Any, power: str, items: Iterable[dispatch_items.Item]) -> Writing:
    """As :func:`written` for what is not written down. Raises ``NotYours``."""
    at = reading(slug, person, power)
    view = at.view_for(power)
    draft = dispatch_drafts.with_items(
        Draft(), tuple(items), campaign=at.campaign, book=at.book, facts=view.facts
    )
    return _writing(at, power, draft, _effects(at, power, draft))


def _effects(at: Reading, power: str, draft: Draft) -> Effects | None:
    values = draft.values
    return effects(at.book, at.view_for(power), power, values) if values else None


def read_text(slug: str, person: Any, power: str, text: str) -> tuple[ReadLine, ...]:
    """A text as it is understood in a campaign, line by line. Raises ``NotYours``."""
    at = reading(slug, person, power)
    at.view_for(power)
    return dispatch_text.understood(at.book, text)


def probably_meant(slug: str, person: Any, lines: Iterable[ReadLine]) -> frozenset[str]:
    """Of each line that is not understood the one that was probably meant: the only one that is like it, where there is
    but one. Of several nothing is guessed.
    """
    book = reading(slug, person).book
    alone = [line.near[0] for line in lines if len(line.near) == 1]
    return frozenset(near for near in alone if dispatch_text.understood(book, near)[0].understood)


def _row(at: Reading, power: str) -> Dispatch | None:
    return at.campaign.dispatches.filter(power=power).first()


def _writing(at: Reading, power: str, draft: Draft, moved: Effects | None) -> Writing:
    view = at.view_for(power)
    values = draft.values
    row = _row(at, power)
    return Writing(
        power=power_badge(at.book, power),
        version=record_versions.of_dispatch(row),
        lines=tuple(_tray(at, view, draft)),
        text=dispatch_drafts.as_text(draft, at.book, view.facts),
        events=dispatch_drafts.titles(draft, at.book, view.facts),
        effects=moved,
        against=contradictions(at.book, view, values) if values else (),
        also=tuple(
            _suggestion(at, each.key, each.before, each.after, note=each.note, rule=each.rule)
            for each in (completions(at.book, view, values) if values else ())
            if each.key in dispatch_text.declarable(at.book, view, power)
        ),
        beside=tuple(_beside(at, view, power, draft)),
    )


def _suggestion(
    at: Reading, key: str, before: FactValue, after: FactValue, **why: str
) -> Suggestion:
    """That a fact be so; ``why`` are a note and a rule."""
    spec = at.book.facts[key]
    return Suggestion(
        line=dispatch_text.lexicon(at.book).line(key, after),
        label=spec.label,
        before=value_in_words(spec, before, at),
        after=value_in_words(spec, after, at),
        **why,
    )


def _tray(at: Reading, view: Any, draft: Draft) -> Iterator[TrayLine]:
    known = dispatch_text.lexicon(at.book).events
    now = fact_versions.current(at.campaign, at.book.facts, view.facts, draft.values)
    for line in draft.lines:
        spec = at.book.facts[line.key]
        held = view.facts.get(line.key, spec.default)
        event = known.get(line.event.event) if line.event else None
        yield TrayLine(
            key=line.key,
            label=spec.label,
            before=value_in_words(spec, fact_versions.value_of(line.seen), at),
            after=value_in_words(spec, line.value, at),
            event=events.title(event, line.event.arguments) if event and line.event else "",
            now=value_in_words(spec, held, at) if now[line.key] != line.seen else "",
        )


def _beside(at: Reading, view: Any, power: str, draft: Draft) -> Iterator[AskedFact]:
    """What events of the draft ask for beside what they fill, and nobody has said yet."""
    known = dispatch_text.lexicon(at.book).events
    mine = dispatch_text.declarable(at.book, view, power)
    done = set(draft.values)
    for happened in dict.fromkeys(_key_of(line.event) for line in draft.lines if line.event):
        event = known.get(happened[0])
        if event is None:
            continue
        title = events.title(event, dict(happened[1]))
        for key in events.asked(event, dict(happened[1])):
            if key in mine and key not in done:
                done.add(key)
                yield asked(at, view, mine[key], note=title, rule=event.rule)


def _key_of(event: Happened) -> tuple[str, tuple[tuple[str, str], ...]]:
    return event.event, tuple(sorted(event.arguments.items()))


def asked(at: Reading, view: Any, spec: FactSpec, *, note: str = "", rule: str = "") -> AskedFact:
    """A fact with what can be said of it, and what it says now."""
    now = view.facts.get(spec.key, spec.default)
    values: tuple[FactValue, ...] = (False, True) if spec.type == "yes" else tuple(spec.options)
    choices = {value: _suggestion(at, spec.key, now, value) for value in values if value != now}
    power = at.acting or ""
    gains = (power, at.book.powers[power].faction) if power in at.book.powers else ()
    return AskedFact(
        key=spec.key,
        label=spec.label,
        name=dispatch_text.lexicon(at.book).title(spec.key),
        now=value_in_words(spec, now, at),
        value=now,
        choices=tuple(choices.values()),
        likely=next((choices[each] for each in gains if each in choices), None),
        note=note,
        rule=rule,
    )


def _asked_groups(at: Reading, power: str, draft: Draft) -> Iterator[AskedGroup]:
    """What is usually declared now, as the book tells; nothing by rules of a time before that. What an
    event of the draft asks for stands beside the draft.
    """
    view = at.view_for(power)
    mine = dispatch_text.declarable(at.book, view, power)
    beside = {one.key for one in _beside(at, view, power, draft)}
    happened = [line.event for line in draft.lines if line.event]
    said: set[str] = set()
    for group in suggestions(at.book, view, power, draft.values, happened):
        facts = tuple(
            asked(at, view, mine[each.key], note=each.why, rule=each.rule)
            for each in group.suggestions
            if each.key in mine and each.key not in beside
        )
        if group.first and facts:
            said |= {one.key for one in facts}
            yield AskedGroup(title=group.title, facts=facts)
    yield from _as_others_do(at, view, mine, said | beside | set(draft.values))


def _as_others_do(
    at: Reading, view: Any, mine: Mapping[str, FactSpec], said: Collection[str]
) -> Iterator[AskedGroup]:
    """What other groups declared at this date, of what the power may declare and is not asked for anyway."""
    assert at.phase is not None
    facts = tuple(
        asked(
            at,
            view,
            mine[habit.key],
            note=_("in %(declared)d of %(groups)d campaigns")
            % {"declared": habit.declared, "groups": habit.groups},
        )
        for habit in habits_of_others(at, mine.keys() - said)
    )
    if facts:
        turn = in_readers_words(at.phase.turn_title, at.campaign.rulebook)
        yield AskedGroup(
            title=_("In %(turn)s, groups like yours") % {"turn": turn}, facts=facts, others=True
        )


def _happenings(at: Reading, power: str) -> tuple[str, ...]:
    """The events of the map that can be said now, each by the line that says it."""
    offered = events.offered(at.book, at.view_for(power))
    return tuple(each.say[0] for each in offered.values())


def _waiting(at: Reading, sheet: FactSheet) -> Iterator[Waiting]:
    """Declared facts that nobody has confirmed, as they were declared together, oldest first."""
    open_lines = [
        line
        for section in sheet.sections
        for line in section.facts
        if line.unconfirmed and line.claim is not None and line.claim.by is not None
    ]

    def mark(line: FactLine) -> tuple[datetime, str, bool]:
        assert line.claim is not None
        assert line.claim.by is not None
        return line.claim.at, line.claim.by.key, at.acting in line.may_confirm

    for (moment, _by, mine), lines in groupby(sorted(open_lines, key=mark), key=mark):
        found = tuple(lines)
        claim = found[0].claim
        if claim is not None and claim.by is not None:
            disputable = frozenset(line.spec.key for line in found if at.acting in line.may_dispute)
            yield Waiting(
                by=claim.by,
                at=moment,
                lines=found,
                mine=mine,
                disputable=disputable,
                brought=tuple(_brought(at, claim.by.key, moment)) if mine else (),
            )


def _brought(at: Reading, power: str, moment: datetime) -> Iterator[ForetoldEvent]:
    """What followed at once from what a power declared, as everybody could see."""
    entry = at.entries(ActCarriedOut).filter(power=power, at=moment).first()
    return consequences(brought_openly(at, entry) if entry else ())
